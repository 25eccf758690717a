//! When the table stops waiting.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// When the table stops waiting for an answer. It stands still while the agent queues for a connection: that others
/// are served first is no fault of the seat. Clones are the same deadline.
#[derive(Clone, Debug)]
pub struct Deadline(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    at: Instant,
    /// How many wait for it to go on, and since when it stands still.
    held: Option<(u32, Instant)>,
}

impl Deadline {
    /// One that is at this moment.
    #[must_use]
    pub fn at(moment: Instant) -> Self {
        Deadline(Arc::new(Mutex::new(State { at: moment, held: None })))
    }

    /// One that is so far from now.
    #[must_use]
    pub fn after(wait: Duration) -> Self {
        Deadline::at(Instant::now() + wait)
    }

    /// How much time is left; nothing once it has passed.
    #[must_use]
    pub fn left(&self) -> Duration {
        let state = self.state();
        let now = state.held.map_or_else(Instant::now, |(_, since)| since);
        state.at.saturating_duration_since(now)
    }

    /// The earliest moment at which it can pass: later if it stands still.
    #[must_use]
    pub fn earliest(&self) -> Instant {
        Instant::now() + self.left()
    }

    /// Whether it has passed.
    #[must_use]
    pub fn has_passed(&self) -> bool {
        self.left().is_zero()
    }

    /// Lets it stand still until what is given back is dropped.
    #[must_use]
    pub fn hold(&self) -> Held<'_> {
        let mut state = self.state();
        let (count, since) = state.held.unwrap_or_else(|| (0, Instant::now()));
        state.held = Some((count + 1, since));
        Held(self)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long after a deadline a question is given up. The table has counted the seat as silent by then.
const GRACE: Duration = Duration::from_millis(50);

/// Waits until a question is to be given up, some time after its deadline; without one, for ever.
pub(crate) async fn given_up(deadline: Option<&Deadline>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.earliest() + GRACE).await,
        None => std::future::pending().await,
    }
}

/// A deadline stands still while this lives.
#[derive(Debug)]
pub struct Held<'a>(&'a Deadline);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        match state.held {
            Some((1, since)) => {
                // One that had passed before stays passed.
                if state.at > since {
                    state.at += since.elapsed();
                }
                state.held = None;
            }
            Some((count, since)) => state.held = Some((count - 1, since)),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::advance;

    const SECOND: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn a_deadline_stands_still_while_it_is_held() {
        let deadline = Deadline::after(3 * SECOND);
        advance(SECOND).await;
        let held = deadline.hold();
        let again = deadline.hold();
        advance(60 * SECOND).await;
        drop(held);
        advance(60 * SECOND).await;
        assert_eq!((deadline.left(), deadline.earliest()), (2 * SECOND, Instant::now() + 2 * SECOND));
        drop(again);
        advance(SECOND).await;
        assert_eq!(deadline.left(), SECOND);
        advance(SECOND).await;
        assert!(deadline.has_passed());
        drop(deadline.hold());
        assert!(deadline.has_passed());
    }
}
