//! Questions put aside from the game: what a seat believes.

use crate::{Deadline, Journal, Trouble};
use async_trait::async_trait;
use lycaon_rules::{Camp, Seat, View};
use lycaon_transcript::Belief;

/// A copy of an agent, to be asked something that the agent itself never hears of. Whatever it does, nothing in the
/// agent changes.
#[async_trait]
pub trait Aside: Send {
    /// What it believes. It is asked once.
    ///
    /// # Errors
    /// When nothing came, or no beliefs could be read from it.
    async fn believe(&mut self, inquiry: Inquiry<'_>) -> Result<Belief, Trouble>;
}

/// A question about beliefs, with everything the copy may know.
#[derive(Clone, Copy)]
pub struct Inquiry<'a> {
    /// What the copy has heard: what the seat has, or the same with a speech left out.
    pub view: &'a View,
    /// About whom, in the order in which they are to be named. A wolf is asked how they see him.
    pub others: &'a [Seat],
    /// When the table stops waiting, if it does.
    pub deadline: Option<&'a Deadline>,
    /// Where the calls made for the answer are kept.
    pub journal: &'a dyn Journal,
}

impl Inquiry<'_> {
    /// Whether a wolf is asked: he knows who is one, and is asked how much the others suspect him.
    #[must_use]
    pub fn is_of_wolf(&self) -> bool {
        let card = self.view.card().is_some_and(|role| role.card().camp == Camp::Wolves);
        card || self.view.seat().is_some_and(|me| self.view.pack().has(me))
    }
}
