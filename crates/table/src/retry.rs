//! One question put to one agent until its answer can be used, or cannot be hoped for.

use crate::record::Entry;
use lycaon_agents::{Agent, Deadline, Question, Reply, Trouble, Window};
use lycaon_narrator::Unclear;
use lycaon_rules::{Answer, Choice, Request, View};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// What came of a question.
#[derive(Debug)]
pub(crate) struct Said {
    /// A legal answer, or the last trouble.
    pub answer: Result<Answer, Trouble>,
    /// Whether it wants to be asked from now on whether it breaks in.
    pub raise: Option<bool>,
    /// Whether a script answered in the agent's place.
    pub stand_in: bool,
}

/// How a question is put.
pub(crate) struct Terms {
    pub deadline: Option<Deadline>,
    /// How often it may be asked again.
    pub reasks: u32,
    /// Counts the attempts, for those who do not wait for the end.
    pub attempts: Arc<AtomicU32>,
    /// Keeps the calls.
    pub journal: Entry,
    /// How long the answer can be taken back.
    pub window: Option<Window>,
}

/// Asks, and asks again with the complaint while the answer is unclear or illegal.
pub(crate) async fn ask(agent: &mut dyn Agent, view: &View, request: &Request, terms: &Terms) -> Said {
    let (deadline, journal, window) = (terms.deadline.as_ref(), &terms.journal, terms.window.as_ref());
    let mut complaint: Option<Unclear> = None;
    for attempt in 1.. {
        terms.attempts.store(attempt, Ordering::Relaxed);
        let question = Question { view, request, attempt, complaint: complaint.as_ref(), deadline, journal, window };
        let reply = agent.answer(question).await;
        let Reply { raise, stand_in, .. } = reply;
        match reply.answer.and_then(|answer| legal(request, answer)) {
            Err(Trouble::Unclear(unclear)) if attempt <= terms.reasks => complaint = Some(unclear),
            answer => return Said { raise: raise.filter(|_| answer.is_ok()), answer, stand_in },
        }
    }
    unreachable!("attempts are counted without end")
}

fn legal(request: &Request, answer: Answer) -> Result<Answer, Trouble> {
    if request.menu.allows(answer.choice) {
        Ok(answer)
    } else {
        Err(Trouble::Unclear(Unclear::NotLegal { said: spelled(answer.choice) }))
    }
}

/// A choice as it stands in a record.
fn spelled(choice: Choice) -> String {
    serde_json::to_string(&choice).unwrap_or_else(|_| format!("{choice:?}"))
}
