//! Corrections for looking at many hypotheses at once. Both give adjusted p-values in the order of the given ones.

/// Holm's step-down adjustment, which bounds the chance of a single false claim (Holm 1979).
#[must_use]
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![0.0; p_values.len()];
    let mut floor: f64 = 0.0;
    for (rank, at) in by_size(p_values).into_iter().enumerate() {
        floor = floor.max(p_values[at] * (p_values.len() - rank) as f64).min(1.0);
        adjusted[at] = floor;
    }
    adjusted
}

/// The step-up adjustment of Benjamini and Hochberg, which bounds the share of false claims among the claims made
/// (Benjamini and Hochberg 1995). For exploration.
#[must_use]
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![0.0; p_values.len()];
    let mut ceiling: f64 = 1.0;
    for (rank, at) in by_size(p_values).into_iter().enumerate().rev() {
        ceiling = ceiling.min(p_values[at] * p_values.len() as f64 / (rank + 1) as f64);
        adjusted[at] = ceiling;
    }
    adjusted
}

/// The positions of the values, smallest value first.
fn by_size(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The four p-values and their adjustments are those of R's `p.adjust` for methods "holm" and "BH".
    #[test]
    fn the_adjustments_are_those_of_r() {
        let p = [0.01, 0.04, 0.03, 0.005];
        for (got, want) in [(holm(&p), [0.03, 0.06, 0.06, 0.02]), (benjamini_hochberg(&p), [0.02, 0.04, 0.04, 0.02])] {
            assert!(got.iter().zip(want).all(|(g, w)| (g - w).abs() < 1e-12), "{got:?}");
        }
        assert_eq!(holm(&[0.6, 0.9]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty() && benjamini_hochberg(&[]).is_empty());
    }
}
