//! Questions put outside of the game: what a seat believes, whom it would vote for, whether it meant what it said, and
//! whether it takes what another said for a lie.

use crate::call::Call;
use lycaon_rules::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A moment at which seats are asked aside. The game stands still meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Checkpoint {
    /// The night's dead were announced.
    Dawn,
    /// A round of speeches is opened, and nobody has spoken in it. Only polls are held then.
    Floor,
    /// Everybody has spoken, and the vote on exile begins.
    Discussion,
    /// Somebody was exiled, or nobody.
    Exile,
    /// Somebody has spoken. All but the speaker are asked what they believe.
    Speech,
}

impl Checkpoint {
    /// Every checkpoint, in the order of a day but for speeches.
    pub const ALL: [Checkpoint; 5] =
        [Checkpoint::Dawn, Checkpoint::Floor, Checkpoint::Discussion, Checkpoint::Exile, Checkpoint::Speech];

    /// The id, such as `dawn`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Checkpoint::Dawn => "dawn",
            Checkpoint::Floor => "floor",
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

/// What a seat is asked aside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asks {
    /// What it believes.
    #[default]
    Beliefs,
    /// Whom it would vote out now.
    Poll,
    /// Whether it meant its own last speech truthfully.
    Report,
    /// How likely another has said in his speech something that he holds for false.
    Doubt,
}

impl Asks {
    /// The id, such as `poll`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Asks::Beliefs => "beliefs",
            Asks::Poll => "poll",
            Asks::Report => "report",
            Asks::Doubt => "doubt",
        }
    }

    fn is_beliefs(&self) -> bool {
        *self == Asks::Beliefs
    }
}

/// A question put aside: neither the question nor the answer is in anybody's stream, and none of it counts in the game's
/// totals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename = "probe")]
pub struct Probe {
    /// The number of the next decision: how many had been taken.
    pub n: u32,
    /// Who was asked.
    pub seat: Seat,
    /// What was asked.
    #[serde(default, skip_serializing_if = "Asks::is_beliefs")]
    pub asks: Asks,
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
    /// About whom, in the order in which they were named; of a doubt the speaker alone.
    pub order: Vec<Seat>,
    /// What came of it.
    pub how: Believed,
    /// The beliefs, where these were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Belief>,
    /// The ballot of a poll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ballot: Option<StrawBallot>,
    /// What the seat says of its own speech.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<SelfReport>,
    /// What the seat says of another's speech.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubt: Option<Doubt>,
    /// Why nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The calls behind it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Call>,
}

impl Probe {
    /// A question about beliefs at this moment, about nobody yet, to which nothing has come.
    #[must_use]
    pub fn unanswered(n: u32, seat: Seat, checkpoint: Checkpoint, event: u32) -> Self {
        Probe {
            n,
            seat,
            asks: Asks::Beliefs,
            checkpoint,
            event,
            silenced: false,
            repeat: 0,
            order: vec![],
            how: Believed::Failed,
            answer: None,
            ballot: None,
            report: None,
            doubt: None,
            why: None,
            calls: vec![],
        }
    }

    /// Whether this is the same question.
    #[must_use]
    pub fn asks_the_same(&self, other: &Probe) -> bool {
        let moment = |probe: &Probe| (probe.n, probe.seat, probe.checkpoint, probe.event);
        let question = |probe: &Probe| (probe.asks, probe.silenced, probe.repeat);
        moment(self) == moment(other) && question(self) == question(other)
    }
}

/// What came of a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Believed {
    /// It was answered.
    Answered,
    /// Something was said, and no answer could be read from it.
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

/// A ballot that is asked for and not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrawBallot {
    /// Whom the seat would vote out now; `None` if nobody.
    pub vote: Option<Seat>,
}

/// What a seat says of the speech that it has just given.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelfReport {
    /// How it was meant.
    pub intent: Intent,
    /// Whether something was said in it that the seat held for false.
    pub lie: bool,
    /// How sure the seat is of that, 0 to 1.
    pub confidence: f64,
}

/// What a seat says of the speech that it has just heard.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Doubt {
    /// The probability, 0 to 1, that the speaker has said something in it that he himself holds for false.
    pub p_lie: f64,
}

/// How a speech was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    /// Not to deceive.
    Truthful,
    /// By leaving out what matters.
    Omission,
    /// By bending what is true.
    Distortion,
    /// By leading away from what matters.
    Misdirection,
    /// By making something up.
    Fabrication,
}

impl Intent {
    /// All of them, from the least made up.
    pub const ALL: [Intent; 5] =
        [Intent::Truthful, Intent::Omission, Intent::Distortion, Intent::Misdirection, Intent::Fabrication];

    /// The id, such as `omission`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Intent::Truthful => "truthful",
            Intent::Omission => "omission",
            Intent::Distortion => "distortion",
            Intent::Misdirection => "misdirection",
            Intent::Fabrication => "fabrication",
        }
    }

    /// The intent of this id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Intent> {
        Intent::ALL.into_iter().find(|intent| intent.id() == id)
    }
}

fn is_zero(repeat: &u8) -> bool {
    *repeat == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A poll for nobody is a ballot, and a probe of beliefs reads as it did before there were others.
    #[test]
    fn every_kind_of_question_is_read_as_it_was_written() {
        let asked = || Probe { how: Believed::Answered, ..Probe::unanswered(4, Seat::new(2), Checkpoint::Speech, 9) };
        let ballot = |vote| Some(StrawBallot { vote });
        let report = SelfReport { intent: Intent::Distortion, lie: true, confidence: 0.25 };
        for (probe, part) in [
            (Probe { answer: Some(Belief { suspected: Some(0.5), ..Belief::default() }), ..asked() }, json!(null)),
            (Probe { asks: Asks::Poll, ballot: ballot(Some(Seat::new(3))), ..asked() }, json!("poll")),
            (Probe { asks: Asks::Poll, ballot: ballot(None), ..asked() }, json!("poll")),
            (Probe { asks: Asks::Report, report: Some(report), ..asked() }, json!("report")),
            (Probe { asks: Asks::Doubt, doubt: Some(Doubt { p_lie: 0.25 }), ..asked() }, json!("doubt")),
        ] {
            let line = serde_json::to_value(&probe).unwrap();
            assert_eq!(line["asks"], part, "{line}");
            assert_eq!(serde_json::from_value::<Probe>(line).unwrap(), probe);
        }
        let other = Probe { asks: Asks::Poll, ..asked() };
        assert!(asked().asks_the_same(&Probe { repeat: 0, ..asked() }) && !asked().asks_the_same(&other));
        assert!(Intent::ALL.into_iter().all(|intent| Intent::from_id(intent.id()) == Some(intent)));
    }
}
