//! Means and rates of observations that come in clusters. Here a cluster is mostly a deal with all the games played of it.

use serde::Serialize;
use std::iter::Sum;
use std::ops::AddAssign;

use super::{Confidence, Estimate, Interval, wilson};

/// What one cluster adds to a rate: a numerator and a denominator.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Sum of the values, or number of hits.
    pub sum: f64,
    /// Sum of what they are divided by; the number of observations if the rate is a mean.
    pub count: f64,
}

impl Tally {
    /// The tally of these observations.
    #[must_use]
    pub fn of(observations: &[f64]) -> Self {
        Tally { sum: observations.iter().sum(), count: observations.len() as f64 }
    }

    /// Adds an observation that counts for so much.
    pub fn add(&mut self, value: f64, weight: f64) {
        self.sum += weight * value;
        self.count += weight;
    }

    /// The sum by the count; not a number without observations.
    #[must_use]
    pub fn rate(self) -> f64 {
        self.sum / self.count
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, more: Tally) {
        self.sum += more.sum;
        self.count += more.count;
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |mut all, more| {
            all += more;
            all
        })
    }
}

/// The pooled rate, the sum of all numerators by the sum of all denominators. `None` when the latter is not positive.
fn pooled(clusters: &[Tally]) -> Option<(f64, f64)> {
    let count: f64 = clusters.iter().map(|c| c.count).sum();
    (count > 0.0).then(|| (clusters.iter().map(|c| c.sum).sum::<f64>() / count, count))
}

/// The variance of a pooled rate by linearisation: `D/(D-1) * sum of (sum_d - rate * count_d)^2 / count^2`.
fn clustered_variance(clusters: &[Tally], rate: f64, count: f64) -> f64 {
    let number = clusters.len() as f64;
    let spread: f64 = clusters.iter().map(|c| (c.sum - rate * c.count).powi(2)).sum();
    number / (number - 1.0) * spread / (count * count)
}

/// A mean or a ratio of sums, with the cluster-robust standard error (Miller 2024; for ratios Cochran 1977,
/// ch. 6) and an interval of Student's distribution with clusters - 1 degrees of freedom. `None` with fewer than two
/// clusters or a denominator of 0. When every cluster has the same rate, the error is 0, which no small sample
/// warrants: for yes-or-no outcomes [`clustered_rate`] is better.
#[must_use]
pub fn clustered_ratio(clusters: &[Tally], confidence: Confidence) -> Option<Estimate> {
    let (rate, count) = pooled(clusters)?;
    if clusters.len() < 2 {
        return None;
    }
    let se = clustered_variance(clusters, rate, count).sqrt();
    Some(Estimate::symmetric(rate, se, confidence.t(clusters.len() as f64 - 1.0)))
}

/// A rate of yes-or-no outcomes in clusters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// Hits by observations.
    pub value: f64,
    /// Cluster-robust standard error; that of independent observations when there is one cluster only.
    pub se: f64,
    /// How many times larger the variance is than that of independent observations, at least 1. It cannot be told, and is
    /// taken to be 1, when all outcomes are the same.
    pub design_effect: f64,
    /// How many independent observations would say as much.
    pub effective: f64,
    /// Wilson's interval of the effective number.
    pub interval: Interval,
}

/// A rate of yes-or-no outcomes: Wilson's interval with the effective number of observations (Kish 1965). `None` without
/// observations. One cluster alone cannot show how its observations hang together, so it counts as one observation.
#[must_use]
pub fn clustered_rate(clusters: &[Tally], confidence: Confidence) -> Option<Rate> {
    let (value, count) = pooled(clusters)?;
    let simple = value * (1.0 - value) / count;
    let variance = if clusters.len() < 2 { simple * count } else { clustered_variance(clusters, value, count) };
    let design_effect = if clusters.len() < 2 { count } else { ratio_at_least_1(variance, simple) };
    let effective = count / design_effect;
    let interval = wilson(value * effective, effective, confidence);
    Some(Rate { value, se: variance.max(simple).sqrt(), design_effect, effective, interval })
}

