//! Penalised logistic regression of clustered observations.
//!
//! The fit maximises the weighted log-likelihood minus half of `precision * (coefficient - mean)^2` for each
//! coefficient: the most probable coefficients under independent normal priors (Hoerl and Kennard 1970; le Cessie and
//! van Houwelingen 1992), by Newton's method.
//!
//! Its uncertainty is `H^-1 (J + P) H^-1`, where `H` is the curvature with the penalty, `J` the sum over clusters of the
//! outer products of their scores (the sandwich of Huber 1967 and White 1982, clustered as in Liang and Zeger 1986) and
//! `P` the precisions. When the model is right, `J` is the information and this is the posterior variance `H^-1`; where the
//! data say nothing, it is the variance of the prior. So a coefficient that no observation touches is reported as wide
//! as the prior, not as certain.

use super::Random;
use super::linear::Cholesky;

/// One observation.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The columns that are not 0, and their values.
    pub features: Vec<(usize, f64)>,
    /// What happened, from 0 to 1.
    pub score: f64,
    /// Which cluster it belongs to, by whatever number.
    pub cluster: u64,
}

/// What is believed of a coefficient beforehand: a normal law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// Its mean.
    pub mean: f64,
    /// The inverse of its variance.
    pub precision: f64,
}

impl Prior {
    /// A normal law of this mean and standard deviation.
    #[must_use]
    pub fn normal(mean: f64, deviation: f64) -> Self {
        Prior { mean, precision: deviation.powi(-2) }
    }
}

/// Why a regression gave nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogitError {
    /// The data and the prior together leave some coefficient open, or a feature is not a finite number.
    #[error("the observations and priors do not determine every coefficient; give each prior a positive precision")]
    Undetermined,
    /// Newton's method did not settle.
    #[error("the regression did not settle after {0} steps; look for features that are larger than about 1000")]
    Unsettled(usize),
}

/// Observations and priors.
#[derive(Clone, Debug)]
pub struct Problem {
    rows: Vec<Row>,
    priors: Vec<Prior>,
    /// The numbers of the clusters, in order.
    clusters: Vec<u64>,
    /// For each row, the place of its cluster among them.
    places: Vec<usize>,
}

/// Where a fit stands at some coefficients.
struct Slope {
    /// The curvature of the negated objective.
    curvature: Vec<f64>,
    /// The gradient of the objective.
    gradient: Vec<f64>,
}

impl Problem {
    /// A regression with one coefficient for each prior. `None` when a row names a column without one.
    #[must_use]
    pub fn new(rows: Vec<Row>, priors: Vec<Prior>) -> Option<Self> {
        let known = rows.iter().flat_map(|row| &row.features).all(|(column, _)| *column < priors.len());
        let mut clusters: Vec<u64> = rows.iter().map(|row| row.cluster).collect();
        clusters.sort_unstable();
        clusters.dedup();
        let places = rows.iter().map(|row| clusters.partition_point(|other| *other < row.cluster)).collect();
        known.then_some(Problem { rows, priors, clusters, places })
    }

    /// The numbers of the clusters, in order. Weights and influences come in this order too.
    #[must_use]
    pub fn clusters(&self) -> &[u64] {
        &self.clusters
    }

    /// The coefficients, when each cluster counts as often as `weights` says and the priors' means are as given.
    /// `start` is where the search begins.
    fn settle(&self, weights: &[f64], means: &[f64], start: &[f64]) -> Result<Vec<f64>, LogitError> {
        const STEPS: usize = 100;
        let mut at = start.to_vec();
        let mut height = self.objective(&at, weights, means);
        for _ in 0..STEPS {
            let Slope { curvature, gradient: mut step } = self.slope(&at, weights, means);
            Cholesky::factor(curvature, at.len()).ok_or(LogitError::Undetermined)?.solve(&mut step);
            let mut scale = 1.0;
            let (next, next_height) = loop {
                let next: Vec<f64> = at.iter().zip(&step).map(|(x, s)| x + scale * s).collect();
                let next_height = self.objective(&next, weights, means);
                // The objective is concave: a step that is halved often enough climbs. Near the top, where a whole step
                // is right, the climb is lost in rounding.
                if next_height >= height - 1e-10 * height.abs() || scale < 1e-9 {
                    break (next, next_height);
                }
                scale /= 2.0;
            };
            (at, height) = (next, next_height);
            if step.iter().all(|s| s.abs() < 1e-7) {
                return Ok(at);
            }
        }
        Err(LogitError::Unsettled(STEPS))
    }

