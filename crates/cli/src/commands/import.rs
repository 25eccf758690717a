//! `lycaon import --from FORMAT FILE...`

use crate::fault::{Exit, Fault};
use crate::files;
use crate::out::{self, Out};
use clap::ValueEnum;
use lycaon_transcript::import::{self, Report};
use lycaon_transcript::{Memory, Writer};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// What kind of record the files are
    #[arg(long, value_name = "FORMAT")]
    from: Format,

    /// The records, one game each
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Where the transcripts are written
    #[arg(long, value_name = "DIR", default_value = "transcripts/imported")]
    out: PathBuf,

    /// Prints one JSON object for each file
    #[arg(long)]
    json: bool,
}

/// The records that can be read.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Games of nine people played online: JSON with `game_state`, `task_time` and `audio`
    #[value(name = "werewolf-9p")]
    Werewolf9p,
}

/// What came of a file, as it is printed with `--json`.
#[derive(Serialize)]
struct Imported<'a> {
    file: &'a str,
    transcript: String,
    agrees: bool,
    differences: Vec<String>,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    std::fs::create_dir_all(&args.out).map_err(|error| files::unwritable(&args.out, &error))?;
    for file in &args.files {
        let (report, transcript) = import(args.from, file, &args.out)?;
        tell(args.json, &report, &transcript, out)?;
    }
    Ok(Exit::Done)
}

/// A file is written when the whole game has been understood, so nothing is left of one that has not.
fn import(from: Format, file: &Path, dir: &Path) -> Result<(Report, PathBuf), Fault> {
    let json = files::text(file)?;
    let stem = file.file_stem().unwrap_or(file.as_os_str());
    let path = dir.join(stem).with_extension("jsonl");
    let memory = Memory::new();
    let writer = Writer::to(memory.clone(), path.display().to_string());
    let name = file.display().to_string();
    let report = match from {
        Format::Werewolf9p => import::werewolf_9p(&json, &name, writer)?,
    };
    files::write_new(&path, &memory.bytes())?;
    Ok((report, path))
}

fn tell(json: bool, report: &Report, transcript: &Path, out: &mut Out) -> Result<(), Fault> {
    let differing = report
        .differences()
        .map(|it| format!("{}: the record says {} and the rules give {}", it.what, it.recorded, it.replayed));
    let differences: Vec<String> = report.assumed.iter().cloned().chain(differing).collect();
    let transcript = transcript.display().to_string();
    if json {
        return out.json(&Imported { file: &report.file, transcript, agrees: report.agrees(), differences });
    }
    for difference in &differences {
        out::say(format_args!("warning: {}: {difference}", report.file));
    }
    let verdict = if report.agrees() { "agrees " } else { "differs" };
    out.line(format_args!("{verdict}  {}  {transcript}", report.file))
}
