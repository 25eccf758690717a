//! Codes and tokens: 128 bits from the operating system, written in letters that are hard to confuse.

use std::fmt;

/// What opens one seat. It is a secret: `Debug` does not show it.
#[derive(Clone)]
pub struct Key(String);

/// What a key is compared with; it does not tell the key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lock(blake3::Hash);

/// Base 32 in lower case, without the digits 0, 1, 8 and 9.
const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// How many letters 128 bits take.
const LENGTH: usize = 26;

impl Key {
    /// A new one.
    ///
    /// # Errors
    /// When the operating system has no randomness to give.
    pub fn new() -> std::io::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
        let bits = u128::from_be_bytes(bytes);
        let letter = |place: usize| char::from(LETTERS[(bits >> (5 * place)) as usize & 31]);
        Ok(Key((0..LENGTH).map(letter).collect()))
    }

    /// The key as a person typed or pasted it: case, spaces and dashes do not count.
    #[must_use]
    pub fn typed(text: &str) -> Self {
        Key(text.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| c.to_ascii_lowercase()).collect())
    }

    /// The key in letters.
    #[must_use]
    pub fn letters(&self) -> &str {
        &self.0
    }

    pub(super) fn lock(&self) -> Lock {
        Lock(blake3::hash(self.0.as_bytes()))
    }
}

impl Lock {
    /// Whether the two are of the same key. The time this takes does not tell how much of it is right.
    pub(super) fn fits(&self, other: &Lock) -> bool {
        self.0 == other.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_long_and_all_different_and_read_as_they_are_typed() {
        let keys: Vec<Key> = (0..100).map(|_| Key::new().unwrap()).collect();
        for (i, key) in keys.iter().enumerate() {
            assert_eq!(key.letters().len(), LENGTH);
            let (front, back) = key.letters().split_at(10);
            let typed = Key::typed(&format!(" {}-{back}\n", front.to_uppercase()));
            assert!(typed.lock().fits(&key.lock()));
            assert!(keys[..i].iter().all(|other| !other.lock().fits(&key.lock())));
            assert!(!format!("{key:?}").contains(key.letters()));
        }
    }
}
