//! What a game may take.

use std::fmt;
use std::time::Duration;

/// What a game may take; `None` is without bound. It is looked at before each batch of questions: a batch that was begun
/// is ended, and its answers are kept. Then the game stops, and can be resumed with more.
///
/// Stopping was chosen over fallbacks: an empty purse is nothing that a player did, and a game that goes on without its
/// players says nothing about them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    /// Tokens of all calls, those of earlier runs of the same game included.
    pub tokens: Option<u64>,
    /// US dollars, as far as costs are known, counted in the same way.
    pub usd: Option<f64>,
    /// Time since this run of the game began.
    pub time: Option<Duration>,
}

/// A budget that is spent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Overspent {
    /// Of tokens.
    Tokens {
        /// How many were used.
        used: u64,
        /// How many were allowed.
        allowed: u64,
    },
    /// Of money, in US dollars.
    Usd {
        /// How much was used.
        used: f64,
        /// How much was allowed.
        allowed: f64,
    },
    /// Of time.
    Time {
        /// How much was allowed.
        allowed: Duration,
    },
}

impl Budget {
    /// The first part of it that is spent.
    pub(crate) fn overspent(&self, tokens: u64, usd: f64, time: Duration) -> Option<Overspent> {
        let over_tokens = self.tokens.filter(|allowed| tokens >= *allowed);
        let over_usd = self.usd.filter(|allowed| usd >= *allowed);
        let over_time = self.time.filter(|allowed| time >= *allowed);
        over_tokens
            .map(|allowed| Overspent::Tokens { used: tokens, allowed })
            .or(over_usd.map(|allowed| Overspent::Usd { used: usd, allowed }))
            .or(over_time.map(|allowed| Overspent::Time { allowed }))
    }
}

impl fmt::Display for Overspent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Overspent::Tokens { used, allowed } => write!(f, "the budget of {allowed} tokens is spent ({used} used)"),
            Overspent::Usd { used, allowed } => write!(f, "the budget of ${allowed} is spent (${used:.4} used)"),
            Overspent::Time { allowed } => write!(f, "the budget of {} seconds is spent", allowed.as_secs_f64()),
        }
    }
}
