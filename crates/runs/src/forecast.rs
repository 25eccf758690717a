//! What a plan will take, and what it can show, before it is played.

use crate::directory::PlanLine;
use crate::experiment::Experiment;
use crate::plan::Plan;
use crate::queue::{Queue, QueueError, State};
use crate::summary::{Summary, Toll};
use lycaon_measures::stats::Planned;
use serde::Serialize;
use std::collections::BTreeMap;

/// How many rows are read at a time.
const PAGE: usize = 1000;

/// The win rate from which a difference is to be told.
const BASE: f64 = 0.5;

/// Correlations of two games over one deal for which the plan's reach is told.
const CORRELATIONS: [f64; 3] = [0.0, 0.3, 0.6];

/// What a plan will take, and what it can show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Forecast {
    /// The experiment.
    pub name: String,
    /// How many games it has.
    pub games: usize,
    /// How many of them are recorded already.
    pub recorded: u64,
    /// The games of each combination of conditions.
    pub cells: Vec<CellGames>,
    /// What is expected of each agent over the whole plan.
    pub agents: BTreeMap<String, Expected>,
    /// Where the expectation comes from.
    pub from: Source,
    /// What the deals of one combination of conditions can show.
    pub reach: Reach,
    /// The first game.
    pub sample: Option<PlanLine>,
}

/// The games of one combination of conditions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellGames {
    /// The deck.
    pub deck: String,
    /// The language.
    pub lang: String,
    /// The level of each factor.
    pub levels: BTreeMap<String, String>,
    /// How many games each arm of the design has.
    pub arms: BTreeMap<String, u64>,
}

/// What is expected of an agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Expected {
    /// How many seats it takes.
    pub seats: u64,
    /// How many calls it makes, those about beliefs included.
    pub calls: u64,
    /// How many tokens they use.
    pub tokens: u64,
    /// What they cost in US dollars, if its price is known.
    pub cost_usd: Option<f64>,
}

/// Where an expectation comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// So many recorded games of this run.
    Recorded(u64),
    /// So many games against the mock server, whose answers are short.
    Mock(u64),
}

/// The smallest difference of two win rates that would be found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reach {
    /// How many deals both agents play under one combination of conditions.
    pub deals: u64,
    /// The two-sided level of the test.
    pub alpha: f64,
    /// The probability to find the difference.
    pub power: f64,
    /// The win rate that the other is compared with.
    pub base: f64,
    /// By the correlation of two games over one deal, the smallest difference; nothing if not even certain wins could be
    /// told.
    pub differences: Vec<(f64, Option<f64>)>,
}

/// What games took of the agents, by the position of the combination of conditions.
type Tolls = BTreeMap<(usize, String), Toll>;

impl Forecast {
    /// The forecast of a plan from the results of some of its games. `source` is told how many they are.
    ///
    /// # Errors
    /// When the queue cannot be asked.
    pub async fn of(
        experiment: &Experiment,
        plan: &Plan,
        results: &dyn Queue,
        source: fn(u64) -> Source,
    ) -> Result<Self, QueueError> {
        let (tolls, counted) = tolls(plan, results).await?;
        let from = source(counted);
        let recorded = if matches!(from, Source::Recorded(_)) { counted } else { 0 };
        let mut cells: Vec<CellGames> = vec![];
        for cell in &experiment.cells {
            let (deck, lang) = (cell.board.deck.clone(), cell.lang.code().to_owned());
            cells.push(CellGames { deck, lang, levels: cell.levels.clone(), arms: BTreeMap::new() });
        }
        let mut seats: BTreeMap<(usize, usize), u64> = BTreeMap::new();
        for game in &plan.games {
            *cells[game.cell].arms.entry(game.arm.clone()).or_default() += 1;
            for agent in &game.seats {
                *seats.entry((game.cell, *agent)).or_default() += 1;
            }
        }
        let mut agents: BTreeMap<String, Expected> = BTreeMap::new();
        for ((cell, agent), seats) in seats {
            let name = &experiment.agents[agent];
            agents.entry(name.clone()).or_default().add(seats, &mean_of(&tolls, cell, name));
        }
        let sample = plan.games.first().map(|game| PlanLine::of(game, experiment));
        let reach = Reach::of(u64::from(experiment.deals));
        Ok(Forecast {
            name: experiment.name.clone(),
            games: plan.games.len(),
            recorded,
            cells,
            agents,
            from,
            reach,
            sample,
        })
    }
}

impl Expected {
    /// Adds so many seats that take as much as the seats of this toll did in the mean.
    fn add(&mut self, seats: u64, toll: &Toll) {
        self.seats += seats;
        let share = if toll.seats == 0 { 0.0 } else { seats as f64 / toll.seats as f64 };
        let calls = toll.calls + u64::from(toll.probes.calls);
        self.calls += (calls as f64 * share).round() as u64;
        self.tokens += (toll.all_tokens() as f64 * share).round() as u64;
        if let Some(cost) = toll.all_usd() {
            *self.cost_usd.get_or_insert(0.0) += cost * share;
        }
    }
}

impl Reach {
    fn of(deals: u64) -> Self {
        let plan = Planned::default();
        let difference = |correlation| (correlation, plan.detectable_paired(BASE, deals, correlation));
        let differences = CORRELATIONS.map(difference).to_vec();
        Reach { deals, alpha: plan.alpha, power: plan.power, base: BASE, differences }
    }
}

/// What the agent's seats took under these conditions; where it has not played there, under all.
fn mean_of(tolls: &Tolls, cell: usize, name: &str) -> Toll {
    if let Some(toll) = tolls.get(&(cell, name.to_owned())) {
        return toll.clone();
    }
    let mut all = Toll::default();
    tolls.iter().filter(|((_, agent), _)| agent == name).for_each(|(_, toll)| all.add(toll));
    all
}

async fn tolls(plan: &Plan, results: &dyn Queue) -> Result<(Tolls, u64), QueueError> {
    let cells: BTreeMap<&str, usize> = plan.games.iter().map(|game| (game.id.as_str(), game.cell)).collect();
    let (mut tolls, mut counted, mut after) = (Tolls::new(), 0, 0);
    loop {
        let page = results.page(State::Done, after, PAGE).await?;
        let Some((last, _)) = page.last() else { return Ok((tolls, counted)) };
        after = *last;
        for (_, row) in &page {
            let summary = row.result.as_deref().and_then(|json| serde_json::from_str::<Summary>(json).ok());
            let (Some(cell), Some(summary)) = (cells.get(row.game.as_str()), summary) else { continue };
            counted += 1;
            for (agent, toll) in summary.agents {
                tolls.entry((*cell, agent)).or_default().add(&toll);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Anchors: 20 deals, and the numbers of deals that `crates/measures/tests/data/fixtures.json` asks for 0.5 and 0.6.
    #[test]
    fn a_plan_of_as_many_deals_as_are_needed_reaches_the_difference() {
        for correlation in CORRELATIONS {
            let deals = Planned::default().deals(BASE, 0.6, correlation).unwrap();
            let reach = Reach::of(deals);
            let (_, difference) = reach.differences.iter().find(|(of, _)| *of == correlation).unwrap();
            let difference = difference.unwrap();
            assert!((0.097..=0.1).contains(&difference), "{correlation}: {difference}");
        }
        assert_eq!(Reach::of(1).differences[0].1, None, "one deal shows nothing");
    }
}
