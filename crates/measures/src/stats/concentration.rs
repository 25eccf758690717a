//! How evenly something is spread over its holders.

/// Shannon's entropy in bits of the shares that non-negative weights make of their sum (Shannon 1948). 0 for a single
/// holder and for no weight at all.
#[must_use]
pub fn entropy_bits(weights: &[f64]) -> f64 {
    let total: f64 = weights.iter().sum();
    weights.iter().filter(|w| **w > 0.0).map(|w| -(w / total) * (w / total).log2()).sum::<f64>().max(0.0)
}

/// Gini's coefficient of non-negative amounts: 0 when all are equal, `1 - 1/n` when one of `n` has everything (Gini
/// 1912; the sorted form is that of Sen 1973). `None` when there is nothing to share.
#[must_use]
pub fn gini(amounts: &[f64]) -> Option<f64> {
    let (n, total) = (amounts.len() as f64, amounts.iter().sum::<f64>());
    if total.is_nan() || total <= 0.0 {
        return None;
    }
    let mut sorted = amounts.to_vec();
    sorted.sort_by(f64::total_cmp);
    let ranked: f64 = sorted.iter().enumerate().map(|(i, x)| (i + 1) as f64 * x).sum();
    Some(2.0 * ranked / (n * total) - (n + 1.0) / n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_and_uneven_shares() {
        assert!((entropy_bits(&[2.0, 2.0, 2.0, 2.0]) - 2.0).abs() < 1e-12);
        assert!((entropy_bits(&[1.0, 1.0, 2.0, 0.0]) - 1.5).abs() < 1e-12);
        assert_eq!(entropy_bits(&[3.0]), 0.0);
        assert_eq!(entropy_bits(&[]), 0.0);
        assert!(gini(&[4.0, 4.0, 4.0]).is_some_and(|g| g.abs() < 1e-12));
        assert!(gini(&[0.0, 0.0, 0.0, 9.0]).is_some_and(|g| (g - 0.75).abs() < 1e-12));
        assert!(gini(&[3.0, 1.0, 2.0]).is_some_and(|g| (g - 2.0 / 9.0).abs() < 1e-12));
        assert_eq!(gini(&[]), None);
    }
}
