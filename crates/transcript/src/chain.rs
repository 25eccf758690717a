//! The hash that links each line to the one before it.

use std::fmt;

/// The first 128 bits of the BLAKE3 hash of a line without its newline, written as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link([u8; Link::LEN]);

impl Link {
    /// How many digits a link has.
    pub const LEN: usize = 32;

    /// The link to this line.
    #[must_use]
    pub fn to(line: &[u8]) -> Self {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let hash = blake3::hash(line);
        let mut digits = [0; Link::LEN];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(hash.as_bytes()) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        Link(digits)
    }

    /// The digits.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|digit| fmt::Write::write_char(f, char::from(*digit)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_blake3_so_that_others_can_check_it() {
        // `printf '' | b3sum`
        assert_eq!(Link::to(b"").to_string(), "af1349b9f5f9a1a6a0404dea36dcc949");
    }
}
