//! The penalised logistic model of two-camp games.
//!
//! `logit P(wolves win) = board + mean of a over the wolves - mean of d over the village + covariates`, with a wolf
//! strength `a` and a village strength `d` for each model: Bradley and Terry (1952) with teams and an offset for each deck
//! and ruleset. Strengths have a normal prior around 0.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Serialize;

use crate::stats::logit::{Fitted, LogitError, Prior, Problem, Row};
use crate::stats::random::streams;
use crate::stats::{Bootstrap, Confidence, Estimate, Interval, Random, quantile};

/// A camp of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The wolves.
    Wolves,
    /// The village.
    Village,
}

/// Who holds a seat of a side, and how much the seat counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Holder {
    /// The model, from 0.
    pub model: usize,
    /// The weight of its seat within the side, positive; only the ratio to the side's other seats matters. 1 for all is
    /// usual.
    pub weight: f64,
}

impl Holder {
    /// One seat of weight 1 for each of these models.
    #[must_use]
    pub fn equal(models: &[usize]) -> Vec<Holder> {
        models.iter().map(|model| Holder { model: *model, weight: 1.0 }).collect()
    }
}

/// One finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The deal it was played of; games of one deal are not independent.
    pub deal: u64,
    /// The deck and ruleset, from 0.
    pub board: usize,
    /// The wolves' seats.
    pub wolves: Vec<Holder>,
    /// The village's seats.
    pub village: Vec<Holder>,
    /// The wolves' points: 1 for a win, 0 for a loss, 1/2 for a draw.
    pub score: f64,
    /// One number for each covariate of the design, best centred on 0.
    pub covariates: Vec<f64>,
}

/// A model whose strengths are given rather than estimated, so that ratings of different runs can be compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// The model, mostly a scripted agent.
    pub model: usize,
    /// Its wolf strength in logits.
    pub wolf: f64,
    /// Its village strength in logits.
    pub village: f64,
}

/// What is estimated.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// How many models there are.
    pub models: usize,
    /// How many boards (deck and ruleset) there are.
    pub boards: usize,
    /// How many covariates each game has.
    pub covariates: usize,
    /// Fixed models, best with strengths near 0, the centre of the prior. Without any, the strengths of each side sum to 0.
    pub anchors: Vec<Anchor>,
    /// The standard deviation of the prior of strengths, in logits; 1 is usual. Boards and covariates are as good as free.
    pub deviation: f64,
}

/// A kind of coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// Strengths of the models on one side.
    Strength(Side),
    /// Offsets of the boards.
    Board,
    /// Covariates.
    Covariate,
}

/// Why there are no ratings.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RatingError {
    /// There is nothing to fit.
    #[error("there is no game to rate")]
    NoGames,
    /// A number is beyond the design.
    #[error("game {game} names {what} {number}, but the design has {known}; count from 0")]
    Unknown {
        /// The game, from 0.
        game: usize,
        /// "model" or "board".
        what: &'static str,
        /// The number.
        number: usize,
        /// How many there are.
        known: usize,
    },
    /// An anchor is beyond the design, or not a finite number.
    #[error("the anchor of model {0} names no model of the design, or has a strength that is not finite")]
    Anchor(usize),
    /// A side without weight.
    #[error("the {side:?} of game {game} need seats whose weights are not negative and not all 0")]
    Empty {
        /// The game, from 0.
        game: usize,
        /// The side.
        side: Side,
    },
    /// A score beyond 0 to 1.
    #[error("game {game} has a score of {score}; it must be from 0 to 1")]
    Score {
        /// The game, from 0.
        game: usize,
        /// The score.
        score: f64,
    },
    /// Covariates that the design does not announce.
    #[error("game {game} does not have {known} covariates, all of them finite numbers, as the design says")]
    Covariates {
        /// The game, from 0.
        game: usize,
        /// How many the design has.
        known: usize,
    },
    /// A prior that is not positive.
    #[error("the deviation of the prior is {0}; it must be a positive number")]
    Deviation(f64),
    /// The regression failed.
    #[error(transparent)]
    Logit(#[from] LogitError),
}

/// The deviation of the prior of board offsets and covariates, in logits. It moves nothing that games determine, and keeps
/// the offset of a board finite on which one side won every game.
const FREE_DEVIATION: f64 = 10.0;

/// The deviation of the prior of an anchor. Small enough to be nothing, large enough for the arithmetic.
const ANCHOR_DEVIATION: f64 = 1e-5;

