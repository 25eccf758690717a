//! Questions to a seat and what may be answered.

mod menu;
mod speech;

use crate::events::EventId;
use crate::marks::Kind as MarkKind;
use crate::roles::RoleId;
use crate::seat::{Seat, Seats};
use crate::village::Building;
use serde::{Deserialize, Serialize};

pub use menu::{Choice, Menu};
pub(crate) use menu::{binomial, nth_subset};
pub use speech::{Claim, Speech, Taboo};

/// What a seat is asked to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ask {
    /// The night's power of a role.
    Night {
        /// The role whose power it is.
        role: RoleId,
    },
    /// A further question of a night's power, once the first was answered.
    Further {
        /// The role whose power it is.
        role: RoleId,
        /// Whom it is about, where it is about somebody.
        of: Option<Seat>,
    },
    /// The pack's choice of a victim; each round the wolves see what the others pointed at.
    Hunt {
        /// The round of pointing, from 1.
        round: u8,
    },
    /// Whether the pack takes the little girl it caught instead of its victim.
    Substitute {
        /// The girl.
        girl: Seat,
    },
    /// A dying player's shot.
    Shot,
    /// The dying scapegoat names who may vote on the next day.
    Ban,
    /// A dying sheriff's badge.
    Badge,
    /// Last words.
    Words,
    /// A speech in turn.
    Speak {
        /// What the speech is for.
        floor: FloorKind,
    },
    /// How much the seat wants the floor next, in a free discussion.
    Bid,
    /// A ballot.
    Ballot {
        /// What is voted on.
        about: About,
        /// The round, from 1.
        round: u8,
    },
    /// Whether to raise a hand against this candidate.
    Hand {
        /// The candidate.
        candidate: Seat,
    },
    /// Whether to stand for sheriff.
    Stand,
    /// Whether a candidate withdraws after the speeches.
    Withdraw,
    /// Whether the elected refuses the office.
    Refuse,
    /// The sheriff breaks a tie.
    BreakTie {
        /// The tied.
        tied: Seats,
    },
    /// The sheriff picks the direction of the speeches.
    Order,
    /// Whether an idiot about to be exiled shows his card.
    Flip,
    /// The bailiff gives a dead player's building away.
    Deed {
        /// The building.
        building: Building,
        /// Whose it was.
        of: Seat,
    },
    /// A question of an event card.
    Event {
        /// The card.
        event: EventId,
        /// Which of its questions, from 1; 0, whether it is played at all.
        part: u8,
        /// Whom it is about, where it is about somebody.
        of: Option<Seat>,
    },
    /// An offer to act at a moment of the day; `Pass` declines.
    Offer {
        /// The moment.
        window: Window,
    },
}

impl Ask {
    /// Whether this kind may be put to a dead seat. All others are for those who are present.
    #[must_use]
    pub fn reaches_the_dead(self) -> bool {
        match self {
            Ask::Shot | Ask::Ban | Ask::Badge | Ask::Words => true,
            Ask::Event { event, part, .. } => event.info().asks_the_dead.contains(&part),
            _ => false,
        }
    }

    /// Whether the answer to it is a speech that all may hear.
    #[must_use]
    pub fn is_speech(self) -> bool {
        matches!(self, Ask::Speak { .. } | Ask::Words)
    }
}

/// What a vote is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// Who is exiled.
    Exile,
    /// Who becomes sheriff.
    Sheriff,
    /// Who is accused: all who are accused most leave the game, and no office weighs.
    Accusation,
    /// Who becomes the executioner.
    Executioner,
}

impl About {
    /// Whether whoever has most ballots leaves the game.
    #[must_use]
    pub fn condemns(self) -> bool {
        matches!(self, About::Exile | About::Accusation)
    }
}

/// What a round of speeches is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FloorKind {
    /// The day's discussion.
    Day,
    /// The candidates for sheriff.
    Hustings,
    /// The tied, before the next ballot (PK).
    Defence,
    /// A word out of turn.
    Interjection,
    /// The day's discussion as one round in turn, in which nobody breaks in.
    Round,
    /// A discussion in which nobody sees who speaks.
    Masked,
}

