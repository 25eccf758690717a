//! `lycaon compare`

use crate::fault::{Exit, Fault};
use crate::games;
use crate::lang::LangArg;
use crate::out::Out;
use lycaon_measures::report::twins::{self, Play, Twins};
use serde_json::Value;
use std::path::PathBuf;
use std::slice::from_ref;
use std::str::FromStr;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A run, a directory of transcripts, or a transcript
    #[arg(value_name = "FIRST")]
    first: PathBuf,

    /// Another one of the same deals, with the same agents in the same seats, under other conditions
    #[arg(value_name = "SECOND", required_unless_present = "levels", conflicts_with = "levels")]
    second: Option<PathBuf>,

    /// Compares two levels of a factor within the one run instead
    #[arg(long, value_name = "FACTOR=FIRST,SECOND")]
    levels: Option<Levels>,

    /// The difference of win rates that is too small to matter, for the test of equivalence
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = margin)]
    margin: f64,

    /// A measure that was declared before the games were played, besides those of the experiment files; may be repeated
    #[arg(long, value_name = "MEASURE")]
    declared: Vec<String>,

    #[command(flatten)]
    lang: LangArg,

    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

/// Two levels of a factor.
#[derive(Clone, Debug)]
struct Levels {
    factor: String,
    levels: [String; 2],
}

impl FromStr for Levels {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('=').and_then(|(factor, levels)| Some((factor, levels.split_once(',')?)));
        match parts {
            Some((factor, (first, second))) if first != second && ![factor, first, second].contains(&"") => {
                Ok(Levels { factor: factor.into(), levels: [first.into(), second.into()] })
            }
            _ => Err("a factor and two of its levels are wanted, as in `tone=neutral,honest`".into()),
        }
    }
}

fn margin(text: &str) -> Result<f64, String> {
    let margin = text.parse::<f64>().ok().filter(|margin| *margin > 0.0 && *margin < 1.0);
    margin.ok_or_else(|| "a share above 0 and below 1 is wanted, as in 0.1 for ten percentage points".into())
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let paths: Vec<PathBuf> = std::iter::once(&args.first).chain(&args.second).cloned().collect();
    let declared = games::declared(&paths, &args.declared)?;
    let mut compared = Twins::new(args.levels.as_ref().map(|levels| levels.factor.clone()));
    match &args.levels {
        Some(Levels { factor, levels }) => {
            let mut seen = [false; 2];
            games::each(&games::files(&paths)?, |story| {
                let level = story.header.conditions.get("levels").and_then(|levels| levels.get(factor));
                let level = level.and_then(Value::as_str);
                for (play, name) in [Play::First, Play::Second].into_iter().zip(levels) {
                    if level == Some(name) {
                        seen[play as usize] = true;
                        compared.take(play, &story);
                    }
                }
                Ok(())
            })?;
            if let Some((name, _)) = levels.iter().zip(seen).find(|(_, seen)| !seen) {
                let path = args.first.display();
                return Err(Fault::input(format!("{path}: no finished game has the level `{name}` of `{factor}`")));
            }
        }
        None => {
            for (play, path) in [Play::First, Play::Second].into_iter().zip(&paths) {
                games::each(&games::files(from_ref(path))?, |story| {
                    compared.take(play, &story);
                    Ok(())
                })?;
            }
        }
    }
    let comparison = compared.compare(args.margin, &declared);
    match args.json {
        true => out.json(&comparison)?,
        false => twins::lines(&comparison, args.lang.or_locale()).iter().try_for_each(|line| out.line(line))?,
    }
    Ok(Exit::Done)
}
