//! What is drawn for a request: from the seed and the body, never from the order in which requests arrive.

use sha2::{Digest, Sha256};

/// The draws of one request.
#[derive(Clone, Debug)]
pub struct Draw {
    seed: u64,
    body: [u8; 32],
    arrival: u32,
}

impl Draw {
    /// The draws for the `arrival`-th arrival, from 1, of this body.
    #[must_use]
    pub fn new(seed: u64, body: [u8; 32], arrival: u32) -> Self {
        Draw { seed, body, arrival }
    }

    /// A number below `bound` (0 if that is 0), the same for every arrival of the body.
    #[must_use]
    pub fn below(&self, purpose: &str, bound: u64) -> u64 {
        self.number(purpose, 0).checked_rem(bound).unwrap_or(0)
    }

    /// Whether an event of this share happens, the same for every arrival of the body.
    #[must_use]
    pub fn happens(&self, purpose: &str, share: f64) -> bool {
        unit(self.number(purpose, 0)) < share
    }

    /// Whether an event of this share happens at this arrival.
    #[must_use]
    pub fn happens_now(&self, purpose: &str, share: f64) -> bool {
        unit(self.number(purpose, self.arrival)) < share
    }

    /// A number below `bound` for this arrival.
    #[must_use]
    pub fn below_now(&self, purpose: &str, bound: u64) -> u64 {
        self.number(purpose, self.arrival).checked_rem(bound).unwrap_or(0)
    }

    fn number(&self, purpose: &str, arrival: u32) -> u64 {
        let hash = Sha256::new()
            .chain_update(self.seed.to_le_bytes())
            .chain_update(self.body)
            .chain_update(arrival.to_le_bytes())
            .chain_update(purpose)
            .finalize();
        hash.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

/// A number between 0 and 1.
fn unit(number: u64) -> f64 {
    (number >> 11) as f64 / (1u64 << 53) as f64
}

/// The SHA-256 of a body.
#[must_use]
pub fn sha256(body: &[u8]) -> [u8; 32] {
    Sha256::digest(body).into()
}

/// Bytes in hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_follow_from_seed_and_body_alone() {
        let draw = |seed, arrival| Draw::new(seed, sha256(b"body"), arrival).below("option", 1 << 60);
        assert_eq!(draw(1, 1), draw(1, 2));
        assert_ne!(draw(1, 1), draw(2, 1));
        let now = |arrival| Draw::new(1, sha256(b"body"), arrival).below_now("fault", 1 << 60);
        assert_ne!(now(1), now(2), "a request made again must have another chance");
    }

    #[test]
    fn shares_are_kept() {
        let hits = (0..2000u32).filter(|n| Draw::new(1, sha256(&n.to_le_bytes()), 1).happens("x", 0.3)).count();
        assert!((520..680).contains(&hits), "{hits}");
        assert!(!Draw::new(1, [0; 32], 1).happens("x", 0.0));
        assert!(Draw::new(1, [0; 32], 1).happens("x", 1.0));
        assert_eq!(Draw::new(1, [0; 32], 1).below("x", 0), 0);
    }

    #[test]
    fn hashes_are_those_of_sha256sum() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(hex(&sha256(b"")), empty);
    }
}
