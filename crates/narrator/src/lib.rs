//! Facts into sentences, requests into questions, replies into choices, in Chinese and English. No game logic.
//!
//! The texts are in `prompts/zh` and `prompts/en`, built into the program and replaceable by a directory.
//!
//! ```
//! use lycaon_narrator::{Lang, Narrator};
//! use lycaon_rules::{Board, Dice, Game, Listener, RoleId, Seat, Setup};
//!
//! let board = Board::named("online-9p").unwrap();
//! let deal = board.deal(&mut Dice::new(1));
//! let game = Game::new(Setup { board: board.into(), deal });
//! let view = game.view(Listener::Seat(Seat::new(3)));
//! let narrator = Narrator::new(Lang::En);
//! println!("{}", narrator.account(&view));
//! assert_eq!(narrator.role_name(RoleId::Witch), "Witch");
//! ```

mod account;
mod after;
mod catalogue;
mod facts;
mod filters;
pub mod injection;
pub mod lang;
pub mod lexis;
mod memory;
mod narrator;
mod probe;
mod questions;
pub mod quote;
pub mod reply;
mod rules_text;
mod samples;
mod shown;
mod sources;
mod system;
pub mod taboo;
mod terms;
#[cfg(test)]
mod tests;
mod values;

pub use after::Telling;
pub use lang::Lang;
pub use memory::Memory;
pub use narrator::{Narrator, RoleText};
pub use probe::Probe;
pub use questions::QuestionText;
pub use reply::{Read, ReadPath, Unclear};
pub use sources::PromptError;
pub use system::{Conditions, Interrupts, schema};