    fn objective(&self, at: &[f64], weights: &[f64], means: &[f64]) -> f64 {
        let likelihood: f64 = self
            .weighted(weights)
            .map(|(row, weight)| {
                let eta = linear(row, at);
                weight * (row.score * eta - eta.max(0.0) - (-eta.abs()).exp().ln_1p())
            })
            .sum();
        let penalty: f64 =
            self.priors.iter().zip(at.iter().zip(means)).map(|(p, (x, mean))| p.precision * (x - mean).powi(2)).sum();
        likelihood - penalty / 2.0
    }

    /// The rows that count, and how much.
    fn weighted<'a>(&'a self, weights: &'a [f64]) -> impl Iterator<Item = (&'a Row, f64)> {
        let weights = self.places.iter().map(|place| weights[*place]);
        self.rows.iter().zip(weights).filter(|(_, weight)| *weight > 0.0)
    }

    fn slope(&self, at: &[f64], weights: &[f64], means: &[f64]) -> Slope {
        let size = at.len();
        let mut curvature = vec![0.0; size * size];
        let mut gradient = vec![0.0; size];
        for (j, prior) in self.priors.iter().enumerate() {
            curvature[j * size + j] = prior.precision;
            gradient[j] = -prior.precision * (at[j] - means[j]);
        }
        for (row, weight) in self.weighted(weights) {
            let p = probability(row, at);
            let information = weight * p * (1.0 - p);
            for (i, x) in &row.features {
                gradient[*i] += weight * (row.score - p) * x;
                for (j, y) in row.features.iter().filter(|(j, _)| j <= i) {
                    curvature[i * size + j] += information * x * y;
                }
            }
        }
        Slope { curvature, gradient }
    }

    fn means(&self) -> Vec<f64> {
        self.priors.iter().map(|prior| prior.mean).collect()
    }

    /// The fit to all observations.
    ///
    /// # Errors
    /// When the coefficients are not determined, or the search does not settle.
    pub fn fit(&self) -> Result<Fitted, LogitError> {
        let (all, means) = (vec![1.0; self.clusters.len()], self.means());
        let coefficients = self.settle(&all, &means, &means)?;
        let curvature = self.slope(&coefficients, &all, &means).curvature;
        let bread = Cholesky::factor(curvature, means.len()).ok_or(LogitError::Undetermined)?;
        let mut influences = vec![vec![0.0; means.len()]; self.clusters.len()];
        for (row, place) in self.rows.iter().zip(&self.places) {
            let surprise = row.score - probability(row, &coefficients);
            row.features.iter().for_each(|(j, x)| influences[*place][*j] += surprise * x);
        }
        influences.iter_mut().for_each(|score| bread.solve(score));
        let mut pulls: Vec<Vec<f64>> = Vec::new();
        for (j, prior) in self.priors.iter().enumerate() {
            let mut pull = vec![0.0; means.len()];
            pull[j] = prior.precision.sqrt();
            bread.solve(&mut pull);
            pulls.push(pull);
        }
        Ok(Fitted { coefficients, influences, pulls })
    }

    /// The coefficients when each cluster counts as often as `weights` says; missing weights count as 0.
    ///
    /// # Errors
    /// As for [`Problem::fit`].
    pub fn reweighted(&self, weights: &[f64], start: &[f64]) -> Result<Vec<f64>, LogitError> {
        let mut weights = weights.to_vec();
        weights.resize(self.clusters.len(), 0.0);
        self.settle(&weights, &self.means(), start)
    }

    /// The coefficients for one resample of the clusters. The prior's means are drawn anew from the prior as well, so
    /// that the cloud of resamples is as wide as data and prior leave it (Newton and Raftery 1994; Bardsley et al. 2014,
    /// "randomize-then-optimize").
    pub(crate) fn resampled(
        &self,
        counts: &[usize],
        random: &mut Random,
        start: &[f64],
    ) -> Result<Vec<f64>, LogitError> {
        let weights: Vec<f64> = counts.iter().map(|n| *n as f64).collect();
        let draw = |prior: &Prior| match prior.precision {
            precision if precision > 0.0 => prior.mean + random.normal() / precision.sqrt(),
            _ => prior.mean,
        };
        let means: Vec<f64> = self.priors.iter().map(draw).collect();
        self.settle(&weights, &means, start)
    }
}

fn linear(row: &Row, at: &[f64]) -> f64 {
    row.features.iter().map(|(j, x)| x * at[*j]).sum()
}

fn probability(row: &Row, at: &[f64]) -> f64 {
    1.0 / (1.0 + (-linear(row, at)).exp())
}

/// Fitted coefficients and what they hang on.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The coefficients.
    pub coefficients: Vec<f64>,
    /// For each cluster, how much it moved each coefficient, to first order: leaving it out takes this away.
    pub influences: Vec<Vec<f64>>,
    /// For each prior, how much one of its standard deviations moves each coefficient.
    pub pulls: Vec<Vec<f64>>,
}

