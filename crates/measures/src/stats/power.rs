//! How much data a comparison needs, and what a given amount can show. All of it by the normal approximation.

use super::{normal_cdf, normal_quantile};

/// What a comparison of two win rates promises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planned {
    /// The two-sided level of the test, between 0 and 1. Divide it by the number of comparisons for Bonferroni.
    pub alpha: f64,
    /// The wanted probability to find a difference that exists, between 0 and 1.
    pub power: f64,
}

impl Default for Planned {
    fn default() -> Self {
        Planned { alpha: 0.05, power: 0.8 }
    }
}

/// The standard deviations of a difference of two rates for one observation each: if they were equal, and as they are.
#[derive(Clone, Copy)]
struct Spread {
    null: f64,
    real: f64,
}

/// Two independent games (Fleiss, Levin and Paik 2003, without the correction for continuity).
fn independent(p: f64, q: f64) -> Spread {
    let mean = (p + q) / 2.0;
    Spread { null: (2.0 * mean * (1.0 - mean)).sqrt(), real: (p * (1.0 - p) + q * (1.0 - q)).sqrt() }
}

/// Two games of one deal whose outcomes have this correlation (Connor 1987). The correlation is cut to what the two
/// rates allow.
fn paired(p: f64, q: f64, correlation: f64) -> Spread {
    let shared = correlation * (p * (1.0 - p) * q * (1.0 - q)).sqrt();
    let both = (p * q + shared).clamp((p + q - 1.0).max(0.0), p.min(q));
    let discordant = p + q - 2.0 * both;
    Spread { null: discordant.sqrt(), real: (discordant - (p - q).powi(2)).max(0.0).sqrt() }
}

impl Planned {
    /// Games that each of two models needs, when their games have nothing in common. `None` when the rates are equal or
    /// not within 0 to 1.
    #[must_use]
    pub fn games_per_model(self, p: f64, q: f64) -> Option<u64> {
        self.needed(p, q, independent)
    }

    /// Deals that both models need to play, when the outcomes of a deal have this correlation. `None` as for
    /// [`Planned::games_per_model`].
    #[must_use]
    pub fn deals(self, p: f64, q: f64, correlation: f64) -> Option<u64> {
        self.needed(p, q, |p, q| paired(p, q, correlation))
    }

    /// The smallest rate above `p` that `games` games of each model can tell from `p`, minus `p`: the minimal detectable
    /// effect. `None` when not even certain wins could be told.
    #[must_use]
    pub fn detectable(self, p: f64, games: u64) -> Option<f64> {
        self.smallest(p, games, independent)
    }

    /// The same for `deals` deals played by both models.
    #[must_use]
    pub fn detectable_paired(self, p: f64, deals: u64, correlation: f64) -> Option<f64> {
        self.smallest(p, deals, |p, q| paired(p, q, correlation))
    }

    /// The probability to find the difference of `p` and `q` with `games` games of each model.
    #[must_use]
    pub fn power(self, p: f64, q: f64, games: u64) -> f64 {
        self.power_of(p, q, games, independent(p, q))
    }

    /// The same for `deals` deals played by both models.
    #[must_use]
    pub fn power_paired(self, p: f64, q: f64, deals: u64, correlation: f64) -> f64 {
        self.power_of(p, q, deals, paired(p, q, correlation))
    }

    fn power_of(self, p: f64, q: f64, number: u64, spread: Spread) -> f64 {
        let distance = (p - q).abs() * (number as f64).sqrt() - normal_quantile(1.0 - self.alpha / 2.0) * spread.null;
        // Without spread the difference is certain to be found, or certain not to be.
        if spread.real > 0.0 { normal_cdf(distance / spread.real) } else { f64::from(distance > 0.0) }
    }

    fn needed(self, p: f64, q: f64, spread: impl Fn(f64, f64) -> Spread) -> Option<u64> {
        let rates = 0.0..=1.0;
        if p == q || !rates.contains(&p) || !rates.contains(&q) {
            return None;
        }
        let spread = spread(p, q);
        let reach = normal_quantile(1.0 - self.alpha / 2.0) * spread.null + normal_quantile(self.power) * spread.real;
        Some((reach / (p - q)).powi(2).ceil().max(1.0) as u64)
    }

    fn smallest(self, p: f64, number: u64, spread: impl Fn(f64, f64) -> Spread) -> Option<f64> {
        let enough = |q: f64| self.power_of(p, q, number, spread(p, q)) >= self.power;
        if !(0.0..1.0).contains(&p) || !enough(1.0) {
            return None;
        }
        let (mut low, mut high) = (p, 1.0);
        while high - low > 1e-9 {
            let middle = f64::midpoint(low, high);
            if enough(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        Some(high - p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_is_what_can_be_detected() {
        let plan = Planned::default();
        let games = plan.games_per_model(0.5, 0.6).expect("a difference");
        let effect = plan.detectable(0.5, games).expect("enough games");
        assert!(effect <= 0.1 && effect > 0.0997, "{effect}");
        let deals = plan.deals(0.5, 0.6, 0.4).expect("a difference");
        let paired = plan.detectable_paired(0.5, deals, 0.4).expect("enough deals");
        assert!(paired <= 0.1 && paired > 0.0997, "{paired}");
        assert!((plan.power(0.5, 0.6, games) - 0.8).abs() < 0.002);
        assert!((plan.power_paired(0.5, 0.6, deals, 0.4) - 0.8).abs() < 0.002);
    }

    #[test]
    fn the_impossible_is_refused() {
        let plan = Planned::default();
        assert_eq!(plan.games_per_model(0.5, 0.5), None);
        assert_eq!(plan.games_per_model(0.5, f64::NAN), None);
        assert_eq!(plan.detectable(0.5, 2), None);
        assert_eq!(plan.detectable_paired(1.0, 100, 0.0), None);
        // A correlation that these rates cannot have is cut to one they can: all losses of the better are shared.
        assert_eq!(plan.deals(0.5, 0.6, 1.0), plan.deals(0.5, 0.6, 0.9));
    }
}