/// A moment of the day at which somebody may act out of turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    /// Before each speech of the candidates for sheriff, and after the last.
    Hustings,
    /// Before each speech of the day, and after the last.
    Floor,
    /// In the morning, after the dead were announced and before the speeches.
    Morning,
    /// After the ballots of the day's first exile vote were opened, before they count.
    Tallied,
    /// After a player was voted out, before his card is shown.
    Unmasking {
        /// The player.
        seat: Seat,
    },
}

/// A direction round the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Upwards by number.
    Clockwise,
    /// Downwards by number.
    CounterClockwise,
}

/// Where a question comes from: the house, a card or a mark on the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", from = "Written")]
pub enum Source {
    /// The rules of the house: discussion, votes, last words.
    House,
    /// The power of one's own card.
    Role(RoleId),
    /// The power of another card, lent for a while.
    Borrowed(RoleId),
    /// One use of the power of another card.
    Gift(RoleId),
    /// Something that lies on the seat, such as the sheriff's badge.
    Mark(MarkKind),
    /// An event card in force.
    Event(EventId),
}

/// A source as it may stand in a transcript: the two marks that could ask anything once had names of their own.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Written {
    House,
    Role(RoleId),
    Borrowed(RoleId),
    Gift(RoleId),
    Mark(MarkKind),
    Event(EventId),
    Sheriff,
    ShownIdiot,
}

impl From<Written> for Source {
    fn from(written: Written) -> Self {
        match written {
            Written::House => Source::House,
            Written::Role(role) => Source::Role(role),
            Written::Borrowed(role) => Source::Borrowed(role),
            Written::Gift(role) => Source::Gift(role),
            Written::Mark(kind) => Source::Mark(kind),
            Written::Event(event) => Source::Event(event),
            Written::Sheriff => Source::Mark(MarkKind::Sheriff),
            Written::ShownIdiot => Source::Mark(MarkKind::Flipped),
        }
    }
}

/// What is taken for an answer when a seat gives none that is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fallback", rename_all = "snake_case")]
pub enum Fallback {
    /// This choice.
    Choice {
        /// Which.
        choice: Choice,
    },
    /// A legal choice drawn by lot, where the rules let nobody decline.
    Lot,
}

/// A question to one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Who is asked.
    pub seat: Seat,
    /// What is asked.
    pub ask: Ask,
    /// Every legal answer.
    pub menu: Menu,
    /// What counts as the answer if none comes.
    pub fallback: Fallback,
    /// Which power or office asks.
    pub from: Source,
    /// Whether words may go with the choice, heard by those who hear the choice (the pack's chat).
    pub chat: bool,
}

/// An answer to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The decision.
    pub choice: Choice,
    /// Words, where the request is for words or lets them go with the choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speech: Option<Speech>,
}

impl From<Choice> for Answer {
    fn from(choice: Choice) -> Self {
        Answer { choice, speech: None }
    }
}

impl Answer {
    /// A speech without claims.
    #[must_use]
    pub fn say(text: impl Into<String>) -> Self {
        Answer { choice: Choice::Say, speech: Some(Speech { text: text.into(), ..Speech::default() }) }
    }
}

/// Why an answer was not accepted. The request stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The batch has no request at this position.
    #[error("there is no open request at position {0}")]
    NoSuchRequest(usize),
    /// The request has been answered.
    #[error("seat {0} has answered this request already")]
    Answered(Seat),
    /// The choice is not on the menu.
    #[error("{choice:?} is not a legal answer of seat {seat} to {ask:?}")]
    Illegal {
        /// Who answered.
        seat: Seat,
        /// What was asked.
        ask: Ask,
        /// What was chosen.
        choice: Choice,
    },
    /// The game waits for a roll of the dice, or is over, or waits for seats and was given a roll.
    #[error("the game does not wait for this: {0}")]
    NotNow(&'static str),
}
