//! The whole game, for the eyes of a person who has left it.

use lycaon_rules::{Board, Event, Listener, Seat, View};
use std::sync::Arc;

/// Follows a game as the moderator hears it, beside what one seat hears, and opens once that seat has left for good. It
/// belongs to a terminal: no agent is given any of it, and nothing of it is asked, answered or recorded.
#[derive(Clone, Debug)]
pub struct Gallery {
    all: View,
    seat: View,
    open: bool,
}

impl Gallery {
    /// One for the person in this seat, closed.
    #[must_use]
    pub fn new(seat: Seat, board: Arc<Board>) -> Self {
        let [all, seat] = [Listener::Moderator, Listener::Seat(seat)].map(|of| View::new(of, board.clone()));
        Gallery { all, seat, open: false }
    }

    /// Hears what happens.
    pub fn hear(&mut self, event: &Event) {
        self.all.hear(event);
        self.open |= self.seat.hear(event) && self.seat.has_left();
    }

    /// Whose it is.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.seat.seat()
    }

    /// All that happened, once the seat has left.
    #[must_use]
    pub fn view(&self) -> Option<&View> {
        self.open.then_some(&self.all)
    }
}
