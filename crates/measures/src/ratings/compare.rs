//! Who is ahead of whom, and how surely.

use serde::Serialize;

use super::{Block, Cloud, Fit, Side};
use crate::stats::{Confidence, Estimate, holm, quantile, t_two_sided};

/// The comparison of two models on one side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// The one model.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// First minus second, in logits.
    pub difference: Estimate,
    /// The two-sided p-value of no difference (Wald, with errors clustered on deals).
    pub p_value: f64,
    /// The same, adjusted by Holm's method for all pairs of this side.
    pub adjusted: f64,
}

/// All pairs of models on one side. Two anchored models differ by what was given, and certainly.
#[must_use]
pub fn pairwise(fit: &Fit, side: Side, confidence: Confidence) -> Vec<Pair> {
    let columns = fit.design.columns(Block::Strength(side));
    let start = columns.start;
    let mut pairs: Vec<Pair> = Vec::new();
    for first in columns.clone() {
        for second in first + 1..columns.end {
            let difference = fit.function(&[(first, 1.0), (second, -1.0)], confidence);
            let p_value = t_two_sided(difference.value / difference.se, fit.fitted.freedom());
            pairs.push(Pair { first: first - start, second: second - start, difference, p_value, adjusted: p_value });
        }
    }
    let adjusted = holm(&pairs.iter().map(|pair| pair.p_value).collect::<Vec<_>>());
    pairs.iter_mut().zip(adjusted).for_each(|(pair, p)| pair.adjusted = p);
    pairs
}

/// Where a model stands among the others on one side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Its rank by strength, from 1; equal strengths share the better rank.
    pub rank: usize,
    /// The lower end of the interval of its rank over resamples: its best.
    pub best: usize,
    /// The upper end: its worst.
    pub worst: usize,
    /// The cautious rank: one more than the models whose whole interval lies above its own (Chiang et al. 2024).
    pub cautious: usize,
    /// In which share of the resamples it had each rank, from rank 1 on.
    pub shares: Vec<f64>,
}

/// The standing of every model on one side.
#[must_use]
pub fn standings(fit: &Fit, cloud: &Cloud, side: Side) -> Vec<Standing> {
    let block = Block::Strength(side);
    let intervals = cloud.intervals(block);
    let resampled: Vec<Vec<usize>> = cloud.replicates(block).map(ranks).collect();
    let tail = cloud.confidence().tail();
    let standing = |(model, rank): (usize, usize)| {
        let mut own: Vec<f64> = resampled.iter().map(|ranks| ranks[model] as f64).collect();
        let mut shares = vec![0.0; intervals.len()];
        own.iter().for_each(|rank| shares[*rank as usize - 1] += 1.0 / own.len() as f64);
        let mut at = |p: f64| quantile(&mut own, p).unwrap_or(rank as f64);
        let (best, worst) = (at(tail).floor() as usize, at(1.0 - tail).ceil() as usize);
        let cautious = 1 + intervals.iter().filter(|other| other.low > intervals[model].high).count();
        Standing { rank, best, worst, cautious, shares }
    };
    ranks(fit.values(block)).into_iter().enumerate().map(standing).collect()
}

/// The rank of each value, the largest first, from 1; equal values share the better rank.
pub(super) fn ranks(values: &[f64]) -> Vec<usize> {
    values.iter().map(|value| 1 + values.iter().filter(|other| *other > value).count()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_the_better_rank() {
        assert_eq!(ranks(&[0.5, 2.0, 0.5, -1.0]), [2, 1, 2, 4]);
    }
}
