//! What the table measures, and how it is stopped.

use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// Whether times are measured. Deadlines hold either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// Times are measured, and what comes in is written at once, in the order of its coming.
    #[default]
    Wall,
    /// Every time is recorded as 0 and every line in the order of the questions: the same game, the same bytes.
    Still,
}

impl Clock {
    /// The time since `start` in milliseconds, as it is recorded.
    pub(crate) fn ms_since(self, start: Instant) -> u64 {
        match self {
            Clock::Wall => whole_ms(start.elapsed()),
            Clock::Still => 0,
        }
    }
}

fn whole_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Stops a game from outside, such as on Ctrl-C: the table ends between two lines of its record. Clones stop the same
/// games.
#[derive(Clone, Debug)]
pub struct Stop(watch::Sender<bool>);

impl Default for Stop {
    fn default() -> Self {
        Stop(watch::Sender::new(false))
    }
}

impl Stop {
    /// One that has not been used.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops. There is no way back.
    pub fn now(&self) {
        self.0.send_replace(true);
    }

    /// Whether it was used.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until it is used, which may be never.
    pub async fn stopped(&self) {
        // The sender lives as long as `self`, so waiting cannot fail.
        let _ = self.0.subscribe().wait_for(|stopped| *stopped).await;
    }
}
