//! Who has won.

use crate::options::{MixedLoversGoal, ParityCounts, SimultaneousWin, WolfWin};
use crate::roles::{Camp, Group};
use crate::seat::Seats;
use crate::state::State;
use serde::{Deserialize, Serialize};

/// A party that can win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Party {
    /// The village.
    Village,
    /// The wolves.
    Wolves,
    /// Lovers of two camps.
    Lovers,
    /// The piper.
    Piper,
}

impl Party {
    /// The id, such as `village`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Party::Village => "village",
            Party::Wolves => "wolves",
            Party::Lovers => "lovers",
            Party::Piper => "piper",
        }
    }
}

/// Why the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No wolf is alive.
    WolvesDead,
    /// No player of another camp is alive.
    OthersDead,
    /// The wolves are as many as the others.
    Parity,
    /// All gods are dead.
    GodsDead,
    /// All villager cards are dead.
    VillagersDead,
    /// Only the lovers are alive.
    LoversAlone,
    /// All living players are charmed.
    AllCharmed,
    /// The wolves' attack met their condition before anything else counted.
    AttackFirst,
    /// Nobody is alive.
    NobodyAlive,
    /// The days are used up.
    MaxDays,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won; empty if nobody did.
    pub winners: Vec<Party>,
    /// Every seat that won, dead or alive.
    pub seats: Seats,
    /// Why it ended.
    pub reason: Reason,
    /// The day on which it ended, counting from 1; 0 if before the first day.
    pub days: u16,
    /// Everybody's last card, by seat.
    pub roles: Vec<crate::roles::RoleId>,
}

/// A win that a hook claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Victory {
    pub party: Party,
    pub seats: Seats,
    pub reason: Reason,
}
