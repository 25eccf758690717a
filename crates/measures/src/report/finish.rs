//! From tallies to a report.

use super::collect::{Collector, Spent, Sum};
use super::{
    Baselines, BehaviourLine, CostLine, FirstKill, LEVEL, NuisanceLine, Report, SurvivalLine, Validity, Verbosity,
    beliefs, outcome, ratings,
};
use crate::behaviour::{Kind, Measure};
use crate::ratings::{Factor, Observation, nuisance_panel};
use crate::reading::Left;
use crate::stats::{Estimate, Tally, clustered_rate, clustered_ratio, kaplan_meier};
use lycaon_rules::Camp;
use std::collections::BTreeMap;

/// Up to which day the survival of wolves is averaged.
const HORIZON: f64 = 4.0;

impl Collector {
    /// The report of all that was taken in. `left` are the files that were not; `declared` names what was declared
    /// before the run.
    #[must_use]
    pub fn finish(mut self, mut left: Vec<Left>, baselines: &Baselines, declared: Vec<String>) -> Report {
        left.append(&mut self.twice);
        for (health, spent) in self.health.iter_mut().zip(&self.spent) {
            health.latency_ms = latency(spent);
        }
        let [camps, agents, roles] = outcome::all_wins(&self, baselines);
        Report {
            program: env!("CARGO_PKG_VERSION"),
            boards: outcome::boards(&self, baselines),
            camps,
            agents,
            roles,
            shape: outcome::shapes(&self),
            heat: outcome::heat(&self),
            ratings: ratings::rate(&self),
            behaviour: behaviour(&self, &declared),
            accuracy_by_day: by_day(&self, &declared),
            survival: survival(&self),
            first_kills: first_kills(&self),
            verbosity: verbosity(&self),
            claims: self.claim_cells(),
            claim_truth: self.claim_truth(),
            lie_lives: self.lie_lives(),
            nuisance: nuisance(&self),
            beliefs: beliefs::beliefs(&self),
            influence: self.influence(),
            self_reports: self.self_reports(),
            meant: self.meant(),
            lie_detection: self.lie_detection(),
            lie_detection_of: self.lie_detection_of(),
            cost: cost(&self),
            validity: Validity {
                games: self.games.len() as u64,
                deals: self.deals.len(),
                undecided: self.games.iter().filter(|game| game.winners.is_empty()).count() as u64,
                left,
                agents: self.health,
            },
            declared,
        }
    }
}

/// The line of a measure from its sums by deal.
fn line(
    measure: Measure,
    agent: &str,
    day: Option<u16>,
    deals: &BTreeMap<u32, Sum>,
    declared: bool,
) -> Option<BehaviourLine> {
    let tallies: Vec<Tally> = deals.values().map(|sum| sum.value).collect();
    let all: Tally = tallies.iter().copied().sum();
    if all.count <= 0.0 {
        return None;
    }
    let interval = match measure.kind() {
        Kind::Share => clustered_rate(&tallies, LEVEL).map(|rate| rate.interval),
        Kind::Mean => clustered_ratio(&tallies, LEVEL).map(|mean| mean.interval),
    };
    let (chance, against, weight) =
        deals.values().fold((0.0, 0.0, 0.0), |(c, a, w), sum| (c + sum.chance, a + sum.against, w + sum.weight));
    let room = weight - chance;
    Some(BehaviourLine {
        measure,
        agent: agent.into(),
        day,
        n: all.count,
        deals: tallies.len(),
        value: all.rate(),
        interval,
        chance: (weight > 0.0).then(|| chance / weight),
        corrected: (measure.kind() == Kind::Share && weight > 0.0 && room > 1e-9).then(|| (against - chance) / room),
        declared,
    })
}

fn behaviour(collector: &Collector, declared: &[String]) -> Vec<BehaviourLine> {
    let line = |((measure, agent), deals): (&(Measure, u16), &BTreeMap<u32, Sum>)| {
        let is_declared = declared.iter().any(|id| id == measure.id());
        line(*measure, &collector.names[usize::from(*agent)], None, deals, is_declared)
    };
    collector.behaviour.iter().filter_map(line).collect()
}

fn by_day(collector: &Collector, declared: &[String]) -> Vec<BehaviourLine> {
    let is_declared = declared.iter().any(|id| id == Measure::VoteAccuracy.id());
    let line = |((agent, day), deals): (&(u16, u16), &BTreeMap<u32, Sum>)| {
        line(Measure::VoteAccuracy, &collector.names[usize::from(*agent)], Some(*day), deals, is_declared)
    };
    collector.by_day.iter().filter_map(line).collect()
}

fn survival(collector: &Collector) -> Vec<SurvivalLine> {
    let line = |(agent, lives): (&u16, &Vec<crate::stats::Lifetime>)| {
        let curve = kaplan_meier(lives);
        SurvivalLine {
            agent: collector.names[usize::from(*agent)].clone(),
            n: lives.len(),
            mean_to_day_4: curve.restricted_mean(HORIZON, LEVEL),
            curve: curve.steps,
        }
    };
    collector.lives.iter().map(line).collect()
}

