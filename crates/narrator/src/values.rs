//! Values of the rules as templates see them: seats are numbers, roles are ids.

use lycaon_rules::{RoleId, Seat, Seats};
use minijinja::value::Value;

pub(crate) fn seat(seat: Seat) -> Value {
    seat.number().into()
}

/// The number, or none.
pub(crate) fn seat_or_none(of: Option<Seat>) -> Value {
    of.map_or(Value::from(()), seat)
}

/// The numbers of a set, in order.
pub(crate) fn seats(of: Seats) -> Value {
    of.iter().map(seat).collect()
}

/// The numbers of a row of seats, in its own order.
pub(crate) fn row(of: &[Seat]) -> Value {
    of.iter().copied().map(seat).collect()
}

pub(crate) fn role(of: RoleId) -> Value {
    of.id().into()
}

pub(crate) fn roles(of: &[RoleId]) -> Value {
    of.iter().copied().map(role).collect()
}
