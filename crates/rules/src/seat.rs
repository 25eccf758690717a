//! Seats and sets of seats.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The largest table the rules allow (000g: 8 to 18 players; smaller ones are for tests and research).
pub const SEATS_MAX: usize = 18;

/// A place at the table, numbered from 1 clockwise. It stays with the person for the whole game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number.
    ///
    /// # Panics
    /// When the number is not in `1..=18`; parse foreign input with [`Seat::try_from`].
    #[must_use]
    pub fn new(number: u8) -> Self {
        Self::try_from(number).expect("a seat number is between 1 and 18")
    }

    /// The number printed on the seat, from 1.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// The position in an array ordered by seat, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    /// All seats of a table of this size, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> {
        (1..=seats as u8).map(Seat)
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        if (1..=SEATS_MAX as u8).contains(&number) {
            Ok(Seat(number))
        } else {
            Err(format!("{number} is not a seat: seats are numbered 1 to {SEATS_MAX}"))
        }
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of seats. Iteration is always by seat number, so no order of insertion can leak.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Seat>", into = "Vec<Seat>")]
pub struct Seats(u32);

impl Seats {
    /// No seat.
    pub const NONE: Seats = Seats(0);

    /// Every seat of a table of this size.
    #[must_use]
    pub fn all(seats: usize) -> Self {
        Seats((1 << seats) - 1)
    }

    /// The set that holds this one seat.
    #[must_use]
    pub fn one(seat: Seat) -> Self {
        Seats(1 << seat.index())
    }

    /// Whether the seat is in the set.
    #[must_use]
    pub fn has(self, seat: Seat) -> bool {
        self.0 & (1 << seat.index()) != 0
    }

    /// How many seats are in the set.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set holds no seat.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds a seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Takes a seat out, if it was in.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    /// The set and this seat.
    #[must_use]
    pub fn with(self, seat: Seat) -> Self {
        Seats(self.0 | (1 << seat.index()))
    }

    /// The set without this seat.
    #[must_use]
    pub fn without(self, seat: Seat) -> Self {
        Seats(self.0 & !(1 << seat.index()))
    }

    /// Seats in both sets.
    #[must_use]
    pub fn and(self, other: Seats) -> Self {
        Seats(self.0 & other.0)
    }

    /// Seats in either set.
    #[must_use]
    pub fn or(self, other: Seats) -> Self {
        Seats(self.0 | other.0)
    }

    /// Seats of this set that are not in the other.
    #[must_use]
    pub fn minus(self, other: Seats) -> Self {
        Seats(self.0 & !other.0)
    }

    /// Whether every seat of this set is in the other.
    #[must_use]
    pub fn within(self, other: Seats) -> bool {
        self.minus(other).is_empty()
    }

    /// The seats in order of their numbers.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> {
        SeatsIter(self.0)
    }

    /// The lowest seat, if there is one.
    #[must_use]
    pub fn first(self) -> Option<Seat> {
        self.iter().next()
    }

    /// The only seat of a set of one.
    #[must_use]
    pub fn only(self) -> Option<Seat> {
        if self.len() == 1 { self.first() } else { None }
    }

    /// The seats clockwise (upwards, wrapping), beginning with the first one after `seat`; `seat` itself comes last.
    /// "Left" in the sources is clockwise, the next higher number (RULEBOOK errata 61).
    pub fn clockwise_after(self, seat: Seat) -> impl Iterator<Item = Seat> {
        let low = self.and(Seats::all(usize::from(seat.0)));
        self.minus(low).iter().chain(low.iter())
    }
}

struct SeatsIter(u32);

impl Iterator for SeatsIter {
    type Item = Seat;

    fn next(&mut self) -> Option<Seat> {
        let seat = (self.0 != 0).then(|| Seat(self.0.trailing_zeros() as u8 + 1));
        self.0 &= self.0.wrapping_sub(1);
        seat
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl DoubleEndedIterator for SeatsIter {
    fn next_back(&mut self) -> Option<Seat> {
        let seat = (self.0 != 0).then(|| Seat(32 - self.0.leading_zeros() as u8))?;
        self.0 &= !(1 << seat.index());
        Some(seat)
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(iter: I) -> Self {
        iter.into_iter().fold(Seats::NONE, Seats::with)
    }
}

impl From<Vec<Seat>> for Seats {
    fn from(seats: Vec<Seat>) -> Self {
        seats.into_iter().collect()
    }
}

impl From<Seats> for Vec<Seat> {
    fn from(seats: Seats) -> Self {
        seats.iter().collect()
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clockwise_wraps_and_ends_with_the_seat_itself() {
        let seats = Seats::all(5);
        let order: Vec<u8> = seats.clockwise_after(Seat::new(3)).map(Seat::number).collect();
        assert_eq!(order, [4, 5, 1, 2, 3]);
    }

    #[test]
    fn foreign_numbers_are_refused() {
        assert!(Seat::try_from(0).is_err());
        assert!(Seat::try_from(19).is_err());
    }

    #[test]
    fn sets_read_back_sorted() {
        let set: Seats = [5, 2, 9].map(Seat::new).into_iter().collect();
        assert_eq!(format!("{set:?}"), "{#2, #5, #9}");
    }
}
