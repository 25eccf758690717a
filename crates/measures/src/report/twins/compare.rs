//! From two plays to their comparison.

use super::{Compared, Differs, Game, Play, Twins};
use crate::report::outcome::share;
use crate::report::{LEVEL, Share};
use crate::stats::{Confidence, Estimate, Interval, PairCounts, Tally, design_effect, holm, paired_ratios};
use lycaon_rules::Camp;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The level of two one-sided tests at 5 % each, as an interval.
const EQUIVALENCE: f64 = 0.9;

/// What two plays of the same deals have in common, and in what they differ.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// Games that have a twin.
    pub pairs: usize,
    /// Their deals.
    pub deals: usize,
    /// Games of the first play without a twin.
    pub only_first: usize,
    /// Games of the second without one.
    pub only_second: usize,
    /// Games that were read twice in one play, by their ids; each counts once.
    pub twice: BTreeSet<String>,
    /// The conditions that differ.
    pub conditions: Vec<Differs>,
    /// The share of pairs in which every decision of every seat is the same.
    pub same_games: Option<Share>,
    /// How often an agent answers alike after the same history.
    pub answers: Vec<AgentAnswers>,
    /// Wins, by camp and by agent and camp.
    pub wins: Vec<WinContrast>,
    /// How much of a difference in wins is taken to be too little to matter.
    pub margin: f64,
    /// What agents did.
    pub behaviour: Vec<Contrast>,
}

/// How often an agent answers alike in both plays, of decisions up to the first that differs in a pair: there the game had
/// been the same for everybody.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentAnswers {
    /// The agent.
    pub agent: String,
    /// Decisions after the same history.
    pub asked: u64,
    /// Of these, the same answer to the word.
    pub same: Share,
}

/// The wins of a camp in both plays.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WinContrast {
    /// Who held a card of the camp; everybody where it is left out.
    pub agent: Option<String>,
    /// The camp. It wins with its own party, and not with lovers.
    pub camp: Camp,
    /// Pairs of games.
    pub pairs: usize,
    /// Deals.
    pub deals: usize,
    /// The share that it won in the first play.
    pub first: f64,
    /// The share in the second.
    pub second: f64,
    /// Pairs by how often only the first or only the second was won, divided by the design effect of deals.
    pub counts: PairCounts,
    /// First less second.
    pub difference: f64,
    /// Its score interval (Tango 1998).
    pub interval: Interval,
    /// The p-value of no difference.
    pub p_value: f64,
    /// The interval that lies within the margin where the two are equivalent.
    pub interval_90: Interval,
    /// The p-value of a difference of the margin or more, one way or the other.
    pub differs_by_margin: f64,
}

/// A measure of an agent in both plays.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contrast {
    /// What.
    pub measure: Compared,
    /// The agent.
    pub agent: String,
    /// Deals in which there was something to observe, in one play or the other.
    pub deals: usize,
    /// Its value in the first play.
    pub first: f64,
    /// Its value in the second.
    pub second: f64,
    /// First less second, with an interval clustered on deals. Nothing where no deal differs: how far others might is then
    /// not known.
    pub difference: Option<Estimate>,
    /// The p-value of no difference, by Holm's method over all that were declared before, or over all others.
    pub adjusted_p: f64,
    /// Whether it was declared before the runs.
    pub declared: bool,
}

/// A game and its twin.
type Pair<'a> = (&'a Game, &'a Game);

/// The sums of both plays by deal.
type ByDeal<'a> = BTreeMap<&'a str, (Tally, Tally)>;

impl Twins {
    /// Compares the games that have a twin. `margin` is the difference of win rates, 0 to 1, that is too small to matter;
    /// `declared` are ids of what was declared before the games were played.
    #[must_use]
    pub fn compare(&self, margin: f64, declared: &BTreeSet<String>) -> Comparison {
        let [first, second] = &self.games;
        let pairs: Vec<Pair> = first.iter().filter_map(|(key, game)| Some((game, second.get(key)?))).collect();
        let deals: BTreeSet<&str> = pairs.iter().map(|(game, _)| game.deal.as_str()).collect();
        Comparison {
            pairs: pairs.len(),
            deals: deals.len(),
            only_first: first.len() - pairs.len(),
            only_second: second.len() - pairs.len(),
            twice: self.twice.clone(),
            conditions: self.conditions[Play::First as usize].differences(&self.conditions[Play::Second as usize]),
            same_games: share(&by_deal(&pairs, |(game, twin)| game.answers == twin.answers)),
            answers: self.answers(&pairs),
            wins: self.wins(&pairs, margin),
            margin,
            behaviour: self.behaviour(&pairs, declared),
        }
    }

