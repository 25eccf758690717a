//! What speeches do to ballots, by polls that were held aside before and after them (B15, B19).
//!
//! - [`swing`]: how many ballots a speech moves, towards whom, and whether to the wolves' profit (B15).
//! - [`influence`]: how much more the ballots that count come to the target of a speaker than the poll before his speech
//!   foretold (B19).
//!
//! A ballot of a poll is neither cast nor told to anybody; two answers to one question may differ by themselves, which the
//! polls that are asked twice measure.

pub mod influence;
mod rows;
pub mod swing;

pub use rows::{SwingRow, swing_rows};

use crate::behaviour::{Measure, Observation};
use crate::reading::{Probed, Story};
use lycaon_rules::Seat;
use lycaon_transcript::{Asks, Probe};

/// The ballots of all polls that were answered, asked for the first time.
pub(crate) fn ballots(story: &Story) -> impl DoubleEndedIterator<Item = (&Probed, Option<Seat>)> {
    let polled = story.probes.iter().filter(|probed| probed.probe.asks == Asks::Poll && probed.probe.repeat == 0);
    polled.filter_map(|probed| Some((probed, probed.probe.ballot?.vote)))
}

/// Everything there is to observe of the polls of a game.
#[must_use]
pub fn observe(story: &Story) -> Vec<Observation> {
    let mut seen = noise(story);
    for swing in swing::swings(story) {
        let said = &story.speeches[swing.speech];
        let (seat, day) = (said.seat, said.at.day);
        let weight = 1.0 / swing.shifts.len() as f64;
        seen.extend(swing.shifts.iter().map(|shift| Observation {
            measure: Measure::Swing,
            seat,
            day,
            value: f64::from(u8::from(shift.moved())),
            chance: Some(shift.chance()),
            weight,
        }));
        let mut note = |measure, votes: i32| {
            let (value, chance) = (f64::from(votes), Some(0.0));
            seen.push(Observation { measure, seat, day, value, chance, weight: 1.0 });
        };
        if let Some(gain) = swing.gain() {
            note(Measure::SwingTarget, gain);
        }
        let wolf = said.at.wolves.has(seat);
        note(if wolf { Measure::HarmfulSwing } else { Measure::StraySwing }, swing.harm(said.at.wolves));
    }
    seen
}

/// Whether two ballots differ that were asked for in one poll.
fn noise(story: &Story) -> Vec<Observation> {
    let again = story.probes.iter().filter(|probed| probed.probe.asks == Asks::Poll && probed.probe.repeat > 0);
    let twice = again.filter_map(|again| {
        let question = Probe { repeat: 0, ..again.probe.clone() };
        let (_, first) = ballots(story).find(|(first, _)| first.probe.asks_the_same(&question))?;
        let shift = swing::Shift {
            observer: again.probe.seat,
            village: false,
            before: first,
            after: again.probe.ballot?.vote,
            others: again.probe.order.len(),
        };
        Some(Observation {
            measure: Measure::PollNoise,
            seat: shift.observer,
            day: again.at.day,
            value: f64::from(u8::from(shift.moved())),
            chance: Some(shift.chance()),
            weight: 1.0,
        })
    });
    twice.collect()
}
