//! The queue of one machine: an SQLite file beside the transcripts, shared by any number of processes.

use super::{Claim, Counts, LEASE, Queue, QueueError, Report, Row, State};
use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, Row as SqlRow, Transaction, TransactionBehavior, params};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// How long a process waits for another's transaction.
const BUSY: Duration = Duration::from_secs(30);

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS game (
        position INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        state TEXT NOT NULL DEFAULT 'queued',
        attempt INTEGER NOT NULL DEFAULT 0,
        failures INTEGER NOT NULL DEFAULT 0,
        lease_until INTEGER NOT NULL DEFAULT 0,
        worker TEXT,
        error TEXT,
        result TEXT
    );
    CREATE INDEX IF NOT EXISTS game_state ON game (state, position);
";

/// The queue in an SQLite file. The file is an index: it can be made anew from the plan and the transcripts.
#[derive(Debug)]
pub struct SqliteQueue {
    connection: Mutex<Connection>,
    path: String,
    lease: Duration,
    clock: fn() -> SystemTime,
}

impl SqliteQueue {
    /// Opens the queue, and makes it if there is none.
    ///
    /// # Errors
    /// When the file cannot be opened or is no such database.
    pub fn open(path: &Path) -> Result<Self, QueueError> {
        Self::with_lease(path, LEASE)
    }

    /// Opens the queue with leases of this length.
    ///
    /// # Errors
    /// As [`SqliteQueue::open`].
    pub fn with_lease(path: &Path, lease: Duration) -> Result<Self, QueueError> {
        let name = path.display().to_string();
        let open = || -> rusqlite::Result<Connection> {
            let connection = Connection::open(path)?;
            connection.busy_timeout(BUSY)?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            // What a power cut takes from the index is found again in the transcripts.
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.execute_batch(SCHEMA)?;
            Ok(connection)
        };
        let connection = open().map_err(|error| QueueError::Sqlite { path: name.clone(), error })?;
        Ok(SqliteQueue { connection: Mutex::new(connection), path: name, lease, clock: SystemTime::now })
    }

    /// The same queue by another clock than that of this machine.
    #[must_use]
    pub fn by_clock(self, clock: fn() -> SystemTime) -> Self {
        SqliteQueue { clock, ..self }
    }

    /// Runs one transaction. It takes the right to write at its beginning, so that two processes never deadlock.
    fn transaction<T>(&self, body: impl FnOnce(&Transaction) -> rusqlite::Result<T>) -> Result<T, QueueError> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let run = || {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let value = body(&transaction)?;
            transaction.commit()?;
            Ok(value)
        };
        run().map_err(|error| QueueError::Sqlite { path: self.path.clone(), error })
    }

    fn lease_ms(&self) -> i64 {
        i64::try_from(self.lease.as_millis()).unwrap_or(i64::MAX)
    }

    /// The time in milliseconds. Where it jumps forward a lease may end early, which the attempt number makes harmless;
    /// where it jumps back, a lease that ends later than any can is over too.
    fn now_ms(&self) -> i64 {
        let since = (self.clock)().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }
}

const HELD: &str = "id = ?1 AND attempt = ?2 AND state = 'running'";

fn reported(changed: usize) -> Report {
    if changed == 1 { Report::Recorded } else { Report::Stale }
}

#[async_trait]
impl Queue for SqliteQueue {
    async fn add(&self, games: &[String]) -> Result<usize, QueueError> {
        self.transaction(|t| {
            let mut insert = t.prepare_cached("INSERT INTO game (id) VALUES (?1) ON CONFLICT (id) DO NOTHING")?;
            games.iter().map(|id| insert.execute([id])).sum()
        })
    }

    async fn claim(&self, worker: &str, at_most: usize) -> Result<Vec<Claim>, QueueError> {
        let (now, lease) = (self.now_ms(), self.lease_ms());
        self.transaction(|t| {
            let mut free = t.prepare_cached(
                "SELECT position FROM game WHERE state = 'running' AND (lease_until < ?1 OR lease_until > ?1 + 2 * ?2)
                 UNION ALL SELECT * FROM (SELECT position FROM game WHERE state = 'queued' ORDER BY position LIMIT ?3)
                 LIMIT ?3",
            )?;
            let at_most = i64::try_from(at_most).unwrap_or(i64::MAX);
            let positions: Vec<i64> =
                free.query_map(params![now, lease, at_most], |row| row.get(0))?.collect::<Result<_, _>>()?;
            let mut take = t.prepare_cached(
                "UPDATE game SET state = 'running', attempt = attempt + 1, worker = ?2, lease_until = ?3
                 WHERE position = ?1 RETURNING id, attempt, failures",
            )?;
            let mut taken = |position: &i64| {
                take.query_row(params![position, worker, now.saturating_add(lease)], |row| {
                    Ok(Claim { game: row.get(0)?, attempt: row.get(1)?, failures: row.get(2)? })
                })
            };
            positions.iter().map(&mut taken).collect()
        })
    }

