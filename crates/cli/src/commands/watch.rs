//! `lycaon watch FILE`

use crate::fault::{Exit, Fault};
use crate::interrupt;
use crate::lang::LangArg;
use crate::perspective::Perspective;
use crate::runtime;
use crate::ui::{self, ColourArg};
use lycaon_narrator::{Lang, Narrator};
use lycaon_rules::Event;
use lycaon_screen::{Watching, watch};
use lycaon_table::Stop;
use lycaon_transcript::Transcript;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcript, of a finished game or of one under way
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Begins at the end and shows what comes, as it is written
    #[arg(long)]
    follow: bool,

    /// Whose view is shown: only what that perspective may know
    #[arg(long = "as", value_name = "public|seat:N|god", default_value = "public", value_parser = str::parse::<Perspective>)]
    perspective: Perspective,

    /// How fast it goes, from 0.125 to 32; 1 is a reader's pace
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = speed)]
    speed: f64,

    #[command(flatten)]
    colour: ColourArg,

    #[command(flatten)]
    lang: LangArg,
}

pub fn run(args: &Args) -> Result<Exit, Fault> {
    let transcript = Transcript::open(&args.file)?;
    let listener = args.perspective.on(&transcript.header.board)?;
    if !ui::is_terminal() {
        let file = args.file.display();
        return Err(Fault::input(format!(
            "stdin and stdout are not both a terminal; `lycaon show {file}` prints the game"
        )));
    }
    let recorded: Lang = transcript.header.language.parse().unwrap_or(Lang::En);
    let narrator = Arc::new(Narrator::new(args.lang.or(recorded)));
    let watching = Watching {
        listener,
        board: Arc::new(transcript.header.board.clone()),
        narrator,
        look: args.colour.look(),
        speed: args.speed,
        follow: args.follow,
    };
    let mut record = Record { file: &args.file, length: 0, events: vec![] };
    runtime::block_on(async {
        let stop = Stop::new();
        interrupt::stops(&stop)?;
        // The screen waits for keys on this thread; signals are heard on another.
        tokio::task::block_in_place(|| watch(watching, || record.events(), || stop.is_stopped()))
    })??;
    Ok(Exit::Done)
}

/// A transcript that may grow.
struct Record<'a> {
    file: &'a Path,
    length: u64,
    events: Vec<Event>,
}

impl Record<'_> {
    /// All events so far. A file that has not grown is not read again.
    fn events(&mut self) -> Result<Vec<Event>, Fault> {
        let length = std::fs::metadata(self.file).map_or(0, |data| data.len());
        if length != self.length {
            self.events = Transcript::open(self.file)?.events;
            self.length = length;
        }
        Ok(self.events.clone())
    }
}

fn speed(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(speed) if (0.125..=32.0).contains(&speed) => Ok(speed),
        _ => Err("it must be a number from 0.125 to 32".into()),
    }
}
