//! Questions put aside from the game: what a seat believes, whom it would vote out, whether it meant what it said, and
//! whether it takes what another said for a lie.

use crate::{Deadline, Journal, Trouble};
use async_trait::async_trait;
use lycaon_rules::{Camp, Seat, View};
use lycaon_transcript::{Belief, Doubt, SelfReport, StrawBallot};

/// A copy of an agent, to be asked something that the agent itself never hears of. Whatever it does, nothing in the
/// agent changes. It is asked one question.
#[async_trait]
pub trait Aside: Send {
    /// What it believes.
    ///
    /// # Errors
    /// When nothing came, or no beliefs could be read from it.
    async fn believe(&mut self, inquiry: Inquiry<'_>) -> Result<Belief, Trouble>;

    /// Whom of the others it would vote out now.
    ///
    /// # Errors
    /// When nothing came, or no ballot could be read from it.
    async fn poll(&mut self, inquiry: Inquiry<'_>) -> Result<StrawBallot, Trouble>;

    /// How it meant the speech that it has just given, which is the last of its own in the view.
    ///
    /// # Errors
    /// When nothing came, or no report could be read from it.
    async fn report(&mut self, inquiry: Inquiry<'_>) -> Result<SelfReport, Trouble>;

    /// How likely the one of the others whom it is asked about has said something that he himself holds for false, in the
    /// last of his speeches in the view.
    ///
    /// # Errors
    /// When nothing came, or no probability could be read from it.
    async fn doubt(&mut self, inquiry: Inquiry<'_>) -> Result<Doubt, Trouble>;
}

/// A question put aside, with everything the copy may know.
#[derive(Clone, Copy)]
pub struct Inquiry<'a> {
    /// What the copy has heard: what the seat has, or the same with a speech left out.
    pub view: &'a View,
    /// About whom, in the order in which they are to be named; nobody where it is about the seat's own speech, and the
    /// speaker alone where it is about another's. A wolf who is asked what he believes is asked how they see him.
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
