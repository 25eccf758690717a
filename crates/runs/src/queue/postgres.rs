//! The queue of many machines: tables in a PostgreSQL database. The games' transcripts are kept there too, line by line,
//! so that a machine may vanish in the middle of a game and another goes on from the last line.

use super::tls::Tls;
use super::{Claim, Counts, LEASE, Queue, QueueError, Report, Row, State};
use async_trait::async_trait;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio_postgres::config::SslMode;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, NoTls, Row as SqlRow};

const SCHEMA: &str = "
    CREATE SCHEMA IF NOT EXISTS lycaon;
    CREATE TABLE IF NOT EXISTS lycaon.game (
        run TEXT NOT NULL,
        position BIGSERIAL,
        id TEXT NOT NULL,
        state TEXT NOT NULL DEFAULT 'queued',
        attempt INTEGER NOT NULL DEFAULT 0,
        failures INTEGER NOT NULL DEFAULT 0,
        lease_until TIMESTAMPTZ NOT NULL DEFAULT '-infinity',
        worker TEXT,
        error TEXT,
        result TEXT,
        PRIMARY KEY (run, id)
    );
    CREATE INDEX IF NOT EXISTS game_state ON lycaon.game (run, state, position);
    CREATE TABLE IF NOT EXISTS lycaon.line (
        run TEXT NOT NULL,
        game TEXT NOT NULL,
        n INTEGER NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (run, game, n)
    );
";

/// Serialises the making of the tables, which `IF NOT EXISTS` alone does not.
const MAKING: i64 = 0x6c79_6361_6f6e;

const HELD: &str = "run = $1 AND id = $2 AND attempt = $3 AND state = 'running'";

/// The queue of one run in a PostgreSQL database.
pub struct PostgresQueue {
    config: Config,
    client: Mutex<Option<Client>>,
    run: String,
    lease: Duration,
}