    async fn renew(&self, claims: &[Claim]) -> Result<Vec<Claim>, QueueError> {
        let until = self.now_ms().saturating_add(self.lease_ms());
        self.transaction(|t| {
            let mut renew = t.prepare_cached(&format!("UPDATE game SET lease_until = ?3 WHERE {HELD}"))?;
            let mut lost = vec![];
            for claim in claims {
                if renew.execute(params![claim.game, claim.attempt, until])? == 0 {
                    lost.push(claim.clone());
                }
            }
            Ok(lost)
        })
    }

    async fn finish(&self, claim: &Claim, result: &str) -> Result<Report, QueueError> {
        self.transaction(|t| {
            let sql = format!("UPDATE game SET state = 'done', result = ?3 WHERE {HELD}");
            t.prepare_cached(&sql)?.execute(params![claim.game, claim.attempt, result]).map(reported)
        })
    }

    async fn fail(&self, claim: &Claim, why: &str, failures_max: u32) -> Result<Report, QueueError> {
        self.transaction(|t| {
            let sql = format!(
                "UPDATE game SET failures = failures + 1, error = ?3,
                 state = CASE WHEN failures + 1 >= ?4 THEN 'aborted' ELSE 'queued' END WHERE {HELD}"
            );
            t.prepare_cached(&sql)?.execute(params![claim.game, claim.attempt, why, failures_max]).map(reported)
        })
    }

    async fn release(&self, claims: &[Claim]) -> Result<(), QueueError> {
        self.transaction(|t| {
            let mut release = t.prepare_cached(&format!("UPDATE game SET state = 'queued' WHERE {HELD}"))?;
            claims.iter().try_for_each(|claim| release.execute(params![claim.game, claim.attempt]).map(|_| ()))
        })
    }

    async fn abandon(&self, worker: &str) -> Result<(), QueueError> {
        self.transaction(|t| {
            let sql = "UPDATE game SET lease_until = 0 WHERE worker = ?1 AND state = 'running'";
            t.prepare_cached(sql)?.execute([worker]).map(|_| ())
        })
    }

    async fn restore(&self, game: &str, result: &str) -> Result<(), QueueError> {
        self.transaction(|t| {
            let sql = "UPDATE game SET state = 'done', result = ?2, attempt = attempt + 1 WHERE id = ?1";
            t.prepare_cached(sql)?.execute([game, result]).map(|_| ())
        })
    }

    async fn requeue(&self, games: &[String]) -> Result<(), QueueError> {
        self.transaction(|t| {
            let sql = "UPDATE game SET state = 'queued', failures = 0, result = NULL WHERE id = ?1 AND state IN ('done', 'aborted')";
            let mut requeue = t.prepare_cached(sql)?;
            games.iter().try_for_each(|game| requeue.execute([game]).map(|_| ()))
        })
    }

    async fn counts(&self) -> Result<Counts, QueueError> {
        self.transaction(|t| {
            let mut counts = Counts::default();
            let mut select = t.prepare_cached("SELECT state, count(*) FROM game GROUP BY state")?;
            let mut rows = select.query([])?;
            while let Some(row) = rows.next()? {
                counts.put(&row.get::<_, String>(0)?, row.get::<_, i64>(1)?.unsigned_abs());
            }
            Ok(counts)
        })
    }

    async fn page(&self, state: State, after: i64, at_most: usize) -> Result<Vec<(i64, Row)>, QueueError> {
        self.transaction(|t| {
            let mut select = t.prepare_cached(
                "SELECT position, id, attempt, failures, error, result FROM game
                 WHERE state = ?1 AND position > ?2 ORDER BY position LIMIT ?3",
            )?;
            let at_most = i64::try_from(at_most).unwrap_or(i64::MAX);
            select.query_map(params![state.word(), after, at_most], row)?.collect()
        })
    }
}

fn row(row: &SqlRow) -> rusqlite::Result<(i64, Row)> {
    let [game, error, result] = [1, 4, 5].map(|column| row.get::<_, Option<String>>(column));
    let (attempt, failures) = (row.get(2)?, row.get(3)?);
    Ok((row.get(0)?, Row { game: game?.unwrap_or_default(), attempt, failures, error: error?, result: result? }))
}

impl SqliteQueue {
    /// Whether the file is a sound database.
    ///
    /// # Errors
    /// When it cannot be asked.
    pub fn is_sound(&self) -> Result<bool, QueueError> {
        let said =
            self.transaction(|t| t.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0)).optional())?;
        Ok(said.is_some_and(|said| said == "ok"))
    }
}
