//! What random play comes to on a board: simulated once, and kept beside the run.

use crate::fault::Fault;
use crate::out;
use lycaon_agents::scripted::{Policy, Random};
use lycaon_measures::report::{Baseline, Baselines};
use lycaon_rules::{Answer, Ask, Board, Choice, Party, Refusal, Request, View};
use lycaon_table::{Tally, simulate};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

/// The seed of the series; the same for every board, so that a baseline can be computed again.
const SEED: u64 = 1;
/// The file of a run's directory that keeps them, by the board's hash.
const FILE: &str = "baselines.json";

/// The baselines of boards. Those that `directory` keeps, from at least as many games, are not simulated again.
pub fn of(boards: &[(String, Board)], games: u64, directory: Option<&Path>) -> Result<Baselines, Fault> {
    let file = directory.map(|directory| directory.join(FILE));
    // Whatever cannot be read is simulated again.
    let kept = file.as_ref().and_then(|file| std::fs::read(file).ok());
    let mut kept: Baselines = kept.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    kept.retain(|_, baseline| baseline.games >= games);
    let mut baselines = Baselines::new();
    let before = kept.len();
    for (key, board) in boards {
        if !kept.contains_key(key) {
            kept.insert(key.clone(), simulated(board, games)?);
        }
        baselines.insert(key.clone(), kept[key].clone());
    }
    if let Some(file) = file.filter(|_| kept.len() > before) {
        let text = serde_json::to_string_pretty(&kept).unwrap_or_default() + "\n";
        if let Err(error) = std::fs::write(&file, text) {
            out::say(format_args!(
                "{}: the baselines are not kept, and will be simulated again: {error}",
                file.display()
            ));
        }
    }
    Ok(baselines)
}

fn simulated(board: &Board, games: u64) -> Result<Baseline, Fault> {
    let jobs = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let board = Arc::new(board.clone());
    let refused = |refusal: Refusal| Fault::input(format!("a script gave an answer that is not legal: {refusal}"));
    let random = simulate(&board, games, SEED, Random::new, jobs).map_err(refused)?;
    let declining = simulate(&board, games, SEED, |seed, seat| Declines(Random::new(seed, seat)), jobs);
    let declining = declining.map_err(refused)?;
    let share = |tally: &Tally, party| tally.wins.get(&party).copied().unwrap_or(0) as f64 / tally.games as f64;
    Ok(Baseline {
        games,
        seed: SEED,
        village: share(&declining, Party::Village),
        wolves: share(&declining, Party::Wolves),
        village_offered: share(&random, Party::Village),
        wolves_offered: share(&random, Party::Wolves),
    })
}

/// Random play that declines every offer.
struct Declines(Random);

impl Policy for Declines {
    fn needs_view(&self) -> bool {
        false
    }

    fn decide(&mut self, view: &View, request: &Request) -> Answer {
        match request.ask {
            Ask::Offer { .. } if request.menu.allows(Choice::Pass) => Choice::Pass.into(),
            _ => self.0.decide(view, request),
        }
    }
}
