//! What happens, and who may hear of it.

mod causes;
mod fact;

use crate::seat::{Seat, Seats};
use serde::{Deserialize, Serialize};

pub use causes::{Cause, Manner, Sight, Ward};
pub use fact::Fact;

/// Who hears an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Everybody, spectators included.
    Everyone,
    /// These seats.
    Only(Seats),
    /// No seat: the record only.
    Moderator,
}

impl Audience {
    /// Only this seat.
    #[must_use]
    pub fn one(seat: Seat) -> Self {
        Audience::Only(Seats::one(seat))
    }

    /// Whether this seat hears it.
    #[must_use]
    pub fn reaches(self, seat: Seat) -> bool {
        match self {
            Audience::Everyone => true,
            Audience::Only(seats) => seats.has(seat),
            Audience::Moderator => false,
        }
    }

    fn width(self) -> Ceiling {
        match self {
            Audience::Moderator => Ceiling::Moderator,
            Audience::Only(seats) if seats.len() <= 1 => Ceiling::One,
            Audience::Only(_) => Ceiling::Some,
            Audience::Everyone => Ceiling::All,
        }
    }
}

/// The widest audience a fact may ever have, narrowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ceiling {
    /// The record only.
    Moderator,
    /// One seat.
    One,
    /// Several seats.
    Some,
    /// Everybody.
    All,
}

/// The part of the game in which an event falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Before the first night or day.
    Setup,
    /// A night.
    Night,
    /// A day.
    Day,
    /// After the end.
    End,
}

/// One entry of the record: a fact, its audience and its moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Position in the record, from 0. Never shown to a seat, which counts only what it hears.
    pub n: u32,
    /// The day, or the number of the night before it; 0 during setup.
    pub day: u16,
    /// The part of the game.
    pub phase: Phase,
    /// Who hears it.
    pub audience: Audience,
    /// What happened.
    pub fact: Fact,
}

impl Event {
    /// The event as this listener hears it, if it does; `n` is the listener's own count.
    #[must_use]
    pub fn heard_by(&self, listener: Listener, n: u32) -> Option<SeatEvent> {
        let private = match (self.audience, listener) {
            (Audience::Everyone, _) => false,
            (audience, Listener::Seat(seat)) if audience.reaches(seat) => true,
            (_, Listener::Seat(_) | Listener::Public) => return None,
            (_, Listener::Moderator) => true,
        };
        let shared = matches!(self.audience, Audience::Only(seats) if seats.len() > 1);
        let to = match (self.audience, listener) {
            (Audience::Only(seats), Listener::Moderator) => seats,
            _ => Seats::NONE,
        };
        Some(SeatEvent { n, day: self.day, phase: self.phase, private, shared, to, fact: self.fact.clone() })
    }
}

/// A point of view on the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Listener {
    /// What everybody hears.
    Public,
    /// What this seat hears.
    Seat(Seat),
    /// Everything.
    Moderator,
}

/// An event as one listener hears it, counted from 0 in his own stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatEvent {
    /// Position in the listener's stream.
    pub n: u32,
    /// As in [`Event`].
    pub day: u16,
    /// As in [`Event`].
    pub phase: Phase,
    /// Whether others may not have heard it.
    pub private: bool,
    /// Whether it is private to several seats, such as the pack.
    pub shared: bool,
    /// Which seats heard a private event. For the moderator alone, who must know whose card or choice it tells of;
    /// empty in every other stream, and for what all heard or only the record holds.
    #[serde(default, skip_serializing_if = "none")]
    pub to: Seats,
    /// What happened.
    pub fact: Fact,
}

fn none(seats: &Seats) -> bool {
    seats.is_empty()
}
