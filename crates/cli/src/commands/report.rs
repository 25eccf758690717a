//! `lycaon report`

use crate::baseline;
use crate::fault::{Exit, Fault};
use crate::files::unwritable;
use crate::games;
use crate::lang::LangArg;
use crate::out::{self, Out};
use lycaon_measures::report::{Collector, html, text};
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Directories of runs, directories of transcripts, or transcripts
    #[arg(value_name = "DIR|FILE", required = true)]
    paths: Vec<PathBuf>,

    /// Writes one self-contained page there, too; it replaces one that is there
    #[arg(long, value_name = "REPORT.html")]
    out: Option<PathBuf>,

    /// How many random games each board's baseline is simulated from; it is kept in the run's directory
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    baseline_games: u64,

    /// A measure that was declared before the games were played, besides those of the experiment file; may be repeated
    #[arg(long, value_name = "MEASURE")]
    declared: Vec<String>,

    #[command(flatten)]
    lang: LangArg,

    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let declared = games::declared(&args.paths, &args.declared)?;
    let mut collector = Collector::new();
    let left = games::each(&games::files(&args.paths)?, |story| {
        collector.take(&story);
        Ok(())
    })?;
    let kept = args.paths.iter().find(|path| path.join("manifest.json").is_file());
    let baselines = baseline::of(collector.boards(), args.baseline_games, kept.map(PathBuf::as_path))?;
    let report = collector.finish(left, &baselines, declared.into_iter().collect());
    let lang = args.lang.or_locale();
    if let Some(path) = &args.out {
        write(path, &html::page(&report, lang))?;
    }
    match args.json {
        true => out.json(&report)?,
        false => text::lines(&report, lang).iter().try_for_each(|line| out.line(line))?,
    }
    Ok(Exit::Done)
}

fn write(path: &Path, page: &str) -> Result<(), Fault> {
    std::fs::write(path, page).map_err(|error| unwritable(path, &error))?;
    out::say(format_args!("the page is {}", path.display()));
    Ok(())
}
