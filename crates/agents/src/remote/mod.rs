//! A person at another terminal: the [`Hall`] where the game is played, the seat of somebody who has joined, and the
//! [`Guest`] at the other end of the wire.
//!
//! The wire is that of [`process`](crate::process), one line of JSON each way at a time, with a key before it and a
//! number on each question, so that a connection may break and be made again at any moment:
//!
//! ```text
//! to the hall    {"knock":{"version":2,"key":"...","heard":0}}      a code of the hall, or the token it gave for one
//! to the guest   {"hello":{"version":2,"seat":3,"language":"en","board":{...}},"token":"..."}
//!                {"refused":"stranger"}                             and the line is closed
//!                {"event":{"n":0,"day":0,...}}                      those of the seat that it has not heard
//!                {"request":{...},"ask":7,"attempt":1,"complaint":null,"left_ms":90000,"undo":true}
//! to the hall    {"ask":7,"choice":{"do":"target","seat":5}}
//! to the guest   {"ask":7,"stands":"held"}                           others think: it can be taken back
//! to the hall    {"undo":7}
//! to the guest   {"ask":7,"stands":"open"}                           and answered anew; "final" once it counts
//! to the hall    {"ask":8,"choice":{"do":"say"},"speech":{"text":"I am the seer.","claims":[]}}
//!                {"leave":"he left the table","hand_over":true}     a script is to play on; else the seat is silent
//! to the guest   {"after":{"heard":[...],"agents":[[1,"human"],...]}}  the whole game, once it is over
//!                {"goodbye":"over"}
//! ```
//!
//! A guest is told its seat's events, its seat's questions, how its own choice stands and the board, and nothing else
//! before the end. Blank lines are signs of life. A question that is still open when somebody comes back is put again
//! with the same number. Whoever holds the token of a seat is its player: the latest to show it has the seat, and an
//! older connection is told `{"goodbye":"elsewhere"}`. A choice that can be taken back is kept by the hall, so that it
//! counts even if its player is cut off.

mod address;
mod booth;
mod guest;
mod hall;
mod key;
mod seat;
mod wire;

pub use address::{Address, BadAddress};
pub use guest::{Guest, JoinError, Notice, Parting};
pub use hall::{Coming, Comings, Hall, HallError, Invitation};
pub use key::Key;
pub use seat::{Absent, RemoteSeat};
pub use wire::{After, Goodbye, Refused};

#[cfg(test)]
mod tests;
