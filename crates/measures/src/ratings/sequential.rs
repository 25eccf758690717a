//! Tests that may be looked at while the games come in. What is to be tested, and when to stop, is declared before the
//! first game; then looking early costs nothing.

use serde::Serialize;

use crate::stats::{Confidence, Interval};

/// The expected score of a player who is this many Elo points stronger, 0 to 1 (Elo 1978).
#[must_use]
pub fn elo_score(points: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-points / 400.0))
}

/// Whether a sequential test is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// More deals are needed.
    Continue,
    /// The smaller advantage holds.
    AcceptNull,
    /// The larger advantage holds.
    AcceptAlternative,
}

/// The generalised sequential probability ratio test on the scores of deals, as chess engines are tested (Wald 1945;
/// Van den Bergh 2017). A deal's score is what the one model earned in the mirrored games of the deal, as a share of
/// what could be earned, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gsprt {
    /// Advantage under the null hypothesis, in Elo points.
    pub elo_null: f64,
    /// Advantage under the alternative, in Elo points, larger.
    pub elo_alternative: f64,
    /// Probability to accept the alternative where the null holds.
    pub alpha: f64,
    /// Probability to accept the null where the alternative holds.
    pub beta: f64,
    /// Deals before the first verdict, at least 2: the test needs the variance, and few deals do not show it.
    pub least: usize,
}

impl Gsprt {
    /// The log-likelihood ratio of the alternative against the null by the normal approximation,
    /// `N (s1 - s0)(2 s - s0 - s1) / (2 variance)`. 0 as long as the scores do not vary.
    #[must_use]
    pub fn log_likelihood_ratio(self, scores: &[f64]) -> f64 {
        let n = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / n;
        let variance = scores.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
        let (null, alternative) = (elo_score(self.elo_null), elo_score(self.elo_alternative));
        if variance > 0.0 {
            n * (alternative - null) * (2.0 * mean - null - alternative) / (2.0 * variance)
        } else {
            0.0
        }
    }

    /// The first verdict that the scores gave, in the order in which they came, and after how many deals. What came
    /// after a verdict cannot take it back.
    #[must_use]
    pub fn verdict(self, scores: &[f64]) -> (Verdict, usize) {
        let (low, high) = ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln());
        for deals in self.least.max(2)..=scores.len() {
            let ratio = self.log_likelihood_ratio(&scores[..deals]);
            if ratio >= high {
                return (Verdict::AcceptAlternative, deals);
            }
            if ratio <= low {
                return (Verdict::AcceptNull, deals);
            }
        }
        (Verdict::Continue, scores.len())
    }
}

/// The asymptotic confidence sequence of Waudby-Smith et al. (2024): intervals for a mean, one after each deal, which
/// all hold at once with the stated probability. So one may stop whenever one likes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConfidenceSequence {
    /// The level at which all intervals hold together.
    pub confidence: Confidence,
    /// The number of deals for which the intervals are tuned to be narrow.
    pub planned: usize,
    /// Deals before the first interval, at least 2. The guarantee is asymptotic: with fewer than some tens it is not one.
    pub least: usize,
}

impl ConfidenceSequence {
    /// The interval after these values, or `None` when there are fewer than `least`.
    #[must_use]
    pub fn interval(self, values: &[f64]) -> Option<Interval> {
        let t = values.len() as f64;
        if values.len() < self.least.max(2) {
            return None;
        }
        let mean = values.iter().sum::<f64>() / t;
        let deviation = (values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / t).sqrt();
        let alpha = 2.0 * self.confidence.tail();
        // The parameter that makes the interval narrowest at the planned number, squared.
        let tuning = (-2.0 * alpha.ln() + (-2.0 * alpha.ln()).ln_1p()) / self.planned.max(1) as f64;
        let scaled = t * tuning + 1.0;
        let reach = (2.0 * scaled / (t * t * tuning) * (scaled.sqrt() / alpha).ln()).sqrt();
        Some(Interval::around(mean, deviation * reach))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Random;

    const TEST: Gsprt = Gsprt { elo_null: 0.0, elo_alternative: 50.0, alpha: 0.05, beta: 0.05, least: 20 };

    /// The points of two mirrored games, each won with probability `p`.
    fn scores(p: f64, deals: usize, seed: u64) -> Vec<f64> {
        let mut random = Random::new(seed, 9);
        (0..deals).map(|_| f64::midpoint(f64::from(random.chance(p)), f64::from(random.chance(p)))).collect()
    }

    /// By hand: scores 1, 1/2, 1/2, 1 have mean 3/4 and variance 1/16, so the ratio is 4 (s1 - 1/2)(1 - s1) * 8.
    #[test]
    fn the_ratio_by_hand() {
        let s1 = elo_score(50.0);
        assert!((s1 - 0.571_463_1).abs() < 1e-6);
        let ratio = TEST.log_likelihood_ratio(&[1.0, 0.5, 0.5, 1.0]);
        assert!((ratio - 32.0 * (s1 - 0.5) * (1.0 - s1)).abs() < 1e-9, "{ratio}");
        assert_eq!(TEST.log_likelihood_ratio(&[0.5, 0.5]), 0.0);
    }

    #[test]
    fn the_test_errs_as_rarely_as_declared() {
        let wrong = |p: f64, verdict: Verdict| {
            (0..400).filter(|seed| TEST.verdict(&scores(p, 3000, *seed)).0 == verdict).count()
        };
        // 5 % of 400 is 20; 33 is three standard deviations more.
        assert!(wrong(0.5, Verdict::AcceptAlternative) <= 33);
        assert!(wrong(elo_score(50.0), Verdict::AcceptNull) <= 33);
        assert_eq!(TEST.verdict(&scores(0.5, 10, 1)), (Verdict::Continue, 10));
        // After the verdict, nothing changes it.
        let long = scores(0.7, 500, 3);
        let (verdict, deals) = TEST.verdict(&long);
        assert_eq!((verdict, TEST.verdict(&long[..deals])), (Verdict::AcceptAlternative, (verdict, deals)));
    }

    #[test]
    fn all_intervals_hold_at_once() {
        let sequence = ConfidenceSequence { confidence: Confidence::P95, planned: 200, least: 30 };
        let missed = (0..300).filter(|seed| {
            let values = scores(0.6, 600, 1000 + seed);
            (30..=600).any(|t| sequence.interval(&values[..t]).is_some_and(|i| !i.contains(0.6)))
        });
        // 5 % of 300 is 15; 26 is three standard deviations more.
        let missed = missed.count();
        assert!(missed <= 26, "{missed}");
        assert_eq!(sequence.interval(&[0.5; 29]), None);
    }
}
