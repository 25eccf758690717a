//! Probabilities against what happened: scores, calibration, discrimination.

use serde::Serialize;

/// A stated probability and whether it came true.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The stated probability, from 0 to 1.
    pub p: f64,
    /// Whether it came true.
    pub happened: bool,
}

impl Forecast {
    fn outcome(self) -> f64 {
        f64::from(self.happened)
    }
}

/// The mean squared distance from what happened, 0 to 1, less is better (Brier 1950). `None` without forecasts.
#[must_use]
pub fn brier(forecasts: &[Forecast]) -> Option<f64> {
    mean(forecasts.iter().map(|f| (f.p - f.outcome()).powi(2)))
}

/// The Brier skill: 1 for perfect foresight, 0 for no better than the reference, below 0 for worse. Each pair holds a
/// forecast and the reference's probability for the same case. `None` without forecasts, or when the reference is
/// perfect.
#[must_use]
pub fn brier_skill(pairs: &[(Forecast, f64)]) -> Option<f64> {
    let own = mean(pairs.iter().map(|(f, _)| (f.p - f.outcome()).powi(2)))?;
    let reference = mean(pairs.iter().map(|(f, r)| (r - f.outcome()).powi(2)))?;
    (reference > 0.0).then(|| 1.0 - own / reference)
}

/// The mean surprise in bits, less is better (Good 1952). Probabilities are first cut to `clip` from either end (0.01
/// is usual), because a single wrong certainty would make it infinite. `None` without forecasts.
#[must_use]
pub fn log_score_bits(forecasts: &[Forecast], clip: f64) -> Option<f64> {
    let clip = clip.clamp(0.0, 0.5);
    mean(forecasts.iter().map(|f| {
        let p = f.p.clamp(clip, 1.0 - clip);
        -(if f.happened { p } else { 1.0 - p }).log2()
    }))
}

/// Murphy's decomposition of the Brier score of binned forecasts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Murphy {
    /// How far stated and realised rates differ; less is better.
    pub reliability: f64,
    /// How far the realised rates of the bins differ; more is better.
    pub resolution: f64,
    /// The variance of what happened, which no forecaster controls.
    pub uncertainty: f64,
    /// What the decomposition leaves of the Brier score, because forecasts within a bin differ.
    pub within_bins: f64,
    /// The bins, lowest probabilities first: the reliability diagram.
    pub bins: Vec<Bin>,
}

/// Forecasts of similar probability.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bin {
    /// How many.
    pub count: usize,
    /// Their mean probability.
    pub stated: f64,
    /// How often they came true, 0 to 1.
    pub realised: f64,
}

/// Reliability, resolution and uncertainty: Brier = reliability - resolution + uncertainty + within_bins (Murphy 1973;
/// Stephenson, Coelho and Jolliffe 2008). `None` without forecasts.
#[must_use]
pub fn murphy(forecasts: &[Forecast], bins: usize) -> Option<Murphy> {
    let score = brier(forecasts)?;
    let base = mean(forecasts.iter().map(|f| f.outcome()))?;
    let bins = equal_mass(forecasts, bins);
    let weighted = |f: &dyn Fn(&Bin) -> f64| {
        bins.iter().map(|bin| bin.count as f64 * f(bin)).sum::<f64>() / forecasts.len() as f64
    };
    let reliability = weighted(&|bin| (bin.stated - bin.realised).powi(2));
    let resolution = weighted(&|bin| (bin.realised - base).powi(2));
    let uncertainty = base * (1.0 - base);
    let within_bins = score - (reliability - resolution + uncertainty);
    Some(Murphy { reliability, resolution, uncertainty, within_bins, bins })
}

/// The expected calibration error over bins of equal mass (Naeini, Cooper and Hauskrecht 2015). `None` without
/// forecasts.
#[must_use]
pub fn calibration_error(forecasts: &[Forecast], bins: usize) -> Option<f64> {
    let gaps = equal_mass(forecasts, bins).into_iter().map(|bin| (bin.count, (bin.stated - bin.realised).abs()));
    (!forecasts.is_empty()).then(|| gaps.map(|(n, gap)| n as f64 * gap).sum::<f64>() / forecasts.len() as f64)
}

/// At most `bins` bins of about equal size. Equal probabilities share a bin, so that the order of the forecasts does
/// not matter.
fn equal_mass(forecasts: &[Forecast], bins: usize) -> Vec<Bin> {
    let bins = bins.max(1);
    let mut sorted = forecasts.to_vec();
    sorted.sort_by(|a, b| a.p.total_cmp(&b.p));
    let mut sums = vec![(0usize, 0.0, 0.0); bins];
    let mut before = 0;
    for same in sorted.chunk_by(|a, b| a.p == b.p) {
        let middle = before as f64 + same.len() as f64 / 2.0;
        let bin = &mut sums[((middle / sorted.len() as f64 * bins as f64) as usize).min(bins - 1)];
        bin.0 += same.len();
        bin.1 += same.iter().map(|f| f.p).sum::<f64>();
        bin.2 += same.iter().map(|f| f.outcome()).sum::<f64>();
        before += same.len();
    }
    let filled = sums.into_iter().filter(|bin| bin.0 > 0);
    filled.map(|(count, p, y)| Bin { count, stated: p / count as f64, realised: y / count as f64 }).collect()
}

