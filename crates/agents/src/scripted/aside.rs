//! What scripts say they believe.

use crate::{Aside, Inquiry, Trouble};
use async_trait::async_trait;
use lycaon_rules::{Camp, View};
use lycaon_transcript::Belief;

/// A script's beliefs: a function of what is asked, so that a copy needs nothing else and a script draws nothing for it.
pub(super) struct Opinion<F>(pub F);

#[async_trait]
impl<F: Fn(&Inquiry<'_>) -> Belief + Send> Aside for Opinion<F> {
    async fn believe(&mut self, inquiry: Inquiry<'_>) -> Result<Belief, Trouble> {
        Ok((self.0)(&inquiry))
    }
}

/// The beliefs of whoever knows the deck and nothing else: everybody else is a wolf with the same probability.
pub(super) fn flat(inquiry: &Inquiry<'_>) -> Belief {
    let share = in_thousandths(wolves_dealt(inquiry.view) / (f64::from(inquiry.view.board().seats) - 1.0));
    let first = inquiry.others.first().copied();
    if inquiry.is_of_wolf() {
        return Belief { suspected: Some(share), would_vote: first, ..Belief::default() };
    }
    let p_wolf = inquiry.others.iter().map(|seat| (*seat, share)).collect();
    Belief { p_wolf, top_suspect: first, would_vote: first, suspected: None }
}

fn wolves_dealt(view: &View) -> f64 {
    let wolves = view.board().roles.iter().filter(|(role, _)| role.card().camp == Camp::Wolves);
    wolves.map(|(_, count)| f64::from(*count)).sum()
}

/// The probability in steps of a thousandth, so that it is the same number on every machine.
pub(super) fn in_thousandths(p: f64) -> f64 {
    (p.clamp(0.0, 1.0) * 1000.0).round() / 1000.0
}
