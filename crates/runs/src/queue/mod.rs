//! The queue of games: who plays which, and what came of it, each exactly once.
//!
//! A worker claims a game and holds it on a lease that it renews. A worker that dies, hangs or is cut off lets its lease
//! run out, and the game is claimed again, under the next attempt number. That number fences: whatever is reported under
//! an older one is refused in the same transaction that would have recorded it. So a game may be begun several times,
//! and is recorded once.

mod mirror;
mod postgres;
mod sqlite;
mod tls;

pub use mirror::PostgresMirror;
pub use postgres::PostgresQueue;
pub use sqlite::SqliteQueue;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How long a claim holds without being renewed, unless a queue is opened otherwise.
pub const LEASE: Duration = Duration::from_secs(60);

/// A game that a worker holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its id.
    pub game: String,
    /// Which attempt this is, from 1. Reports of earlier ones are refused.
    pub attempt: u32,
    /// How often it failed for reasons of infrastructure before.
    pub failures: u32,
}

/// What became of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// It is recorded.
    Recorded,
    /// Somebody else has claimed the game since, or it is done: the report is refused, and nothing has changed.
    Stale,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Nobody plays it.
    Queued,
    /// Somebody holds it, or held it until his lease ran out.
    Running,
    /// It is recorded.
    Done,
    /// It failed too often for reasons of infrastructure, and counts as no result.
    Aborted,
}

impl State {
    fn word(self) -> &'static str {
        match self {
            State::Queued => "queued",
            State::Running => "running",
            State::Done => "done",
            State::Aborted => "aborted",
        }
    }
}

/// How many games stand where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Nobody plays them.
    pub queued: u64,
    /// Somebody holds them.
    pub running: u64,
    /// Recorded.
    pub done: u64,
    /// Given up.
    pub aborted: u64,
}

impl Counts {
    /// All games.
    #[must_use]
    pub fn all(self) -> u64 {
        self.queued + self.running + self.done + self.aborted
    }

    fn put(&mut self, state: &str, count: u64) {
        match state {
            "queued" => self.queued = count,
            "running" => self.running = count,
            "done" => self.done = count,
            _ => self.aborted = count,
        }
    }
}

/// A recorded game.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its id.
    pub game: String,
    /// The attempt that was recorded.
    pub attempt: u32,
    /// How often it failed for reasons of infrastructure.
    pub failures: u32,
    /// Why it failed last, if it did.
    pub error: Option<String>,
    /// What came of it, as it was reported; none if it was aborted.
    pub result: Option<String>,
}

/// Why the queue could not be asked. Nothing was recorded then.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The index file.
    #[error("the index {path}: {error}")]
    Sqlite {
        /// The file.
        path: String,
        /// What is wrong.
        error: rusqlite::Error,
    },
    /// The database.
    #[error("the queue's database: {0}")]
    Postgres(String),
}

impl QueueError {
    /// Whether the index file is no database, so that it has to be made anew from the transcripts.
    #[must_use]
    pub fn is_corruption(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        match self {
            QueueError::Sqlite { error, .. } => {
                matches!(error.sqlite_error_code(), Some(DatabaseCorrupt | NotADatabase))
            }
            QueueError::Postgres(_) => false,
        }
    }

    /// Whether it may pass by itself: a database that cannot be reached for now, or is held by another process.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
        match self {
            QueueError::Sqlite { error, .. } => {
                matches!(error.sqlite_error_code(), Some(DatabaseBusy | DatabaseLocked))
            }
            QueueError::Postgres(_) => true,
        }
    }
}

/// A queue of games. Every method is one transaction.
#[async_trait]
pub trait Queue: Send + Sync {
    /// Adds the games that are not there yet, in this order; returns how many were new. Those that are there keep their
    /// state.
    async fn add(&self, games: &[String]) -> Result<usize, QueueError>;

    /// Claims up to so many games that nobody holds, first those whose lease ran out, since they have begun.
    async fn claim(&self, worker: &str, at_most: usize) -> Result<Vec<Claim>, QueueError>;

    /// Renews the leases of these claims; returns those that are lost.
    async fn renew(&self, claims: &[Claim]) -> Result<Vec<Claim>, QueueError>;

    /// Records what came of a game.
    async fn finish(&self, claim: &Claim, result: &str) -> Result<Report, QueueError>;

    /// Reports that a game failed for reasons of infrastructure: it is queued again, or aborted after so many failures.
    async fn fail(&self, claim: &Claim, why: &str, failures_max: u32) -> Result<Report, QueueError>;

    /// Gives games back that were not played to their end, so that others need not wait for the lease.
    async fn release(&self, claims: &[Claim]) -> Result<(), QueueError>;

    /// Ends the leases of a worker that is known to have vanished.
    async fn abandon(&self, worker: &str) -> Result<(), QueueError>;

    /// Records a game that was played before, whoever holds it: for an index that is made anew from the transcripts.
    async fn restore(&self, game: &str, result: &str) -> Result<(), QueueError>;

    /// Puts games back into the queue: aborted ones that are to be tried again, or recorded ones whose transcript is
    /// gone.
    async fn requeue(&self, games: &[String]) -> Result<(), QueueError>;

    /// How many games stand where.
    async fn counts(&self) -> Result<Counts, QueueError>;

    /// The games in this state, in the order of the plan, after a game of which the position was given last time; so a
    /// large run is read in pages. Returns the rows with their positions.
    async fn page(&self, state: State, after: i64, at_most: usize) -> Result<Vec<(i64, Row)>, QueueError>;
}
