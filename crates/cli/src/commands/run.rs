//! `lycaon run`

use crate::fault::{Exit, Fault};
use crate::files;
use crate::forecast;
use crate::interrupt;
use crate::out::{self, Out};
use crate::progress::{Display, Progress};
use crate::runtime;
use crate::validity;
use lycaon_agents::spec::Roster;
use lycaon_runs::crew::{Crew, Ended};
use lycaon_runs::directory::Directory;
use lycaon_runs::forecast::{Forecast, Source};
use lycaon_runs::pilot;
use lycaon_runs::queue::{LEASE, PostgresQueue, Queue};
use lycaon_runs::standing::{Standing, forgive, reconcile};
use lycaon_runs::worker::Ground;
use lycaon_runs::{Experiment, Plan};
use lycaon_table::{House, Stop};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The experiment
    #[arg(value_name = "EXPERIMENT.toml")]
    experiment: PathBuf,

    /// The directory of the run; the same command goes on with what is there [default: runs/NAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Plays nothing, and tells what the plan will take and can show
    #[arg(long)]
    dry_run: bool,

    /// Plays one of N shards: whole deals, to be put together with `lycaon merge`
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u32, u32)>,

    /// Shares the games with workers on other machines, through a PostgreSQL database at postgres://USER@HOST/DATABASE;
    /// better given as LYCAON_QUEUE if it holds a password
    #[arg(long, value_name = "ADDRESS", conflicts_with = "shard")]
    queue: Option<String>,

    /// How many games are played at once in this process [default: that of the experiment]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games_at_once: Option<u32>,

    /// How progress is shown, on stderr
    #[arg(long, value_enum, default_value_t = Display::Auto, ignore_case = true)]
    display: Display,

    /// Exits with 3 if a larger share of games is aborted, or of any agent's decisions are fallbacks [default: that of
    /// the experiment]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    fail_on_error: Option<f64>,

    /// Agent files, besides those in ./agents and the built-in ones
    #[arg(long, value_name = "DIR")]
    agents: Option<PathBuf>,

    /// Prompts that replace the built-in ones
    #[arg(long, value_name = "DIR")]
    prompts: Option<PathBuf>,

    /// Prices of models in US dollars per million tokens, besides the built-in ones
    #[arg(long, value_name = "FILE")]
    prices: Option<PathBuf>,

    /// Prints where the run stands as one JSON object at the end
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let roster = Roster::load(args.agents.as_deref())?;
    let mut experiment = Experiment::load(&args.experiment, &roster)?;
    if let Some(games) = args.games_at_once {
        experiment.limits.games_at_once = games as usize;
    }
    if let Some(share) = args.fail_on_error {
        experiment.limits.aborted_max = share;
        experiment.limits.fallbacks_max = share;
    }
    let plan = match args.shard {
        Some((shard, of)) => Plan::of(&experiment).shard(shard - 1, of),
        None => Plan::of(&experiment),
    };
    let path = args.out.clone().unwrap_or_else(|| Path::new("runs").join(&experiment.name));
    runtime::block_on(async {
        match args.dry_run {
            true => foretell(args, &experiment, &plan, &path, out).await,
            false => play(args, experiment, plan, &path, out).await,
        }
    })?
}

/// Tells what a plan will take, from the games of its directory if there are any, else from a pilot.
async fn foretell(
    args: &Args,
    experiment: &Experiment,
    plan: &Plan,
    path: &Path,
    out: &mut Out,
) -> Result<Exit, Fault> {
    let mut forecast = None;
    if let Ok(directory) = Directory::open(path) {
        let told = Forecast::of(experiment, plan, &directory.index().await?, Source::Recorded).await?;
        forecast = (told.recorded > 0).then_some(told);
    }
    let forecast = match forecast {
        Some(forecast) => forecast,
        None => {
            let scratch =
                tempfile::tempdir().map_err(|error| Fault::input(format!("no scratch directory: {error}")))?;
            let prompts = args.prompts.as_deref();
            let played =
                pilot::play(experiment, plan, files::prices(args.prices.as_deref())?, prompts, scratch.path()).await?;
            Forecast::of(experiment, plan, &played, Source::Mock).await?
        }
    };
    match args.json {
        true => out.json(&forecast)?,
        false => forecast::tell(&forecast, out)?,
    }
    Ok(Exit::Done)
}

