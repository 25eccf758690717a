//! Ratings of the agents (A5).

use super::LEVEL;
use super::collect::{Collector, Played};
use crate::ratings::{
    Anchor, Block, Design, Game, Holder, Model, RatingError, Side, Skill, Standing, elo, openskill, pairwise, standings,
};
use crate::stats::{Bootstrap, Estimate};
use lycaon_rules::Party;
use serde::Serialize;

/// How many resamples of the deals the ranks are read from.
const RESAMPLES: usize = 1000;
/// How many orders of the games OpenSkill is averaged over.
const ORDERS: usize = 20;

/// All ratings.
#[derive(Clone, Debug, Serialize)]
pub struct Ratings {
    /// One for each agent.
    pub agents: Vec<Rating>,
    /// Each pair of agents on each side.
    pub pairs: Vec<RatedPair>,
    /// The agent that is 1500 on both sides by definition, if one is random.
    pub anchor: Option<String>,
    /// Games that were rated: those won by wolves, village or nobody.
    pub games: usize,
    /// Games that were not, because somebody else won.
    pub left: usize,
    /// How many resamples of deals the ranks come from.
    pub resamples: usize,
}

/// The ratings of an agent, on the scale of Elo.
#[derive(Clone, Debug, Serialize)]
pub struct Rating {
    /// The agent.
    pub agent: String,
    /// As wolves: to deceive.
    pub wolves: Estimate,
    /// As the village: to detect.
    pub village: Estimate,
    /// Where it stands as wolves.
    pub wolves_rank: Standing,
    /// Where it stands as the village.
    pub village_rank: Standing,
    /// OpenSkill as wolves, a secondary column that depends on the order of the games.
    pub wolves_openskill: Skill,
    /// OpenSkill as the village.
    pub village_openskill: Skill,
}

/// Two agents on one side.
#[derive(Clone, Debug, Serialize)]
pub struct RatedPair {
    /// The side.
    pub side: Side,
    /// The one.
    pub first: String,
    /// The other.
    pub second: String,
    /// First less second, in points of Elo's scale.
    pub difference: Estimate,
    /// The p-value of no difference, by Holm's method over the pairs of the side.
    pub adjusted_p: f64,
}

fn game(game: &Played) -> Option<Game> {
    let won = |party| game.winners.contains(&party);
    let score = match (won(Party::Wolves), won(Party::Village)) {
        (true, false) => 1.0,
        (false, true) => 0.0,
        _ if game.winners.is_empty() => 0.5,
        _ => return None,
    };
    let side = |wolf: bool| {
        let own = game.seats.iter().filter(|seated| seated.is_wolf() == wolf);
        Holder::equal(&own.map(|seated| usize::from(seated.agent)).collect::<Vec<_>>())
    };
    let (deal, board) = (game.deal.into(), game.board.into());
    Some(Game { deal, board, wolves: side(true), village: side(false), score, covariates: vec![] })
}

/// The ratings of all agents, or in a sentence why there are none.
pub(super) fn rate(collector: &Collector) -> Result<Ratings, String> {
    if collector.names.len() < 2 {
        return Err("ratings compare agents, and there is only one".into());
    }
    rated(collector).map_err(|error| error.to_string())
}

fn rated(collector: &Collector) -> Result<Ratings, RatingError> {
    let games: Vec<Game> = collector.games.iter().filter_map(game).collect();
    let (models, boards) = (collector.names.len(), collector.boards.len());
    let anchors: Vec<Anchor> = collector
        .random
        .iter()
        .take(1)
        .map(|agent| Anchor { model: (*agent).into(), wolf: 0.0, village: 0.0 })
        .collect();
    let anchor = anchors.first().map(|anchor| collector.names[anchor.model].clone());
    let model = Model::new(Design { models, boards, covariates: 0, anchors, deviation: 1.0 }, &games)?;
    let fit = model.fit()?;
    let bootstrap = Bootstrap { replicates: RESAMPLES, ..Bootstrap::default() };
    let cloud = model.bootstrap(&fit, bootstrap)?;
    let skills = openskill(&games, models, boards, ORDERS, 1);
    let sides = [Side::Wolves, Side::Village];
    let [wolves, village] = sides.map(|side| fit.estimates(Block::Strength(side), LEVEL));
    let [wolves_ranks, village_ranks] = sides.map(|side| standings(&fit, &cloud, side));
    let rating = |agent: usize| Rating {
        agent: collector.names[agent].clone(),
        wolves: elo(wolves[agent]),
        village: elo(village[agent]),
        wolves_rank: wolves_ranks[agent].clone(),
        village_rank: village_ranks[agent].clone(),
        wolves_openskill: skills.wolves[agent],
        village_openskill: skills.village[agent],
    };
    let points = |difference: Estimate| {
        let origin = elo(Estimate::symmetric(0.0, 0.0, 0.0)).value;
        let Estimate { value, se, interval } = elo(difference);
        let mut interval = interval;
        (interval.low, interval.high) = (interval.low - origin, interval.high - origin);
        Estimate { value: value - origin, se, interval }
    };
    let pairs =
        sides.into_iter().flat_map(|side| pairwise(&fit, side, LEVEL).into_iter().map(move |pair| (side, pair)));
    let pair = |(side, pair): (Side, crate::ratings::Pair)| RatedPair {
        side,
        first: collector.names[pair.first].clone(),
        second: collector.names[pair.second].clone(),
        difference: points(pair.difference),
        adjusted_p: pair.adjusted,
    };
    Ok(Ratings {
        agents: (0..models).map(rating).collect(),
        pairs: pairs.map(pair).collect(),
        anchor,
        games: games.len(),
        left: collector.games.len() - games.len(),
        resamples: RESAMPLES,
    })
}
