//! Questions about beliefs, put outside of the game.

use crate::call::Call;
use lycaon_rules::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A moment at which seats are asked what they believe. The game stands still meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Checkpoint {
    /// The night's dead were announced.
    Dawn,
    /// Everybody has spoken, and the vote on exile begins.
    Discussion,
    /// Somebody was exiled, or nobody.
    Exile,
    /// Somebody has spoken. All but the speaker are asked.
    Speech,
}

impl Checkpoint {
    /// Every checkpoint, in the order of a day but for speeches.
    pub const ALL: [Checkpoint; 4] = [Checkpoint::Dawn, Checkpoint::Discussion, Checkpoint::Exile, Checkpoint::Speech];

    /// The id, such as `dawn`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Checkpoint::Dawn => "dawn",
            Checkpoint::Discussion => "discussion",
            Checkpoint::Exile => "exile",
            Checkpoint::Speech => "speech",
        }
    }
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Checkpoint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Checkpoint::ALL.into_iter().find(|checkpoint| checkpoint.id() == text);
        known.ok_or_else(|| format!("`{text}` is none of {}", Checkpoint::ALL.map(Checkpoint::id).join(", ")))
    }
}

/// A question about beliefs: neither the question nor the answer is in anybody's stream, and none of it counts in the
/// game's totals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename = "probe")]
pub struct Probe {
    /// The number of the next decision: how many had been taken.
    pub n: u32,
    /// Who was asked.
    pub seat: Seat,
    /// At which moment.
    pub checkpoint: Checkpoint,
    /// The number of the event that brought the moment about: the announcement, the speech.
    pub event: u32,
    /// Whether the seat was asked as if the speech had been a silent turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub silenced: bool,
    /// 0, or 1 where the same is asked again to see how far two answers to one question differ.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub repeat: u8,
    /// About whom, in the order in which they were named.
    pub order: Vec<Seat>,
    /// What came of it.
    pub how: Believed,
    /// What was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Belief>,
    /// Why nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The calls behind it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Call>,
}

impl Probe {
    /// Whether this is the same question.
    #[must_use]
    pub fn asks_the_same(&self, other: &Probe) -> bool {
        let key = |probe: &Probe| (probe.n, probe.seat, probe.checkpoint, probe.event, probe.silenced, probe.repeat);
        key(self) == key(other)
    }
}

/// What came of a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Believed {
    /// It was answered.
    Answered,
    /// Something was said, and no beliefs could be read from it.
    Unreadable,
    /// Nothing came.
    Failed,
    /// The agent cannot be asked aside: a person, or a program with a memory of its own.
    NoFork,
    /// The agent was not there: it still owes the answer to an earlier question, or it left.
    Away,
}

impl Believed {
    /// Whether asking again would be asking twice.
    #[must_use]
    pub fn is_final(self) -> bool {
        matches!(self, Believed::Answered | Believed::Unreadable | Believed::NoFork)
    }
}

/// What a seat says it believes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Belief {
    /// Of each seat it was asked about, the probability, 0 to 1, that it is a wolf. Wolves are not asked.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub p_wolf: BTreeMap<Seat, f64>,
    /// Whom it suspects most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_suspect: Option<Seat>,
    /// Whom it would vote out now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub would_vote: Option<Seat>,
    /// Of a wolf: which probability, 0 to 1, the others give on average that it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspected: Option<f64>,
}

fn is_zero(repeat: &u8) -> bool {
    *repeat == 0
}
