//! How the program ends.

use lycaon_agents::remote::{HallError, JoinError};
use lycaon_agents::spec::AgentError;
use lycaon_narrator::PromptError;
use lycaon_rules::DeckError;
use lycaon_runs::ExperimentError;
use lycaon_runs::directory::DirectoryError;
use lycaon_runs::queue::QueueError;
use lycaon_runs::worker::RunError;
use lycaon_table::{CastError, TableError};
use lycaon_transcript::import::ImportError;
use lycaon_transcript::{ForkError, ReadError, ReplayError, ResumeError, WriteError};
use std::io;
use std::process::ExitCode;

/// The exit codes of the program that are no error of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// A check failed.
    CheckFailed = 1,
    /// A run ended beyond a threshold of its experiment.
    Beyond = 3,
    /// Wrong usage, or input that cannot be read or understood.
    Unusable = 2,
    /// Stopped from outside; what was written is intact.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// Why a command could not do what it was asked to, in one sentence for the person who asked.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// Nobody reads stdout any more.
    #[error("nobody reads the output any more")]
    ReaderGone,
    /// Stdout does not take what is written.
    #[error("the output cannot be written: {0}")]
    Stdout(io::Error),
    /// What was given cannot be used.
    #[error("{0}")]
    Input(String),
    /// The terminal fails.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] io::Error),
    /// A deck, a ruleset or an option.
    #[error(transparent)]
    Deck(#[from] DeckError),
    /// A transcript that cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A transcript that cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A game that cannot go on.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// Decisions that do not fit their game.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A game that cannot be forked.
    #[error(transparent)]
    Fork(#[from] ForkError),
    /// A game that cannot be played on.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Somebody who cannot sit down.
    #[error(transparent)]
    Cast(#[from] CastError),
    /// An agent that cannot be found.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// A hall that cannot be opened.
    #[error(transparent)]
    Hall(#[from] HallError),
    /// A game that cannot be joined.
    #[error(transparent)]
    Join(#[from] JoinError),
    /// Prompts that cannot be used.
    #[error(transparent)]
    Prompts(#[from] PromptError),
    /// An experiment that cannot be read.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// The directory of a run.
    #[error(transparent)]
    Directory(#[from] DirectoryError),
    /// The queue of a run.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// A run that cannot go on.
    #[error("{0}; nothing that was written is lost, and the same command goes on")]
    Run(#[from] RunError),
    /// A pilot that cannot be played.
    #[error(transparent)]
    Pilot(#[from] lycaon_runs::pilot::PilotError),
    /// A server that cannot be set up.
    #[error(transparent)]
    MockLlm(#[from] lycaon_mock_llm::ConfigError),
    /// A game that cannot be imported.
    #[error(transparent)]
    Import(#[from] ImportError),
}

impl Fault {
    /// A fault of what was given.
    pub fn input(what: impl Into<String>) -> Self {
        Fault::Input(what.into())
    }

    /// A failure to write to stdout.
    pub fn stdout(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Fault::ReaderGone } else { Fault::Stdout(error) }
    }
}
