//! Draws by lot: the seeded dice of the rules, one stream for each seat.

use lycaon_rules::{Dice, Seat, Seats};

/// A stream of draws.
#[derive(Clone, Debug)]
pub(super) struct Lots {
    dice: Dice,
    stream: String,
}

impl Lots {
    /// The named stream of a game's seed.
    pub(super) fn new(seed: u64, stream: impl Into<String>) -> Self {
        Lots { dice: Dice::new(seed), stream: stream.into() }
    }

    /// The stream of a seat.
    pub(super) fn of_seat(seed: u64, seat: Seat) -> Self {
        Lots::new(seed, format!("answers of seat {seat}"))
    }

    /// A number from 0 to `bound - 1`, uniform. A bound of 1 draws nothing.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        if bound == 1 { 0 } else { self.dice.below(&self.stream, bound) }
    }

    /// True in `hits` of 100 draws.
    pub(super) fn percent(&mut self, hits: u64) -> bool {
        self.below(100) < hits
    }

    /// One of these, uniform; `None` if there are none.
    pub(super) fn one_of<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| items[self.below(items.len() as u64) as usize])
    }

    /// One of these seats, uniform; `None` if there are none.
    pub(super) fn seat(&mut self, seats: Seats) -> Option<Seat> {
        if seats.is_empty() { None } else { seats.iter().nth(self.below(seats.len() as u64) as usize) }
    }
}
