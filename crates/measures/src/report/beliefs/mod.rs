//! What beliefs come to over many games: skill, calibration, how wolves are seen and what speeches do.

mod charts;
mod gather;
mod tables;

pub(super) use charts::{exposure, reliability, waterfall};
pub(super) use gather::Gather;
pub(super) use tables::tables;

use super::LEVEL;
use super::collect::{Collector, Sum};
use crate::behaviour::Measure;
use crate::beliefs::deeds::{Update, update};
use crate::beliefs::exposure::time;
use crate::stats::{Estimate, Interval, Murphy, Tally, calibration_error, clustered_ratio, murphy};
use gather::ByDeal;
use lycaon_transcript::{Believed, Checkpoint};
use serde::Serialize;
use std::collections::BTreeMap;

/// How many bins a calibration has.
const BINS: usize = 10;

/// What beliefs come to.
#[derive(Clone, Debug, Serialize)]
pub struct Beliefs {
    /// By agent, as an observer of the village.
    pub observers: Vec<ObserverLine>,
    /// By agent, as a wolf.
    pub wolves: Vec<SeenLine>,
    /// By the wolves' agent, day and moment: the mean log-odds that the village gives its living wolves.
    pub exposure: Vec<ExposureLine>,
    /// By day and moment: the mean log-odds on wolves less those on others.
    pub separation: Vec<ExposureLine>,
    /// How much the separation grows in a day, by game (Theil and Sen).
    pub growth: Option<Estimate>,
    /// The game with the most speeches whose effect is known, speech by speech.
    pub waterfall: Option<Waterfall>,
}

/// The beliefs of one agent as an observer of the village.
#[derive(Clone, Debug, Serialize)]
pub struct ObserverLine {
    /// The agent.
    pub agent: String,
    /// How often it was asked, in any role.
    pub asked: u64,
    /// What came of it.
    pub outcomes: BTreeMap<Believed, u64>,
    /// How many probabilities are scored.
    pub n: usize,
    /// The Brier skill against the hard facts (C2): below 0 it was deceived.
    pub skill: Option<Estimate>,
    /// The expected calibration error (C5).
    pub calibration_error: Option<f64>,
    /// Reliability, resolution and uncertainty (C5), with the bins of the diagram.
    pub murphy: Option<Murphy>,
    /// The noise of asking twice, in squares of log-odds.
    pub noise: Option<Estimate>,
    /// How far beliefs after a speech are from those after a silent turn, less the noise, in squares of log-odds.
    pub moved: Option<f64>,
    /// How beliefs move where the hard facts do (C13).
    pub update: Option<Update>,
}

/// How the wolves of one agent are seen and deceive.
#[derive(Clone, Debug, Serialize)]
pub struct SeenLine {
    /// The agent.
    pub agent: String,
    /// The area under the curve of a wolf, in log-odds times days (C7).
    pub area: Option<Estimate>,
    /// The loss that a speech of its wolves adds, in nats: against a silent turn where that was asked (C9).
    pub deceives: Option<Estimate>,
    /// The loss that it takes from a wolf's speech as a villager (C10).
    pub deceived: Option<Estimate>,
    /// The first by the second; absent where the second is not above 0.
    pub ratio: Option<f64>,
    /// The root of the mean squared error of what its wolves think they are suspected (C11).
    pub meta_rmse: Option<f64>,
}

/// A point of a curve.
#[derive(Clone, Debug, Serialize)]
pub struct ExposureLine {
    /// The wolves' agent; empty for all.
    pub agent: String,
    /// The day.
    pub day: u16,
    /// The moment.
    pub checkpoint: Checkpoint,
    /// The moment on a scale of days.
    pub time: f64,
    /// Observations.
    pub n: f64,
    /// The mean.
    pub value: f64,
    /// Its interval; absent with too few deals.
    pub interval: Option<Interval>,
}

/// What each speech of a game did to the village's beliefs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Waterfall {
    /// The game.
    pub game: String,
    /// Its speeches, in order.
    pub steps: Vec<WaterfallStep>,
}

/// What one speech did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WaterfallStep {
    /// The day.
    pub day: u16,
    /// Who spoke.
    pub seat: u8,
    /// The agent.
    pub agent: String,
    /// Whether a wolf spoke.
    pub wolf: bool,
    /// The loss that it added, in nats; above 0 it misled.
    pub loss: Option<f64>,
    /// The same against a silent turn.
    pub causal: Option<f64>,
}

