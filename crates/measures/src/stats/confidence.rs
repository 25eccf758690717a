//! Levels of confidence, intervals, and the few distributions that everything else needs.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, FisherSnedecor, Normal, StudentsT};

/// The level of a two-sided interval, between 0 and 1 exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Confidence(f64);

impl Confidence {
    /// 95 %, the level of everything that is published.
    pub const P95: Confidence = Confidence(0.95);

    /// A level between 0 and 1 exclusive; `None` for any other number.
    #[must_use]
    pub fn new(level: f64) -> Option<Self> {
        (level > 0.0 && level < 1.0).then_some(Confidence(level))
    }

    /// The probability that is left on each side of the interval.
    #[must_use]
    pub fn tail(self) -> f64 {
        (1.0 - self.0) / 2.0
    }

    /// Half the width of an interval of the standard normal distribution.
    #[must_use]
    pub fn z(self) -> f64 {
        normal_quantile(1.0 - self.tail())
    }

    /// Half the width of an interval of Student's distribution. Infinite when `freedom` is not positive: without a
    /// degree of freedom nothing is excluded.
    #[must_use]
    pub fn t(self, freedom: f64) -> f64 {
        StudentsT::new(0.0, 1.0, freedom).map_or(f64::INFINITY, |t| t.inverse_cdf(1.0 - self.tail()))
    }
}

/// A range from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval of `reach` to both sides of `centre`.
    #[must_use]
    pub fn around(centre: f64, reach: f64) -> Self {
        Interval { low: centre - reach, high: centre + reach }
    }

    /// Whether the value lies in it.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// A value, its standard error and an interval, all in the unit of the value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The point estimate.
    pub value: f64,
    /// Its standard error.
    pub se: f64,
    /// Its interval, which need not be symmetric.
    pub interval: Interval,
}

impl Estimate {
    /// The symmetric interval of `quantile` standard errors to both sides.
    #[must_use]
    pub fn symmetric(value: f64, se: f64, quantile: f64) -> Self {
        Estimate { value, se, interval: Interval::around(value, quantile * se) }
    }
}

/// The standard normal distribution function.
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

/// The value below which a standard normal variable lies with probability `p`; not a number outside of 0 to 1.
#[must_use]
pub fn normal_quantile(p: f64) -> f64 {
    if (0.0..=1.0).contains(&p) { Normal::standard().inverse_cdf(p) } else { f64::NAN }
}

/// The probability that Student's t is at least as far from 0 as `t`. 1 when there is no degree of freedom, and when
/// `t` is not a number: no evidence.
#[must_use]
pub fn t_two_sided(t: f64, freedom: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, freedom) {
        Ok(student) if !t.is_nan() => (2.0 * student.cdf(-t.abs())).min(1.0),
        _ => 1.0,
    }
}

/// The probability that an F variable exceeds `f`. 1 where the distribution does not exist, or `f` is not a number.
#[must_use]
pub fn f_upper_tail(f: f64, numerator: f64, denominator: f64) -> f64 {
    match FisherSnedecor::new(numerator, denominator) {
        Ok(law) if f > 0.0 => law.sf(f),
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Any printed table of the distributions; the digits beyond it are R's `qt`, `qnorm` and `pf`.
    #[test]
    fn the_quantiles_are_those_of_the_tables() {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-6 * b.abs();
        assert!(close(Confidence::P95.z(), 1.959_963_985));
        for (freedom, t) in [(1.0, 12.706_204_74), (10.0, 2.228_138_852), (29.0, 2.045_229_642), (199.0, 1.971_956_544)]
        {
            assert!(close(Confidence::P95.t(freedom), t), "{freedom}: {}", Confidence::P95.t(freedom));
            assert!(close(t_two_sided(t, freedom), 0.05));
        }
        assert!((f_upper_tail(3.478_050, 4.0, 10.0) - 0.05).abs() < 1e-6);
    }

    #[test]
    fn odd_input_gives_no_evidence_rather_than_a_panic() {
        assert_eq!(Confidence::P95.t(0.0), f64::INFINITY);
        assert_eq!(t_two_sided(f64::NAN, 5.0), 1.0);
        assert_eq!(f_upper_tail(f64::NAN, 4.0, 10.0), 1.0);
        assert!(normal_quantile(f64::NAN).is_nan() && normal_quantile(1.5).is_nan());
        assert!([0.0, 1.0, f64::NAN].iter().all(|level| Confidence::new(*level).is_none()));
    }
}
