//! How long somebody lasts, when some are still there at the end.

use serde::Serialize;

use super::{Confidence, Estimate};

/// One life, in days or whatever unit the caller keeps to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lifetime {
    /// How long it was watched, at least 0.
    pub time: f64,
    /// Whether it ended then; otherwise the game did (censored).
    pub ended: bool,
}

/// The survival curve just after one time at which lives ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The time.
    pub time: f64,
    /// How many were watched until just before.
    pub at_risk: u64,
    /// How many ended then.
    pub ended: u64,
    /// The probability to live longer than this.
    pub survival: f64,
    /// Its standard error by Greenwood's formula.
    pub se: f64,
}

/// A survival curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Survival {
    /// One step for each time at which a life ended, in order of time.
    pub steps: Vec<Step>,
}

/// The curve of Kaplan and Meier (1958), with Greenwood's standard error. Lives censored at a time count as at risk at
/// that time. Without lives there are no steps.
#[must_use]
pub fn kaplan_meier(lives: &[Lifetime]) -> Survival {
    let mut sorted = lives.to_vec();
    sorted.sort_by(|a, b| a.time.total_cmp(&b.time));
    let (mut survival, mut greenwood, mut start) = (1.0, 0.0, 0);
    let mut steps = Vec::new();
    for same in sorted.chunk_by(|a, b| a.time == b.time) {
        let at_risk = (sorted.len() - start) as f64;
        let ended = same.iter().filter(|life| life.ended).count() as f64;
        if ended > 0.0 {
            survival *= 1.0 - ended / at_risk;
            greenwood += ended / (at_risk * (at_risk - ended));
            // When the last one has gone, the curve is 0 and the formula 0 times infinity.
            let se = if survival > 0.0 { survival * f64::sqrt(greenwood) } else { 0.0 };
            let time = same[0].time;
            steps.push(Step { time, at_risk: at_risk as u64, ended: ended as u64, survival, se });
        }
        start += same.len();
    }
    Survival { steps }
}

impl Survival {
    /// The probability to live longer than `time`.
    #[must_use]
    pub fn at(&self, time: f64) -> f64 {
        self.steps.iter().take_while(|step| step.time <= time).last().map_or(1.0, |step| step.survival)
    }

    /// The mean time lived up to `horizon` (restricted mean survival time): the area under the curve, with the variance
    /// of Klein and Moeschberger (2003, ch. 4) and a normal interval. The horizon should not lie beyond the longest
    /// watched life, for the curve is taken to stay level there.
    #[must_use]
    pub fn restricted_mean(&self, horizon: f64, confidence: Confidence) -> Estimate {
        let within: Vec<&Step> = self.steps.iter().take_while(|step| step.time < horizon).collect();
        // From the last step backwards, the area between each step and the horizon.
        let (mut area, mut variance, mut end) = (0.0, 0.0, horizon);
        for step in within.into_iter().rev() {
            area += step.survival * (end - step.time);
            end = step.time;
            let (risk, ended) = (step.at_risk as f64, step.ended as f64);
            if risk > ended {
                variance += area * area * ended / (risk * (risk - ended));
            }
        }
        Estimate::symmetric(area + end, variance.sqrt(), confidence.z())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Remission of 21 leukaemia patients under 6-MP (Freireich 1963; the curve and errors are printed in Klein and
    /// Moeschberger 2003, ch. 4). Negative numbers are censored.
    const REMISSION: [i32; 21] =
        [6, 6, 6, -6, 7, -9, 10, -10, -11, 13, 16, -17, -19, -20, 22, 23, -25, -32, -32, -34, -35];

    fn lives() -> Vec<Lifetime> {
        REMISSION.iter().map(|t| Lifetime { time: f64::from(t.abs()), ended: *t > 0 }).collect()
    }

    #[test]
    fn the_curve_is_the_printed_one() {
        let printed = [
            (6.0, 0.857, 0.0764),
            (7.0, 0.807, 0.0869),
            (10.0, 0.753, 0.0963),
            (13.0, 0.690, 0.1068),
            (16.0, 0.627, 0.1141),
            (22.0, 0.538, 0.1282),
            (23.0, 0.448, 0.1346),
        ];
        let curve = kaplan_meier(&lives());
        assert_eq!(curve.steps.len(), printed.len());
        for (step, (time, survival, se)) in curve.steps.iter().zip(printed) {
            assert_eq!(step.time, time);
            assert!((step.survival - survival).abs() < 6e-4 && (step.se - se).abs() < 6e-5, "{step:?}");
        }
        assert_eq!(curve.at(5.9), 1.0);
        assert!((curve.at(15.0) - 0.690).abs() < 6e-4);
    }

    /// Klein and Moeschberger (2003, ch. 4): the mean restricted to 35 weeks is 23.29, its error 2.83.
    #[test]
    fn the_restricted_mean_is_the_printed_one() {
        let mean = kaplan_meier(&lives()).restricted_mean(35.0, Confidence::P95);
        assert!((mean.value - 23.29).abs() < 0.005 && (mean.se - 2.83).abs() < 0.005, "{mean:?}");
    }

    #[test]
    fn without_censoring_it_is_the_plain_mean() {
        let lives: Vec<_> = [1.0, 2.0, 4.0].iter().map(|t| Lifetime { time: *t, ended: true }).collect();
        let mean = kaplan_meier(&lives).restricted_mean(4.0, Confidence::P95);
        assert!((mean.value - 7.0 / 3.0).abs() < 1e-12);
        assert_eq!(kaplan_meier(&lives).at(4.0), 0.0);
        assert_eq!(kaplan_meier(&[]).restricted_mean(4.0, Confidence::P95).value, 4.0);
    }
}
