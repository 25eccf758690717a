//! The full screen: a person at the table, several people at one terminal, and a recorded game watched.
//!
//! A `Scene` is what one seat's screen shows: its view, the question before it, what is being typed. Keys change a
//! scene, and `draw` makes a picture of it; neither knows of a terminal. [`Screen`] and [`watch()`] have one.

mod bottom;
mod draft;
mod draw;
mod editor;
mod keys;
mod log;
mod look;
mod question;
mod reel;
mod room;
mod scene;
mod screen;
mod seats;
mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod texts;
mod watch;

pub use look::{Look, Meaning};
pub use screen::{Screen, Settings};
pub use terminal::fits;
pub use watch::{Watching, watch};
