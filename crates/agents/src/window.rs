//! How long an answer can be taken back.

use lycaon_rules::{Seat, Seats};
use std::sync::Arc;
use tokio::sync::watch;

/// The time in which a seat may take its answer back: while others who were asked at the same time still think. An
/// agent that lets its player change his mind keeps the answer to itself until the window has closed. Clones are the
/// same window.
#[derive(Clone, Debug)]
pub struct Window {
    seat: Seat,
    thinking: Thinking,
}

/// Who of those that were asked at once still thinks. Once nobody does, nobody can begin again.
#[derive(Clone, Debug)]
pub struct Thinking(Arc<watch::Sender<Seats>>);

impl Thinking {
    /// These seats were asked.
    #[must_use]
    pub fn of(seats: Seats) -> Self {
        Thinking(Arc::new(watch::Sender::new(seats)))
    }

    /// This seat has its decision.
    pub fn done(&self, seat: Seat) {
        self.0.send_if_modified(|seats| {
            let was = seats.has(seat);
            seats.remove(seat);
            was
        });
    }

    /// The window in which this seat may change its mind.
    #[must_use]
    pub fn window(&self, seat: Seat) -> Window {
        Window { seat, thinking: self.clone() }
    }
}

impl Window {
    /// The seat has chosen, and may still take it back if this is true: others think.
    #[must_use]
    pub fn choose(&self) -> bool {
        self.thinking.done(self.seat);
        !self.is_closed()
    }

    /// The seat thinks again. False if it is too late.
    #[must_use]
    pub fn take_back(&self) -> bool {
        self.thinking.0.send_if_modified(|seats| {
            let open = !seats.is_empty();
            if open {
                seats.insert(self.seat);
            }
            open
        })
    }

    /// Whether nobody thinks any more.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.thinking.0.borrow().is_empty()
    }

    /// Comes back once nobody thinks any more.
    pub async fn closed(&self) {
        // The sender lives as long as `self`, so waiting cannot fail.
        let _ = self.thinking.0.subscribe().wait_for(|seats| seats.is_empty()).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_answer_can_be_taken_back_until_the_last_has_chosen() {
        let [one, two, three] = [1, 2, 3].map(Seat::new);
        let thinking = Thinking::of(Seats::one(one).with(two).with(three));
        let [mine, other] = [one, two].map(|seat| thinking.window(seat));
        assert!(mine.choose() && other.choose(), "seat 3 thinks");
        assert!(mine.take_back());
        thinking.done(three);
        assert!(!mine.choose(), "the last to choose closes it");
        assert!(other.is_closed() && !other.take_back() && !mine.take_back());
        other.closed().await;
    }
}
