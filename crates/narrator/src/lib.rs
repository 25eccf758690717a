//! Facts into sentences, requests into questions, replies into choices, in Chinese and English. No game logic.

pub mod lang;
pub mod reply;

pub use lang::Lang;
pub use reply::{Read, ReadPath, Unclear};
