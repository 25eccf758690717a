//! The lines of a transcript.

use crate::audience;
use crate::call::Call;
use crate::decision::{Decision, DiceLine, SeatLineIn};
use crate::header::{FORMAT, Header, HeaderLine};
use crate::probe::Probe;
use crate::totals::Totals;
use lycaon_rules::{Answer, Audience, Event, Fact, Outcome, Party, Phase, Reason, RoleId, Seat, Seats};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A line of a transcript, read.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// The first line.
    Header(Box<Header>),
    /// Something happened.
    Event(Event),
    /// A seat or the dice decided.
    Decision(Decision),
    /// A model was called.
    Call(CallLine),
    /// A seat was asked what it believes, outside of the game.
    Probe(Probe),
    /// A remark of the table.
    Note(Note),
    /// The end of the game.
    End(End),
    /// A kind of line that this version does not know, by its name. It is part of the chain and says nothing about
    /// the game.
    Other(String),
}

/// One call to a model, and the decision it was made for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct CallLine {
    /// The number of the decision.
    pub n: u32,
    /// Whose decision it was.
    pub seat: Seat,
    /// The call.
    #[serde(flatten)]
    pub call: Call,
}

/// The same, as it is written.
#[derive(Serialize)]
#[serde(tag = "t", rename = "call")]
pub(crate) struct CallLineRef<'a> {
    pub n: u32,
    pub seat: Seat,
    #[serde(flatten)]
    pub call: &'a Call,
}

/// What a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoteKind {
    /// An answer came after the table had stopped waiting; it did not count.
    LateAnswer,
    /// An agent left the table and is not asked again.
    AgentLeft,
    /// The recording stopped here and went on later.
    Resumed,
    /// Something a reader of this game should know.
    Warning,
}

/// A remark of the table. Nothing in the game depends on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename = "note")]
pub struct Note {
    /// What it is about.
    pub kind: NoteKind,
    /// The number of the decision it concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<u32>,
    /// The seat it concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// In words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The answer it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
}

impl Note {
    /// A note without decision, seat or answer.
    #[must_use]
    pub fn new(kind: NoteKind, text: impl Into<String>) -> Self {
        Note { kind, n: None, seat: None, text: text.into(), answer: None }
    }
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename = "end")]
pub struct End {
    /// Who won; empty if nobody did.
    pub winners: Vec<Party>,
    /// Every seat that won, dead or alive.
    pub winning_seats: Seats,
    /// Why the game ended.
    pub reason: Reason,
    /// The day on which it ended, from 1; 0 if before the first day.
    pub days: u16,
    /// Everybody's last card.
    pub roles: BTreeMap<Seat, RoleId>,
    /// What the game took.
    pub totals: Totals,
}

impl End {
    /// The end of a game with this outcome.
    #[must_use]
    pub fn new(outcome: &Outcome, totals: Totals) -> Self {
        End {
            winners: outcome.winners.clone(),
            winning_seats: outcome.seats,
            reason: outcome.reason,
            days: outcome.days,
            roles: Seat::all(outcome.roles.len()).zip(outcome.roles.iter().copied()).collect(),
            totals,
        }
    }
}

/// An event as it stands in the file.
#[derive(Serialize, Deserialize)]
#[serde(tag = "t", rename = "event")]
pub(crate) struct EventLine<'a> {
    n: u32,
    day: u16,
    phase: Phase,
    #[serde(with = "audience")]
    audience: Audience,
    fact: Cow<'a, Fact>,
}

impl<'a> From<&'a Event> for EventLine<'a> {
    fn from(event: &'a Event) -> Self {
        let Event { n, day, phase, audience, ref fact } = *event;
        EventLine { n, day, phase, audience, fact: Cow::Borrowed(fact) }
    }
}

impl From<EventLine<'_>> for Event {
    fn from(line: EventLine<'_>) -> Self {
        let EventLine { n, day, phase, audience, fact } = line;
        Event { n, day, phase, audience, fact: fact.into_owned() }
    }
}

/// What every line has.
#[derive(Deserialize)]
pub(crate) struct Envelope<'a> {
    #[serde(borrow)]
    pub t: Cow<'a, str>,
    #[serde(borrow)]
    pub prev: Cow<'a, str>,
    #[serde(default)]
    dice: Option<IgnoredAny>,
    #[serde(default)]
    format: Option<u32>,
}

/// Why a line could not be read.
#[derive(Debug)]
pub(crate) struct Unreadable {
    /// In words, without place.
    pub what: String,
    /// The column, from 1, where it is known.
    pub column: Option<usize>,
    /// Whether the text ends before the value does.
    pub ends_early: bool,
}

impl From<String> for Unreadable {
    fn from(what: String) -> Self {
        Unreadable { what, column: None, ends_early: false }
    }
}

impl From<serde_json::Error> for Unreadable {
    fn from(error: serde_json::Error) -> Self {
        let mut what = error.to_string();
        if let Some(place) = what.rfind(" at line ") {
            what.truncate(place);
        }
        let column = Some(error.column()).filter(|column| *column > 0);
        Unreadable { what, column, ends_early: error.is_eof() }
    }
}

impl Line {
    /// Reads the text of a line; gives back the line and the `prev` it holds.
    pub(crate) fn parse(bytes: &[u8]) -> Result<(Line, Cow<'_, str>), Unreadable> {
        let text = std::str::from_utf8(bytes).map_err(|error| Unreadable {
            what: "is not UTF-8".into(),
            column: Some(error.valid_up_to() + 1),
            ends_early: error.error_len().is_none(),
        })?;
        let Envelope { t, prev, dice, format } = serde_json::from_str(text)?;
        let line = match &*t {
            "header" => Line::Header(Box::new(header(text, format)?)),
            "event" => Line::Event(serde_json::from_str::<EventLine<'_>>(text)?.into()),
            "decision" if dice.is_some() => {
                Line::Decision(Decision::Dice(serde_json::from_str::<DiceLine>(text)?.into()))
            }
            "decision" => Line::Decision(Decision::Seat(serde_json::from_str::<SeatLineIn>(text)?.into())),
            "call" => Line::Call(serde_json::from_str(text)?),
            "probe" => Line::Probe(serde_json::from_str(text)?),
            "note" => Line::Note(serde_json::from_str(text)?),
            "end" => Line::End(serde_json::from_str(text)?),
            _ => Line::Other(t.into_owned()),
        };
        Ok((line, prev))
    }
}

fn header(text: &str, format: Option<u32>) -> Result<Header, Unreadable> {
    match format {
        Some(FORMAT) => Ok(Header::try_from(serde_json::from_str::<HeaderLine<'_>>(text)?)?),
        Some(other) => {
            Err(format!("has format {other}, and this program reads format {FORMAT}; use a newer one").into())
        }
        None => Err("has no key `format`; is it a transcript of lycaon?".to_owned().into()),
    }
}
