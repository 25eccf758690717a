//! Resampling of clusters: what else the data might have been.

use serde::Serialize;

use super::random::streams;
use super::{Confidence, Interval, Random, normal_cdf, normal_quantile};

/// How to resample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// How many resamples. 2000 for published intervals.
    pub replicates: usize,
    /// Where the random numbers begin. The same seed gives the same interval.
    pub seed: u64,
    /// The level of the interval.
    pub confidence: Confidence,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Bootstrap { replicates: 2000, seed: 1, confidence: Confidence::P95 }
    }
}

/// A statistic with what resampling says of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Resampled {
    /// The statistic of the data as they are.
    pub value: f64,
    /// The standard deviation over the resamples.
    pub se: f64,
    /// The interval.
    pub interval: Interval,
    /// In how many resamples the statistic did not exist. They are left out.
    pub undefined: usize,
}

impl Bootstrap {
    /// For each resample, how often each of `clusters` clusters was drawn. `clusters` draws with replacement.
    pub fn counts(self, clusters: usize) -> impl Iterator<Item = Vec<usize>> {
        let mut random = Random::new(self.seed, streams::DEALS);
        (0..self.replicates).map(move |_| {
            let mut counts = vec![0; clusters];
            for _ in 0..clusters {
                counts[random.below(clusters)] += 1;
            }
            counts
        })
    }

    /// The percentile interval of a statistic of clusters (Efron and Tibshirani 1993, ch. 13). The statistic is given
    /// the clusters of a resample, some of them several times. `None` when the statistic does not exist for the data as
    /// they are, or for more than half of the resamples.
    pub fn percentile<T>(self, clusters: &[T], statistic: impl Fn(&[&T]) -> Option<f64>) -> Option<Resampled> {
        let tail = self.confidence.tail();
        self.resample(clusters, statistic, |_, _, _| (tail, 1.0 - tail))
    }

    /// The interval of [`Bootstrap::percentile`] alone, where there are at least two clusters: of one, every resample is the
    /// same.
    pub fn interval<T>(self, clusters: &[T], statistic: impl Fn(&[&T]) -> Option<f64>) -> Option<Interval> {
        if clusters.len() < 2 {
            return None;
        }
        self.percentile(clusters, statistic).map(|resampled| resampled.interval)
    }

    /// The interval corrected for bias and acceleration (BCa; Efron and Tibshirani 1993, ch. 14), for statistics whose
    /// distribution is skewed. `None` as for [`Bootstrap::percentile`], and when all resamples lie on one side of the data.
    pub fn bca<T>(self, clusters: &[T], statistic: impl Fn(&[&T]) -> Option<f64>) -> Option<Resampled> {
        let z = self.confidence.z();
        self.resample(clusters, &statistic, |value, sorted, clusters| {
            let below = sorted.iter().filter(|x| **x < value).count() as f64;
            let equal = sorted.iter().filter(|x| **x == value).count() as f64;
            let bias = normal_quantile((below + equal / 2.0) / sorted.len() as f64);
            let acceleration = acceleration(clusters, &statistic);
            let shifted = |z: f64| normal_cdf(bias + (bias + z) / (1.0 - acceleration * (bias + z)));
            (shifted(-z), shifted(z))
        })
    }

    /// Resamples, and cuts the interval at the two levels that `levels` gives for the statistic and its sorted
    /// replicates.
    fn resample<T>(
        self,
        clusters: &[T],
        statistic: impl Fn(&[&T]) -> Option<f64>,
        levels: impl Fn(f64, &[f64], &[T]) -> (f64, f64),
    ) -> Option<Resampled> {
        let value = statistic(&clusters.iter().collect::<Vec<_>>())?;
        let mut replicates: Vec<f64> = self
            .counts(clusters.len())
            .filter_map(|counts| {
                let times = clusters.iter().zip(&counts);
                statistic(&times.flat_map(|(c, n)| std::iter::repeat_n(c, *n)).collect::<Vec<_>>())
            })
            .filter(|x| !x.is_nan())
            .collect();
        if replicates.is_empty() || replicates.len() * 2 < self.replicates {
            return None;
        }
        replicates.sort_by(f64::total_cmp);
        let (low, high) = levels(value, &replicates, clusters);
        let interval = Interval { low: quantile(&mut replicates, low)?, high: quantile(&mut replicates, high)? };
        let undefined = self.replicates - replicates.len();
        Some(Resampled { value, se: standard_deviation(&replicates), interval, undefined })
    }
}

