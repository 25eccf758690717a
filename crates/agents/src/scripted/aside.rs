//! What scripts say when they are asked aside.

use crate::{Aside, Inquiry, Trouble};
use async_trait::async_trait;
use lycaon_rules::{Camp, Claim, Fact, RoleId, Seat, View};
use lycaon_transcript::{Belief, Intent, SelfReport, StrawBallot};

/// A script's beliefs: a function of what is asked, so that a copy needs nothing else and a script draws nothing for it.
/// It votes as it believes, and owns up to what it says against what it knows.
pub(super) struct Opinion<F>(pub F);

#[async_trait]
impl<F: Fn(&Inquiry<'_>) -> Belief + Send> Aside for Opinion<F> {
    async fn believe(&mut self, inquiry: Inquiry<'_>) -> Result<Belief, Trouble> {
        Ok((self.0)(&inquiry))
    }

    async fn poll(&mut self, inquiry: Inquiry<'_>) -> Result<StrawBallot, Trouble> {
        Ok(StrawBallot { vote: (self.0)(&inquiry).would_vote })
    }

    async fn report(&mut self, inquiry: Inquiry<'_>) -> Result<SelfReport, Trouble> {
        Ok(owned_up(&inquiry))
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

/// What the seat's last speech is, set against what the seat knows: only what it claims in structured form.
fn owned_up(inquiry: &Inquiry<'_>) -> SelfReport {
    let view = inquiry.view;
    let spoken = view.seat().and_then(|me| {
        let own = view.heard().iter().rev().find_map(|event| match &event.fact {
            Fact::Spoke { seat, claims, .. } if *seat == me => Some(claims),
            _ => None,
        });
        own.map(|claims| (me, claims))
    });
    let lies = spoken
        .into_iter()
        .flat_map(|(me, claims)| claims.iter().filter_map(move |claim| lie(*claim, me, view, inquiry.is_of_wolf())));
    let intent = lies.max().unwrap_or(Intent::Truthful);
    SelfReport { intent, lie: intent != Intent::Truthful, confidence: 1.0 }
}

/// What kind of lie a claim is, if it is one: a card, a look or a potion is made up, the camp of others is bent.
fn lie(claim: Claim, me: Seat, view: &View, wolf: bool) -> Option<Intent> {
    let (card, pack) = (view.card(), view.pack().with(me));
    let (kind, lies) = match claim {
        Claim::Role { seat, role } if seat == me => {
            (Intent::Fabrication, card != Some(role) && !(wolf && role == RoleId::Werewolf))
        }
        Claim::Checked { seat, wolf: claimed, .. } => (Intent::Fabrication, !saw(view, seat, claimed)),
        Claim::Healed { .. } | Claim::Poisoned { .. } => (Intent::Fabrication, card != Some(RoleId::Witch)),
        Claim::Suspects { seat } => (Intent::Distortion, wolf && !pack.has(seat)),
        Claim::Trusts { seat } => (Intent::Distortion, wolf && pack.has(seat)),
        Claim::Role { .. } | Claim::WillVote { .. } => return None,
    };
    lies.then_some(kind)
}

/// Whether the seat has looked at another and seen this.
fn saw(view: &View, whom: Seat, wolf: bool) -> bool {
    view.heard().iter().any(|event| match event.fact {
        Fact::Saw { seat, sight } => seat == whom && sight.is_wolf() == wolf,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Calls;
    use crate::scripted::probe::{hear, view};
    use lycaon_rules::{FloorKind, Phase, Seats, Sight};

    fn reported(role: RoleId, claims: &[Claim]) -> (Intent, bool) {
        let (me, others) = (Seat::new(1), [Seat::new(2), Seat::new(3)]);
        let mut view = view(1);
        hear(&mut view, 0, Phase::Setup, [Fact::Card { role }]);
        if role == RoleId::Werewolf {
            hear(&mut view, 1, Phase::Night, [Fact::Pack { wolves: Seats::one(me).with(Seat::new(2)) }]);
        } else {
            hear(&mut view, 1, Phase::Night, [Fact::Saw { seat: Seat::new(2), sight: Sight::Wolf }]);
        }
        let spoke = Fact::Spoke { seat: me, floor: Some(FloorKind::Day), text: "so".into(), claims: claims.to_vec() };
        hear(&mut view, 1, Phase::Day, [spoke]);
        let journal = Calls::new();
        let report = owned_up(&Inquiry { view: &view, others: &others, deadline: None, journal: &journal });
        (report.intent, report.lie)
    }

    #[test]
    fn scripts_own_up_to_what_they_know_to_be_false() {
        let (two, three) = (Seat::new(2), Seat::new(3));
        let seer = Claim::Role { seat: Seat::new(1), role: RoleId::Seer };
        let red = |seat| Claim::Checked { seat, wolf: true, night: 1 };
        let honest = (Intent::Truthful, false);
        assert_eq!(reported(RoleId::Seer, &[seer, red(two), Claim::Suspects { seat: three }]), honest);
        assert_eq!(reported(RoleId::Seer, &[red(three)]), (Intent::Fabrication, true));
        assert_eq!(reported(RoleId::Werewolf, &[Claim::Suspects { seat: two }]), honest, "he sells a partner");
        assert_eq!(reported(RoleId::Werewolf, &[Claim::Trusts { seat: two }]), (Intent::Distortion, true));
        let both = [Claim::Suspects { seat: three }, seer];
        assert_eq!(reported(RoleId::Werewolf, &both), (Intent::Fabrication, true), "the most made up counts");
        assert_eq!(reported(RoleId::Werewolf, &[Claim::WillVote { seat: three }]), honest);
    }
}
