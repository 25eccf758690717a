//! A whole transcript in memory: to resume a game, to fork it, to look at it from a seat.

use crate::decision::Decision;
use crate::header::{Header, Parent};
use crate::line::{CallLine, End, Line, Note};
use crate::probe::Probe;
use crate::read::{ReadError, Reader};
use crate::recorder::Recorder;
use crate::replay::{ReplayError, Replayed};
use crate::totals::Tally;
use crate::write::{Flush, WriteError, Writer, lock};
use lycaon_rules::{Event, Listener, View};
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

/// A transcript, read whole.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// The file it was read from.
    pub file: String,
    /// What the game began with.
    pub header: Header,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// What was decided, by number.
    pub decisions: Vec<Decision>,
    /// The calls to models, in the order in which they were recorded.
    pub calls: Vec<CallLine>,
    /// The table's remarks.
    pub notes: Vec<Note>,
    /// The questions put aside.
    pub probes: Vec<Probe>,
    /// How it ended; none in an unfinished game.
    pub end: Option<End>,
    /// Whether a last line was cut short, as by a crash, and left out.
    pub cut: bool,
    /// The first line whose `prev` is not the hash of the line before.
    pub broken: Option<u64>,
}

impl Transcript {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read or a line of it cannot be understood. A broken chain is no error here: see
    /// [`Transcript::broken`].
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        Transcript::from_reader(&mut Reader::open(path)?)
    }

    /// Reads from anything; `name` stands for the path in messages.
    ///
    /// # Errors
    /// As [`Transcript::open`].
    pub fn read(input: impl BufRead, name: &str) -> Result<Self, ReadError> {
        Transcript::from_reader(&mut Reader::new(input, name))
    }

    fn from_reader<R: BufRead>(reader: &mut Reader<R>) -> Result<Self, ReadError> {
        let header = reader.header()?;
        let mut transcript = Transcript {
            file: reader.file().to_owned(),
            header,
            events: vec![],
            decisions: vec![],
            calls: vec![],
            notes: vec![],
            probes: vec![],
            end: None,
            cut: false,
            broken: None,
        };
        for numbered in &mut *reader {
            let numbered = numbered?;
            if !numbered.chained {
                transcript.broken.get_or_insert(numbered.number);
            }
            transcript.push(numbered.line);
        }
        transcript.cut = reader.cut();
        transcript.decisions.sort_by_key(Decision::n);
        Ok(transcript)
    }

    fn push(&mut self, line: Line) {
        match line {
            Line::Event(event) => self.events.push(event),
            Line::Decision(decision) => self.decisions.push(decision),
            Line::Call(call) => self.calls.push(call),
            Line::Probe(probe) => self.probes.push(probe),
            Line::Note(note) => self.notes.push(note),
            Line::End(end) => self.end = Some(end),
            // The reader lets no second header through.
            Line::Header(_) | Line::Other(_) => {}
        }
    }

    /// What a listener knows: the fold of the recorded events that are addressed to him.
    #[must_use]
    pub fn view(&self, listener: Listener) -> View {
        let mut view = View::new(listener, Arc::new(self.header.board.clone()));
        for event in &self.events {
            view.hear(event);
        }
        view
    }

    /// The game after all recorded decisions, with the calls that were made for answers not given yet.
    ///
    /// # Errors
    /// When one of them does not fit.
    pub fn replay(&self) -> Result<Replayed, ReplayError> {
        let mut replayed = self.replay_before(u32::MAX)?;
        replayed.calls = self.calls.iter().filter(|call| replayed.is_open(call.n)).cloned().collect();
        replayed.probes = self.probes.iter().filter(|probe| probe.n == replayed.base).cloned().collect();
        Ok(replayed)
    }

    /// The game just before decision `at`.
    ///
    /// # Errors
    /// When a decision before it does not fit.
    pub fn replay_before(&self, at: u32) -> Result<Replayed, ReplayError> {
        let mut replayed = Replayed::start(self.header.setup());
        for decision in self.decisions.iter().take_while(|decision| decision.n() < at) {
            self.take(&mut replayed, decision)?;
        }
        Ok(replayed)
    }

    fn take(&self, replayed: &mut Replayed, decision: &Decision) -> Result<(), ReplayError> {
        replayed.take(decision).map_err(|misfit| ReplayError {
            file: self.file.clone(),
            n: decision.n(),
            what: misfit.what().into(),
        })
    }

    /// The header of a fork just before decision `at`: the same board, deal and seats, and this game as its parent.
    /// The caller gives it an id of its own and changes what the fork is about.
    #[must_use]
    pub fn child(&self, at: u32) -> Header {
        let parent = Parent { game: self.header.game.clone(), file: Some(self.file.clone()), at };
        Header { parent: Some(parent), created: None, ..self.header.clone() }
    }

    /// Writes the beginning of a fork: decisions and calls before decision `at`, and the events they lead to. Gives
    /// back the game just before that decision, to be played on with the same recorder.
    ///
    /// # Errors
    /// When there is no such decision, one before it does not fit, or a line cannot be written.
    pub fn rewrite(&self, at: u32, recorder: &mut Recorder) -> Result<Replayed, ForkError> {
        let decided = self.decisions.len() as u32;
        if at > decided {
            return Err(ForkError::TooFar { file: self.file.clone(), at, decided });
        }
        let mut replayed = Replayed::start(self.header.setup());
        recorder.events(replayed.game.events())?;
        for decision in self.decisions.iter().take_while(|decision| decision.n() < at) {
            for call in self.calls.iter().filter(|call| call.n == decision.n()) {
                recorder.call(call.n, call.seat, &call.call)?;
            }
            recorder.again(decision)?;
            self.take(&mut replayed, decision)?;
            recorder.events(replayed.game.events())?;
        }
        Ok(replayed)
    }

    fn tally(&self) -> Tally {
        let mut tally = Tally::new(&self.header);
        self.events.iter().for_each(|_| tally.event());
        for decision in &self.decisions {
            match decision {
                Decision::Seat(decision) => tally.decision(decision.n, decision.taken.how),
                Decision::Dice(_) => tally.roll(),
            }
        }
        self.calls.iter().for_each(|call| tally.call(call.n, call.seat, &call.call));
        self.probes.iter().for_each(|probe| tally.probe(probe));
        tally
    }
}

