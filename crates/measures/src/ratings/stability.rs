//! Whether the order of the models hangs on a few deals (Huang et al. 2025, "Dropping just a handful of preferences").

use serde::Serialize;

use super::compare::ranks;
use super::{Block, Fit, Model, RatingError, Side};
use crate::stats::Random;
use crate::stats::random::streams;

/// How the order of one side fared when deals were left out at random.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Stability {
    /// How many deals were left out each time.
    pub left_out: usize,
    /// In which share of the trials the same model led.
    pub same_leader: f64,
    /// In which share of the trials all ranks were the same.
    pub same_order: f64,
    /// Kendall's rank correlation with the full order, mean over the trials; 1 when nothing moved.
    pub kendall: f64,
}

/// Leaves out `left_out` deals at random, `trials` times, and fits anew each time. At least one deal is always kept.
/// Without trials the shares are not numbers.
///
/// # Errors
/// As for [`Model::fit`].
pub fn leave_out(
    model: &Model,
    fit: &Fit,
    side: Side,
    left_out: usize,
    trials: usize,
    seed: u64,
) -> Result<Stability, RatingError> {
    let columns = fit.design.columns(Block::Strength(side));
    let full = ranks(fit.values(Block::Strength(side)));
    let clusters = model.problem.clusters().len();
    let left_out = left_out.min(clusters.saturating_sub(1));
    let mut random = Random::new(seed, streams::LEFT_OUT);
    let mut order: Vec<usize> = (0..clusters).collect();
    let (mut leader, mut same, mut kendall) = (0.0, 0.0, 0.0);
    for _ in 0..trials {
        random.shuffle(&mut order);
        let mut weights = vec![1.0; clusters];
        order[..left_out].iter().for_each(|deal| weights[*deal] = 0.0);
        let now = ranks(&model.reweighted(fit, &weights)?[columns.clone()]);
        leader += f64::from(now.iter().zip(&full).all(|(a, b)| (*a == 1) == (*b == 1)));
        same += f64::from(now == full);
        kendall += concordance(&now, &full);
    }
    let share = |sum: f64| sum / trials as f64;
    Ok(Stability { left_out, same_leader: share(leader), same_order: share(same), kendall: share(kendall) })
}

/// Kendall's tau-a of two lists of ranks; 1 for fewer than two.
fn concordance(a: &[usize], b: &[usize]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += (0..i).map(|j| (a[i].cmp(&a[j]) as i8 * b[i].cmp(&b[j]) as i8) as f64).sum::<f64>();
    }
    let pairs = a.len() * a.len().saturating_sub(1) / 2;
    if pairs == 0 { 1.0 } else { sum / pairs as f64 }
}

/// The deals whose absence puts another model first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Flip {
    /// Who leads with all deals.
    pub leader: usize,
    /// Who leads without these.
    pub challenger: usize,
    /// The deals to leave out, the most telling first.
    pub deals: Vec<u64>,
}

/// The fewest deals, found through their influences and confirmed by a new fit, without which another model leads on
/// this side. The search is greedy, so there may be fewer still. `None` when there is no other model, or no challenger
/// passes the leader before half of the deals are gone.
///
/// # Errors
/// As for [`Model::fit`].
pub fn smallest_flip(model: &Model, fit: &Fit, side: Side) -> Result<Option<Flip>, RatingError> {
    let values = fit.values(Block::Strength(side));
    let Some(leader) = (0..values.len()).max_by(|a, b| values[*a].total_cmp(&values[*b])) else {
        return Ok(None);
    };
    let mut best: Option<Flip> = None;
    for challenger in (0..values.len()).filter(|other| *other != leader) {
        let most = best.as_ref().map_or(model.problem.clusters().len() / 2, |flip| flip.deals.len() - 1);
        if let Some(deals) = flip(model, fit, side, (leader, challenger), most)? {
            best = Some(Flip { leader, challenger, deals });
        }
    }
    Ok(best)
}

/// At most `most` deals without which the second of the two is no weaker than the first.
fn flip(
    model: &Model,
    fit: &Fit,
    side: Side,
    (leader, challenger): (usize, usize),
    most: usize,
) -> Result<Option<Vec<u64>>, RatingError> {
    let start = fit.design.columns(Block::Strength(side)).start;
    let lead = |vector: &[f64]| vector[start + leader] - vector[start + challenger];
    let mut order: Vec<(usize, f64)> = fit.fitted.influences.iter().map(|i| lead(i)).enumerate().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut weights = vec![1.0; order.len()];
    let (mut removed, mut foretold) = (Vec::new(), lead(&fit.fitted.coefficients));
    for (cluster, influence) in order.into_iter().take(most) {
        weights[cluster] = 0.0;
        removed.push(model.problem.clusters()[cluster]);
        foretold -= influence;
        // A new fit is dear, so it waits until the influences say that the lead is gone.
        if foretold <= 0.0 && lead(&model.reweighted(fit, &weights)?) <= 0.0 {
            return Ok(Some(removed));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn concordance_runs_from_minus_one_to_one() {
        assert_eq!(concordance(&[1, 2, 3], &[1, 2, 3]), 1.0);
        assert_eq!(concordance(&[1, 2, 3], &[3, 2, 1]), -1.0);
        assert_eq!(concordance(&[1], &[1]), 1.0);
    }
}
