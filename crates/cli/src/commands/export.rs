//! `lycaon export`

use crate::fault::{Exit, Fault};
use crate::files::{unwritable, write_new};
use crate::games;
use crate::out::{self, Out};
use clap::ValueEnum;
use lycaon_measures::behaviour::{ObservationRow, observe};
use lycaon_measures::claims::ClaimRow;
use lycaon_measures::inspect;
use lycaon_measures::polls::SwingRow;
use lycaon_measures::reading::{ProbeRow, Rows, Story, TableKind, Tables, rows};
use lycaon_measures::value::Odds;
use serde::Serialize;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Transcripts, directories of transcripts, or directories of runs
    #[arg(value_name = "FILE|DIR", required = true)]
    paths: Vec<PathBuf>,

    /// The format
    #[arg(long, value_name = "FORMAT")]
    to: Format,

    /// The directory of the tables or of the log [default: ./export]
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,

    /// Only this table, on stdout
    #[arg(long, value_name = "TABLE", value_parser = Tables::ALL, conflicts_with = "out")]
    table: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Comma-separated tables, one file each
    Csv,
    /// Tables of one JSON object a line, one file each
    Jsonl,
    /// A log that Inspect reads and views
    Inspect,
}

impl Args {
    /// Where it goes, made if need be.
    fn directory(&self) -> Result<PathBuf, Fault> {
        let directory = self.out.clone().unwrap_or_else(|| "export".into());
        fs::create_dir_all(&directory).map_err(|error| unwritable(&directory, &error))?;
        Ok(directory)
    }
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let kind = match args.to {
        Format::Csv => TableKind::Csv,
        Format::Jsonl => TableKind::Jsonl,
        Format::Inspect => return log(args),
    };
    let files = games::files(&args.paths)?;
    if let Some(table) = &args.table {
        out.raw(&heading(table, kind))?;
        games::each(&files, |story| out.raw(&lines(table, kind, &Rows::of(&story), &story)))?;
        return Ok(Exit::Done);
    }
    let directory = args.directory()?;
    let sheets = Tables::ALL.map(|table| Sheet::begin(&directory, table, kind));
    let mut sheets = sheets.into_iter().collect::<Result<Vec<Sheet>, Fault>>()?;
    let mut count = 0_u64;
    games::each(&files, |story| {
        let rows = Rows::of(&story);
        count += 1;
        sheets.iter_mut().try_for_each(|sheet| sheet.write(&lines(sheet.table, kind, &rows, &story)))
    })?;
    sheets.iter_mut().try_for_each(Sheet::end)?;
    out::say(format_args!("{count} games in {}", directory.display()));
    Ok(Exit::Done)
}

/// The log for Inspect, which is one value and therefore in memory whole.
fn log(args: &Args) -> Result<Exit, Fault> {
    if args.table.is_some() {
        return Err(Fault::input("--table picks a table, and a log of Inspect has none; leave it out"));
    }
    let mut samples = vec![];
    games::each(&games::files(&args.paths)?, |story| {
        samples.push(inspect::sample(&story));
        Ok(())
    })?;
    let Some(log) = inspect::log(samples) else {
        return Err(Fault::input("there is no finished game to export; name transcripts of finished games"));
    };
    let directory = args.directory()?;
    write_new(&directory.join(inspect::file_name(&log)), log.to_string().as_bytes())?;
    out::say(format_args!("`inspect view --log-dir {}` shows the log", directory.display()));
    Ok(Exit::Done)
}

/// A table that is being written.
struct Sheet {
    table: &'static str,
    path: PathBuf,
    file: BufWriter<fs::File>,
}

impl Sheet {
    fn begin(directory: &Path, table: &'static str, kind: TableKind) -> Result<Self, Fault> {
        let path = directory.join(table).with_extension(kind.extension());
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        let file = file.map_err(|error| unwritable(&path, &error))?;
        let mut sheet = Sheet { table, path, file: BufWriter::new(file) };
        sheet.write(&heading(table, kind))?;
        Ok(sheet)
    }

    fn write(&mut self, lines: &str) -> Result<(), Fault> {
        let written = self.file.write_all(lines.as_bytes());
        written.map_err(|error| self.unwritable(&error))
    }

    fn end(&mut self) -> Result<(), Fault> {
        let flushed = self.file.flush();
        flushed.map_err(|error| self.unwritable(&error))
    }

    fn unwritable(&self, error: &io::Error) -> Fault {
        unwritable(&self.path, error)
    }
}

/// What stands before the rows of a table.
fn heading(table: &str, kind: TableKind) -> String {
    match table {
        "games" => kind.heading::<rows::GameRow>(),
        "seats" => kind.heading::<rows::SeatRow>(),
        "decisions" => kind.heading::<rows::DecisionRow>(),
        "ballots" => kind.heading::<rows::BallotRow>(),
        "speeches" => kind.heading::<rows::SpeechRow>(),
        "claims" => kind.heading::<ClaimRow>(),
        "calls" => kind.heading::<rows::CallRow>(),
        "probes" => kind.heading::<ProbeRow>(),
        "swings" => kind.heading::<SwingRow>(),
        _ => kind.heading::<ObservationRow>(),
    }
}

/// The rows of one game in a table.
fn lines(table: &str, kind: TableKind, rows: &Rows, story: &Story) -> String {
    fn all<R: Serialize>(kind: TableKind, rows: &[R]) -> String {
        rows.iter().map(|row| kind.line(row)).collect()
    }
    match table {
        "games" => kind.line(&rows.game),
        "seats" => all(kind, &rows.seats),
        "decisions" => all(kind, &rows.decisions),
        "ballots" => all(kind, &rows.ballots),
        "speeches" => all(kind, &rows.speeches),
        "claims" => all(kind, &rows.claims),
        "calls" => all(kind, &rows.calls),
        "probes" => all(kind, &rows.probes),
        "swings" => all(kind, &rows.swings),
        _ => {
            let seen = observe(story, &Odds::of(&story.header.board));
            let row = |observation| kind.line(&ObservationRow::of(observation, story, &rows.game.deal));
            seen.iter().map(row).collect()
        }
    }
}