fn first_kills(collector: &Collector) -> Vec<FirstKill> {
    let line = |(agent, (seats, expected)): (&u16, &(Vec<u64>, Vec<f64>))| {
        let n: u64 = seats.iter().sum();
        let bits =
            |(count, even): (&u64, &f64)| if *count == 0 { 0.0 } else { *count as f64 * (*count as f64 / even).log2() };
        FirstKill {
            agent: collector.names[usize::from(*agent)].clone(),
            n,
            divergence_bits: seats.iter().zip(expected).map(bits).sum::<f64>() / n as f64,
            seats: seats.clone(),
            expected: expected.clone(),
        }
    };
    collector.first_kills.iter().map(line).collect()
}

/// Words as a wolf less words as a villager: the difference of the two means of each deal in which the agent was both.
fn verbosity(collector: &Collector) -> Vec<Verbosity> {
    let mut shifts: BTreeMap<u16, Vec<Tally>> = BTreeMap::new();
    for ((agent, _), [village, wolves]) in &collector.words {
        if village.count > 0.0 && wolves.count > 0.0 {
            let shift = wolves.sum / wolves.count - village.sum / village.count;
            shifts.entry(*agent).or_default().push(Tally { sum: shift, count: 1.0 });
        }
    }
    let line = |(agent, deals): (u16, Vec<Tally>)| Verbosity {
        agent: collector.names[usize::from(agent)].clone(),
        deals: deals.len(),
        shift: clustered_ratio(&deals, LEVEL),
    };
    shifts.into_iter().map(line).collect()
}

/// Whether seats win more often for reasons that should not matter, given who plays which camp.
fn nuisance(collector: &Collector) -> Result<Vec<NuisanceLine>, String> {
    let mut languages: Vec<String> = collector.games.iter().map(|game| game.language.clone()).collect();
    languages.sort();
    languages.dedup();
    let seats = collector.games.iter().map(|game| game.seats.len()).max().unwrap_or(0);
    let numbers = |from: usize, to: usize| (from..=to).map(|n| n.to_string()).collect::<Vec<_>>();
    let places = std::iter::once("—".to_owned()).chain(numbers(1, 18)).collect::<Vec<_>>();
    let panel = [("seat", numbers(1, seats)), ("place", places), ("language", languages.clone())];
    let (agents, boards) = (collector.names.len(), collector.boards.len());
    // What explains wins by right: camp and agent together, and the board with the camp.
    let mut factors: Vec<Factor> =
        panel.iter().map(|(name, levels)| Factor { name: (*name).into(), levels: levels.len() }).collect();
    factors.push(Factor { name: "agent and camp".into(), levels: 3 * agents });
    factors.push(Factor { name: "board and camp".into(), levels: 3 * boards });
    let observations: Vec<Observation> = collector
        .games
        .iter()
        .flat_map(|game| {
            let language = languages.binary_search(&game.language).unwrap_or(0);
            // Who died in the first night has no place in the order of speeches, and would be compared with the living.
            let ordered = game.seats.iter().any(|seated| seated.place > 0);
            let seats = game.seats.iter().enumerate().filter(move |(_, seated)| seated.place > 0 || !ordered);
            seats.map(move |(seat, seated)| {
                let camp = match seated.role.card().camp {
                    Camp::Village => 0,
                    Camp::Wolves => 1,
                    Camp::Loner => 2,
                };
                let rightly = [3 * usize::from(seated.agent) + camp, 3 * usize::from(game.board) + camp];
                let levels = [seat, seated.place.into(), language, rightly[0], rightly[1]].into();
                Observation { deal: game.deal.into(), score: f64::from(u8::from(seated.won)), levels }
            })
        })
        .collect();
    let effects = nuisance_panel(&factors, &observations, LEVEL).map_err(|error| error.to_string())?;
    let seen = |factor: usize, level: usize| observations.iter().any(|observation| observation.levels[factor] == level);
    let line = |((number, (factor, names)), effect): ((usize, (&'static str, Vec<String>)), crate::ratings::Effect)| {
        let known = names.into_iter().zip(effect.levels).enumerate().filter(|(level, _)| seen(number, *level));
        let (levels, effects): (Vec<String>, Vec<Estimate>) = known.map(|(_, level)| level).unzip();
        NuisanceLine { factor, levels, effects, adjusted_p: effect.adjusted }
    };
    let lines = panel.into_iter().enumerate().zip(effects).map(line);
    Ok(lines.filter(|line| line.levels.len() > 1).collect())
}

fn cost(collector: &Collector) -> Vec<CostLine> {
    let line = |(health, spent): (&super::Health, &Spent)| {
        let calls: u64 = health.calls.values().sum();
        let tokens = spent.usage.tokens() as f64;
        CostLine {
            agent: health.agent.clone(),
            seats: health.seats,
            calls,
            input: spent.usage.prompt_tokens(),
            cached: spent.usage.cache_share(),
            output: spent.usage.output.unwrap_or(0),
            cost_usd: spent.cost_usd,
            cost_per_seat: spent.cost_usd.map(|cost| cost / health.seats as f64),
            tokens_per_decision: (calls > 0 && health.decisions > 0).then(|| tokens / health.decisions as f64),
        }
    };
    collector.health.iter().zip(&collector.spent).map(line).collect()
}

/// The median and the 95th percentile of calls, to within 5 %.
fn latency(spent: &Spent) -> Option<(f64, f64)> {
    let total: u64 = spent.latency.values().sum();
    let at = |share: f64| {
        let mut before = 0;
        let step = spent.latency.iter().find(|(_, count)| {
            before += **count;
            before as f64 >= share * total as f64
        });
        step.map(|(power, _)| 1.1_f64.powi(*power))
    };
    Some((at(0.5)?, at(0.95)?))
}
