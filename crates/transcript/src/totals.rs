//! What a game took: counted while it is written, and counted again when it is verified.

use crate::call::{Call, Usage};
use crate::decision::How;
use serde::{Deserialize, Serialize};

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
    /// What the calls used, as far as it is known.
    pub usage: Usage,
    /// What the calls cost in US dollars, as far as it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// How long the game took, in milliseconds. Left out where the same seed must give the same bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elapsed_ms: Option<u64>,
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
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// The first decision that counts: where a fork begins.
    from: u32,
    totals: Totals,
}

impl Tally {
    /// Nothing yet; calls and fallbacks before decision `from` will not count.
    pub fn new(from: u32) -> Self {
        Tally { from, totals: Totals::default() }
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
            How::Answered | How::Human | How::Scripted => {}
        }
    }

    pub fn call(&mut self, n: u32, call: &Call) {
        if n < self.from {
            return;
        }
        self.totals.calls += 1;
        self.totals.usage.add(&call.usage);
        if let Some(cost) = call.cost_usd {
            *self.totals.cost_usd.get_or_insert(0.0) += cost;
        }
    }
}

impl Totals {
    /// Whether two totals say the same of everything that can be counted again: all but the time.
    pub(crate) fn agrees(&self, other: &Totals) -> bool {
        let cost = |totals: &Totals| totals.cost_usd.unwrap_or(-1.0);
        let close = (cost(self) - cost(other)).abs() <= 1e-9 * cost(self).abs().max(1.0);
        let counted = |totals: &Totals| Totals { cost_usd: None, elapsed_ms: None, ..totals.clone() };
        close && counted(self) == counted(other)
    }
}
