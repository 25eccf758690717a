//! A simulated prefix cache: how much of a prompt was the beginning of an earlier one.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::{Mutex, PoisonError};

/// How many bytes count as one token.
pub const TOKEN: usize = 4;

/// The prompts seen so far, by model. The longest beginning that a prompt has in common with any of them is the one it
/// has in common with a neighbour in their order.
#[derive(Debug)]
pub struct PrefixCache {
    room: usize,
    shelf: Mutex<Shelf>,
}

#[derive(Debug, Default)]
struct Shelf {
    /// The prompts, each with when it was last used.
    prompts: BTreeMap<Vec<u8>, u64>,
    bytes: usize,
    now: u64,
}

impl PrefixCache {
    /// An empty cache for so many bytes of prompts; those unused for longest make room.
    #[must_use]
    pub fn new(room: usize) -> Self {
        PrefixCache { room, shelf: Mutex::default() }
    }

    /// How many bytes of this prompt the cache of the model had already. Now it has all of them.
    #[must_use]
    pub fn read(&self, model: &str, prompt: &[u8]) -> usize {
        let mut key = model.as_bytes().to_vec();
        key.push(0);
        let own = key.len();
        key.extend_from_slice(prompt);
        let mut shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        let known = shelf.known(&key).saturating_sub(own);
        shelf.keep(key, self.room);
        known
    }
}

impl Shelf {
    fn known(&self, key: &[u8]) -> usize {
        let common = |other: &Vec<u8>| key.iter().zip(other).take_while(|(a, b)| a == b).count();
        let neighbours = [self.before(key), self.after(key)];
        neighbours.into_iter().flatten().map(common).max().unwrap_or(0)
    }

    fn before(&self, key: &[u8]) -> Option<&Vec<u8>> {
        self.prompts.range::<[u8], _>((Bound::Unbounded, Bound::Included(key))).next_back().map(|(other, _)| other)
    }

    fn after(&self, key: &[u8]) -> Option<&Vec<u8>> {
        self.prompts.range::<[u8], _>((Bound::Excluded(key), Bound::Unbounded)).next().map(|(other, _)| other)
    }

    /// Keeps a prompt. What is the beginning of another need not be kept beside it.
    fn keep(&mut self, key: Vec<u8>, room: usize) {
        self.now += 1;
        let whole = self.after(&key).filter(|other| other.starts_with(&key)).cloned();
        if let Some(used) = whole.and_then(|whole| self.prompts.get_mut(&whole)) {
            *used = self.now;
            return;
        }
        if let Some(shorter) = self.before(&key).filter(|other| key.starts_with(other)).cloned() {
            self.forget(&shorter);
        }
        if key.len() > room {
            return;
        }
        while self.bytes + key.len() > room
            && let Some(oldest) = self.prompts.iter().min_by_key(|(_, used)| **used).map(|(key, _)| key.clone())
        {
            self.forget(&oldest);
        }
        self.bytes += key.len();
        self.prompts.insert(key, self.now);
    }

    fn forget(&mut self, key: &[u8]) {
        if self.prompts.remove(key).is_some() {
            self.bytes -= key.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_common_beginning_is_known() {
        let cache = PrefixCache::new(1000);
        assert_eq!(cache.read("m", b"rules seat 1"), 0);
        assert_eq!(cache.read("m", b"rules seat 2"), 11);
        assert_eq!(cache.read("m", b"rules seat 1 and more"), 12);
        assert_eq!(cache.read("m", b"rules seat 1 and"), 16);
        assert_eq!(cache.read("m", b"rules seat 1 and other"), 17);
        assert_eq!(cache.read("other", b"rules seat 1"), 0, "models share nothing");
        assert_eq!(cache.read("m", b""), 0);
    }

    #[test]
    fn it_is_what_comparing_with_everything_finds() {
        let cache = PrefixCache::new(usize::MAX);
        let mut seen: Vec<Vec<u8>> = vec![];
        let mut state = 7u64;
        for _ in 0..400 {
            let mut prompt = vec![];
            for _ in 0..12 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                prompt.push(b'a' + (state >> 33) as u8 % 2);
            }
            let common = |other: &Vec<u8>| prompt.iter().zip(other).take_while(|(a, b)| a == b).count();
            let wanted = seen.iter().map(common).max().unwrap_or(0);
            assert_eq!(cache.read("m", &prompt), wanted);
            seen.push(prompt);
        }
    }

    #[test]
    fn its_size_is_bounded_and_the_longest_unused_goes() {
        let cache = PrefixCache::new(24);
        for prompt in [b"aaaaaaaa", b"bbbbbbbb", b"aaaaaaaa", b"cccccccc"] {
            let _ = cache.read("m", prompt);
        }
        let shelf = cache.shelf.lock().expect("no panic");
        assert!(shelf.bytes <= 24 && shelf.prompts.len() == 2);
        drop(shelf);
        assert_eq!(cache.read("m", b"aaaaaaaa"), 8);
        assert_eq!(cache.read("m", b"bbbbbbbb"), 0);
        assert_eq!(cache.read("m", &[b'x'; 100]), 0);
    }
}