impl Design {
    /// Where the coefficients of a block lie.
    pub(crate) fn columns(&self, block: Block) -> Range<usize> {
        let boards = 2 * self.models;
        match block {
            Block::Strength(Side::Wolves) => 0..self.models,
            Block::Strength(Side::Village) => self.models..boards,
            Block::Board => boards..boards + self.boards,
            Block::Covariate => boards + self.boards..boards + self.boards + self.covariates,
        }
    }

    fn priors(&self) -> Result<Vec<Prior>, RatingError> {
        if !(self.deviation > 0.0 && self.deviation.is_finite()) {
            return Err(RatingError::Deviation(self.deviation));
        }
        let mut priors = vec![Prior::normal(0.0, self.deviation); 2 * self.models];
        priors.resize(self.columns(Block::Covariate).end, Prior::normal(0.0, FREE_DEVIATION));
        for Anchor { model, wolf, village } in &self.anchors {
            if *model >= self.models || !wolf.is_finite() || !village.is_finite() {
                return Err(RatingError::Anchor(*model));
            }
            priors[*model] = Prior::normal(*wolf, ANCHOR_DEVIATION);
            priors[self.models + model] = Prior::normal(*village, ANCHOR_DEVIATION);
        }
        Ok(priors)
    }

    fn row(&self, number: usize, game: &Game) -> Result<Row, RatingError> {
        let unknown = |what, named, known| RatingError::Unknown { game: number, what, number: named, known };
        if game.board >= self.boards {
            return Err(unknown("board", game.board, self.boards));
        }
        if !(0.0..=1.0).contains(&game.score) {
            return Err(RatingError::Score { game: number, score: game.score });
        }
        if game.covariates.len() != self.covariates || game.covariates.iter().any(|x| !x.is_finite()) {
            return Err(RatingError::Covariates { game: number, known: self.covariates });
        }
        let mut row = BTreeMap::from([(self.columns(Block::Board).start + game.board, 1.0)]);
        for (side, holders, sign) in [(Side::Wolves, &game.wolves, 1.0), (Side::Village, &game.village, -1.0)] {
            let total: f64 = holders.iter().map(|holder| holder.weight).sum();
            if !(total > 0.0 && total.is_finite()) || holders.iter().any(|holder| holder.weight < 0.0) {
                return Err(RatingError::Empty { game: number, side });
            }
            for Holder { model, weight } in holders {
                if *model >= self.models {
                    return Err(unknown("model", *model, self.models));
                }
                *row.entry(self.columns(Block::Strength(side)).start + model).or_default() += sign * weight / total;
            }
        }
        row.extend(self.columns(Block::Covariate).zip(game.covariates.iter().copied()));
        Ok(Row { features: row.into_iter().collect(), score: game.score, cluster: game.deal })
    }

    /// Moves the strengths of each side to a sum of 0 and the boards against them, when nothing is anchored. No
    /// prediction changes.
    fn centre(&self, coefficients: &mut [f64]) {
        if !self.anchors.is_empty() || self.models == 0 {
            return;
        }
        for (side, sign) in [(Side::Wolves, 1.0), (Side::Village, -1.0)] {
            let strengths = &mut coefficients[self.columns(Block::Strength(side))];
            let mean = strengths.iter().sum::<f64>() / self.models as f64;
            strengths.iter_mut().for_each(|strength| *strength -= mean);
            coefficients[self.columns(Block::Board)].iter_mut().for_each(|board| *board += sign * mean);
        }
    }
}

/// Games ready to be rated.
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) design: Design,
    pub(crate) problem: Problem,
}

impl Model {
    /// Checks the games against the design.
    ///
    /// # Errors
    /// When there is no game, or one of them, an anchor or the prior does not fit the design.
    pub fn new(design: Design, games: &[Game]) -> Result<Self, RatingError> {
        if games.is_empty() {
            return Err(RatingError::NoGames);
        }
        let priors = design.priors()?;
        let rows = games.iter().enumerate().map(|(i, game)| design.row(i, game));
        let rows = rows.collect::<Result<Vec<Row>, RatingError>>()?;
        let problem = Problem::new(rows, priors).ok_or(LogitError::Undetermined)?;
        Ok(Model { design, problem })
    }

