//! What a model says aside, asked in a copy of its conversation.

use async_trait::async_trait;
use lycaon_narrator::reply::{Stated, doubted, polled, reported, stated};
use lycaon_narrator::{Probe, Unclear};
use lycaon_rules::Seat;
use lycaon_transcript::{Belief, Doubt, Intent, SelfReport, StrawBallot};

use super::agent::LlmAgent;
use super::memory::summary_request;
use crate::{Aside, Inquiry, Question, Trouble};

/// The purpose of a call that asks aside.
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

impl Fork {
    /// What the model says to this.
    async fn ask(&mut self, inquiry: Inquiry<'_>, asked: Probe<'_>) -> Result<String, Trouble> {
        let Inquiry { view, deadline, journal, .. } = inquiry;
        let agent = &mut self.0;
        agent.schema = asked.schema();
        agent.open(view);
        let words = agent.narrator.probe(asked);
        agent.inform(view, words);
        // What is asked stands in the conversation; only the shape of a question is wanted here.
        let request = summary_request(view.seat().unwrap_or(Seat::new(1)));
        let question =
            Question { view, request: &request, attempt: 1, complaint: None, deadline, journal, window: None };
        let completion = agent.complete(&question, Some(PROBE)).await?;
        completion.text.ok_or(Trouble::Unclear(Unclear::Empty))
    }
}

#[async_trait]
impl Aside for Fork {
    async fn believe(&mut self, inquiry: Inquiry<'_>) -> Result<Belief, Trouble> {
        let (others, wolf) = (inquiry.others, inquiry.is_of_wolf());
        let asked = if wolf { Probe::Suspicion } else { Probe::Beliefs(others) };
        let text = self.ask(inquiry, asked).await?;
        understood(stated(&text), others, wolf).ok_or(Trouble::Unclear(Unclear::NoChoice))
    }

    async fn poll(&mut self, inquiry: Inquiry<'_>) -> Result<StrawBallot, Trouble> {
        let others = inquiry.others;
        let text = self.ask(inquiry, Probe::Poll(others)).await?;
        let vote = polled(&text).filter(|vote| vote.is_none_or(|seat| others.contains(&seat)));
        vote.map(|vote| StrawBallot { vote }).ok_or(Trouble::Unclear(Unclear::NoChoice))
    }

    async fn report(&mut self, inquiry: Inquiry<'_>) -> Result<SelfReport, Trouble> {
        let text = self.ask(inquiry, Probe::Report).await?;
        let read = reported(&text).and_then(|report| {
            let intent = Intent::from_id(&report.intent)?;
            Some(SelfReport { intent, lie: report.lie, confidence: report.confidence })
        });
        read.ok_or(Trouble::Unclear(Unclear::NoChoice))
    }

    async fn doubt(&mut self, inquiry: Inquiry<'_>) -> Result<Doubt, Trouble> {
        let Some(speaker) = inquiry.others.first() else {
            return Err(Trouble::Failed("nobody's speech is asked about".into()));
        };
        let text = self.ask(inquiry, Probe::Doubt(*speaker)).await?;
        doubted(&text).map(|p_lie| Doubt { p_lie }).ok_or(Trouble::Unclear(Unclear::NoChoice))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What is asked for is what is written down.
    #[test]
    fn the_intents_of_the_question_are_those_of_the_transcript() {
        let schema = Probe::Report.schema();
        let asked: Vec<&str> =
            schema["properties"]["intent"]["enum"].as_array().unwrap().iter().filter_map(|id| id.as_str()).collect();
        assert_eq!(asked, Intent::ALL.map(Intent::id));
    }
}
