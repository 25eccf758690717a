//! A seeded source of random numbers that gives the same numbers on every machine and in every later version.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What each stream of a seed is for.
pub(crate) mod streams {
    /// Which deals are drawn into a resample.
    pub(crate) const DEALS: u64 = 0;
    /// The means of the priors in a resample.
    pub(crate) const PRIORS: u64 = 1;
    /// Which deals are left out.
    pub(crate) const LEFT_OUT: u64 = 2;
    /// The orders in which games are rated.
    pub(crate) const ORDERS: u64 = 3;
}

/// A seeded generator. Draws are written out here, because libraries change theirs between releases.
#[derive(Clone, Debug)]
pub struct Random(ChaCha12Rng);

impl Random {
    /// The generator of this seed. Different streams of one seed are independent, so that more draws for one purpose
    /// shift nothing in another.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut generator = ChaCha12Rng::from_seed(key);
        generator.set_stream(stream);
        Random(generator)
    }

    /// A number from 0 to `bound - 1`, uniform, by rejection. 0 when `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 {
            return 0;
        }
        let bound = bound as u64;
        let zone = u64::MAX - u64::MAX % bound;
        loop {
            let draw = self.0.next_u64();
            if draw < zone {
                return (draw % bound) as usize;
            }
        }
    }

    /// A number from 0 (included) to 1 (excluded), with 53 bits.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True with probability `p`.
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// A standard normal number, by the inverse of the distribution function.
    pub fn normal(&mut self) -> f64 {
        super::normal_quantile((self.unit() + 0.5 / (1u64 << 53) as f64).min(1.0 - f64::EPSILON))
    }

    /// Shuffles in place.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_seed_never_change() {
        let mut random = Random::new(1, 0);
        let draws: Vec<usize> = (0..8).map(|_| random.below(100)).collect();
        assert_eq!(draws, FIRST_DRAWS);
        assert_ne!(draws, (0..8).map(|_| random.below(100)).collect::<Vec<_>>());
        let mut other = Random::new(1, 1);
        assert_ne!(draws, (0..8).map(|_| other.below(100)).collect::<Vec<_>>());
    }

    /// Draws of seed 1, written down once: published intervals must come out the same in every later version.
    const FIRST_DRAWS: [usize; 8] = [58, 90, 57, 63, 38, 38, 72, 7];

    #[test]
    fn normal_numbers_have_mean_0_and_variance_1() {
        let mut random = Random::new(5, 0);
        let draws: Vec<f64> = (0..20_000).map(|_| random.normal()).collect();
        let mean = draws.iter().sum::<f64>() / 20_000.0;
        let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.04, "{mean} {variance}");
    }
}
