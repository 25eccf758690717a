//! What a fallible judge's verdicts say about the truth, when some of them can be checked.

use serde::Serialize;

use super::{Confidence, Estimate};

/// How a judge fared where the truth is known, and what it said where it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Screening {
    /// Cases known to be positive.
    pub positives: u64,
    /// Of these, judged positive.
    pub hits: u64,
    /// Cases known to be negative.
    pub negatives: u64,
    /// Of these, judged negative.
    pub correct_rejections: u64,
    /// Cases with unknown truth.
    pub judged: u64,
    /// Of these, judged positive.
    pub judged_positive: u64,
}

/// The true rate behind a judge's rate (Rogan and Gladen 1978), with the standard error that counts the uncertainty of
/// all three rates. The value and the interval are cut to 0 to 1. `None` when a kind of case is missing, or when the
/// judge does no better than chance (sensitivity + specificity at most 1).
#[must_use]
pub fn rogan_gladen(screening: Screening, confidence: Confidence) -> Option<Estimate> {
    let rate = |hits: u64, of: u64| (of > 0).then(|| hits as f64 / of as f64);
    let variance = |p: f64, of: u64| p * (1.0 - p) / of as f64;
    let sensitivity = rate(screening.hits, screening.positives)?;
    let specificity = rate(screening.correct_rejections, screening.negatives)?;
    let apparent = rate(screening.judged_positive, screening.judged)?;
    let youden = sensitivity + specificity - 1.0;
    if youden <= 0.0 {
        return None;
    }
    let value = ((apparent + specificity - 1.0) / youden).clamp(0.0, 1.0);
    let se = (variance(apparent, screening.judged)
        + value.powi(2) * variance(sensitivity, screening.positives)
        + (1.0 - value).powi(2) * variance(specificity, screening.negatives))
    .sqrt()
        / youden;
    let mut estimate = Estimate::symmetric(value, se, confidence.z());
    estimate.interval.low = estimate.interval.low.max(0.0);
    estimate.interval.high = estimate.interval.high.min(1.0);
    Some(estimate)
}

/// Matthews' correlation of yes-or-no verdicts with the truth, -1 to 1. `None` where one of the two never varies.
#[must_use]
pub fn matthews(hits: u64, false_alarms: u64, misses: u64, correct_rejections: u64) -> Option<f64> {
    let [tp, fp, miss, tn] = [hits, false_alarms, misses, correct_rejections].map(|count| count as f64);
    let margins = (tp + fp) * (tp + miss) * (tn + fp) * (tn + miss);
    (margins > 0.0).then(|| (tp * tn - fp * miss) / margins.sqrt())
}

/// The prediction-powered mean (Angelopoulos et al. 2023): the mean prediction over the cases without a label, plus the
/// mean of label minus prediction over `labelled` cases, which are pairs of prediction and label. `None` with fewer
/// than two cases of either kind.
#[must_use]
pub fn prediction_powered_mean(
    predictions: &[f64],
    labelled: &[(f64, f64)],
    confidence: Confidence,
) -> Option<Estimate> {
    let corrections: Vec<f64> = labelled.iter().map(|(prediction, label)| label - prediction).collect();
    let (mean, variance) = mean_and_variance(predictions)?;
    let (correction, correction_variance) = mean_and_variance(&corrections)?;
    Some(Estimate::symmetric(mean + correction, (variance + correction_variance).sqrt(), confidence.z()))
}

/// The mean and its variance.
fn mean_and_variance(values: &[f64]) -> Option<(f64, f64)> {
    let n = values.len() as f64;
    if values.len() < 2 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / n;
    Some((mean, values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n * (n - 1.0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const JUDGE: Screening = Screening {
        positives: 100,
        hits: 90,
        negatives: 200,
        correct_rejections: 160,
        judged: 400,
        judged_positive: 160,
    };

    /// By hand: se 0.9, sp 0.8, apparent 0.4: (0.4 + 0.8 - 1) / 0.7 = 2/7. The variance is
    /// (0.24/400 + 4/49 * 0.09/100 + 25/49 * 0.16/200) / 0.49.
    #[test]
    fn the_true_rate_behind_the_judged_one() {
        let estimate = rogan_gladen(JUDGE, Confidence::P95).expect("a good judge");
        let variance: f64 = (0.24 / 400.0 + 4.0 / 49.0 * 0.09 / 100.0 + 25.0 / 49.0 * 0.16 / 200.0) / 0.49;
        assert!((estimate.value - 2.0 / 7.0).abs() < 1e-12 && (estimate.se - variance.sqrt()).abs() < 1e-12);
        let coin = Screening { hits: 20, ..JUDGE };
        assert_eq!(rogan_gladen(coin, Confidence::P95), None);
        assert_eq!(rogan_gladen(Screening { negatives: 0, ..JUDGE }, Confidence::P95), None);
        // A judge who sees fewer positives than his false alarms explain: nothing, not less than nothing.
        let few = rogan_gladen(Screening { judged_positive: 40, ..JUDGE }, Confidence::P95).expect("a good judge");
        assert_eq!((few.value, few.interval.low), (0.0, 0.0));
    }

    /// By hand: (6 * 3 - 1 * 2) / sqrt(7 * 8 * 4 * 5).
    #[test]
    fn correlation_with_the_truth() {
        let mcc = matthews(6, 1, 2, 3).expect("both vary");
        assert!((mcc - 16.0 / 1120f64.sqrt()).abs() < 1e-12);
        assert_eq!(matthews(5, 0, 0, 5), Some(1.0));
        assert_eq!(matthews(0, 5, 5, 0), Some(-1.0));
        assert_eq!(matthews(5, 5, 0, 0), None);
    }

    /// By hand: predictions 0 1 1 0 have mean 1/2 and variance 1/3 / 4; the corrections 0 0 -1 -1 the mean -1/2.
    #[test]
    fn labels_correct_the_predictions() {
        let labelled = [(1.0, 1.0), (0.0, 0.0), (1.0, 0.0), (1.0, 0.0)];
        let estimate = prediction_powered_mean(&[0.0, 1.0, 1.0, 0.0], &labelled, Confidence::P95).expect("cases");
        assert!(estimate.value.abs() < 1e-12 && (estimate.se - (2.0f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(prediction_powered_mean(&[1.0], &labelled, Confidence::P95), None);
    }
}
