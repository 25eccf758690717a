//! `lycaon simulate`

use crate::board::BoardArgs;
use crate::fault::{Exit, Fault};
use crate::lang::{LangArg, in_lang};
use crate::out::Out;
use crate::seats::{HumanArgs, SeatArgs};
use crate::seed;
use lycaon_agents::spec::Roster;
use lycaon_measures::stats::{Confidence, Interval, wilson};
use lycaon_narrator::{Lang, Narrator};
use lycaon_rules::{Board, Party, Seat};
use lycaon_table::{Cast, Tally, simulate};
use serde::Serialize;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

/// Who sits where nobody was named: the play whose odds are known for vanilla decks.
const USUAL: &str = "scripted:random";

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,

    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// The seed of the whole series; drawn, and printed, if it is not given
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    #[command(flatten)]
    seats: SeatArgs,

    /// How many threads play; the results do not depend on it [default: one for each core]
    #[arg(long, value_name = "J")]
    jobs: Option<NonZeroUsize>,

    /// Agent files, besides those in ./agents and the built-in ones
    #[arg(long, value_name = "DIR")]
    agents: Option<PathBuf>,

    #[command(flatten)]
    lang: LangArg,

    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

/// What came of a series, as it is printed with `--json`.
#[derive(Serialize)]
struct Summary<'a> {
    deck: &'a str,
    ruleset: &'a str,
    games: u64,
    seed: u64,
    jobs: usize,
    wins: BTreeMap<&'static str, u64>,
    days_mean: f64,
    decisions: u64,
    events: u64,
    games_per_s: f64,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let board = Arc::new(args.board.board()?);
    let lang = args.lang.or_locale();
    let named = args.seats.agents(&HumanArgs::NONE, &board)?;
    let scripts = Cast::read(&named, USUAL, &board, &Roster::load(args.agents.as_deref())?)?.scripts()?;
    let seed = seed::given_or_drawn(args.seed);
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let jobs = args.jobs.unwrap_or(cores);
    let policies = |seed, seat: Seat| scripts[seat.index()].policy(seed, seat, lang);
    let tally = simulate(&board, args.games, seed, policies, jobs)
        .map_err(|refusal| Fault::input(format!("a script gave an answer that is not legal: {refusal}")))?;
    if args.json {
        out.json(&summary(&board, seed, jobs, &tally))?;
    } else {
        table(&board, seed, &tally, &Narrator::new(lang), out)?;
    }
    Ok(Exit::Done)
}

fn summary<'a>(board: &'a Board, seed: u64, jobs: NonZeroUsize, tally: &Tally) -> Summary<'a> {
    let mut wins: BTreeMap<&str, u64> = [Party::Village, Party::Wolves].map(|party| (party.id(), 0)).into();
    wins.extend(tally.outcomes().map(|(party, wins)| (party.map_or("none", Party::id), wins)));
    Summary {
        deck: &board.deck,
        ruleset: &board.ruleset,
        games: tally.games,
        seed,
        jobs: jobs.get(),
        wins,
        days_mean: tally.days_mean(),
        decisions: tally.decisions,
        events: tally.events,
        games_per_s: tally.games_per_s(),
    }
}

/// The same for people, each share with its 95 % interval.
fn table(board: &Board, seed: u64, tally: &Tally, narrator: &Narrator, out: &mut Out) -> Result<(), Fault> {
    let lang = narrator.lang();
    let (name, games) = match lang {
        Lang::Zh => (&board.zh, format!("{} 局，种子 {seed}", tally.games)),
        Lang::En => (&board.en, format!("{} games, seed {seed}", tally.games)),
    };
    out.line(format_args!("{} ({name}), {}: {games}", board.deck, board.ruleset))?;
    for (party, wins) in tally.outcomes() {
        let who = party.map_or(in_lang(lang, "无人获胜", "nobody"), |party| narrator.party_name(party));
        let share = 100.0 * wins as f64 / tally.games as f64;
        let Interval { low, high } = wilson(wins as f64, tally.games as f64, Confidence::P95);
        let (low, high) = (100.0 * low, 100.0 * high);
        out.line(format_args!("{wins:>9}  {share:5.1} %  [{low:.1}, {high:.1}]  {who}"))?;
    }
    let days = tally.days_mean();
    let rate = tally.games_per_s();
    let (decisions, events) = (tally.decisions, tally.events);
    out.line(match lang {
        Lang::Zh => format!("平均 {days:.2} 天，{decisions} 次决定，{events} 个事件，每秒 {rate:.0} 局；区间为 95 %"),
        Lang::En => format!(
            "{days:.2} days on average, {decisions} decisions, {events} events, {rate:.0} games/s; intervals of 95 %"
        ),
    })
}
