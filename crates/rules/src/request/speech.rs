//! Words, and what can be said of them as data.

use crate::roles::RoleId;
use crate::seat::Seat;
use serde::{Deserialize, Serialize};

/// Words with their structured content.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Speech {
    /// What was said.
    pub text: String,
    /// What the speaker says of it in structured form; may be empty, may be lies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// Which rules of speech it breaks, as whoever knows the language finds; the engine reads no words. What is found
    /// counts while an event card forbids it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breaches: Vec<Taboo>,
}

/// Something that an event card may forbid to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taboo {
    /// A word for oneself.
    Me,
    /// The word "wolf".
    Wolf,
    /// Who the speaker is: his own number.
    OwnName,
}

/// A statement that can be checked against the truth. Stated by the speaker with the speech, never by the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "claim", rename_all = "snake_case")]
pub enum Claim {
    /// This seat holds this role (of oneself: coming out).
    Role {
        /// Whose role.
        seat: Seat,
        /// Which.
        role: RoleId,
    },
    /// I checked this seat and saw this.
    Checked {
        /// Whom.
        seat: Seat,
        /// Whether a wolf was seen.
        wolf: bool,
        /// The night of the check.
        night: u16,
    },
    /// I healed this seat.
    Healed {
        /// Whom.
        seat: Seat,
    },
    /// I poisoned this seat.
    Poisoned {
        /// Whom.
        seat: Seat,
    },
    /// I hold this seat for a wolf.
    Suspects {
        /// Whom.
        seat: Seat,
    },
    /// I hold this seat for good.
    Trusts {
        /// Whom.
        seat: Seat,
    },
    /// I will vote for this seat.
    WillVote {
        /// Whom.
        seat: Seat,
    },
}