type Params<'a> = &'a [&'a (dyn ToSql + Sync)];

impl PostgresQueue {
    /// Opens the queue of a run, and makes its tables if there are none. The address is one of libpq's, such as
    /// `postgres://user@host/database`; it is never printed, since it may hold a password. With `?sslmode=require` the
    /// connection is encrypted, and the server's certificate must be signed by somebody whom this system trusts.
    ///
    /// # Errors
    /// When the address is malformed or the database cannot be reached.
    pub async fn open(address: &str, run: &str) -> Result<Self, QueueError> {
        Self::with_lease(address, run, LEASE).await
    }

    /// Opens the queue with leases of this length.
    ///
    /// # Errors
    /// As [`PostgresQueue::open`].
    pub async fn with_lease(address: &str, run: &str, lease: Duration) -> Result<Self, QueueError> {
        let mut config: Config = address.parse().map_err(failed)?;
        // A worker that is cut off must notice: its game goes on elsewhere.
        config.connect_timeout(Duration::from_secs(10));
        config.tcp_user_timeout(Duration::from_secs(20));
        config.keepalives_idle(Duration::from_secs(10));
        let queue = PostgresQueue { config, client: Mutex::new(None), run: run.to_owned(), lease };
        let mut client = queue.connect().await?;
        let transaction = client.transaction().await.map_err(failed)?;
        transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&MAKING]).await.map_err(failed)?;
        transaction.batch_execute(SCHEMA).await.map_err(failed)?;
        transaction.commit().await.map_err(failed)?;
        *queue.client.lock().await = Some(client);
        Ok(queue)
    }

    /// Connects; encrypted and with a certificate that is checked if the address says `sslmode=require`, and else not at
    /// all: what is encrypted for whoever answers is no secret.
    async fn connect(&self) -> Result<Client, QueueError> {
        if self.config.get_ssl_mode() == SslMode::Require {
            let tls = Tls::of_this_system().map_err(|error| QueueError::Postgres(error.to_string()))?;
            let (client, connection) = self.config.connect(tls).await.map_err(failed)?;
            tokio::spawn(connection);
            return Ok(client);
        }
        let (client, connection) = self.config.connect(NoTls).await.map_err(failed)?;
        tokio::spawn(connection);
        Ok(client)
    }

    /// Runs one statement, on a new connection if the last was lost. Every statement is a transaction by itself, and
    /// each can be said twice without harm, because it names the attempt or says what is there already.
    async fn query(&self, sql: &str, params: Params<'_>) -> Result<Vec<SqlRow>, QueueError> {
        let mut client = self.client.lock().await;
        if client.as_ref().is_none_or(Client::is_closed) {
            *client = Some(self.connect().await?);
        }
        let open = client.as_ref().ok_or_else(|| QueueError::Postgres("no connection".into()))?;
        let prepared = open.prepare(sql).await.map_err(failed)?;
        open.query(&prepared, params).await.map_err(failed)
    }

    async fn report(&self, sql: &str, params: Params<'_>) -> Result<Report, QueueError> {
        let rows = self.query(&format!("{sql} RETURNING id"), params).await?;
        Ok(if rows.len() == 1 { Report::Recorded } else { Report::Stale })
    }

    /// A game of the run that is not among these, if there is one.
    ///
    /// # Errors
    /// When the database cannot be asked.
    pub async fn other_than(&self, games: &[String]) -> Result<Option<String>, QueueError> {
        let sql = "SELECT id FROM lycaon.game WHERE run = $1 AND NOT id = ANY ($2) LIMIT 1";
        let rows = self.query(sql, &[&self.run, &games]).await?;
        rows.first().map(|row| row.try_get(0).map_err(failed)).transpose()
    }

    /// Appends lines to the transcript of a game that is held, numbered from `first`. A line that is there already is
    /// kept.
    ///
    /// # Errors
    /// When the database cannot be asked.
    pub async fn append(&self, claim: &Claim, first: u32, lines: &[String]) -> Result<Report, QueueError> {
        let attempt = number(claim.attempt);
        let numbers: Vec<i32> = (0..lines.len()).map(|i| number(first).saturating_add(number(i as u32))).collect();
        let sql = "WITH held AS (SELECT 1 FROM lycaon.game WHERE run = $1 AND id = $2 AND attempt = $3
                                  AND state = 'running' FOR SHARE),
                   added AS (INSERT INTO lycaon.line (run, game, n, line)
                             SELECT $1, $2, l.n, l.line FROM held, unnest($4::int[], $5::text[]) AS l (n, line)
                             ON CONFLICT DO NOTHING)
                   SELECT 1 FROM held";
        let rows = self.query(sql, &[&self.run, &claim.game, &attempt, &numbers, &lines]).await?;
        Ok(if rows.is_empty() { Report::Stale } else { Report::Recorded })
    }

    /// The lines of a game's transcript, in order.
    ///
    /// # Errors
    /// When the database cannot be asked.
    pub async fn lines(&self, game: &str) -> Result<Vec<String>, QueueError> {
        let sql = "SELECT line FROM lycaon.line WHERE run = $1 AND game = $2 ORDER BY n";
        let rows = self.query(sql, &[&self.run, &game]).await?;
        rows.iter().map(|row| row.try_get(0).map_err(failed)).collect()
    }

    /// Forgets the lines of a game that is held, because it is begun again.
    ///
    /// # Errors
    /// When the database cannot be asked.
    pub async fn forget(&self, claim: &Claim) -> Result<(), QueueError> {
        let sql = "DELETE FROM lycaon.line USING lycaon.game g WHERE line.run = g.run AND line.game = g.id
                   AND g.run = $1 AND g.id = $2 AND g.attempt = $3 AND g.state = 'running'";
        self.query(sql, &[&self.run, &claim.game, &number(claim.attempt)]).await.map(|_| ())
    }
}

fn failed(error: tokio_postgres::Error) -> QueueError {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(&error);
    while let Some(inner) = source {
        text = format!("{text}: {inner}");
        source = inner.source();
    }
    QueueError::Postgres(text)
}

