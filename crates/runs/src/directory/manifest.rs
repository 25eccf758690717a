//! What a run is, written down before anything is played.

use crate::experiment::Experiment;
use crate::plan::{Plan, PlannedGame};
use lycaon_narrator::Narrator;
use lycaon_rules::{Options, RoleId, Seat};
use lycaon_transcript::Seating;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the directory's format.
pub const FORMAT: u32 = 1;

/// The manifest of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the directory's format.
    pub format: u32,
    /// The version of the program that laid the plan out.
    pub program: String,
    /// What the experiment is called.
    pub name: String,
    /// The seed of all that the plan draws.
    pub seed: u64,
    /// The design.
    pub design: crate::design::Design,
    /// How many deals are dealt of each board.
    pub deals: u32,
    /// How often each game is played.
    pub repeats: u32,
    /// How many games the plan has.
    pub games: usize,
    /// The hash of the ids of all games, in order.
    pub plan: String,
    /// The hash of the prompts, by language.
    pub prompts: BTreeMap<String, String>,
    /// Every combination of conditions, with the agents as they are set up under it.
    pub cells: Vec<CellNote>,
    /// The experiment file as it was read.
    pub experiment: String,
    /// The experiment files that this run was begun and enlarged with before, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<String>,
}

/// One combination of conditions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellNote {
    /// The deck.
    pub deck: String,
    /// Its ruleset.
    pub ruleset: String,
    /// Its cards.
    pub roles: BTreeMap<RoleId, u8>,
    /// Every option with its value.
    pub options: Options,
    /// The language.
    pub lang: String,
    /// The level of each factor.
    pub levels: BTreeMap<String, String>,
    /// The agents, without secrets.
    pub agents: Vec<Seating>,
}

/// One game of the plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanLine {
    /// Its id.
    pub game: String,
    /// The deck.
    pub deck: String,
    /// The language.
    pub lang: String,
    /// The level of each factor.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub levels: BTreeMap<String, String>,
    /// The number of its deal, from 0. Games of one deck and one number are of the same deal.
    pub deal: u32,
    /// What it is in the design.
    pub arm: String,
    /// Which repeat it is, from 1.
    pub repeat: u32,
    /// The agent of each seat.
    pub seats: BTreeMap<Seat, String>,
}

impl Manifest {
    /// The manifest of an experiment. One that stood there before is remembered by its experiment file.
    #[must_use]
    pub fn of(experiment: &Experiment, plan: &Plan, before: Option<Manifest>) -> Self {
        let cells = experiment.cells.iter().map(|cell| CellNote {
            deck: cell.board.deck.clone(),
            ruleset: cell.board.ruleset.clone(),
            roles: cell.board.roles.clone(),
            options: cell.board.options.clone(),
            lang: cell.lang.code().into(),
            levels: cell.levels.clone(),
            agents: cell.agents.iter().map(|agent| agent.spec.seating(&agent.name)).collect(),
        });
        let prompts =
            experiment.cells.iter().map(|cell| (cell.lang.code().into(), Narrator::new(cell.lang).hash().into()));
        let earlier =
            before.map_or_else(Vec::new, |before| before.earlier.into_iter().chain([before.experiment]).collect());
        Manifest {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").into(),
            name: experiment.name.clone(),
            seed: experiment.seed,
            design: experiment.design.clone(),
            deals: experiment.deals,
            repeats: experiment.repeats,
            games: plan.games.len(),
            plan: plan.hash(),
            prompts: prompts.collect(),
            cells: cells.collect(),
            experiment: experiment.text.clone(),
            earlier,
        }
    }

    /// Whether two manifests are of one experiment, of which each may hold other games.
    pub(super) fn is_shard_of(&self, other: &Manifest) -> bool {
        (self.seed, &self.design, &self.cells, &self.prompts)
            == (other.seed, &other.design, &other.cells, &other.prompts)
    }

    pub(super) fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a manifest is plain data") + "\n"
    }
}

impl PlanLine {
    /// The line of a game.
    #[must_use]
    pub fn of(game: &PlannedGame, experiment: &Experiment) -> Self {
        let cell = &experiment.cells[game.cell];
        PlanLine {
            game: game.id.clone(),
            deck: cell.board.deck.clone(),
            lang: cell.lang.code().into(),
            levels: cell.levels.clone(),
            deal: game.dealt.number,
            arm: game.arm.clone(),
            repeat: game.repeat,
            seats: Seat::all(game.seats.len())
                .zip(game.seats.iter().map(|agent| experiment.agents[*agent].clone()))
                .collect(),
        }
    }

    pub(super) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a line of the plan is plain data")
    }
}