    /// The ratings.
    ///
    /// # Errors
    /// When the regression fails, which it does not for finite numbers of a usual size.
    pub fn fit(&self) -> Result<Fit, RatingError> {
        let mut fitted = self.problem.fit()?;
        let start = fitted.coefficients.clone();
        self.design.centre(&mut fitted.coefficients);
        fitted.influences.iter_mut().chain(&mut fitted.pulls).for_each(|vector| self.design.centre(vector));
        Ok(Fit { design: self.design.clone(), fitted, start })
    }

    /// Fits anew for each resample of the deals.
    ///
    /// # Errors
    /// As for [`Model::fit`].
    pub fn bootstrap(&self, fit: &Fit, bootstrap: Bootstrap) -> Result<Cloud, RatingError> {
        let mut random = Random::new(bootstrap.seed, streams::PRIORS);
        let mut replicates = Vec::with_capacity(bootstrap.replicates);
        for counts in bootstrap.counts(self.problem.clusters().len()) {
            let mut coefficients = self.problem.resampled(&counts, &mut random, &fit.start)?;
            self.design.centre(&mut coefficients);
            replicates.push(coefficients);
        }
        Ok(Cloud { design: self.design.clone(), replicates, bootstrap })
    }

    /// The coefficients when each deal counts as often as `weights` says, in the order of the deals' numbers.
    pub(crate) fn reweighted(&self, fit: &Fit, weights: &[f64]) -> Result<Vec<f64>, RatingError> {
        let mut coefficients = self.problem.reweighted(weights, &fit.start)?;
        self.design.centre(&mut coefficients);
        Ok(coefficients)
    }
}

/// Fitted ratings.
#[derive(Clone, Debug)]
pub struct Fit {
    pub(crate) design: Design,
    pub(crate) fitted: Fitted,
    /// The coefficients before centring, where later searches begin.
    start: Vec<f64>,
}

impl Fit {
    /// The coefficients of a block, in logits, with errors clustered on deals and intervals of Student's distribution.
    #[must_use]
    pub fn estimates(&self, block: Block, confidence: Confidence) -> Vec<Estimate> {
        self.design.columns(block).map(|column| self.function(&[(column, 1.0)], confidence)).collect()
    }

    /// The coefficients of a block alone.
    #[must_use]
    pub fn values(&self, block: Block) -> &[f64] {
        &self.fitted.coefficients[self.design.columns(block)]
    }

    /// A linear function of the coefficients.
    pub(crate) fn function(&self, weights: &[(usize, f64)], confidence: Confidence) -> Estimate {
        let se = self.fitted.covariance(weights, weights).sqrt();
        Estimate::symmetric(self.fitted.value(weights), se, confidence.t(self.fitted.freedom()))
    }
}

/// The coefficients of all resamples.
#[derive(Clone, Debug)]
pub struct Cloud {
    design: Design,
    replicates: Vec<Vec<f64>>,
    bootstrap: Bootstrap,
}

impl Cloud {
    /// The percentile interval of each coefficient of a block, in logits. Not a number without resamples.
    #[must_use]
    pub fn intervals(&self, block: Block) -> Vec<Interval> {
        let tail = self.bootstrap.confidence.tail();
        let interval = |column: usize| {
            let mut values: Vec<f64> = self.replicates.iter().map(|replicate| replicate[column]).collect();
            let mut at = |p: f64| quantile(&mut values, p).unwrap_or(f64::NAN);
            Interval { low: at(tail), high: at(1.0 - tail) }
        };
        self.design.columns(block).map(interval).collect()
    }

    /// The coefficients of a block in each resample.
    pub fn replicates(&self, block: Block) -> impl Iterator<Item = &[f64]> {
        self.replicates.iter().map(move |replicate| &replicate[self.design.columns(block)])
    }

    /// The level of the intervals.
    #[must_use]
    pub fn confidence(&self) -> Confidence {
        self.bootstrap.confidence
    }
}

/// Logits on the scale of Elo: 1500 for a strength of 0, and 400 points for odds of ten to one (Elo 1978).
#[must_use]
pub fn elo(strength: Estimate) -> Estimate {
    const POINTS: f64 = 400.0 / std::f64::consts::LN_10;
    let on_scale = |x: f64| 1500.0 + POINTS * x;
    let Estimate { value, se, interval } = strength;
    let interval = Interval { low: on_scale(interval.low), high: on_scale(interval.high) };
    Estimate { value: on_scale(value), se: POINTS * se, interval }
}