/// The design effect of a mean: its cluster-robust variance by the variance it would have if all observations were
/// independent, at least 1 (Kish 1965). 1 also where it cannot be told: with fewer than two clusters, or no variance.
#[must_use]
pub fn design_effect(clusters: &[Vec<f64>]) -> f64 {
    let tallies: Vec<Tally> = clusters.iter().map(|c| Tally::of(c)).collect();
    let Some((mean, count)) = pooled(&tallies).filter(|(_, count)| *count > 1.0 && clusters.len() > 1) else {
        return 1.0;
    };
    let spread: f64 = clusters.iter().flatten().map(|x| (x - mean).powi(2)).sum();
    ratio_at_least_1(clustered_variance(&tallies, mean, count), spread / (count * (count - 1.0)))
}

fn ratio_at_least_1(variance: f64, simple: f64) -> f64 {
    if simple > 0.0 { (variance / simple).max(1.0) } else { 1.0 }
}

/// The mean difference of two scores of the same deals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Paired {
    /// First minus second, with an interval of Student's distribution with deals - 1 degrees of freedom.
    pub difference: Estimate,
    /// The two-sided p-value of no difference.
    pub p_value: f64,
    /// The realised correlation between the two scores of a deal; `None` when one of them does not vary.
    pub correlation: Option<f64>,
    /// The variance of the difference by what it would be of different deals; below 1 pairing paid. `None` likewise.
    pub variance_ratio: Option<f64>,
}

/// The paired comparison of two scores for each deal (Miller 2024). `None` with fewer than two deals.
#[must_use]
pub fn paired_difference(deals: &[(f64, f64)], confidence: Confidence) -> Option<Paired> {
    let tallies: Vec<_> = deals.iter().map(|(first, second)| (Tally::of(&[*first]), Tally::of(&[*second]))).collect();
    paired_ratios(&tallies, confidence)
}

