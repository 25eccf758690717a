//! Where the calls of an answer are kept, and when they are.

use async_trait::async_trait;
use lycaon_transcript::Call;
use std::sync::{Mutex, PoisonError};

/// The record of the calls that are made for one decision.
///
/// An agent that calls something hands over every finished call before it reads what came back, so that an answer that
/// was paid for survives whatever happens next. And before it calls, it asks whether an earlier run of the same game
/// has made this call already.
#[async_trait]
pub trait Journal: Send + Sync {
    /// The next call that an earlier run made for this decision, oldest first. It is kept already, and is to be taken
    /// for the call that was about to be made.
    fn made(&self) -> Option<Call>;

    /// Keeps a call that was just made, and comes back once it is safe.
    ///
    /// # Errors
    /// When it cannot be kept. What came back must not be used then: a game that went on from it could not be resumed.
    async fn keep(&self, call: &Call) -> Result<(), Unkept>;

    /// Puts on record what became of the agent, such as that its line was cut. What happens in the game is none of it.
    fn remark(&self, _text: String) {}
}

/// A call that could not be kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a call could not be recorded, so its answer is not used: {0}")]
pub struct Unkept(pub String);

/// A journal in memory, for agents that sit at no table.
#[derive(Debug, Default)]
pub struct Calls(Mutex<Vec<Call>>);

impl Calls {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What was kept since this was last asked, oldest first.
    pub fn take(&self) -> Vec<Call> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[async_trait]
impl Journal for Calls {
    fn made(&self) -> Option<Call> {
        None
    }

    async fn keep(&self, call: &Call) -> Result<(), Unkept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(call.clone());
        Ok(())
    }
}
