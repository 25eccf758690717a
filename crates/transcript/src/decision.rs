//! Decisions: what a seat was asked and chose, or how the dice fell.

use crate::legal::Legal;
use lycaon_rules::{Answer, Ask, Choice, Purpose, Request, Roll, Seat, Source, Speech};
use serde::{Deserialize, Serialize};

/// One decision. With the header, the decisions of a game reproduce every event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A seat answered, or something was taken for its answer.
    Seat(SeatDecision),
    /// The dice were rolled.
    Dice(DiceDecision),
}

impl Decision {
    /// Its number: all decisions of a game are counted from 0, those asked at once in the order of their batch.
    #[must_use]
    pub fn n(&self) -> u32 {
        match self {
            Decision::Seat(decision) => decision.n,
            Decision::Dice(decision) => decision.n,
        }
    }
}

/// A seat's decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatDecision {
    /// Its number.
    pub n: u32,
    /// Whose it is.
    pub seat: Seat,
    /// What was asked.
    pub request: Asked,
    /// What was taken for the answer.
    pub answer: Answer,
    /// How it came about.
    pub taken: Taken,
}

/// A roll of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceDecision {
    /// Its number.
    pub n: u32,
    /// What was rolled.
    pub roll: Roll,
    /// The result, from 1 to `roll.sides`.
    pub result: u16,
}

/// A request as it is recorded: the kind of question and every legal answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// What was asked.
    #[serde(flatten)]
    pub ask: Ask,
    /// Which power or office asked.
    pub from: Source,
    /// Every legal answer.
    pub options: Box<Legal>,
}

impl Asked {
    /// The record of a request.
    #[must_use]
    pub fn of(request: &Request) -> Self {
        Asked { ask: request.ask, from: request.from, options: Box::new(Legal::of(&request.menu)) }
    }

    /// Whether this is the record of that request.
    #[must_use]
    pub fn is(&self, request: &Request) -> bool {
        *self == Asked::of(request)
    }
}

/// How an answer came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// An agent answered.
    Answered,
    /// No answer came in time; the request's fallback counts.
    TimedOut,
    /// No legal answer came in any attempt; the fallback counts.
    Invalid,
    /// The agent could not be reached, or broke; the fallback counts.
    Failed,
    /// A person answered.
    Human,
    /// A script answered.
    Scripted,
    /// The seat let an offer pass without being asked, because it had not raised its hand.
    Unraised,
}

impl How {
    /// Whether the request's fallback was taken for the answer, because the seat was asked and gave none.
    #[must_use]
    pub fn is_fallback(self) -> bool {
        matches!(self, How::TimedOut | How::Invalid | How::Failed)
    }
}

/// The circumstances of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// How it came about.
    pub how: How,
    /// How often the seat was asked.
    pub attempts: u32,
    /// How long it took, in milliseconds.
    pub elapsed_ms: u64,
    /// What the seat said beside the answer: whether it wants to be asked, before each speech, whether it breaks in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raise: Option<bool>,
}

impl Taken {
    /// A script's answer: at once, at the first attempt.
    #[must_use]
    pub fn scripted() -> Self {
        Taken { how: How::Scripted, attempts: 1, elapsed_ms: 0, raise: None }
    }
}

/// A seat's decision as it stands in the file.
#[derive(Serialize)]
#[serde(tag = "t", rename = "decision")]
pub(crate) struct SeatLine<'a> {
    pub n: u32,
    pub seat: Seat,
    pub request: &'a Asked,
    #[serde(flatten)]
    pub answer: &'a Answer,
    #[serde(flatten)]
    pub taken: Taken,
}

/// A roll as it stands in the file.
#[derive(Serialize, Deserialize)]
#[serde(tag = "t", rename = "decision")]
pub(crate) struct DiceLine {
    pub n: u32,
    pub dice: Purpose,
    pub sides: u16,
    pub result: u16,
}

impl From<DiceLine> for DiceDecision {
    fn from(line: DiceLine) -> Self {
        DiceDecision { n: line.n, roll: Roll { purpose: line.dice, sides: line.sides }, result: line.result }
    }
}

/// What is read of a seat's decision.
#[derive(Deserialize)]
pub(crate) struct SeatLineIn {
    n: u32,
    seat: Seat,
    request: Asked,
    choice: Choice,
    #[serde(default)]
    speech: Option<Speech>,
    how: How,
    attempts: u32,
    elapsed_ms: u64,
    #[serde(default)]
    raise: Option<bool>,
}

impl From<SeatLineIn> for SeatDecision {
    fn from(line: SeatLineIn) -> Self {
        SeatDecision {
            n: line.n,
            seat: line.seat,
            request: line.request,
            answer: Answer { choice: line.choice, speech: line.speech },
            taken: Taken { how: line.how, attempts: line.attempts, elapsed_ms: line.elapsed_ms, raise: line.raise },
        }
    }
}