/// The paired comparison of two means or ratios of sums over the same deals, by linearisation as in [`clustered_ratio`]
/// (Cochran 1977, ch. 6). `None` with fewer than two deals, or where one of the denominators is 0.
#[must_use]
pub fn paired_ratios(deals: &[(Tally, Tally)], confidence: Confidence) -> Option<Paired> {
    let (firsts, seconds): (Vec<Tally>, Vec<Tally>) = deals.iter().copied().unzip();
    let (first, second) = (pooled(&firsts)?, pooled(&seconds)?);
    if deals.len() < 2 {
        return None;
    }
    let n = deals.len() as f64;
    // What a deal adds to its ratio beyond its share, so that the mean of these over deals is 0.
    let beyond = |tally: &Tally, (rate, count): (f64, f64)| n * (tally.sum - rate * tally.count) / count;
    let beyond = |(a, b): &(Tally, Tally)| (beyond(a, first), beyond(b, second));
    let moment = |f: fn((f64, f64)) -> f64| deals.iter().map(|deal| f(beyond(deal))).sum::<f64>() / (n - 1.0);
    let (var_first, var_second, covariance) = (moment(|(a, _)| a * a), moment(|(_, b)| b * b), moment(|(a, b)| a * b));
    let variance = (var_first + var_second - 2.0 * covariance).max(0.0);
    let se = (variance / n).sqrt();
    let difference = Estimate::symmetric(first.0 - second.0, se, confidence.t(n - 1.0));
    let both_vary = var_first > 0.0 && var_second > 0.0;
    Some(Paired {
        difference,
        // Without any variance, t is infinite, or not a number when there is no difference either.
        p_value: super::t_two_sided(difference.value / se, n - 1.0),
        correlation: both_vary.then(|| covariance / (var_first * var_second).sqrt()),
        variance_ratio: both_vary.then(|| variance / (var_first + var_second)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    /// By hand: clusters (1, 1), (0, 0), (1, 0): mean 1/2, residual sums 1, -1, 0, so V = 3/2 * 2 / 36 = 1/12. The
    /// variance of six independent values would be 1.5 / 30 = 1/20.
    #[test]
    fn games_of_a_deal_count_less_than_independent_games() {
        let clusters = [vec![1.0, 1.0], vec![0.0, 0.0], vec![1.0, 0.0]];
        let tallies: Vec<Tally> = clusters.iter().map(|c| Tally::of(c)).collect();
        let mean = clustered_ratio(&tallies, Confidence::P95).expect("three clusters");
        assert!(close(mean.value, 0.5) && close(mean.se, (1.0f64 / 12.0).sqrt()));
        assert!((mean.interval.high - 0.5 - 4.302_652_73 * mean.se).abs() < 1e-6);
        assert!(close(design_effect(&clusters), 20.0 / 12.0));
        let rate = clustered_rate(&tallies, Confidence::P95).expect("observations");
        assert!(close(rate.design_effect, 2.0) && close(rate.effective, 3.0));
    }

    /// A cluster of one each is the plain standard error, sqrt(s^2 / n).
    #[test]
    fn clusters_of_one_are_independent() {
        let values = [3.0, 5.0, 10.0];
        let tallies: Vec<Tally> = values.iter().map(|x| Tally::of(&[*x])).collect();
        let mean = clustered_ratio(&tallies, Confidence::P95).expect("three clusters");
        assert!(close(mean.value, 6.0) && close(mean.se, (13.0f64 / 3.0).sqrt()));
        assert_eq!(design_effect(&values.map(|x| vec![x])), 1.0);
    }

    #[test]
    fn little_data_says_little() {
        assert_eq!(clustered_ratio(&[Tally { sum: 1.0, count: 2.0 }], Confidence::P95), None);
        assert_eq!(clustered_rate(&[Tally::default()], Confidence::P95), None);
        assert_eq!(paired_difference(&[(1.0, 0.0)], Confidence::P95), None);
        let one = clustered_rate(&[Tally { sum: 3.0, count: 4.0 }], Confidence::P95).expect("observations");
        assert_eq!(one.effective, 1.0);
        // All won: the error is not 0, the interval is Wilson's.
        let won = clustered_rate(&[Tally { sum: 5.0, count: 5.0 }; 2], Confidence::P95).expect("observations");
        assert!((won.interval.low - 0.722_467_200_137_110_7).abs() < 1e-12 && won.interval.high == 1.0);
    }

    /// Student's sleep data (Student 1908; R: `t.test(..., paired = TRUE)`): mean -1.58, t = -4.0621, p = 0.002833,
    /// interval -2.4598858 to -0.7001142, correlation 0.7951702.
    #[test]
    fn the_paired_test_is_that_of_student() {
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let pairs: Vec<(f64, f64)> = first.into_iter().zip(second).collect();
        let paired = paired_difference(&pairs, Confidence::P95).expect("ten pairs");
        assert!(close(paired.difference.value, -1.58) && (paired.p_value - 0.002_833).abs() < 1e-6);
        assert!((paired.difference.interval.low + 2.459_885_8).abs() < 1e-6);
        assert!((paired.difference.interval.high + 0.700_114_2).abs() < 1e-6);
        assert!(paired.correlation.is_some_and(|r| (r - 0.795_170_2).abs() < 1e-6));
        assert!(paired.variance_ratio.is_some_and(|r| r < 0.3));
    }

    /// By hand: the deals have 1 of 1 and 1 of 3 hits in the first run, so 1/2 of 4; 0 of 2 and 1 of 2 in the second, so 1/4
    /// of 4. Beyond its share the first deal adds 2(1 − 1/2)/4 = 1/4 and 2(0 − 1/2)/4 = −1/4, the second deal the opposite;
    /// the differences ±1/2 have a variance of 1/2, and their mean a standard error of 1/2.
    #[test]
    fn ratios_of_the_same_deals_are_compared_by_what_each_deal_adds() {
        let tally = |sum, count| Tally { sum, count };
        let deals = [(tally(1.0, 1.0), tally(0.0, 2.0)), (tally(1.0, 3.0), tally(1.0, 2.0))];
        let paired = paired_ratios(&deals, Confidence::P95).expect("two deals");
        assert!(close(paired.difference.value, 0.25) && close(paired.difference.se, 0.5));
        assert!(paired.correlation.is_some_and(|r| close(r, -1.0)));
        assert_eq!(paired_ratios(&[(tally(1.0, 1.0), tally(0.0, 0.0)); 3], Confidence::P95), None);
    }
}
