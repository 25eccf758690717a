//! A few games of an experiment played against the mock server, to see what the rest will take.

use crate::crew::Crew;
use crate::directory::{Directory, DirectoryError};
use crate::experiment::{Experiment, Limits};
use crate::plan::{Plan, PlannedGame};
use crate::queue::{LEASE, Queue, SqliteQueue};
use crate::worker::{Ground, RunError};
use lycaon_agents::llm::Prices;
use lycaon_agents::scripted::Script;
use lycaon_agents::spec::AgentSpec;
use lycaon_mock_llm::{Config, MockServer};
use lycaon_table::{House, Stop};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// How many games a pilot has at least, if there are as many.
const GAMES: usize = 6;

/// Why a pilot could not be played.
#[derive(Debug, thiserror::Error)]
pub enum PilotError {
    /// The mock server cannot be started.
    #[error("the mock server of the pilot cannot be started: {0}")]
    Server(#[from] std::io::Error),
    /// The prompts.
    #[error(transparent)]
    Prompts(#[from] lycaon_narrator::PromptError),
    /// The games.
    #[error("the pilot cannot be played: {0}")]
    Run(#[from] RunError),
}

/// Plays a pilot in a scratch directory and gives back its queue, with the results of its games. Programs are not
/// started: scripts play in their place.
///
/// # Errors
/// When the server cannot be started or the directory cannot be written.
pub async fn play(
    experiment: &Experiment,
    plan: &Plan,
    prices: Prices,
    prompts: Option<&Path>,
    scratch: &Path,
) -> Result<SqliteQueue, PilotError> {
    let server = MockServer::start(Config::default()).await?;
    let mut experiment = experiment.clone();
    experiment.limits = Limits { games_at_once: 4, attempts: 1, ..Limits::default() };
    for agent in experiment.cells.iter_mut().flat_map(|cell| &mut cell.agents) {
        if matches!(agent.spec, AgentSpec::Process { .. }) {
            agent.spec = AgentSpec::Scripted { script: Script::Random, words: true };
        }
    }
    let plan = Plan { games: chosen(plan) };
    let directory = Directory::prepare(scratch, &experiment, &plan).map_err(RunError::from)?;
    let ids: Vec<String> = plan.games.iter().map(|game| game.id.clone()).collect();
    let queue = SqliteQueue::open(&directory.index_path()).map_err(RunError::from)?;
    queue.add(&ids).await.map_err(RunError::from)?;
    let queue = Arc::new(queue);
    let house = House::new(prices).with_stand_in(server.base_url());
    let ground = Arc::new(Ground::new(experiment, plan, directory, house, prompts)?);
    let crew = Crew::new(ground, queue.clone(), "pilot".into(), LEASE / 3, Arc::new(|_| ()));
    crew.work(&Stop::new()).await?;
    drop(crew);
    server.stop().await;
    Arc::into_inner(queue).ok_or_else(|| {
        let error = std::io::Error::other("a game of the pilot has not ended");
        RunError::from(DirectoryError::Unreadable { path: scratch.to_owned(), error }).into()
    })
}

/// Games in which every agent plays under every combination of conditions, and some more.
fn chosen(plan: &Plan) -> Vec<PlannedGame> {
    let mut seen: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut chosen: Vec<PlannedGame> = vec![];
    for game in &plan.games {
        let new: Vec<(usize, usize)> = game.seats.iter().map(|agent| (game.cell, *agent)).collect();
        if chosen.len() < GAMES || new.iter().any(|pair| !seen.contains(pair)) {
            seen.extend(new);
            chosen.push(game.clone());
        }
    }
    chosen
}
