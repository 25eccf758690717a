//! What seats did, from the transcript alone.
//!
//! Everything here is one kind of thing: an [`Observation`] of a seat, a value beside what a uniformly random player would
//! have had at the same moment. How observations become a rate with an interval is the business of the report. What is
//! done by several seats together (an exile, a bite) is shared out among them, so that it weighs 1 in all.

mod claims;
mod lies;
mod measure;
mod pack;
mod powers;
mod speech;
mod village;
mod votes;

pub(crate) use lies::first_lies;
pub use measure::{Kind, Measure, Of};
pub(crate) use pack::{first_kill_menu, lifetimes};

use crate::reading::{Moment, Story};
use crate::value::Odds;
use lycaon_rules::{Camp, Seat, Seats};
use serde::Serialize;

/// One observation of a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    /// What is observed.
    pub measure: Measure,
    /// Of whom.
    pub seat: Seat,
    /// On which day.
    pub day: u16,
    /// The value: 1 or 0 for a share, a number in the measure's unit for a mean.
    pub value: f64,
    /// What a uniformly random player would have had on average; `None` where chance says nothing.
    pub chance: Option<f64>,
    /// How much it counts; less than 1 if it is shared.
    pub weight: f64,
}

/// An observation as a tidy row.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ObservationRow {
    /// The game.
    pub game: String,
    /// The deal.
    pub deal: String,
    /// The day.
    pub day: u16,
    /// The seat.
    pub seat: u8,
    /// The agent.
    pub agent: String,
    /// The card it was dealt.
    pub role: String,
    /// The measure.
    pub measure: String,
    /// The value.
    pub value: f64,
    /// The value of chance.
    pub chance: Option<f64>,
    /// The weight.
    pub weight: f64,
}

impl ObservationRow {
    /// The row of an observation of this game.
    #[must_use]
    pub fn of(observation: &Observation, story: &Story, deal: &str) -> Self {
        let Observation { measure, seat, day, value, chance, weight } = *observation;
        ObservationRow {
            game: story.header.game.clone(),
            deal: deal.into(),
            day,
            seat: seat.number(),
            agent: story.agent(seat).into(),
            role: story.card(seat).id().into(),
            measure: measure.id().into(),
            value,
            chance,
            weight,
        }
    }
}

/// Everything there is to observe in a game. `odds` values its states.
#[must_use]
pub fn observe(story: &Story, odds: &Odds) -> Vec<Observation> {
    let mut notes = Notes { story, seen: vec![] };
    votes::observe(&mut notes);
    pack::observe(&mut notes);
    powers::observe(&mut notes);
    claims::observe(&mut notes);
    lies::observe(&mut notes);
    speech::observe(&mut notes);
    village::observe(&mut notes, odds);
    notes.seen.extend(crate::beliefs::observe(story));
    notes.seen.extend(crate::polls::observe(story));
    notes.seen.extend(crate::selfreport::observe(story));
    notes.seen.extend(crate::doubts::observe(story));
    notes.seen
}

/// The observations of a game while they are made.
struct Notes<'a> {
    story: &'a Story,
    seen: Vec<Observation>,
}

impl Notes<'_> {
    /// An observation of one seat.
    fn one(&mut self, measure: Measure, seat: Seat, day: u16, value: f64, chance: impl Into<Option<f64>>) {
        self.shared(measure, Seats::one(seat), day, value, chance);
    }

    /// An observation that these seats share.
    fn shared(&mut self, measure: Measure, seats: Seats, day: u16, value: f64, chance: impl Into<Option<f64>>) {
        let (chance, weight) = (chance.into(), 1.0 / seats.len() as f64);
        self.seen.extend(seats.iter().map(|seat| Observation { measure, seat, day, value, chance, weight }));
    }

    /// Whether the seat is of the village at that moment: no wolf, and dealt no card with a win of its own.
    fn is_village(&self, at: Moment, seat: Seat) -> bool {
        !at.wolves.has(seat) && self.story.card(seat).card().camp != Camp::Loner
    }
}

/// 1 for yes and 0 for no.
fn yes(it_is: bool) -> f64 {
    f64::from(u8::from(it_is))
}

/// The share of `some` in `all`; nothing if there is nobody.
fn share(some: Seats, all: Seats) -> Option<f64> {
    (!all.is_empty()).then(|| some.and(all).len() as f64 / all.len() as f64)
}
