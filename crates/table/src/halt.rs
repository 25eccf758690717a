//! Why a table stops in the middle of a game.

use crate::budget::Overspent;
use lycaon_rules::Seat;
use std::fmt;

/// Why a table stopped in the middle of a game, which can be gone on with.
#[derive(Clone, Debug, PartialEq)]
pub enum Halt {
    /// Its budget is spent.
    Overspent(Overspent),
    /// A seat's agent could not be reached, and the table was not to go on without it.
    Unreachable {
        /// The seat.
        seat: Seat,
        /// What went wrong, in one line.
        why: String,
    },
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::Overspent(overspent) => overspent.fmt(f),
            Halt::Unreachable { seat, why } => write!(f, "seat {seat} cannot be reached: {why}"),
        }
    }
}
