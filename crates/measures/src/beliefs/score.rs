//! How good beliefs are (C1, C3, C4, C6).

use super::coherent::coherent;
use super::{clipped, mean, noted, of_village};
use crate::behaviour::{Measure, Observation};
use crate::reading::{Guess, Probed, Story};
use crate::stats::{Forecast, auc, brier};
use lycaon_rules::{Seat, Seats};

/// The surprise of the truth in bits, summed over the seats: each probability with whether the seat is a wolf (C3).
#[must_use]
pub fn bits(beliefs: impl IntoIterator<Item = (f64, bool)>) -> f64 {
    let surprise = |(p, wolf): (f64, bool)| -if wolf { clipped(p) } else { clipped(1.0 - p) }.log2();
    beliefs.into_iter().map(surprise).sum()
}

/// How often the most suspected is a wolf, if one of equals is taken by lot; `None` without anybody.
#[must_use]
pub fn top_hit(guesses: &[Guess]) -> Option<f64> {
    let most = guesses.iter().map(|guess| guess.p).max_by(f64::total_cmp)?;
    let top: Vec<bool> = guesses.iter().filter(|guess| guess.p >= most).map(|guess| guess.wolf).collect();
    mean(top.into_iter().map(|wolf| f64::from(u8::from(wolf))))
}

/// The forecasts in these guesses.
pub(crate) fn forecasts(guesses: &[Guess]) -> Vec<Forecast> {
    guesses.iter().map(|guess| Forecast { p: guess.p, happened: guess.wolf }).collect()
}

/// The same with the probabilities of the hard facts, where there are any.
fn oracle_of(guesses: &[Guess]) -> Option<Vec<Forecast>> {
    guesses.iter().map(|guess| Some(Forecast { p: guess.oracle?, happened: guess.wolf })).collect()
}

pub(super) fn observe(story: &Story) -> Vec<Observation> {
    let mut seen = vec![];
    for probed in of_village(story) {
        let (seat, day) = (probed.probe.seat, probed.at.day);
        let mut note = |measure, value, chance: Option<f64>| seen.push(noted(measure, seat, day, value, chance));
        let open = probed.open_guesses();
        let (own, oracle) = (forecasts(&open), oracle_of(&open));
        if let Some(score) = brier(&own) {
            note(Measure::Brier, score, oracle.as_deref().and_then(brier));
            let surprise = |forecasts: &[Forecast]| bits(forecasts.iter().map(|f| (f.p, f.happened)));
            let hard = oracle.as_deref().map(surprise);
            note(Measure::LogScore, surprise(&own), hard);
            if let Some(hard) = hard {
                note(Measure::Information, hard - surprise(&own), None);
            }
        }
        if let Some(area) = auc(&own) {
            note(Measure::BeliefAuc, area, Some(0.5));
        }
        let wolves = open.iter().filter(|guess| guess.wolf).count() as f64;
        if let Some(hit) = named_hit(probed, &open).or_else(|| top_hit(&open)) {
            note(Measure::TopSuspect, hit, Some(wolves / open.len() as f64));
        }
        joint(probed, note);
    }
    seen
}

/// Whether the seat that was named as the most suspected is a wolf, if one of those left open was named.
fn named_hit(probed: &Probed, open: &[Guess]) -> Option<f64> {
    let named: Seat = probed.probe.answer.as_ref()?.top_suspect?;
    let guess = open.iter().find(|guess| guess.seat == named)?;
    Some(f64::from(u8::from(guess.wolf)))
}

/// The beliefs of all seats together.
fn joint(probed: &Probed, mut note: impl FnMut(Measure, f64, Option<f64>)) {
    let all: Vec<Guess> = probed.guesses().collect();
    let others: Seats = all.iter().map(|guess| guess.seat).collect();
    let wolves = probed.at.pack().and(others).len();
    let p: Vec<f64> = all.iter().map(|guess| guess.p).collect();
    let Some(joint) = coherent(&p, wolves) else { return };
    note(Measure::Incoherence, joint.incoherence, None);
    let truth: Vec<bool> = all.iter().map(|guess| guess.wolf).collect();
    note(Measure::JointBits, joint.bits(&truth), Some(joint.even_bits()));
    let open = all.iter().zip(&joint.p).filter(|(guess, _)| guess.is_open());
    let near: Vec<Guess> = open.map(|(guess, p)| Guess { p: *p, ..*guess }).collect();
    if let Some(score) = brier(&forecasts(&near)) {
        note(Measure::CoherentBrier, score, oracle_of(&near).as_deref().and_then(brier));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(seat: u8, p: f64, wolf: bool) -> Guess {
        Guess { seat: Seat::new(seat), p, oracle: Some(0.25), wolf }
    }

    /// Half, a quarter, and a certainty that is wrong and clipped at 0.01.
    #[test]
    fn bits_by_hand() {
        let surprise = bits([(0.5, true), (0.25, false), (0.0, true)]);
        assert!((surprise - (1.0 - 0.75_f64.log2() + 100.0_f64.log2())).abs() < 1e-12);
        assert_eq!(bits([]), 0.0);
    }

    #[test]
    fn of_equal_suspects_one_is_taken_by_lot() {
        assert_eq!(top_hit(&[guess(1, 0.6, true), guess(2, 0.6, false), guess(3, 0.1, true)]), Some(0.5));
        assert_eq!(top_hit(&[guess(1, 0.2, false), guess(2, 0.3, true)]), Some(1.0));
        assert_eq!(top_hit(&[]), None);
    }
}