/// Why a game cannot be forked.
#[derive(Debug, thiserror::Error)]
pub enum ForkError {
    /// The game has not so many decisions.
    #[error("{file}: there is no decision {at}; it has {decided}, counted from 0")]
    TooFar {
        /// The file.
        file: String,
        /// What was asked for.
        at: u32,
        /// How many there are.
        decided: u32,
    },
    /// A decision does not fit.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The fork cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Why a recording cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The game is over.
    #[error("{file}: the game is over, there is nothing to resume")]
    Finished {
        /// The file.
        file: String,
    },
    /// The chain is broken.
    #[error(
        "{file}:{line}: `prev` is not the hash of the line before, so a line was edited or is missing; it cannot be resumed"
    )]
    Broken {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u64,
    },
}

impl Recorder {
    /// Goes on with an unfinished recording. The chain is checked to its end, and a last line that was cut short is
    /// taken off. [`Transcript::replay`] then gives the game.
    ///
    /// # Errors
    /// When the file cannot be read or written, its chain is broken, or the game is over.
    pub fn resume(path: &Path, flush: Flush) -> Result<(Recorder, Transcript), ResumeError> {
        let name = path.display().to_string();
        let file = OpenOptions::new().read(true).append(true).open(path);
        let file = file.map_err(|source| ReadError::Io { file: name.clone(), source })?;
        lock(&file, &name)?;
        let mut reader = Reader::new(BufReader::with_capacity(1 << 16, &file), name.clone());
        let transcript = Transcript::from_reader(&mut reader)?;
        let tail = reader.tail();
        if let Some(line) = transcript.broken {
            return Err(ResumeError::Broken { file: name, line });
        }
        if transcript.end.is_some() {
            return Err(ResumeError::Finished { file: name });
        }
        let writer = Writer::append(file, name, flush, &tail)?;
        Ok((Recorder::continued(writer, transcript.tally()), transcript))
    }
}
