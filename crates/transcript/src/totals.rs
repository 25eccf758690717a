//! What a game took: counted while it is written, and counted again when it is verified.

use crate::call::{Call, Usage};
use crate::decision::How;
use crate::header::Header;
use crate::probe::Probe;
use lycaon_rules::{RoleId, Seat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The totals of a game. In a fork, calls and fallbacks before the fork are the parent's and do not count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// How many decisions were taken, rolls of the dice included.
    pub decisions: u32,
    /// How many events there were.
    pub events: u32,
    /// How many calls were made to models.
    pub calls: u32,
    /// How many answers were fallbacks.
    pub fallbacks: Fallbacks,
    /// How many offers passed without a question, because the seat had not raised its hand.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unraised: u32,
    /// What the calls used, as far as it is known.
    pub usage: Usage,
    /// What the calls cost in US dollars, as far as it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// What the calls of each seat took; left out where none was made.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seats: BTreeMap<Seat, Spent>,
    /// The same by the card that was dealt to the seat.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub roles: BTreeMap<RoleId, Spent>,
    /// The same by model, as `PROVIDER/MODEL`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub models: BTreeMap<String, Spent>,
    /// What the calls of questions put aside took, which is in none of the sums above; left out where none was made.
    #[serde(default, skip_serializing_if = "Spent::is_nothing")]
    pub probes: Spent,
    /// How long the game took, in milliseconds. Left out where the same seed must give the same bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elapsed_ms: Option<u64>,
}

/// What some calls took.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// How many they were.
    pub calls: u32,
    /// What they used, as far as it is known.
    pub usage: Usage,
    /// What they cost in US dollars, as far as it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// How many of those that were answered have a cost that is not known.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unpriced: u32,
}

impl Spent {
    /// Adds a call.
    pub fn add(&mut self, call: &Call) {
        self.calls += 1;
        self.usage.add(&call.usage);
        match call.cost_usd {
            Some(cost) => *self.cost_usd.get_or_insert(0.0) += cost,
            None => self.unpriced += u32::from(call.error.is_none()),
        }
    }

    /// Adds what other calls took.
    pub fn merge(&mut self, other: &Spent) {
        self.calls += other.calls;
        self.usage.add(&other.usage);
        if let Some(cost) = other.cost_usd {
            *self.cost_usd.get_or_insert(0.0) += cost;
        }
        self.unpriced += other.unpriced;
    }

    fn is_nothing(&self) -> bool {
        self.calls == 0
    }

    fn agrees(&self, other: &Spent) -> bool {
        let counted = |spent: &Spent| Spent { cost_usd: None, ..spent.clone() };
        is_close(self.cost_usd, other.cost_usd) && counted(self) == counted(other)
    }
}

/// Whether two sums of costs are the same but for what writing them down changes.
fn is_close(one: Option<f64>, other: Option<f64>) -> bool {
    let (one, other) = (one.unwrap_or(-1.0), other.unwrap_or(-1.0));
    (one - other).abs() <= 1e-9 * one.abs().max(1.0)
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// Fallbacks by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fallbacks {
    /// No answer in time.
    pub timed_out: u32,
    /// No legal answer.
    pub invalid: u32,
    /// No agent.
    pub failed: u32,
}

/// Counts a game's totals.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    /// The first decision that counts: where a fork begins.
    from: u32,
    /// The card of each seat.
    cards: Vec<RoleId>,
    totals: Totals,
}

impl Tally {
    /// Nothing yet of this game. Calls and fallbacks before a fork will not count.
    pub fn new(header: &Header) -> Self {
        let from = header.parent.as_ref().map_or(0, |parent| parent.at);
        Tally { from, cards: header.deal.cards.clone(), totals: Totals::default() }
    }

    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    pub fn event(&mut self) {
        self.totals.events += 1;
    }

    pub fn roll(&mut self) {
        self.totals.decisions += 1;
    }

    pub fn decision(&mut self, n: u32, how: How) {
        self.totals.decisions += 1;
        if n < self.from {
            return;
        }
        let fallbacks = &mut self.totals.fallbacks;
        match how {
            How::TimedOut => fallbacks.timed_out += 1,
            How::Invalid => fallbacks.invalid += 1,
            How::Failed => fallbacks.failed += 1,
            How::Unraised => self.totals.unraised += 1,
            How::Answered | How::Human | How::Scripted => {}
        }
    }

    pub fn call(&mut self, n: u32, seat: Seat, call: &Call) {
        if n < self.from {
            return;
        }
        let totals = &mut self.totals;
        totals.calls += 1;
        totals.usage.add(&call.usage);
        if let Some(cost) = call.cost_usd {
            *totals.cost_usd.get_or_insert(0.0) += cost;
        }
        totals.seats.entry(seat).or_default().add(call);
        totals.models.entry(format!("{}/{}", call.provider, call.model)).or_default().add(call);
        if let Some(card) = self.cards.get(seat.index()) {
            totals.roles.entry(*card).or_default().add(call);
        }
    }

    pub fn probe(&mut self, probe: &Probe) {
        probe.calls.iter().for_each(|call| self.totals.probes.add(call));
    }
}

impl Totals {
    /// Whether recorded totals say the same as these of everything that can be counted again: all but the time. What
    /// the record does not break down is not compared.
    pub(crate) fn agrees(&self, recorded: &Totals) -> bool {
        let counted = |totals: &Totals| Totals {
            cost_usd: None,
            elapsed_ms: None,
            seats: BTreeMap::new(),
            roles: BTreeMap::new(),
            models: BTreeMap::new(),
            probes: Spent::default(),
            ..totals.clone()
        };
        is_close(self.cost_usd, recorded.cost_usd)
            && counted(self) == counted(recorded)
            && same_parts(&self.seats, &recorded.seats)
            && same_parts(&self.roles, &recorded.roles)
            && same_parts(&self.models, &recorded.models)
            && self.probes.agrees(&recorded.probes)
    }
}

fn same_parts<K: Ord>(own: &BTreeMap<K, Spent>, recorded: &BTreeMap<K, Spent>) -> bool {
    let same = |(one, other): ((&K, &Spent), (&K, &Spent))| one.0 == other.0 && one.1.agrees(other.1);
    recorded.is_empty() || (own.len() == recorded.len() && own.iter().zip(recorded).all(same))
}
