//! One question put to one fork.

use crate::unpanicked::unpanicked;
use lycaon_agents::{Aside, Calls, Deadline, Inquiry, Trouble};
use lycaon_rules::{Seat, View};
use lycaon_transcript::{Asks, Belief, Believed, Doubt, Probe, SelfReport, StrawBallot};
use tokio::time::sleep_until;

/// A fork on its way, and what it will be asked.
pub(super) struct Errand {
    pub aside: Box<dyn Aside>,
    pub view: View,
    pub deadline: Deadline,
    /// The line to be written, with nothing in it yet.
    pub probe: Probe,
}

/// What a fork says.
enum Said {
    Beliefs(Belief),
    Ballot(StrawBallot),
    Report(SelfReport),
    Doubt(Doubt),
}

impl Errand {
    /// Puts the question and waits for the answer; gives back the line.
    pub async fn run(self) -> Probe {
        let Errand { mut aside, view, deadline, probe } = self;
        let journal = Calls::new();
        let inquiry = Inquiry { view: &view, others: &probe.order, deadline: Some(&deadline), journal: &journal };
        let answer = tokio::select! {
            answer = unpanicked(put(&mut *aside, probe.asks, inquiry)) => {
                answer.unwrap_or_else(|panic| Err(Trouble::Failed(panic)))
            }
            () = passed(&deadline) => Err(Trouble::Failed("no answer came in time".into())),
        };
        let probe = Probe { calls: journal.take(), ..probe };
        noted(probe, answer)
    }
}

async fn put(aside: &mut dyn Aside, asks: Asks, inquiry: Inquiry<'_>) -> Result<Said, Trouble> {
    match asks {
        Asks::Beliefs => aside.believe(inquiry).await.map(Said::Beliefs),
        Asks::Poll => aside.poll(inquiry).await.map(Said::Ballot),
        Asks::Report => aside.report(inquiry).await.map(Said::Report),
        Asks::Doubt => aside.doubt(inquiry).await.map(Said::Doubt),
    }
}

/// The line with what came of it.
fn noted(probe: Probe, answer: Result<Said, Trouble>) -> Probe {
    let (how, why) = match answer {
        Ok(said) => match unfit(&said, &probe.order) {
            None => return answered(probe, said),
            Some(why) => (Believed::Unreadable, why.to_owned()),
        },
        Err(Trouble::Unclear(unclear)) => (Believed::Unreadable, crate::round::spelled(&unclear)),
        Err(Trouble::Failed(why) | Trouble::Unreachable(why) | Trouble::Gone(why) | Trouble::HandedOver(why)) => {
            (Believed::Failed, why)
        }
    };
    Probe { how, why: Some(why), ..probe }
}

fn answered(probe: Probe, said: Said) -> Probe {
    let probe = Probe { how: Believed::Answered, ..probe };
    match said {
        Said::Beliefs(belief) => Probe { answer: Some(belief), ..probe },
        Said::Ballot(ballot) => Probe { ballot: Some(ballot), ..probe },
        Said::Report(report) => Probe { report: Some(report), ..probe },
        Said::Doubt(doubt) => Probe { doubt: Some(doubt), ..probe },
    }
}

/// Why an answer is as good as none, if it is.
fn unfit(said: &Said, order: &[Seat]) -> Option<&'static str> {
    let is_probability = |p: &f64| (0.0..=1.0).contains(p);
    let (fits, why) = match said {
        Said::Beliefs(belief) => {
            let of_others = belief.p_wolf.iter().all(|(seat, p)| order.contains(seat) && is_probability(p));
            let fits = of_others && belief.suspected.iter().all(is_probability);
            (fits, "it holds numbers that are no probabilities of these seats")
        }
        Said::Ballot(ballot) => {
            (ballot.vote.is_none_or(|seat| order.contains(&seat)), "it votes for somebody who is none of these seats")
        }
        Said::Report(report) => (is_probability(&report.confidence), "its confidence is no number from 0 to 1"),
        Said::Doubt(doubt) => (is_probability(&doubt.p_lie), "its probability is no number from 0 to 1"),
    };
    (!fits).then_some(why)
}

/// Waits until the deadline has passed, which stands still while its calls queue.
async fn passed(deadline: &Deadline) {
    while !deadline.has_passed() {
        sleep_until(deadline.earliest()).await;
    }
}