/// The probability that a case that happened was given the higher probability than one that did not, ties counting
/// half: the area under the ROC curve (Hanley and McNeil 1982). `None` when nothing or everything happened.
#[must_use]
pub fn auc(forecasts: &[Forecast]) -> Option<f64> {
    let mut sorted = forecasts.to_vec();
    sorted.sort_by(|a, b| b.p.total_cmp(&a.p));
    area(sorted.chunk_by(|a, b| a.p == b.p).map(|same| {
        let happened = same.iter().filter(|f| f.happened).count() as u64;
        [same.len() as u64 - happened, happened]
    }))
}

/// The same of cases counted by probability, from the highest: how many did not happen, and how many did.
#[must_use]
pub fn area(by_probability: impl IntoIterator<Item = [u64; 2]>) -> Option<f64> {
    let (mut above, mut wins, mut negatives) = (0.0, 0.0, 0.0);
    for [not, happened] in by_probability {
        wins += not as f64 * (above + happened as f64 / 2.0);
        above += happened as f64;
        negatives += not as f64;
    }
    (above > 0.0 && negatives > 0.0).then(|| wins / (above * negatives))
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let n = values.len();
    (n > 0).then(|| values.sum::<f64>() / n as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forecasts(list: &[(f64, bool)]) -> Vec<Forecast> {
        list.iter().map(|(p, happened)| Forecast { p: *p, happened: *happened }).collect()
    }

    #[test]
    fn scores_by_hand() {
        let four = forecasts(&[(0.5, true), (0.25, false), (1.0, true), (0.0, true)]);
        assert!(brier(&four).is_some_and(|b| (b - (0.25 + 0.0625 + 0.0 + 1.0) / 4.0).abs() < 1e-12));
        let clipped = log_score_bits(&four, 0.25).expect("forecasts");
        let unsure = (4.0f64 / 3.0).log2();
        assert!((clipped - (1.0 + unsure + unsure + 2.0) / 4.0).abs() < 1e-12);
        let skill = brier_skill(&[(four[0], 0.0), (four[1], 0.5)]).expect("an imperfect reference");
        assert!((skill - (1.0 - 0.3125 / 1.25)).abs() < 1e-12);
        assert_eq!(brier(&[]), None);
    }

    #[test]
    fn the_parts_add_up_to_the_score() {
        let list: Vec<(f64, bool)> = (0..97).map(|i| (f64::from(i * 37 % 97) / 96.0, i * i % 7 < 3)).collect();
        let parts = murphy(&forecasts(&list), 10).expect("forecasts");
        assert_eq!(parts.bins.iter().map(|bin| bin.count).sum::<usize>(), 97);
        assert!(parts.bins.len() == 10 && parts.bins.iter().all(|bin| (9..=10).contains(&bin.count)));
        assert!(parts.within_bins != 0.0);
        // Where forecasts of a bin are equal, nothing is left over and the three parts are exact.
        let three = forecasts(&[(0.2, false), (0.2, false), (0.2, true), (0.2, false), (0.8, true), (0.8, true)]);
        let parts = murphy(&three, 2).expect("forecasts");
        assert_eq!(parts.bins.len(), 2);
        assert!(parts.within_bins.abs() < 1e-12);
        assert!((parts.reliability - (4.0 * 0.0025 + 2.0 * 0.04) / 6.0).abs() < 1e-12);
        assert!((parts.resolution - (4.0 * 0.0625 + 2.0 * 0.25) / 6.0).abs() < 1e-12);
        assert!(calibration_error(&three, 2).is_some_and(|e| (e - (4.0 * 0.05 + 2.0 * 0.2) / 6.0).abs() < 1e-12));
    }

    #[test]
    fn discrimination_counts_ties_half() {
        let list = forecasts(&[(0.1, false), (0.4, false), (0.35, true), (0.8, true)]);
        assert_eq!(auc(&list), Some(0.75));
        assert_eq!(auc(&forecasts(&[(0.5, true), (0.5, false), (0.5, false)])), Some(0.5));
        assert_eq!(auc(&forecasts(&[(0.5, true)])), None);
    }

    /// Brier of a constant forecast at a base rate of 0.718 is 0.2025, as in the critique of a published table.
    #[test]
    fn a_constant_forecast_has_no_skill() {
        let list: Vec<(f64, bool)> = (0..1000).map(|i| (0.718, i < 718)).collect();
        assert!(brier(&forecasts(&list)).is_some_and(|b| (b - 0.718 * 0.282).abs() < 1e-9));
        assert_eq!(auc(&forecasts(&list)), Some(0.5));
    }
}
