//! A listener's view: the fold over the events addressed to him, and nothing else.

use crate::deck::Board;
use crate::event::{Event, Fact, Listener, Phase, SeatEvent};
use crate::events::{Back, LEAVES};
use crate::roles::RoleId;
use crate::seat::{Seat, Seats};
use std::sync::Arc;

/// Everything one listener knows: the board, which is public, and what he has heard so far, in his own count.
/// Agents, prompts and screens are given views; there is no way from a view to the state of the game.
#[derive(Clone, Debug)]
pub struct View {
    listener: Listener,
    board: Arc<Board>,
    heard: Vec<SeatEvent>,
    living: Seats,
    sheriff: Option<Seat>,
    card: Option<RoleId>,
    pack: Seats,
    lovers: Seats,
    /// Whom a card has sent away from the table.
    away: Seats,
    /// Those of them who are not back before the day breaks.
    overnight: Seats,
}

impl View {
    /// A view that has heard nothing yet.
    #[must_use]
    pub fn new(listener: Listener, board: Arc<Board>) -> Self {
        let living = Seats::all(usize::from(board.seats));
        View {
            listener,
            board,
            heard: Vec::new(),
            living,
            sheriff: None,
            card: None,
            pack: Seats::NONE,
            lovers: Seats::NONE,
            away: Seats::NONE,
            overnight: Seats::NONE,
        }
    }

    /// Hears an event, if it is addressed to this listener; tells whether it was.
    pub fn hear(&mut self, event: &Event) -> bool {
        event.heard_by(self.listener, self.heard.len() as u32).is_some_and(|heard| self.follow(heard))
    }

    /// Hears what the same listener has heard elsewhere, if it is the next event of his stream; tells whether it was.
    pub fn follow(&mut self, heard: SeatEvent) -> bool {
        if heard.n as usize != self.heard.len() {
            return false;
        }
        match &heard.fact {
            Fact::Died { seats, .. } => self.living = self.living.minus(*seats),
            Fact::Returned { seat } => self.living.insert(*seat),
            Fact::Elected { seat } => self.sheriff = Some(*seat),
            Fact::Badge { to, .. } => self.sheriff = *to,
            Fact::BadgeVoid { .. } => self.sheriff = None,
            Fact::SecretBadge { seat } => self.sheriff = self.sheriff.or(Some(*seat)),
            Fact::Card { role } | Fact::Became { role } => self.card = Some(*role),
            Fact::Pack { wolves } | Fact::Wolves { seats: wolves } => self.pack = self.pack.or(*wolves),
            Fact::Lovers { seats, .. } => self.lovers = *seats,
            Fact::Happened { event, part: LEAVES, seats, .. } => {
                if let Some(back) = event.info().sends_away {
                    self.away = self.away.or(*seats);
                    if back == Back::AtDawn {
                        self.overnight = self.overnight.or(*seats);
                    }
                }
            }
            Fact::NightFell { .. } => self.away = self.overnight,
            Fact::DayBroke { .. } => (self.away, self.overnight) = (Seats::NONE, Seats::NONE),
            _ => {}
        }
        self.heard.push(heard);
        true
    }

    /// Whose view this is.
    #[must_use]
    pub fn listener(&self) -> Listener {
        self.listener
    }

    /// The seat whose view this is, if it is a seat's.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        match self.listener {
            Listener::Seat(seat) => Some(seat),
            Listener::Public | Listener::Moderator => None,
        }
    }

    /// The deck and the house rules.
    #[must_use]
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// All that was heard, oldest first.
    #[must_use]
    pub fn heard(&self) -> &[SeatEvent] {
        &self.heard
    }

    /// Who is alive as far as this listener knows.
    #[must_use]
    pub fn living(&self) -> Seats {
        self.living
    }

    /// Which of the living an event card has sent away from the table: they neither speak nor vote, and nobody votes
    /// against them.
    #[must_use]
    pub fn away(&self) -> Seats {
        self.away.and(self.living)
    }

    /// Who holds the badge, as far as this listener knows.
    #[must_use]
    pub fn sheriff(&self) -> Option<Seat> {
        self.sheriff
    }

    /// The listener's own card.
    #[must_use]
    pub fn card(&self) -> Option<RoleId> {
        self.card
    }

    /// The wolves this listener was told of, as one of the pack or as a wolf apart who knows it; empty for everybody
    /// else.
    #[must_use]
    pub fn pack(&self) -> Seats {
        self.pack
    }

    /// Whether the seat has left the game for good and is not asked anything any more: everybody knows that it is dead, a
    /// night has fallen since, so that all is done that its death set off, and nothing in the game
    /// [reaches the dead](Board::reaches_the_dead).
    #[must_use]
    pub fn has_left(&self) -> bool {
        let Some(seat) = self.seat() else { return false };
        if self.living.has(seat) || self.board.reaches_the_dead() {
            return false;
        }
        let died = |event: &SeatEvent| matches!(event.fact, Fact::Died { seats, .. } if seats.has(seat));
        let fell = |event: &SeatEvent| matches!(event.fact, Fact::NightFell { .. });
        self.heard.iter().rposition(died).is_some_and(|died| self.heard[died..].iter().any(fell))
    }

    /// The two lovers, if the listener is one of them.
    #[must_use]
    pub fn lovers(&self) -> Seats {
        self.lovers
    }

    /// The day that is under way, or that follows the night under way; 0 before the first.
    #[must_use]
    pub fn day(&self) -> u16 {
        self.heard.last().map_or(0, |event| event.day)
    }

    /// The part of the game that is under way.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.heard.last().map_or(Phase::Setup, |event| event.phase)
    }
}
