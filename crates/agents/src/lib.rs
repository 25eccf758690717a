//! Who may sit at a table: scripts, people, programs, models. Each is an [`Agent`] and is given its seat's [`View`],
//! never more.

mod aside;
mod deadline;
pub mod human;
mod journal;
mod lines;
pub mod llm;
pub mod process;
pub mod remote;
pub mod scripted;
pub mod spec;
mod window;

use async_trait::async_trait;
use lycaon_narrator::Unclear;
use lycaon_rules::{Answer, Request, SeatEvent, View};

pub use aside::{Aside, Inquiry};
pub use deadline::{Deadline, Held};
pub use journal::{Calls, Journal, Unkept};
pub use window::{Standing, Thinking, Window};

/// What sits in a seat.
#[async_trait]
pub trait Agent: Send {
    /// Hears one event of its seat's stream, as it happens; `view` has it already. Most agents wait for a question.
    async fn hear(&mut self, _view: &View, _event: &SeatEvent) {}

    /// Answers a question. Called again with the complaint if the answer could not be used.
    async fn answer(&mut self, question: Question<'_>) -> Reply;

    /// A copy of itself as it is now, which can be asked what it believes; `None` if it cannot be copied, as a person or
    /// a program with a memory of its own.
    fn fork(&self) -> Option<Box<dyn Aside>> {
        None
    }
}

/// A question, with everything the agent may know.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// All that the seat has heard.
    pub view: &'a View,
    /// What is asked, with every legal answer.
    pub request: &'a Request,
    /// Which attempt this is, from 1.
    pub attempt: u32,
    /// What was wrong with the last attempt.
    pub complaint: Option<&'a Unclear>,
    /// When the table stops waiting, if it does.
    pub deadline: Option<&'a Deadline>,
    /// Where the calls made for the answer are kept.
    pub journal: &'a dyn Journal,
    /// How long an answer may be held back, for the case that its giver changes his mind; `None` where nobody else is
    /// asked something that he could wait for.
    pub window: Option<&'a Window>,
}

/// What an agent gives back.
#[derive(Debug)]
pub struct Reply {
    /// The answer, or why there is none.
    pub answer: Result<Answer, Trouble>,
    /// Whether the seat wants to be asked from now on, before each speech, whether it breaks in. `None` leaves it as it
    /// was.
    pub raise: Option<bool>,
    /// Whether a script answered in the place of a person who is away.
    pub stand_in: bool,
}

impl From<Answer> for Reply {
    fn from(answer: Answer) -> Self {
        Ok(answer).into()
    }
}

impl From<Trouble> for Reply {
    fn from(trouble: Trouble) -> Self {
        Err(trouble).into()
    }
}

impl From<Result<Answer, Trouble>> for Reply {
    fn from(answer: Result<Answer, Trouble>) -> Self {
        Reply { answer, raise: None, stand_in: false }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// Something was said and no choice could be read from it: ask again.
    #[error("the reply could not be read as a choice")]
    Unclear(Unclear),
    /// The agent broke, or its conversation has outgrown it: no use in asking again.
    #[error("{0}")]
    Failed(String),
    /// The line to the agent is broken, or its account is closed: no use in asking again now. It says nothing about the
    /// agent.
    #[error("{0}")]
    Unreachable(String),
    /// The agent left the table: a closed stdin, a process that ended. It is not asked again.
    #[error("{0}")]
    Gone(String),
    /// The agent leaves its seat to whoever stands in for it, who is asked in its place from this question on. Where
    /// nobody does, it is gone.
    #[error("{0}")]
    HandedOver(String),
}
