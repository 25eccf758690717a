//! What the hard facts say: the exact probability that a seat was dealt a wolf, or any card, given what one listener has
//! heard.
//!
//! Every deal of the deck is as likely as any other. The posterior of a listener is the share of deals in which
//! something holds, among those **under which he could have heard exactly what he heard**, whatever those who act in
//! secret did. It is hard evidence alone: nothing follows from what anybody says, from how anybody votes, or from how
//! likely a deed is. Whoever knows better than the posterior has read people; whoever knows worse was deceived.
//!
//! It is folded from the listener's own [`View`], and there is no other input.
//!
//! What counts:
//!
//! - one's own card, the pack, kin, lovers whose cards are shown, the centre as the thief saw it;
//! - looks (the seer's and others'), the fox's nose, graves, the little girl's peek, the victim shown to the witch;
//! - cards and camps shown to all, an idiot's turned card, a duel, an explosion, the elder whom the village killed;
//! - who is found dead at dawn, where the pack spares its own: without poison none of the pack's, with poison not all;
//! - that the game goes on: with a living wolf, and before the wolves' condition is met.
//!
//! What counts for nothing, though rules might force something, since it is uncertain or would need more than one seat
//! at a time: that somebody did *not* act (an idiot who did not turn his card, a hunter who did not shoot, an offer that
//! passed), that nobody died in a night, the bear's growl, marks and charms, and the game's going on between an exile
//! and the next nightfall. On boards with roles that change, hide or exchange cards, with event cards or with houses,
//! the facts that these touch count for nothing either (`board.rs` names them); one's own card and the deck always do.

mod board;
mod count;
mod evidence;
mod roles;

use board::Meaning;
use count::Count;
use evidence::Evidence;
use lycaon_rules::{RoleId, Seat, View};

/// The posterior of one listener at one moment.
pub struct Posterior {
    count: Count,
    seats: usize,
}

impl Posterior {
    /// The posterior of whoever has this view: a seat, or with the public's view what everybody knows.
    ///
    /// `None` where there is none: a thief's two cards were drawn from the box and nobody knows which cards are dealt.
    #[must_use]
    pub fn of(view: &View) -> Option<Posterior> {
        let meaning = Meaning::of(view.board())?;
        let count = Count::of(&Evidence::of(view, &meaning), &meaning.cards);
        // Facts that contradict each other cannot be heard in a game.
        (!count.is_none()).then(|| Posterior { count, seats: usize::from(view.board().seats) })
    }

    /// The probability, 0 to 1, that the seat was dealt a card of the wolves; exactly 0 or 1 where the rules force it.
    ///
    /// # Panics
    /// When there is no such seat.
    #[must_use]
    pub fn wolf(&self, seat: Seat) -> f64 {
        assert!(seat.index() < self.seats, "there is no seat {seat} at a table of {}", self.seats);
        self.count.wolf(seat.index())
    }

    /// The probability, 0 to 1, that the seat was dealt this card.
    ///
    /// # Panics
    /// When there is no such seat.
    #[must_use]
    pub fn role(&self, seat: Seat, role: RoleId) -> f64 {
        assert!(seat.index() < self.seats, "there is no seat {seat} at a table of {}", self.seats);
        self.count.role(seat.index(), role)
    }

    /// [`Posterior::wolf`] of each seat, in order.
    #[must_use]
    pub fn wolves(&self) -> Vec<f64> {
        Seat::all(self.seats).map(|seat| self.wolf(seat)).collect()
    }
}