/// A count as the database keeps it. No attempt and no line is ever numbered that high.
fn number(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

fn count(number: i32) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

#[async_trait]
impl Queue for PostgresQueue {
    async fn add(&self, games: &[String]) -> Result<usize, QueueError> {
        let sql =
            "INSERT INTO lycaon.game (run, id) SELECT $1, g.id FROM unnest($2::text[]) WITH ORDINALITY AS g (id, n)
                   ORDER BY g.n ON CONFLICT DO NOTHING RETURNING id";
        self.query(sql, &[&self.run, &games]).await.map(|rows| rows.len())
    }

    async fn claim(&self, worker: &str, at_most: usize) -> Result<Vec<Claim>, QueueError> {
        let sql = "WITH free AS (
                       SELECT id FROM lycaon.game
                       WHERE run = $1 AND (state = 'queued' OR (state = 'running' AND lease_until < now()))
                       ORDER BY state DESC, position FOR UPDATE SKIP LOCKED LIMIT $3)
                   UPDATE lycaon.game g SET state = 'running', attempt = attempt + 1, worker = $2,
                       lease_until = now() + $4::float8 * interval '1 second'
                   FROM free WHERE g.run = $1 AND g.id = free.id
                   RETURNING g.id, g.attempt, g.failures, g.position";
        let at_most = i64::try_from(at_most).unwrap_or(i64::MAX);
        let rows = self.query(sql, &[&self.run, &worker, &at_most, &self.lease.as_secs_f64()]).await?;
        let claim = |row: &SqlRow| -> Result<(i64, Claim), tokio_postgres::Error> {
            let claim =
                Claim { game: row.try_get(0)?, attempt: count(row.try_get(1)?), failures: count(row.try_get(2)?) };
            Ok((row.try_get(3)?, claim))
        };
        let mut claims: Vec<(i64, Claim)> = rows.iter().map(claim).collect::<Result<_, _>>().map_err(failed)?;
        claims.sort_by_key(|(position, _)| *position);
        Ok(claims.into_iter().map(|(_, claim)| claim).collect())
    }

    async fn renew(&self, claims: &[Claim]) -> Result<Vec<Claim>, QueueError> {
        let sql = format!("UPDATE lycaon.game SET lease_until = now() + $4::float8 * interval '1 second' WHERE {HELD}");
        let mut lost = vec![];
        for claim in claims {
            let params: Params<'_> = &[&self.run, &claim.game, &number(claim.attempt), &self.lease.as_secs_f64()];
            if self.report(&sql, params).await? == Report::Stale {
                lost.push(claim.clone());
            }
        }
        Ok(lost)
    }

    async fn finish(&self, claim: &Claim, result: &str) -> Result<Report, QueueError> {
        let sql = format!("UPDATE lycaon.game SET state = 'done', result = $4 WHERE {HELD}");
        self.report(&sql, &[&self.run, &claim.game, &number(claim.attempt), &result]).await
    }

    async fn fail(&self, claim: &Claim, why: &str, failures_max: u32) -> Result<Report, QueueError> {
        let sql = format!(
            "UPDATE lycaon.game SET failures = failures + 1, error = $4,
             state = CASE WHEN failures + 1 >= $5 THEN 'aborted' ELSE 'queued' END WHERE {HELD}"
        );
        let most = number(failures_max);
        self.report(&sql, &[&self.run, &claim.game, &number(claim.attempt), &why, &most]).await
    }

    async fn release(&self, claims: &[Claim]) -> Result<(), QueueError> {
        let sql = format!("UPDATE lycaon.game SET state = 'queued' WHERE {HELD}");
        for claim in claims {
            self.query(&sql, &[&self.run, &claim.game, &number(claim.attempt)]).await?;
        }
        Ok(())
    }

    async fn abandon(&self, worker: &str) -> Result<(), QueueError> {
        let sql =
            "UPDATE lycaon.game SET lease_until = '-infinity' WHERE run = $1 AND worker = $2 AND state = 'running'";
        self.query(sql, &[&self.run, &worker]).await.map(|_| ())
    }

    async fn restore(&self, game: &str, result: &str) -> Result<(), QueueError> {
        let sql =
            "UPDATE lycaon.game SET state = 'done', result = $3, attempt = attempt + 1 WHERE run = $1 AND id = $2";
        self.query(sql, &[&self.run, &game, &result]).await.map(|_| ())
    }

    async fn requeue(&self, games: &[String]) -> Result<(), QueueError> {
        let sql = "UPDATE lycaon.game SET state = 'queued', failures = 0, result = NULL
                   WHERE run = $1 AND id = ANY ($2) AND state IN ('done', 'aborted')";
        self.query(sql, &[&self.run, &games]).await.map(|_| ())
    }

    async fn counts(&self) -> Result<Counts, QueueError> {
        let sql = "SELECT state, count(*) FROM lycaon.game WHERE run = $1 GROUP BY state";
        let mut counts = Counts::default();
        for row in self.query(sql, &[&self.run]).await? {
            let (state, count): (String, i64) = (row.try_get(0).map_err(failed)?, row.try_get(1).map_err(failed)?);
            counts.put(&state, count.unsigned_abs());
        }
        Ok(counts)
    }

    async fn page(&self, state: State, after: i64, at_most: usize) -> Result<Vec<(i64, Row)>, QueueError> {
        let sql = "SELECT position, id, attempt, failures, error, result FROM lycaon.game
                   WHERE run = $1 AND state = $2 AND position > $3 ORDER BY position LIMIT $4";
        let at_most = i64::try_from(at_most).unwrap_or(i64::MAX);
        let rows = self.query(sql, &[&self.run, &state.word(), &after, &at_most]).await?;
        let read = |row: &SqlRow| -> Result<(i64, Row), tokio_postgres::Error> {
            let (attempt, failures) = (count(row.try_get(2)?), count(row.try_get(3)?));
            let (game, error, result) = (row.try_get(1)?, row.try_get(4)?, row.try_get(5)?);
            Ok((row.try_get(0)?, Row { game, attempt, failures, error, result }))
        };
        rows.iter().map(read).collect::<Result<_, _>>().map_err(failed)
    }
}
