//! The dice. The engine never rolls: it names what is to be rolled and waits for the result, which is a recorded
//! decision like any other. So a transcript replays without any random number generator, real games can be imported
//! with the order of speeches they had, and the generator below can change without touching old records.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// What a roll decides. Each purpose has its own stream, so that one more roll for one shifts nothing in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Who speaks first.
    FirstSpeaker,
    /// Which way round the speeches go.
    Direction,
    /// Which of the tied is out, or becomes sheriff.
    Tie,
    /// Which of the pack's tied targets is its victim.
    Prey,
    /// Whether a peek is caught.
    Catch,
    /// Which wolf a peek shows.
    Peek,
    /// Who holds the secret sheriff's card.
    SecretBadge,
    /// How the village is split in two groups.
    Groups,
    /// Who lives in a building.
    Building,
    /// Whether the baker sees a wolf.
    Glimpse,
    /// Which event card is turned up.
    Event,
    /// Who speaks next where nobody sees who does.
    Voice,
    /// A coin that is tossed.
    Coin,
    /// How far powers move on round the table.
    Rotation,
}

impl Purpose {
    /// The name of its stream.
    fn stream(self) -> &'static str {
        match self {
            Purpose::FirstSpeaker => "first-speaker",
            Purpose::Direction => "direction",
            Purpose::Tie => "tie",
            Purpose::Prey => "prey",
            Purpose::Catch => "catch",
            Purpose::Peek => "peek",
            Purpose::SecretBadge => "secret-badge",
            Purpose::Groups => "groups",
            Purpose::Building => "building",
            Purpose::Glimpse => "glimpse",
            Purpose::Event => "event",
            Purpose::Voice => "voice",
            Purpose::Coin => "coin",
            Purpose::Rotation => "rotation",
        }
    }
}

/// A roll the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// What it decides.
    pub purpose: Purpose,
    /// How many faces the die has; the result is 1 to `sides`.
    pub sides: u16,
}

/// A seeded source of rolls, deals and lots, split into streams.
#[derive(Clone, Debug)]
pub struct Dice {
    seed: u64,
    /// A handful at most, so a list is found through faster than a map.
    streams: Vec<(String, ChaCha12Rng)>,
}

impl Dice {
    /// Dice of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Dice { seed, streams: Vec::new() }
    }

    /// The result of a roll the game waits for.
    pub fn roll(&mut self, roll: Roll) -> u16 {
        self.below(roll.purpose.stream(), u64::from(roll.sides)) as u16 + 1
    }

    /// A number from 0 to `bound - 1`, uniform, from the named stream.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, stream: &str, bound: u64) -> u64 {
        self.stream(stream)(bound)
    }

    /// The named stream, for many draws one after another; each is as [`Dice::below`].
    #[inline]
    pub(crate) fn stream(&mut self, name: &str) -> impl FnMut(u64) -> u64 + use<'_> {
        let known = self.streams.iter().position(|(known, _)| known == name);
        let at = known.unwrap_or_else(|| {
            self.streams.push((name.to_owned(), stream_of(self.seed, name)));
            self.streams.len() - 1
        });
        let rng = &mut self.streams[at].1;
        #[inline(always)]
        move |bound| {
            assert!(bound > 0, "a draw from nothing");
            bounded(rng, bound)
        }
    }

    /// Shuffles in place, from the named stream.
    pub fn shuffle<T>(&mut self, stream: &str, items: &mut [T]) {
        let mut below = self.stream(stream);
        for i in (1..items.len()).rev() {
            let j = below(i as u64 + 1) as usize;
            items.swap(i, j);
        }
    }
}

/// The generator of one stream: the seed and the name of the stream, mixed by FNV-1a, fixed for ever.
fn stream_of(seed: u64, name: &str) -> ChaCha12Rng {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in seed.to_le_bytes().into_iter().chain(name.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&hash.to_le_bytes());
    ChaCha12Rng::from_seed(key)
}

/// An unbiased draw below `bound` by rejection, written out because libraries change theirs between releases.
#[inline]
fn bounded(rng: &mut impl Rng, bound: u64) -> u64 {
    let zone = u64::MAX - u64::MAX % bound;
    loop {
        let draw = rng.next_u64();
        if draw < zone {
            return draw % bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_stream_does_not_move_another() {
        let roll = Roll { purpose: Purpose::Tie, sides: 1000 };
        let mut plain = Dice::new(7);
        let mut busy = Dice::new(7);
        for _ in 0..5 {
            busy.below("elsewhere", 10);
        }
        assert_eq!(plain.roll(roll), busy.roll(roll));
    }

    #[test]
    fn the_streams_of_a_seed_never_change() {
        let mut dice = Dice::new(1);
        let rolls: Vec<u16> = (0..8).map(|_| dice.roll(Roll { purpose: Purpose::Tie, sides: 100 })).collect();
        assert_eq!(rolls, FIRST_ROLLS);
    }

    /// Rolls of seed 1, written down once: recorded seeds must mean the same game in every later version.
    const FIRST_ROLLS: [u16; 8] = [6, 55, 26, 16, 13, 9, 20, 3];
}
