//! The transcript of a game that is held, kept in the database while it is written.

use super::{Claim, PostgresQueue, Report};
use lycaon_table::Stop;
use lycaon_transcript::Mirror;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tracing::warn;

/// How long a database that does not answer is left alone before it is asked again.
const PATIENCE: Duration = Duration::from_millis(500);

/// How many lines are sent at once, at most.
const BATCH: usize = 500;

/// Keeps the lines of a game in the database, under the attempt of its claim. A lost connection is waited out. When
/// somebody else has claimed the game since, nothing more is kept, and the game is stopped.
pub struct PostgresMirror {
    lines: mpsc::UnboundedSender<String>,
    taken: AtomicU32,
    safe: watch::Receiver<u32>,
}

impl PostgresMirror {
    /// A mirror of a game of which the database has this many lines. Must be called within a runtime.
    #[must_use]
    pub fn new(queue: Arc<PostgresQueue>, claim: Claim, lines: u32, stop: Stop) -> Self {
        let (sender, receiver) = mpsc::unbounded_channel();
        let (told, safe) = watch::channel(lines);
        tokio::spawn(keep(queue, claim, receiver, told, stop));
        PostgresMirror { lines: sender, taken: AtomicU32::new(lines), safe }
    }
}

impl Mirror for PostgresMirror {
    fn take(&self, line: &str) {
        self.taken.fetch_add(1, Ordering::Relaxed);
        // Where nobody listens any more, `safe` never comes back.
        let _ = self.lines.send(line.to_owned());
    }

    fn safe(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let taken = self.taken.load(Ordering::Relaxed);
        let mut safe = self.safe.clone();
        Box::pin(async move {
            if safe.wait_for(|safe| *safe >= taken).await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }
}

/// Sends what comes in until the mirror is dropped or the game is somebody else's.
async fn keep(
    queue: Arc<PostgresQueue>,
    claim: Claim,
    mut lines: mpsc::UnboundedReceiver<String>,
    told: watch::Sender<u32>,
    stop: Stop,
) {
    let mut batch = vec![];
    while lines.recv_many(&mut batch, BATCH).await > 0 {
        let first = *told.borrow();
        loop {
            match queue.append(&claim, first, &batch).await {
                Ok(Report::Recorded) => break,
                Ok(Report::Stale) => return stop.now(),
                // A game that is stopped keeps what it has in its file.
                Err(_) if stop.is_stopped() => return,
                Err(error) => {
                    warn!("{error}; the game {} waits", claim.game);
                    tokio::time::sleep(PATIENCE).await;
                }
            }
        }
        told.send_replace(first + batch.len() as u32);
        batch.clear();
    }
}
