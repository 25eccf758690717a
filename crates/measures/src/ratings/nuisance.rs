//! The nuisance panel: does it matter where one sits, when one speaks, what one is called, in which language one plays?
//! In a sound experiment every interval straddles 0.

use serde::Serialize;

use crate::stats::linear::Cholesky;
use crate::stats::logit::{Fitted, LogitError, Prior, Problem, Row};
use crate::stats::{Confidence, Estimate, f_upper_tail, holm};

/// Something that may matter, with its levels numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// What it is called, such as "seat".
    pub name: String,
    /// How many levels it has.
    pub levels: usize,
}

/// What became of one seat of one game, or of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The deal.
    pub deal: u64,
    /// What happened, 0 to 1: the seat won, was exiled, survived.
    pub score: f64,
    /// The level of each factor, in the order of the factors. Whatever else explains the outcome (role, model, board)
    /// is a factor too.
    pub levels: Vec<usize>,
}

/// What one factor does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// Its name.
    pub name: String,
    /// For each level, how far its log-odds lie from the mean of all levels. A level that was never seen, or cannot be
    /// told from another factor's, has a very wide interval.
    pub levels: Vec<Estimate>,
    /// The p-value that no level differs (Wald, by the F distribution, errors clustered on deals).
    pub p_value: f64,
    /// The same, adjusted by Holm's method for all factors of the panel.
    pub adjusted: f64,
}

/// Why there is no panel.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NuisanceError {
    /// There is nothing to fit.
    #[error("there is no observation for the nuisance panel")]
    NoObservations,
    /// An observation that does not fit the factors.
    #[error("observation {0} does not give one known level for each factor and a score from 0 to 1")]
    Observation(usize),
    /// The regression failed.
    #[error(transparent)]
    Logit(#[from] LogitError),
}

/// The deviation of the prior of every coefficient, in logits: it moves nothing that the data determine.
const DEVIATION: f64 = 10.0;

/// The effect of every factor, each given the others: a logistic regression on all of them at once, whose levels sum to
/// 0 within a factor.
///
/// # Errors
/// When there is no observation, one does not fit the factors, or the regression fails.
pub fn nuisance_panel(
    factors: &[Factor],
    observations: &[Observation],
    confidence: Confidence,
) -> Result<Vec<Effect>, NuisanceError> {
    if observations.is_empty() {
        return Err(NuisanceError::NoObservations);
    }
    let starts: Vec<usize> = factors
        .iter()
        .scan(1, |next, factor| {
            let start = *next;
            *next += factor.levels.saturating_sub(1);
            Some(start)
        })
        .collect();
    let size = 1 + factors.iter().map(|factor| factor.levels.saturating_sub(1)).sum::<usize>();
    let mut rows = Vec::with_capacity(observations.len());
    for (number, observation) in observations.iter().enumerate() {
        let known = observation.levels.iter().zip(factors).all(|(level, factor)| *level < factor.levels);
        if observation.levels.len() != factors.len() || !known || !(0.0..=1.0).contains(&observation.score) {
            return Err(NuisanceError::Observation(number));
        }
        let mut features = vec![(0, 1.0)];
        for ((level, factor), start) in observation.levels.iter().zip(factors).zip(&starts) {
            features.extend(coded(*level, factor.levels, *start));
        }
        rows.push(Row { features, score: observation.score, cluster: observation.deal });
    }
    let problem = Problem::new(rows, vec![Prior::normal(0.0, DEVIATION); size]).ok_or(LogitError::Undetermined)?;
    let fitted = problem.fit()?;
    let mut effects: Vec<Effect> =
        factors.iter().zip(&starts).map(|(factor, start)| effect(&fitted, factor, *start, confidence)).collect();
    let adjusted = holm(&effects.iter().map(|effect| effect.p_value).collect::<Vec<_>>());
    effects.iter_mut().zip(adjusted).for_each(|(effect, p)| effect.adjusted = p);
    Ok(effects)
}

/// A level as columns from `start` on: each level but the last has its own, and the last is minus all of them.
fn coded(level: usize, levels: usize, start: usize) -> Vec<(usize, f64)> {
    if level + 1 == levels { (start..start + level).map(|j| (j, -1.0)).collect() } else { vec![(start + level, 1.0)] }
}

fn effect(fitted: &Fitted, factor: &Factor, start: usize, confidence: Confidence) -> Effect {
    let estimate = |level: usize| {
        let weights = coded(level, factor.levels, start);
        let se = fitted.covariance(&weights, &weights).sqrt();
        Estimate::symmetric(fitted.value(&weights), se, confidence.t(fitted.freedom()))
    };
    let p_value = joint_p(fitted, start, factor.levels.saturating_sub(1));
    let levels = (0..factor.levels).map(estimate).collect();
    Effect { name: factor.name.clone(), levels, p_value, adjusted: p_value }
}

/// Hotelling's test that `size` coefficients from `start` on are all 0 (Wald with clusters - 1 degrees of freedom). 1 when
/// there is nothing to test or too few deals to test it.
fn joint_p(fitted: &Fitted, start: usize, size: usize) -> f64 {
    let values = &fitted.coefficients[start..start + size];
    let mut covariance = Vec::with_capacity(size * size);
    for i in 0..size {
        covariance.extend((0..size).map(|j| fitted.covariance(&[(start + i, 1.0)], &[(start + j, 1.0)])));
    }
    let Some(cholesky) = Cholesky::factor(covariance, size).filter(|_| size > 0) else {
        return 1.0;
    };
    let mut solved = values.to_vec();
    cholesky.solve(&mut solved);
    let wald: f64 = values.iter().zip(&solved).map(|(a, b)| a * b).sum();
    let (tested, freedom) = (size as f64, fitted.freedom());
    let left = freedom + 1.0 - tested;
    f_upper_tail(wald * left / (tested * freedom), tested, left)
}