    fn answers(&self, pairs: &[Pair]) -> Vec<AgentAnswers> {
        let mut tallies: BTreeMap<u16, BTreeMap<&str, Tally>> = BTreeMap::new();
        for (game, twin) in pairs {
            for (n, (agent, answer)) in &game.answers {
                let same = twin.answers.get(n) == Some(&(*agent, *answer));
                let tally = tallies.entry(*agent).or_default().entry(&game.deal).or_default();
                tally.add(f64::from(u8::from(same)), 1.0);
                if !same {
                    break;
                }
            }
        }
        let line = |(agent, deals): (u16, BTreeMap<&str, Tally>)| {
            let deals: Vec<Tally> = deals.into_values().collect();
            let asked = deals.iter().map(|deal| deal.count).sum::<f64>() as u64;
            Some(AgentAnswers { agent: self.agents[usize::from(agent)].clone(), asked, same: share(&deals)? })
        };
        tallies.into_iter().filter_map(line).collect()
    }

    fn wins(&self, pairs: &[Pair], margin: f64) -> Vec<WinContrast> {
        let sides: BTreeSet<(Option<u16>, Camp)> =
            pairs.iter().flat_map(|(game, _)| game.won.keys().copied()).collect();
        let line = |side: (Option<u16>, Camp)| {
            let mut deals: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
            let (mut first, mut second, mut only) = (0.0, 0.0, [0.0, 0.0]);
            for (game, twin) in pairs {
                let (Some(won), Some(twin_won)) = (game.won.get(&side), twin.won.get(&side)) else { continue };
                let [won, twin_won] = [won, twin_won].map(|won| f64::from(u8::from(*won)));
                (first, second) = (first + won, second + twin_won);
                only[usize::from(twin_won > won)] += (won - twin_won).abs();
                deals.entry(&game.deal).or_default().push(won - twin_won);
            }
            let differences: Vec<Vec<f64>> = deals.into_values().collect();
            let games = differences.iter().map(Vec::len).sum::<usize>();
            let effect = effect(&differences, games);
            let [only_first, only_second] = only.map(|count| count / effect);
            let counts = PairCounts { only_first, only_second, pairs: games as f64 / effect };
            let level = Confidence::new(EQUIVALENCE).expect("between 0 and 1");
            WinContrast {
                agent: side.0.map(|agent| self.agents[usize::from(agent)].clone()),
                camp: side.1,
                pairs: games,
                deals: differences.len(),
                first: first / games as f64,
                second: second / games as f64,
                counts,
                difference: counts.difference(),
                interval: counts.interval(LEVEL),
                p_value: counts.no_difference(),
                interval_90: counts.interval(level),
                differs_by_margin: counts.differ_by(margin),
            }
        };
        sides.into_iter().map(line).collect()
    }

    fn behaviour(&self, pairs: &[Pair], declared: &BTreeSet<String>) -> Vec<Contrast> {
        let mut sums: BTreeMap<(Compared, u16), ByDeal> = BTreeMap::new();
        for (game, twin) in pairs {
            for (which, of) in [(Play::First, game), (Play::Second, twin)] {
                for (what, sum) in &of.sums {
                    let (first, second) = sums.entry(*what).or_default().entry(&game.deal).or_default();
                    let into = if which == Play::First { first } else { second };
                    *into += *sum;
                }
            }
        }
        let mut lines: Vec<(Contrast, f64)> = sums
            .into_iter()
            .filter_map(|((measure, agent), deals)| {
                let deals: Vec<(Tally, Tally)> = deals.into_values().collect();
                let paired = paired_ratios(&deals, LEVEL)?;
                let rate = |part: fn(&(Tally, Tally)) -> Tally| deals.iter().map(part).sum::<Tally>().rate();
                let contrast = Contrast {
                    measure,
                    agent: self.agents[usize::from(agent)].clone(),
                    deals: deals.len(),
                    first: rate(|deal| deal.0),
                    second: rate(|deal| deal.1),
                    difference: Some(paired.difference).filter(|difference| difference.se > 0.0),
                    adjusted_p: 1.0,
                    declared: declared.contains(measure.id()),
                };
                Some((contrast, paired.p_value))
            })
            .collect();
        for declared in [true, false] {
            let mut family: Vec<&mut (Contrast, f64)> =
                lines.iter_mut().filter(|(line, _)| line.declared == declared).collect();
            let adjusted = holm(&family.iter().map(|(_, p)| *p).collect::<Vec<_>>());
            family.iter_mut().zip(adjusted).for_each(|(line, p)| line.0.adjusted_p = p);
        }
        lines.into_iter().map(|(line, _)| line).collect()
    }
}

/// The pairs of which something is so, and all of them, by deal.
fn by_deal(pairs: &[Pair], is_so: impl Fn(&Pair) -> bool) -> Vec<Tally> {
    let mut deals: BTreeMap<&str, Tally> = BTreeMap::new();
    for pair in pairs {
        deals.entry(&pair.0.deal).or_default().add(f64::from(u8::from(is_so(pair))), 1.0);
    }
    deals.into_values().collect()
}

/// By what the pairs are to be divided since those of a deal are not independent. Where no pair differs from another, how
/// they hang together cannot be told, and each deal counts once.
fn effect(differences: &[Vec<f64>], games: usize) -> f64 {
    let mut all = differences.iter().flatten();
    let first = all.next();
    match all.all(|other| Some(other) == first) {
        true => games as f64 / differences.len() as f64,
        false => design_effect(differences),
    }
}