/// How fast the standard error changes with the statistic, from leaving out one cluster at a time.
fn acceleration<T>(clusters: &[T], statistic: impl Fn(&[&T]) -> Option<f64>) -> f64 {
    let left_out: Vec<f64> = (0..clusters.len())
        .filter_map(|out| {
            statistic(&clusters.iter().enumerate().filter(|(i, _)| *i != out).map(|(_, c)| c).collect::<Vec<_>>())
        })
        .collect();
    let mean = left_out.iter().sum::<f64>() / left_out.len() as f64;
    let power = |n: i32| left_out.iter().map(|x| (mean - x).powi(n)).sum::<f64>();
    let spread = 6.0 * power(2).powf(1.5);
    if spread > 0.0 { power(3) / spread } else { 0.0 }
}

/// The standard deviation, with n - 1; 0 for a single value.
pub(crate) fn standard_deviation(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    (values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0)).sqrt()
}

/// The value at level `p` of the values, which are sorted in place, with linear interpolation (R's type 7; Hyndman and
/// Fan 1996). `p` beyond 0 to 1 gives the ends. `None` without values, or when `p` is not a number.
#[must_use]
pub fn quantile(values: &mut [f64], p: f64) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    if p.is_nan() {
        return None;
    }
    let at = p.clamp(0.0, 1.0) * last as f64;
    let (below, above) = (values[at.floor() as usize], values[at.ceil() as usize]);
    Some(below + (above - below) * at.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Efron and Tibshirani (1993), table 14.1: 26 neurologically impaired children, test A.
    const SPATIAL: [f64; 26] = [
        48., 36., 20., 29., 42., 42., 20., 42., 22., 41., 45., 14., 6., 0., 33., 28., 34., 4., 32., 24., 47., 41., 24.,
        26., 30., 41.,
    ];

    fn variance(values: &[&f64]) -> Option<f64> {
        let n = values.len() as f64;
        let mean = values.iter().copied().sum::<f64>() / n;
        Some(values.iter().map(|x| (**x - mean).powi(2)).sum::<f64>() / n)
    }

    fn at_90(replicates: usize) -> Bootstrap {
        Bootstrap { replicates, seed: 3, confidence: Confidence::new(0.9).expect("a level") }
    }

    /// The book's table 14.2 gives 100.8 to 233.9 by percentiles and 115.8 to 259.6 by BCa, each from 2000 resamples
    /// (so with some noise of their own), and an acceleration of 0.061.
    #[test]
    fn the_example_of_efron_and_tibshirani() {
        let plain = at_90(4000).percentile(&SPATIAL, variance).expect("values");
        let corrected = at_90(4000).bca(&SPATIAL, variance).expect("values");
        assert!((plain.value - 171.5).abs() < 0.05, "{plain:?}");
        assert!((plain.interval.low - 100.8).abs() < 4.0 && (plain.interval.high - 233.9).abs() < 4.0, "{plain:?}");
        assert!((corrected.interval.low - 115.8).abs() < 4.0, "{corrected:?}");
        assert!((corrected.interval.high - 259.6).abs() < 6.0, "{corrected:?}");
        assert!((acceleration(&SPATIAL, variance) - 0.061).abs() < 5e-4);
    }

    #[test]
    fn a_seed_gives_the_same_interval_again() {
        assert_eq!(at_90(50).percentile(&SPATIAL, variance), at_90(50).percentile(&SPATIAL, variance));
        let other = Bootstrap { seed: 4, ..at_90(50) };
        assert_ne!(at_90(50).percentile(&SPATIAL, variance), other.percentile(&SPATIAL, variance));
    }

    #[test]
    fn what_does_not_exist_is_counted_or_refused() {
        let rare = |values: &[&f64]| values.iter().any(|x| **x == 0.0).then_some(1.0);
        let seen = at_90(200).percentile(&SPATIAL, rare).expect("in most resamples");
        assert!(seen.undefined > 40 && seen.undefined < 100, "{seen:?}");
        assert_eq!(at_90(20).percentile(&SPATIAL, |_| None), None);
        assert_eq!(at_90(0).percentile(&SPATIAL, variance), None);
        assert_eq!(at_90(20).bca(&[] as &[f64], |values| (!values.is_empty()).then_some(0.0)), None);
    }

    #[test]
    fn quantiles_interpolate() {
        assert_eq!(quantile(&mut [4.0, 1.0, 3.0, 2.0], 0.5), Some(2.5));
        assert_eq!(quantile(&mut [1.0, 2.0], 0.25), Some(1.25));
        assert_eq!(quantile(&mut [], 0.5), None);
    }
}
