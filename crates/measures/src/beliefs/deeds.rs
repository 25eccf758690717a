//! Whether seats do as they believe, know how they are seen, and move with the facts (C11 to C13).

use super::{log_odds, mean, noted, of_village};
use crate::behaviour::{Measure, Observation};
use crate::reading::{Ballot, Probed, Story};
use lycaon_rules::{About, Seat};
use serde::Serialize;

pub(super) fn observe(story: &Story) -> Vec<Observation> {
    let mut seen = vec![];
    for probed in story.probes.iter().filter(|probed| probed.is_plain()) {
        let seat = probed.probe.seat;
        let suspected = probed.probe.answer.as_ref().and_then(|belief| belief.suspected);
        if let Some((own, actual)) = suspected.zip(seen_as(story, probed)) {
            seen.push(noted(Measure::MetaBias, seat, probed.at.day, own - actual, None));
            seen.push(noted(Measure::MetaError, seat, probed.at.day, (own - actual).powi(2), None));
        }
    }
    for (number, poll) in story.polls.iter().enumerate() {
        if poll.about != About::Exile || poll.round != 1 {
            continue;
        }
        for ballot in &poll.ballots {
            // Asked when the vote was opened, with nothing to be heard in between.
            let asked = of_village(story).find(|probed| probed.probe.seat == ballot.by && probed.polls == number + 1);
            let Some(gap) = asked.and_then(|probed| gap(probed, ballot)) else { continue };
            let day = poll.at.day;
            seen.push(noted(Measure::BeliefGap, ballot.by, day, gap.differs, gap.by_chance));
            seen.push(noted(Measure::BeliefLoss, ballot.by, day, gap.lost, gap.lost_by_chance));
        }
    }
    seen
}

/// The mean probability that the village's observers give a seat at the moment of this probe.
fn seen_as(story: &Story, probed: &Probed) -> Option<f64> {
    let now = of_village(story).filter(|other| other.probe.n == probed.probe.n);
    mean(now.filter_map(|other| other.p(probed.probe.seat)))
}

/// A ballot beside what its seat believed (C12).
#[derive(Clone, Copy, Debug, PartialEq)]
struct Gap {
    /// 1 if it is for nobody of those most suspected, else 0.
    differs: f64,
    /// What that is for a ballot drawn from the menu.
    by_chance: f64,
    /// The highest probability on the menu less that of whom it is for.
    lost: f64,
    lost_by_chance: f64,
}

/// Of a ballot for somebody, where beliefs about two on the menu are known.
fn gap(probed: &Probed, ballot: &Ballot) -> Option<Gap> {
    let on_menu: Vec<f64> = ballot.menu.without(ballot.by).iter().filter_map(|seat| probed.p(seat)).collect();
    let onto = probed.p(ballot.onto?)?;
    let most = on_menu.iter().copied().max_by(f64::total_cmp).filter(|_| on_menu.len() > 1)?;
    let top = on_menu.iter().filter(|p| **p >= most).count() as f64;
    Some(Gap {
        differs: f64::from(u8::from(onto < most)),
        by_chance: 1.0 - top / on_menu.len() as f64,
        lost: most - onto,
        lost_by_chance: most - mean(on_menu)?,
    })
}

/// How far beliefs moved where the hard facts did: the second beside the first, in log-odds (C13).
#[must_use]
pub fn updates(story: &Story) -> Vec<(Seat, f64, f64)> {
    let mut moves = vec![];
    for observer in story.seats().iter() {
        let own: Vec<&Probed> = of_village(story).filter(|probed| probed.probe.seat == observer).collect();
        for pair in own.windows(2) {
            let (Some(before), Some(after)) = (&pair[0].oracle, &pair[1].oracle) else { continue };
            for guess in pair[1].guesses() {
                let (from, to) = (before[guess.seat.index()], after[guess.seat.index()]);
                let Some(stated) = pair[0].p(guess.seat).filter(|_| from != to) else { continue };
                moves.push((observer, log_odds(to) - log_odds(from), log_odds(guess.p) - log_odds(stated)));
            }
        }
    }
    moves
}

/// The line through moves of beliefs over moves of the hard facts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Update {
    /// Moves.
    pub n: usize,
    /// By how much beliefs move where the facts move by 1: 1 is right, less is too slow.
    pub slope: f64,
    /// How well the line fits: the correlation, -1 to 1; `None` where beliefs never move.
    pub correlation: Option<f64>,
}

/// The line of least squares; `None` where the facts always move alike.
#[must_use]
pub fn update(moves: &[(f64, f64)]) -> Option<Update> {
    let (x, y) = (mean(moves.iter().map(|(x, _)| *x))?, mean(moves.iter().map(|(_, y)| *y))?);
    let sum = |of: &dyn Fn(f64, f64) -> f64| moves.iter().map(|(a, b)| of(a - x, b - y)).sum::<f64>();
    let (xx, yy, xy) = (sum(&|a, _| a * a), sum(&|_, b| b * b), sum(&|a, b| a * b));
    let correlation = (yy > 1e-12).then(|| xy / (xx * yy).sqrt());
    (xx > 1e-12).then(|| Update { n: moves.len(), slope: xy / xx, correlation })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beliefs that move half as far as the facts, and always in their direction.
    #[test]
    fn a_slow_updater_has_a_slope_of_one_half() {
        let moves: Vec<(f64, f64)> = [-2.0, 1.0, 0.5, 4.0].into_iter().map(|x| (x, 0.5 * x + 0.1)).collect();
        let update = update(&moves).expect("moves");
        assert!((update.slope - 0.5).abs() < 1e-12 && update.correlation.is_some_and(|r| (r - 1.0).abs() < 1e-12));
        assert_eq!(super::update(&[(1.0, 0.0), (1.0, 2.0)]), None);
        assert_eq!(super::update(&[(1.0, 0.0), (2.0, 0.0)]).and_then(|update| update.correlation), None);
    }
}