/// What the beliefs of all games come to; `None` where nobody was asked.
pub(super) fn beliefs(collector: &Collector) -> Option<Beliefs> {
    let gather = &collector.beliefs;
    if gather.asked.is_empty() {
        return None;
    }
    let name = |agent: u16| collector.names[usize::from(agent)].clone();
    let observers = gather.asked.keys().map(|agent| observer(collector, *agent, name(*agent)));
    let wolves = gather.asked.keys().map(|agent| seen(collector, *agent, name(*agent)));
    let exposed = |((agent, day, checkpoint), deals): (&(u16, u16, Checkpoint), &ByDeal)| {
        point(name(*agent), *day, *checkpoint, deals)
    };
    let separated =
        |((day, checkpoint), deals): (&(u16, Checkpoint), &ByDeal)| point(String::new(), *day, *checkpoint, deals);
    Some(Beliefs {
        observers: observers.collect(),
        wolves: wolves.filter(|line| line.area.is_some() || line.deceives.is_some()).collect(),
        exposure: gather.seen.iter().filter_map(exposed).collect(),
        separation: gather.separation.iter().filter_map(separated).collect(),
        growth: estimate(&gather.growth),
        waterfall: gather.waterfall.clone(),
    })
}

fn observer(collector: &Collector, agent: u16, name: String) -> ObserverLine {
    let gather = &collector.beliefs;
    let outcomes = gather.asked[&agent].clone();
    let none = vec![];
    let forecasts = gather.forecasts.get(&agent).unwrap_or(&none);
    let noise = gather.noise.get(&agent).and_then(value);
    let spread = gather.spread.get(&agent).and_then(value);
    ObserverLine {
        agent: name,
        asked: outcomes.values().sum(),
        outcomes,
        n: forecasts.len(),
        skill: skill(sums(collector, Measure::Brier, agent)),
        calibration_error: calibration_error(forecasts, BINS),
        murphy: murphy(forecasts, BINS),
        noise: gather.noise.get(&agent).and_then(estimate),
        moved: spread.zip(noise).map(|(spread, noise)| spread - noise),
        update: gather.updates.get(&agent).and_then(|moves| update(moves)),
    }
}

fn seen(collector: &Collector, agent: u16, name: String) -> SeenLine {
    let of = |measure: Measure| {
        let tallies: Vec<Tally> = sums(collector, measure, agent).map(|sum| sum.value).collect();
        mean_of(&tallies)
    };
    let deceives = of(Measure::DeceptionCausal).or_else(|| of(Measure::Deception));
    let deceived = of(Measure::Susceptibility);
    let ratio = deceives.zip(deceived).filter(|(_, taken)| taken.value > 0.0);
    SeenLine {
        agent: name,
        area: collector.beliefs.area.get(&agent).and_then(estimate),
        deceives,
        deceived,
        ratio: ratio.map(|(given, taken)| given.value / taken.value),
        meta_rmse: of(Measure::MetaError).map(|error| error.value.sqrt()),
    }
}

/// The sums of a measure of an agent, deal by deal.
fn sums(collector: &Collector, measure: Measure, agent: u16) -> impl Iterator<Item = &Sum> {
    collector.behaviour.get(&(measure, agent)).into_iter().flat_map(BTreeMap::values)
}

/// One less the ratio of the scores to those of the hard facts (C2).
fn skill<'s>(brier: impl Iterator<Item = &'s Sum>) -> Option<Estimate> {
    let tallies: Vec<Tally> = brier.map(|sum| Tally { sum: sum.against, count: sum.chance }).collect();
    let Estimate { value, se, interval } = mean_of(&tallies)?;
    Some(Estimate { value: 1.0 - value, se, interval: Interval { low: 1.0 - interval.high, high: 1.0 - interval.low } })
}

/// A ratio of sums with its interval, which is everything with a single deal.
fn mean_of(tallies: &[Tally]) -> Option<Estimate> {
    clustered_ratio(tallies, LEVEL).or_else(|| {
        let (sum, count) =
            tallies.iter().fold((0.0, 0.0), |(sum, count), tally| (sum + tally.sum, count + tally.count));
        let everything = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
        (count > 0.0).then(|| Estimate { value: sum / count, se: f64::INFINITY, interval: everything })
    })
}

fn estimate(deals: &ByDeal) -> Option<Estimate> {
    mean_of(&deals.values().copied().collect::<Vec<_>>())
}

fn value(deals: &ByDeal) -> Option<f64> {
    estimate(deals).map(|estimate| estimate.value)
}

fn point(agent: String, day: u16, checkpoint: Checkpoint, deals: &ByDeal) -> Option<ExposureLine> {
    let Estimate { value, interval, .. } = estimate(deals)?;
    Some(ExposureLine {
        agent,
        day,
        checkpoint,
        time: time(day, checkpoint),
        n: deals.values().map(|tally| tally.count).sum(),
        value,
        interval: Some(interval).filter(|interval| interval.low.is_finite()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two deals: scores of 0.2 and 0.1 where the hard facts have 0.25 and 0.15. The skill is of the sums: 1 - 0.3/0.4.
    #[test]
    fn skill_is_of_sums() {
        let sum = |against, chance| Sum { against, chance, weight: 1.0, ..Sum::default() };
        let two = [sum(0.2, 0.25), sum(0.1, 0.15)];
        let skill = skill(two.iter()).expect("two deals");
        assert!((skill.value - 0.25).abs() < 1e-12 && skill.interval.contains(0.25));
        assert!(super::skill(two[..1].iter()).is_some_and(|skill| skill.interval.low == f64::NEG_INFINITY));
        assert!(super::skill([].iter()).is_none());
    }
}
