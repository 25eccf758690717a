//! What a model believes, asked in a copy of its conversation.

use async_trait::async_trait;
use lycaon_narrator::reply::{Stated, stated};
use lycaon_narrator::{Unclear, probe_schema};
use lycaon_rules::Seat;
use lycaon_transcript::Belief;

use super::agent::LlmAgent;
use super::memory::summary_request;
use crate::{Aside, Inquiry, Question, Trouble};

/// The purpose of a call that asks for beliefs.
const PROBE: &str = "probe";

/// At the gate of an endpoint, probes come after the moves of every game.
const BEHIND: u64 = 1 << 32;

/// A copy of a model's agent. Its conversation goes on from the agent's and is forgotten.
pub(super) struct Fork(LlmAgent);

impl Fork {
    pub fn of(agent: &LlmAgent) -> Self {
        let rank = agent.rank.saturating_add(BEHIND);
        Fork(agent.clone().of_rank(rank))
    }
}

#[async_trait]
impl Aside for Fork {
    async fn believe(&mut self, inquiry: Inquiry<'_>) -> Result<Belief, Trouble> {
        let Inquiry { view, others, deadline, journal } = inquiry;
        let wolf = inquiry.is_of_wolf();
        let agent = &mut self.0;
        agent.schema = probe_schema(others, wolf);
        agent.open(view);
        let asked = agent.narrator.probe(others, wolf);
        agent.inform(view, asked);
        // What is asked stands in the conversation; only the shape of a question is wanted here.
        let request = summary_request(view.seat().unwrap_or(Seat::new(1)));
        let question =
            Question { view, request: &request, attempt: 1, complaint: None, deadline, journal, window: None };
        let completion = agent.complete(&question, Some(PROBE)).await?;
        let text = completion.text.ok_or(Trouble::Unclear(Unclear::Empty))?;
        understood(stated(&text), others, wolf).ok_or(Trouble::Unclear(Unclear::NoChoice))
    }
}

/// The beliefs, if all that was asked for is there; what was said of others is left out.
fn understood(stated: Stated, others: &[Seat], wolf: bool) -> Option<Belief> {
    let Stated { mut p_wolf, top_suspect, would_vote, suspected } = stated;
    p_wolf.retain(|seat, _| others.contains(seat));
    let among = |seat: Option<Seat>| seat.filter(|seat| others.contains(seat));
    if wolf {
        return suspected.map(|p| Belief { suspected: Some(p), would_vote: among(would_vote), ..Belief::default() });
    }
    let whole = p_wolf.len() == others.len();
    let (top_suspect, would_vote) = (among(top_suspect), among(would_vote));
    whole.then_some(Belief { p_wolf, top_suspect, would_vote, suspected: None })
}
