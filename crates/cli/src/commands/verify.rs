//! `lycaon verify FILE...`

use crate::fault::{Exit, Fault};
use crate::out::{self, Out};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcripts
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Prints one JSON object for each file
    #[arg(long)]
    json: bool,
}

/// Every file is looked at, whatever is wrong with the others; what is worst decides the exit code.
pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let mut exit = Exit::Done;
    let mut unreadable = None;
    for file in &args.files {
        let verdict = match lycaon_transcript::verify(file) {
            Ok(verdict) => verdict,
            Err(error) => {
                if let Some(before) = unreadable.replace(error) {
                    out::complain(&before);
                }
                continue;
            }
        };
        if !verdict.ok {
            exit = Exit::CheckFailed;
        }
        if args.json {
            out.json(&verdict)?;
        } else {
            match &verdict.first_difference {
                Some(first) => out.line(format_args!("differs  {}:{}: {}", verdict.file, first.line, first.what))?,
                None if verdict.unfinished => out.line(format_args!("ok       {} (unfinished)", verdict.file))?,
                None => out.line(format_args!("ok       {}", verdict.file))?,
            }
        }
    }
    unreadable.map_or(Ok(exit), |error| Err(error.into()))
}
