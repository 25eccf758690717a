//! Paired yes-or-no outcomes: by how much two conditions can differ, and whether it is too little to matter.

use super::{Confidence, Interval, normal_cdf};
use serde::Serialize;

/// Counts of pairs. They may be fractions, as they are after division by a design effect.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairCounts {
    /// Pairs of which only the first succeeded.
    pub only_first: f64,
    /// Pairs of which only the second did.
    pub only_second: f64,
    /// All pairs.
    pub pairs: f64,
}

/// How often the halvings of an interval of length 2 are halved: beyond a double's precision.
const HALVINGS: u32 = 60;

impl PairCounts {
    /// The share of the first less that of the second.
    #[must_use]
    pub fn difference(self) -> f64 {
        (self.only_first - self.only_second) / self.pairs
    }

    /// The score interval of the difference (Tango 1998), which stays open where no pair differs. Everything from -1 to 1
    /// without pairs.
    #[must_use]
    pub fn interval(self, confidence: Confidence) -> Interval {
        if self.pairs.is_nan() || self.pairs <= 0.0 {
            return Interval { low: -1.0, high: 1.0 };
        }
        let (middle, z) = (self.difference(), confidence.z());
        Interval { low: self.where_score_is(z, -1.0, middle), high: self.where_score_is(-z, middle, 1.0) }
    }

    /// The two-sided p-value of the hypothesis that the shares do not differ, by the score test, which is McNemar's. 1 without
    /// a pair that differs.
    #[must_use]
    pub fn no_difference(self) -> f64 {
        match self.only_first + self.only_second > 0.0 {
            true => 2.0 * normal_cdf(-self.score(0.0).abs()),
            false => 1.0,
        }
    }

    /// The p-value of the hypothesis that the shares differ by `margin` or more, one way or the other: the larger one of two
    /// one-sided score tests (Schuirmann 1987; Tango 1998). Below α, the interval of level 1 − 2α lies within the margin.
    /// 1 without pairs.
    #[must_use]
    pub fn differ_by(self, margin: f64) -> f64 {
        if self.pairs.is_nan() || self.pairs <= 0.0 {
            return 1.0;
        }
        normal_cdf(-self.score(-margin)).max(normal_cdf(self.score(margin)))
    }

    /// How many standard errors the difference lies above `delta`, with the error that the likeliest shares have under it.
    fn score(self, delta: f64) -> f64 {
        let PairCounts { only_first, only_second, pairs } = self;
        let above = only_first - only_second - pairs * delta;
        // The likeliest share of pairs of which only the second succeeds, given delta, is the root of a quadratic.
        let half = (2.0 * pairs - only_first + only_second) * delta - only_first - only_second;
        let rest = -only_second * delta * (1.0 - delta);
        let share = ((half * half - 8.0 * pairs * rest).max(0.0).sqrt() - half) / (4.0 * pairs);
        let variance = pairs * (2.0 * share + delta * (1.0 - delta));
        match variance > f64::EPSILON {
            true => above / variance.sqrt(),
            // At the ends of the range nothing else is possible.
            false if above.abs() < f64::EPSILON * pairs => 0.0,
            false => above.signum() * f64::INFINITY,
        }
    }

    /// The difference between `low` and `high` at which the score, which falls, passes `target`.
    fn where_score_is(self, target: f64, mut low: f64, mut high: f64) -> f64 {
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            match self.score(middle) > target {
                true => low = middle,
                false => high = middle,
            }
        }
        f64::midpoint(low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(only_first: f64, only_second: f64, pairs: f64) -> PairCounts {
        PairCounts { only_first, only_second, pairs }
    }

    /// Airway hyper-responsiveness before and after stem cell transplantation (Fagerland, Lydersen and Laake 2014, table
    /// V): of 21 children 1 only before, 7 only after; Tango's interval is -0.517 to -0.026.
    #[test]
    fn the_interval_is_that_of_the_worked_example() {
        let interval = counts(1.0, 7.0, 21.0).interval(Confidence::P95);
        assert!((interval.low + 0.517).abs() < 5e-4 && (interval.high + 0.026).abs() < 5e-4, "{interval:?}");
    }

    /// Without a pair that differs the interval is z²/(n + z²) to both sides.
    #[test]
    fn pairs_that_never_differ_leave_room() {
        let (interval, z) = (counts(0.0, 0.0, 40.0).interval(Confidence::P95), Confidence::P95.z());
        assert!((interval.high - z * z / (40.0 + z * z)).abs() < 1e-9 && (interval.low + interval.high).abs() < 1e-9);
        assert!(counts(0.0, 0.0, 40.0).differ_by(0.1) < 0.05 && counts(0.0, 0.0, 20.0).differ_by(0.1) > 0.05);
    }

    #[test]
    fn the_test_and_the_interval_of_90_percent_agree() {
        let confidence = Confidence::new(0.9).expect("a level");
        for (first, second, pairs) in [(3.0, 2.0, 200.0), (9.0, 2.0, 60.0), (0.0, 4.0, 80.0), (2.5, 2.5, 31.0)] {
            let interval = counts(first, second, pairs).interval(confidence);
            let edge = interval.high.max(-interval.low);
            assert!((counts(first, second, pairs).differ_by(edge) - 0.05).abs() < 1e-6);
            assert!(counts(first, second, pairs).differ_by(edge + 0.01) < 0.05);
        }
    }

    /// McNemar's statistic of the same children: (1 − 7)² / 8 = 4.5, so p = 0.0339 (Fagerland, Lydersen and Laake 2014).
    #[test]
    fn the_test_of_no_difference_is_that_of_mcnemar() {
        assert!((counts(1.0, 7.0, 21.0).no_difference() - 0.033_895).abs() < 1e-5);
        assert_eq!(counts(0.0, 0.0, 21.0).no_difference(), 1.0);
    }

    #[test]
    fn the_ends_of_the_range_are_reached_and_nothing_is_known_without_pairs() {
        let all = counts(3.0, 0.0, 3.0).interval(Confidence::P95);
        assert!((all.high - 1.0).abs() < 1e-9 && (all.low + 0.122_994).abs() < 1e-5);
        assert_eq!(counts(0.0, 0.0, 0.0).interval(Confidence::P95), Interval { low: -1.0, high: 1.0 });
        assert_eq!(counts(0.0, 0.0, 0.0).differ_by(0.1), 1.0);
    }
}
