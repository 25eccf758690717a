//! Beliefs about each seat made beliefs about all of them together (C4).
//!
//! If seats were wolves independently, each with the stated probability, and it is known how many are, the set of wolves
//! has the conditional Bernoulli distribution: `q(S)` is proportional to the product of the odds of those in it (Chen and
//! Liu 1997). Its marginals are the coherent version of what was stated.

use super::{clipped, log_odds};
use serde::Serialize;

/// Beliefs about all seats together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Coherent {
    /// How far the stated probabilities are from summing up to the number of wolves.
    pub incoherence: f64,
    /// The coherent probability of each seat, in order; they sum up to the number of wolves.
    pub p: Vec<f64>,
    /// The natural logarithm of the sum over all sets of that many seats.
    log_whole: f64,
    log_odds: Vec<f64>,
    wolves: usize,
}

/// The coherent version of these probabilities where so many are wolves; `None` without seats, or with more wolves than
/// seats.
#[must_use]
pub fn coherent(stated: &[f64], wolves: usize) -> Option<Coherent> {
    if stated.is_empty() || wolves > stated.len() {
        return None;
    }
    let odds: Vec<f64> = stated.iter().map(|p| clipped(*p) / (1.0 - clipped(*p))).collect();
    let whole = of_size(odds.iter().copied(), wolves);
    let p = (0..odds.len()).map(|at| {
        let others = odds.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, odds)| *odds);
        if wolves == 0 { 0.0 } else { odds[at] * of_size(others, wolves - 1) / whole }
    });
    Some(Coherent {
        incoherence: (stated.iter().sum::<f64>() - wolves as f64).abs(),
        p: p.collect(),
        log_whole: whole.ln(),
        log_odds: stated.iter().map(|p| log_odds(*p)).collect(),
        wolves,
    })
}

/// The sum over all sets of this size of the product of their odds: an elementary symmetric polynomial.
fn of_size(odds: impl Iterator<Item = f64>, size: usize) -> f64 {
    let mut sums = vec![0.0; size + 1];
    sums[0] = 1.0;
    for odds in odds {
        for k in (1..=size).rev() {
            sums[k] += odds * sums[k - 1];
        }
    }
    sums[size]
}

impl Coherent {
    /// The surprise of the true set of wolves, in bits.
    #[must_use]
    pub fn bits(&self, truth: &[bool]) -> f64 {
        let log_odds: f64 = self.log_odds.iter().zip(truth).filter(|(_, wolf)| **wolf).map(|(odds, _)| odds).sum();
        (self.log_whole - log_odds) / std::f64::consts::LN_2
    }

    /// The same for whoever thinks every set of that size alike.
    #[must_use]
    pub fn even_bits(&self) -> f64 {
        of_size(self.p.iter().map(|_| 1.0), self.wolves).log2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Odds 1, 1/3 and 1/3 with two wolves: the pairs weigh 1/3, 1/3 and 1/9, so 3/7, 3/7 and 1/7.
    #[test]
    fn three_seats_by_hand() {
        let joint = coherent(&[0.5, 0.25, 0.25], 2).expect("three seats");
        for (p, exact) in joint.p.iter().zip([6.0 / 7.0, 4.0 / 7.0, 4.0 / 7.0]) {
            assert!((p - exact).abs() < 1e-12, "{p} is not {exact}");
        }
        assert!((joint.incoherence - 1.0).abs() < 1e-12);
        assert!((joint.bits(&[true, true, false]) - (7.0_f64 / 3.0).log2()).abs() < 1e-12);
        assert!((joint.even_bits() - 3.0_f64.log2()).abs() < 1e-12);
    }

    /// The entropies of the catalogue: a villager's, of the wolves of 6, 7, 8, 9 and 12 players.
    #[test]
    fn knowing_nothing_costs_the_entropy_of_the_deck() {
        for (others, wolves, bits) in [(5, 2, 3.32), (6, 2, 3.91), (7, 2, 4.39), (8, 3, 5.81), (11, 4, 8.37)] {
            let joint = coherent(&vec![wolves as f64 / others as f64; others], wolves).expect("seats");
            let truth: Vec<bool> = (0..others).map(|seat| seat < wolves).collect();
            assert!((joint.bits(&truth) - bits).abs() < 0.01, "{others} {wolves}: {}", joint.bits(&truth));
            assert!((joint.even_bits() - joint.bits(&truth)).abs() < 1e-9);
        }
    }

    #[test]
    fn the_ends_are_no_trouble() {
        let sure = coherent(&[1.0, 0.0, 0.0], 1).expect("three seats");
        assert!(sure.p[0] > 0.999 && (sure.p.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert_eq!(coherent(&[0.3, 0.4], 0).map(|joint| joint.p), Some(vec![0.0, 0.0]));
        assert_eq!((coherent(&[], 0), coherent(&[0.5], 2)), (None, None));
    }
}
