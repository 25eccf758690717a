//! The record of a game: decisions, events and calls, one line of JSON each, chained by hashes.

pub mod call;

pub use call::{Call, Usage};
