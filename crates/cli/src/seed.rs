//! The seed of a game or a series.

use crate::out;
use std::hash::{BuildHasher, Hasher, RandomState};

/// The seed that was given; or one that is drawn, and told on stderr so that the same can be had again.
pub fn given_or_drawn(given: Option<u64>) -> u64 {
    given.unwrap_or_else(|| {
        let seed = drawn();
        out::say(format_args!("seed {seed}"));
        seed
    })
}

/// A seed short enough to be typed again. The standard library seeds each of its hashers from the system's entropy.
fn drawn() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}