async fn play(args: &Args, experiment: Experiment, plan: Plan, path: &Path, out: &mut Out) -> Result<Exit, Fault> {
    let directory = Directory::prepare(path, &experiment, &plan)?;
    let ids: Vec<String> = plan.games.iter().map(|game| game.id.clone()).collect();
    let (run, lease) = (experiment.name.clone(), experiment.limits.lease());
    let ground = Ground::new(
        experiment,
        plan,
        directory.clone(),
        House::new(files::prices(args.prices.as_deref())?),
        args.prompts.as_deref(),
    )?;
    ground.preflight().await?;
    let name = worker_name();
    let _enlisted = directory.enlist(&name)?;
    let vanished = directory.vanished(&name);
    let (queue, ground, lease): (Arc<dyn Queue>, _, _) = match &args.queue {
        Some(address) => {
            let queue = Arc::new(PostgresQueue::with_lease(address, &run, lease).await?);
            if let Some(other) = queue.other_than(&ids).await? {
                return Err(Fault::input(format!(
                    "the queue holds a run `{run}` of another plan: its game {other} is not in this one; change the \
                     experiment back, or its `name`"
                )));
            }
            queue.add(&ids).await?;
            (queue.clone(), ground.kept_in(queue), lease)
        }
        None => {
            let queue = directory.index().await?;
            let lost = reconcile(&queue, &directory).await?;
            if lost > 0 {
                out::say(format_args!("{lost} transcripts are gone or were cut short: their games are played again"));
            }
            (Arc::new(queue), ground, LEASE)
        }
    };
    let ground = Arc::new(ground);
    for gone in vanished {
        queue.abandon(&gone).await?;
    }
    let given_up = forgive(&*queue).await?;
    if given_up > 0 {
        out::say(format_args!("{given_up} games that were aborted are tried again"));
    }
    let before = Standing::of(&*queue).await?;
    ground.spend_all(before.agents.values());
    let progress = Arc::new(Progress::new(args.display, before));
    let stop = Stop::new();
    interrupt::stops_or_ends(&stop)?;
    let tell = {
        let progress = progress.clone();
        Arc::new(move |news: &_| progress.tell(news))
    };
    let crew = Crew::new(ground.clone(), queue.clone(), name, lease / 3, tell);
    let ended = crew.work(&stop).await?;
    progress.end();
    let standing = Standing::of(&*queue).await?;
    let breaches = standing.breaches(&ground.experiment().limits);
    match args.json {
        true => out.json(&standing)?,
        false => validity::table(&standing, out)?,
    }
    breaches.iter().for_each(|breach| out::say(format_args!("failed: {breach}")));
    Ok(farewell(ended, &standing, !breaches.is_empty(), path))
}

/// Says how the run ended and what to do next.
fn farewell(ended: Ended, standing: &Standing, breached: bool, path: &Path) -> Exit {
    let path = path.display();
    let waiting = standing.games.queued + standing.games.running > 0;
    let (said, exit) = match ended {
        Ended::Stopped => (format!("interrupted; the same command goes on with {path}"), Exit::Interrupted),
        Ended::Overspent => {
            let said = "what the run may take is spent; with larger limits the same command goes on with";
            (format!("{said} {path}"), Exit::Beyond)
        }
        Ended::Dry if waiting => {
            let said = "some games wait, for a model that is not called any more or for a larger plan";
            (format!("{said}; the same command tries them again"), Exit::Beyond)
        }
        Ended::Dry => (format!("run {path}"), if breached { Exit::Beyond } else { Exit::Done }),
    };
    out::say(said);
    exit
}

/// A name that no other process has.
fn worker_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host: String = host.trim().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    let began = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("{host}-{}-{}", std::process::id(), began.as_millis())
}

fn shard(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once('/').and_then(|(shard, of)| Some((shard.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((shard, of)) if (1..=of).contains(&shard) => Ok((shard, of)),
        _ => Err("it must be of the form I/N with I from 1 to N, such as 3/8".into()),
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("it must be a share from 0 to 1".into()),
    }
}