impl Fitted {
    /// The covariance of two linear functions of the coefficients, given by their weights. Clusters are corrected by
    /// `D / (D - 1)`.
    #[must_use]
    pub fn covariance(&self, first: &[(usize, f64)], second: &[(usize, f64)]) -> f64 {
        let along = |vector: &[f64], weights: &[(usize, f64)]| weights.iter().map(|(j, w)| w * vector[*j]).sum::<f64>();
        let product = |vectors: &[Vec<f64>]| vectors.iter().map(|v| along(v, first) * along(v, second)).sum::<f64>();
        let clusters = self.influences.len() as f64;
        clusters / (clusters - 1.0).max(1.0) * product(&self.influences) + product(&self.pulls)
    }

    /// The value of a linear function of the coefficients.
    #[must_use]
    pub fn value(&self, weights: &[(usize, f64)]) -> f64 {
        weights.iter().map(|(j, w)| w * self.coefficients[*j]).sum()
    }

    /// Degrees of freedom of the uncertainty: clusters - 1.
    #[must_use]
    pub fn freedom(&self) -> f64 {
        self.influences.len() as f64 - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(features: &[(usize, f64)], score: f64, cluster: u64) -> Row {
        Row { features: features.to_vec(), score, cluster }
    }

    /// One intercept and no prior: the coefficient is the logit of the rate, and with a cluster each the error is that
    /// of the delta method, but for D / (D - 1).
    #[test]
    fn an_intercept_is_the_logit_of_the_rate() {
        let rows = (0..10).map(|i| row(&[(0, 1.0)], f64::from(i < 7), i)).collect();
        let fit = Problem::new(rows, vec![Prior { mean: 0.0, precision: 0.0 }]).expect("columns").fit().expect("a fit");
        assert!((fit.coefficients[0] - (0.7f64 / 0.3).ln()).abs() < 1e-9);
        let variance = fit.covariance(&[(0, 1.0)], &[(0, 1.0)]);
        assert!((variance - 10.0 / 9.0 / 2.1).abs() < 1e-9, "{variance}");
        assert!(fit.influences.iter().map(|i| i[0]).sum::<f64>().abs() < 1e-9);
    }

    #[test]
    fn what_no_observation_touches_is_as_wide_as_the_prior() {
        let rows = vec![row(&[(0, 1.0)], 1.0, 0), row(&[(0, 1.0)], 0.0, 1)];
        let fit = Problem::new(rows, vec![Prior::normal(0.0, 1.0), Prior::normal(0.5, 2.0)]).expect("columns");
        let fit = fit.fit().expect("a fit");
        assert!((fit.coefficients[1] - 0.5).abs() < 1e-9);
        assert!((fit.covariance(&[(1, 1.0)], &[(1, 1.0)]) - 4.0).abs() < 1e-9);
    }

    #[test]
    fn separated_data_stay_finite_under_a_prior_and_are_refused_without() {
        let rows: Vec<Row> = (0..20).map(|i| row(&[(0, 1.0)], 1.0, i)).collect();
        let kept = Problem::new(rows.clone(), vec![Prior::normal(0.0, 10.0)]).expect("columns").fit().expect("a fit");
        assert!(kept.coefficients[0] > 3.0 && kept.coefficients[0] < 10.0);
        let twins = vec![row(&[(0, 1.0), (1, 1.0)], 1.0, 0), row(&[(0, 1.0), (1, 1.0)], 0.0, 1)];
        let open = vec![Prior { mean: 0.0, precision: 0.0 }; 2];
        assert_eq!(Problem::new(twins, open).expect("columns").fit().map(|_| ()), Err(LogitError::Undetermined));
        assert!(Problem::new(rows, vec![]).is_none());
    }

    /// Leaving a cluster out moves the fit by about its influence.
    #[test]
    fn influences_foretell_what_leaving_out_does() {
        let rows: Vec<Row> =
            (0..200).map(|i| row(&[(0, 1.0), (1, (i % 3) as f64)], f64::from(i * 7 % 5 < 2), i / 2)).collect();
        let problem = Problem::new(rows, vec![Prior::normal(0.0, 1.0); 2]).expect("columns");
        let fit = problem.fit().expect("a fit");
        let mut weights = vec![1.0; 100];
        weights[17] = 0.0;
        let without = problem.reweighted(&weights, &fit.coefficients).expect("a fit");
        for ((all, rest), influence) in fit.coefficients.iter().zip(&without).zip(&fit.influences[17]) {
            let moved = all - rest;
            assert!((moved - influence).abs() < 0.05 * moved.abs().max(0.001), "{moved}");
        }
    }
}
