//! Intervals for shares.

/// The two-sided 95 % quantile of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// The 95 % interval of Wilson's score for a share of `hits` in `trials`, from 0 to 1. Without trials, everything.
#[must_use]
pub fn wilson95(hits: u64, trials: u64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let n = trials as f64;
    let share = hits as f64 / n;
    let z2 = Z95 * Z95;
    let centre = share + z2 / (2.0 * n);
    let spread = Z95 * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    // At the ends the formula gives 0 and 1 but for rounding.
    let low = if hits == 0 { 0.0 } else { (centre - spread) / scale };
    let high = if hits >= trials { 1.0 } else { (centre + spread) / scale };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe (1998), Statistics in Medicine 17:857, table I, method 3.
    #[test]
    fn the_interval_is_that_of_the_literature() {
        let published =
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)];
        for (hits, trials, low, high) in published {
            let (l, h) = wilson95(hits, trials);
            assert!((l - low).abs() < 5e-5 && (h - high).abs() < 5e-5, "{hits} of {trials}: {l} to {h}");
        }
    }

    #[test]
    fn it_is_the_same_seen_from_the_other_side() {
        let (low, high) = wilson95(3, 10);
        let (other_low, other_high) = wilson95(7, 10);
        assert!((low - (1.0 - other_high)).abs() < 1e-12 && (high - (1.0 - other_low)).abs() < 1e-12);
        assert_eq!(wilson95(10, 10).1, 1.0);
        assert_eq!(wilson95(0, 0), (0.0, 1.0));
    }
}
