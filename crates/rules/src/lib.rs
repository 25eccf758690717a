//! The rules of Werewolf (狼人杀, The Werewolves of Millers Hollow): pure, synchronous and deterministic.
//!
//! State and decision in, events out. There is no clock, no I/O and no prose here; everything else in this workspace
//! is a shell around this crate. [`Game`] is the whole of its interface:
//!
//! ```
//! use lycaon_rules::{Board, Dice, Game, Setup, Waiting};
//!
//! let board = Board::named("vanilla-5-1").unwrap();
//! let mut dice = Dice::new(1);
//! let deal = board.deal(&mut dice);
//! let mut game = Game::new(Setup { board: board.into(), deal });
//! loop {
//!     match game.waiting() {
//!         Waiting::Over(outcome) => break println!("{:?}", outcome.winners),
//!         Waiting::Roll(roll) => game.rolled(dice.roll(roll)).unwrap(),
//!         Waiting::Seats(batch) => {
//!             // Everything in a batch may be asked at once. Here each seat picks uniformly among its legal answers.
//!             for position in 0..batch.len() {
//!                 let menu = &game.batch()[position].menu;
//!                 let choice = menu.nth(dice.below("choices", menu.size()));
//!                 game.answer(position, choice.into()).unwrap();
//!             }
//!             game.advance().unwrap();
//!         }
//!     }
//! }
//! ```
//!
//! What a seat knows is its [`View`]: the fold over the events addressed to it. The state cannot be named outside.

mod agenda;
mod deck;
mod dice;
mod draw;
mod effect;
mod election;
mod event;
mod events;
mod floor;
mod game;
mod hooks;
mod marks;
mod night;
mod options;
mod order;
mod person;
mod poll;
mod request;
mod roles;
mod seat;
mod settle;
mod state;
mod view;
mod village;
mod waves;
mod win;

pub use deck::{Board, Deal, DeckError, SEATS_MIN, decks, near, option_text, ruleset, rulesets};
pub use dice::{Dice, Purpose, Roll};
pub use event::{Audience, Cause, Ceiling, Event, Fact, Listener, Manner, Phase, SeatEvent, Sight, Ward};
pub use events::{Class, EventDeck, EventId, EventInfo, Needs};
pub use game::{Game, Setup, Waiting};
pub use marks::Kind as MarkKind;
pub use options::*;
pub use order::Call;
pub use person::{Gender, Person};
pub use request::{
    About, Answer, Ask, Choice, Claim, Direction, Fallback, FloorKind, Menu, Refusal, Request, Source, Speech, Taboo,
    Window,
};
pub use roles::{Camp, Card, Group, Pack, RoleId, UNPLAYED, Unplayed, Wakes};
pub use seat::{SEATS_MAX, Seat, Seats};
pub use view::View;
pub use village::Building;
pub use win::{Outcome, Party, Reason};
