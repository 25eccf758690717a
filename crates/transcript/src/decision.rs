//! Decisions: what a seat was asked and chose, or how the dice fell.

use lycaon_rules::{Answer, Ask, Choice, Menu, Purpose, Request, Roll, Seat, Seats, Source, Speech};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What was asked.
    pub ask: Ask,
    /// Which power or office asked.
    pub from: Source,
    /// Every legal answer.
    pub menu: Menu,
}

impl Asked {
    /// Whether this is the record of that request.
    #[must_use]
    pub fn is(&self, request: &Request) -> bool {
        self.ask == request.ask && self.from == request.from && self.menu == request.menu
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
}

impl How {
    /// Whether the request's fallback was taken for the answer.
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
}

impl Taken {
    /// A script's answer: at once, at the first attempt.
    #[must_use]
    pub fn scripted() -> Self {
        Taken { how: How::Scripted, attempts: 1, elapsed_ms: 0 }
    }
}

/// A seat's decision as it stands in the file.
#[derive(Serialize)]
#[serde(tag = "t", rename = "decision")]
pub(crate) struct SeatLine<'a> {
    pub n: u32,
    pub seat: Seat,
    pub request: AskedLine<'a>,
    #[serde(flatten)]
    pub answer: &'a Answer,
    #[serde(flatten)]
    pub taken: Taken,
}

/// A request as it stands in the file.
#[derive(Serialize)]
pub(crate) struct AskedLine<'a> {
    #[serde(flatten)]
    pub ask: Ask,
    pub from: Source,
    #[serde(serialize_with = "write_menu")]
    pub options: &'a Menu,
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
    request: AskedIn,
    choice: Choice,
    #[serde(default)]
    speech: Option<Speech>,
    how: How,
    attempts: u32,
    elapsed_ms: u64,
}

#[derive(Deserialize)]
struct AskedIn {
    #[serde(flatten)]
    ask: Ask,
    from: Source,
    #[serde(deserialize_with = "read_menu")]
    options: Menu,
}

impl From<SeatLineIn> for SeatDecision {
    fn from(line: SeatLineIn) -> Self {
        let AskedIn { ask, from, options } = line.request;
        SeatDecision {
            n: line.n,
            seat: line.seat,
            request: Asked { ask, from, menu: options },
            answer: Answer { choice: line.choice, speech: line.speech },
            taken: Taken { how: line.how, attempts: line.attempts, elapsed_ms: line.elapsed_ms },
        }
    }
}

/// A menu in short: a list of choices, or the bounds of a set, or the length of a speech.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Options {
    Subset { of: Seats, min: u8, max: u8 },
    Talk { limit: u16 },
}

fn write_menu<S: Serializer>(menu: &&Menu, serializer: S) -> Result<S::Ok, S::Error> {
    match menu {
        Menu::OneOf { choices } => choices.serialize(serializer),
        Menu::Subset { of, min, max } => Options::Subset { of: *of, min: *min, max: *max }.serialize(serializer),
        Menu::Talk { limit } => Options::Talk { limit: *limit }.serialize(serializer),
    }
}

fn read_menu<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Menu, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a list of choices, {of, min, max} or {limit}")]
    enum Either {
        OneOf(Vec<Choice>),
        Other(Options),
    }
    Ok(match Either::deserialize(deserializer)? {
        Either::OneOf(choices) => Menu::OneOf { choices },
        Either::Other(Options::Subset { of, min, max }) => Menu::Subset { of, min, max },
        Either::Other(Options::Talk { limit }) => Menu::Talk { limit },
    })
}
