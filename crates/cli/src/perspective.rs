//! Whose view of a game is shown.

use crate::fault::Fault;
use lycaon_rules::{Board, Listener, Seat};
use std::str::FromStr;

/// A perspective, as it is written on the command line: `public`, `seat:N` or `god`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective(Listener);

impl Perspective {
    /// Whose view it is on this board.
    pub fn on(self, board: &Board) -> Result<Listener, Fault> {
        match self.0 {
            Listener::Seat(seat) if seat.number() > board.seats => {
                let (deck, seats) = (&board.deck, board.seats);
                Err(Fault::input(format!("--as seat:{seat}: the deck `{deck}` has seats 1 to {seats}")))
            }
            listener => Ok(listener),
        }
    }
}

impl FromStr for Perspective {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.strip_prefix("seat:")) {
            ("public", _) => Ok(Perspective(Listener::Public)),
            ("god", _) => Ok(Perspective(Listener::Moderator)),
            (_, Some(number)) => {
                let number: u8 = number.parse().map_err(|_| format!("`{number}` is no number of a seat"))?;
                Ok(Perspective(Listener::Seat(Seat::try_from(number)?)))
            }
            _ => Err("it must be public, seat:N or god".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perspectives_are_read_and_fit_the_table() {
        let board = Board::named("vanilla-5-1").unwrap();
        let on = |text: &str| text.parse::<Perspective>().map(|as_| as_.on(&board).map_err(|fault| fault.to_string()));
        assert_eq!(on("public"), Ok(Ok(Listener::Public)));
        assert_eq!(on("god"), Ok(Ok(Listener::Moderator)));
        assert_eq!(on("seat:5"), Ok(Ok(Listener::Seat(Seat::new(5)))));
        assert!(on("seat:6").unwrap().unwrap_err().contains("seat:6"));
        assert!(on("seat:0").is_err() && on("seat:x").is_err() && on("seat").is_err() && on("").is_err());
    }
}
