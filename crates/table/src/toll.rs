//! What a game took of each seat: decisions, attempts, fallbacks, calls.

use crate::settings::Kind;
use lycaon_rules::Seat;
use lycaon_transcript::{Call, How, Taken, Usage};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a game took, from where its table began.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Toll {
    /// Decisions, rolls of the dice included.
    pub decisions: u32,
    /// Events, those before the table began included.
    pub events: u32,
    /// By seat, in order.
    pub seats: Vec<SeatToll>,
}

/// What it took of one seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatToll {
    /// The seat.
    pub seat: Seat,
    /// Its decisions.
    pub decisions: u32,
    /// How often it was asked for them, first attempts included.
    pub attempts: u32,
    /// Answers that came after their time and were dropped.
    pub late: u32,
    /// Decisions that the table took in its place, by the kind of the request and the reason.
    pub fallbacks: BTreeMap<Kind, BTreeMap<How, u32>>,
    /// Its calls, those for dropped answers included.
    pub calls: u32,
    /// What they used, as far as it is known.
    pub usage: Usage,
    /// What they cost in US dollars, as far as it is known.
    pub cost_usd: Option<f64>,
}

impl Toll {
    pub(crate) fn of(seats: impl Iterator<Item = Seat>) -> Self {
        Toll { seats: seats.map(SeatToll::new).collect(), ..Toll::default() }
    }

    pub(crate) fn rolled(&mut self) {
        self.decisions += 1;
    }

    pub(crate) fn decided(&mut self, seat: Seat, kind: Kind, taken: Taken) {
        self.decisions += 1;
        let toll = &mut self.seats[seat.index()];
        toll.decisions += 1;
        toll.attempts += taken.attempts;
        if taken.how.is_fallback() {
            *toll.fallbacks.entry(kind).or_default().entry(taken.how).or_default() += 1;
        }
    }

    pub(crate) fn called(&mut self, seat: Seat, call: &Call) {
        let toll = &mut self.seats[seat.index()];
        toll.calls += 1;
        toll.usage.add(&call.usage);
        if let Some(cost) = call.cost_usd {
            *toll.cost_usd.get_or_insert(0.0) += cost;
        }
    }

    pub(crate) fn late(&mut self, seat: Seat) {
        self.seats[seat.index()].late += 1;
    }

    /// Calls of all seats.
    #[must_use]
    pub fn calls(&self) -> u32 {
        self.seats.iter().map(|seat| seat.calls).sum()
    }

    /// Fallbacks of all seats, by reason.
    #[must_use]
    pub fn fallbacks(&self) -> BTreeMap<How, u32> {
        let mut sum = BTreeMap::new();
        for (how, n) in self.seats.iter().flat_map(|seat| seat.fallbacks.values()).flatten() {
            *sum.entry(*how).or_default() += n;
        }
        sum
    }

    /// What the calls of all seats used, as far as it is known.
    #[must_use]
    pub fn usage(&self) -> Usage {
        let mut sum = Usage::default();
        self.seats.iter().for_each(|seat| sum.add(&seat.usage));
        sum
    }
}

impl Toll {
    /// What the calls of all seats cost in US dollars, as far as it is known.
    #[must_use]
    pub fn cost_usd(&self) -> Option<f64> {
        let costs = self.seats.iter().filter_map(|seat| seat.cost_usd);
        costs.fold(None, |sum, cost| Some(sum.unwrap_or(0.0) + cost))
    }
}

impl SeatToll {
    fn new(seat: Seat) -> Self {
        SeatToll {
            seat,
            decisions: 0,
            attempts: 0,
            late: 0,
            fallbacks: BTreeMap::new(),
            calls: 0,
            usage: Usage::default(),
            cost_usd: None,
        }
    }
}
