//! What seats believe, from what they said when they were asked aside (C1 to C13 of the catalogue, and D4).
//!
//! A belief is scored against what is true, beside the **hard facts**: the [`posterior`](crate::posterior) of what that
//! seat has heard. Scores are of observers of the village and of those whom the hard facts leave open, so that nothing
//! is gained by repeating what is certain. A value's *chance* is here what the hard facts alone would have had.
//!
//! - [`score`]: how good beliefs are, one probe at a time (C1 to C4, C6).
//! - [`coherent`]: the beliefs nearest to these under which as many are wolves as there are (C4).
//! - [`exposure`]: how wolves come to be seen (C7).
//! - [`speeches`]: what a speech did to beliefs, and what it did beyond a silent turn (C8 to C10).
//! - [`credence`]: whether lies are believed (D4).
//! - [`deeds`]: whether seats do as they believe, know how they are seen, and move with the facts (C11 to C13).
//!
//! Calibration (C5) and skill (C2) are of many probes together, and are made where those meet: in the report.

pub mod coherent;
pub mod credence;
pub mod deeds;
pub mod exposure;
pub mod score;
pub mod speeches;

use crate::behaviour::{Measure, Observation};
use crate::reading::{Probed, Story, is_village};
use lycaon_rules::Seat;

/// Probabilities nearer to 0 or 1 than this are taken for it, wherever a logarithm is.
pub const CLIP: f64 = 0.01;

/// The probability within what a logarithm bears.
#[must_use]
pub fn clipped(p: f64) -> f64 {
    p.clamp(CLIP, 1.0 - CLIP)
}

/// The log-odds of a probability, clipped.
#[must_use]
pub fn log_odds(p: f64) -> f64 {
    let p = clipped(p);
    (p / (1.0 - p)).ln()
}

/// Everything there is to observe of the beliefs in a game.
#[must_use]
pub fn observe(story: &Story) -> Vec<Observation> {
    let mut seen = score::observe(story);
    seen.extend(speeches::observe(story));
    seen.extend(credence::observe(story));
    seen.extend(deeds::observe(story));
    seen
}

/// The answers of the village's observers to what really happened, asked for the first time.
pub(crate) fn of_village(story: &Story) -> impl Iterator<Item = &Probed> {
    story.probes.iter().filter(|probed| {
        let seat = probed.probe.seat;
        probed.is_plain() && probed.probe.answer.is_some() && is_village(probed.at, story.card(seat), seat)
    })
}

/// One observation of one seat.
fn noted(measure: Measure, seat: Seat, day: u16, value: f64, chance: impl Into<Option<f64>>) -> Observation {
    Observation { measure, seat, day, value, chance: chance.into(), weight: 1.0 }
}

/// The mean; nothing of nothing.
pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    (count > 0.0).then(|| sum / count)
}
