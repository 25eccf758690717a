//! Who is asked, between two speeches, whether he breaks in.

use lycaon_narrator::Interrupts;
use lycaon_rules::{Ask, Request, Seat, Seats, Window};

/// What the table remembers for it. Nobody else is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hands {
    /// Who last said that he need not be asked.
    pub lowered: Seats,
    /// Who had the last turn to speak.
    pub spoke: Option<Seat>,
}

impl Hands {
    /// Whether this seat lets the offer pass without being asked. Offers of other moments are always put: they come
    /// once.
    pub(crate) fn pass(&self, interrupts: Interrupts, request: &Request) -> bool {
        let Ask::Offer { window: Window::Floor | Window::Hustings } = request.ask else { return false };
        match interrupts {
            Interrupts::EveryHandover => false,
            Interrupts::Raised => self.lowered.has(request.seat),
            Interrupts::OwnTurn => self.spoke != Some(request.seat),
        }
    }

    /// Takes note of an answer.
    pub(crate) fn after(&mut self, request: &Request, raise: Option<bool>) {
        match raise {
            Some(true) => self.lowered = self.lowered.without(request.seat),
            Some(false) => self.lowered.insert(request.seat),
            None => {}
        }
        if matches!(request.ask, Ask::Speak { .. }) {
            self.spoke = Some(request.seat);
        }
    }
}
