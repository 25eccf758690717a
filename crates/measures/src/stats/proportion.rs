//! Shares of hits among trials: intervals, differences, paired tests, lift over chance.

use serde::Serialize;
use statrs::distribution::{Beta, Binomial, ContinuousCDF, Discrete, DiscreteCDF};

use super::{Confidence, Estimate, Interval};

/// The log-odds of a probability; infinite at 0 and 1.
#[must_use]
pub fn logit(p: f64) -> f64 {
    (p / (1.0 - p)).ln()
}

/// Wilson's score interval for a share of `hits` in `trials`, of which there are no fewer (Wilson 1927). Both may be fractions, as they are after
/// division by a design effect. Without trials, everything from 0 to 1.
#[must_use]
pub fn wilson(hits: f64, trials: f64, confidence: Confidence) -> Interval {
    if trials.is_nan() || trials <= 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (share, z) = (hits / trials, confidence.z());
    let centre = share + z * z / (2.0 * trials);
    let reach = z * (share * (1.0 - share) / trials + z * z / (4.0 * trials * trials)).sqrt();
    let scale = 1.0 + z * z / trials;
    // At the ends the formula gives 0 and 1 but for rounding.
    let low = if hits <= 0.0 { 0.0 } else { (centre - reach) / scale };
    let high = if hits >= trials { 1.0 } else { (centre + reach) / scale };
    Interval { low, high }
}

/// Wilson's interval when the trials come in clusters: the effective number of trials is `trials / effect`, and an
/// effect below 1 counts as 1 (Kish 1965).
#[must_use]
pub fn wilson_effective(hits: u64, trials: u64, effect: f64, confidence: Confidence) -> Interval {
    let effect = effect.max(1.0);
    wilson(hits as f64 / effect, trials as f64 / effect, confidence)
}

/// The exact interval of Clopper and Pearson (1934), which covers at least its level and mostly more. Without trials,
/// everything from 0 to 1.
#[must_use]
pub fn clopper_pearson(hits: u64, trials: u64, confidence: Confidence) -> Interval {
    let hits = hits.min(trials);
    let (k, n) = (hits as f64, trials as f64);
    let quantile = |a: f64, b: f64, p: f64, end: f64| Beta::new(a, b).map_or(end, |beta| beta.inverse_cdf(p));
    // A shape of 0 is no beta distribution: that side of the interval is the end of the range.
    let low = quantile(k, n - k + 1.0, confidence.tail(), 0.0);
    let high = quantile(k + 1.0, n - k, 1.0 - confidence.tail(), 1.0);
    Interval { low, high }
}

/// The difference of two independent shares, first minus second, with Newcombe's hybrid score interval (Newcombe 1998,
/// method 10). The standard error is the plain one. `None` when one of them has no trials.
#[must_use]
pub fn newcombe(first: (u64, u64), second: (u64, u64), confidence: Confidence) -> Option<Estimate> {
    if first.1 == 0 || second.1 == 0 {
        return None;
    }
    let part = |(hits, trials): (u64, u64)| {
        let (k, n) = (hits as f64, trials as f64);
        (k / n, k / n * (1.0 - k / n) / n, wilson(k, n, confidence))
    };
    let ((p, p_var, p_wilson), (q, q_var, q_wilson)) = (part(first), part(second));
    let down = (p - p_wilson.low).hypot(q_wilson.high - q);
    let up = (p_wilson.high - p).hypot(q - q_wilson.low);
    let value = p - q;
    let interval = Interval { low: value - down, high: value + up };
    Some(Estimate { value, se: (p_var + q_var).sqrt(), interval })
}

/// The two p-values of McNemar's test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct McNemar {
    /// The exact two-sided p-value, which is conservative.
    pub exact: f64,
    /// The mid-p value, which is closer to the nominal level.
    pub mid_p: f64,
}

/// McNemar's exact test of paired yes-or-no outcomes (McNemar 1947; mid-p as in Fagerland, Lydersen and Laake 2013).
/// `only_first` and `only_second` count the pairs in which just one of the two succeeded; the other pairs say nothing.
#[must_use]
pub fn mcnemar(only_first: u64, only_second: u64) -> McNemar {
    let fewer = only_first.min(only_second);
    match Binomial::new(0.5, only_first + only_second) {
        Ok(coin) if only_first + only_second > 0 => {
            let both_tails = 2.0 * coin.cdf(fewer);
            // With equally many on both sides the two tails share their middle, and the sum exceeds 1.
            McNemar { exact: both_tails.min(1.0), mid_p: (both_tails - coin.pmf(fewer)).min(1.0) }
        }
        _ => McNemar { exact: 1.0, mid_p: 1.0 },
    }
}

/// How far a win rate lies above chance, in log-odds: logit of `hits / trials` minus logit of `baseline`, with the
/// interval of the delta method (Agresti 2013, ch. 3). `effect` is the design effect of the trials, 1 if
/// they are independent. `None` when all or none are hits, or the baseline is not between 0 and 1: then the lift is not
/// finite, and the interval of the share itself should be shown.
#[must_use]
pub fn log_odds_lift(hits: u64, trials: u64, effect: f64, baseline: f64, confidence: Confidence) -> Option<Estimate> {
    if hits == 0 || hits >= trials || !(baseline > 0.0 && baseline < 1.0) {
        return None;
    }
    let share = hits as f64 / trials as f64;
    let effective = trials as f64 / effect.max(1.0);
    let se = (effective * share * (1.0 - share)).sqrt().recip();
    Some(Estimate::symmetric(logit(share) - logit(baseline), se, confidence.z()))
}
