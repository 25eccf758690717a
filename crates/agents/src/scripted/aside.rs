//! What scripts say when they are asked aside.

use crate::{Aside, Inquiry, Trouble};
use async_trait::async_trait;
use lycaon_rules::{Camp, Claim, Fact, RoleId, Seat, View};
use lycaon_transcript::{Belief, Doubt, Intent, SelfReport, StrawBallot};

/// A script's beliefs: a function of what is asked, so that a copy needs nothing else and a script draws nothing for it.
/// It votes as it believes, owns up to what it says against what it knows, and takes the speeches of those for lies whom it
/// takes for wolves, and of those whose claims it knows to be made up.
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

    async fn doubt(&mut self, inquiry: Inquiry<'_>) -> Result<Doubt, Trouble> {
        let Some(speaker) = inquiry.others.first().copied() else { return Err(nobody()) };
        let p_lie = if is_caught(speaker, &inquiry) { 1.0 } else { suspicion(speaker, &inquiry, &(self.0)(&inquiry)) };
        Ok(Doubt { p_lie })
    }
}

/// Who does not look at his view: he believes what the deck says, and of a lie he knows no more than of a coin.
pub(super) struct Unmoved;

#[async_trait]
impl Aside for Unmoved {
    async fn believe(&mut self, inquiry: Inquiry<'_>) -> Result<Belief, Trouble> {
        Ok(flat(&inquiry))
    }

    async fn poll(&mut self, inquiry: Inquiry<'_>) -> Result<StrawBallot, Trouble> {
        Ok(StrawBallot { vote: flat(&inquiry).would_vote })
    }

    async fn report(&mut self, inquiry: Inquiry<'_>) -> Result<SelfReport, Trouble> {
        Ok(owned_up(&inquiry))
    }

    async fn doubt(&mut self, inquiry: Inquiry<'_>) -> Result<Doubt, Trouble> {
        if inquiry.others.is_empty() { Err(nobody()) } else { Ok(Doubt { p_lie: 0.5 }) }
    }
}

fn nobody() -> Trouble {
    Trouble::Failed("nobody's speech is asked about".into())
}

/// The beliefs of whoever knows the deck and nothing else: everybody else is a wolf with the same probability.
fn flat(inquiry: &Inquiry<'_>) -> Belief {
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
    let spoken = view.seat().into_iter().flat_map(|me| last_claims(view, me).iter().map(move |claim| (me, *claim)));
    let lies = spoken.filter_map(|(me, claim)| lie(claim, me, view, inquiry.is_of_wolf()));
    let intent = lies.max().unwrap_or(Intent::Truthful);
    SelfReport { intent, lie: intent != Intent::Truthful, confidence: 1.0 }
}

/// What a seat claimed in structured form in the last of its speeches that is in the view.
fn last_claims(view: &View, speaker: Seat) -> &[Claim] {
    let last = view.heard().iter().rev().find_map(|event| match &event.fact {
        Fact::Spoke { seat, claims, .. } if *seat == speaker => Some(&claims[..]),
        _ => None,
    });
    last.unwrap_or_default()
}

/// How likely a seat holds the speaker for a wolf, who has reason to lie. A wolf knows who is one.
fn suspicion(speaker: Seat, inquiry: &Inquiry<'_>, belief: &Belief) -> f64 {
    let of_pack = f64::from(u8::from(inquiry.view.pack().has(speaker)));
    if inquiry.is_of_wolf() { of_pack } else { belief.p_wolf.get(&speaker).copied().unwrap_or(0.5) }
}

/// Whether the speaker's last speech claims what cannot be, as the seat knows for certain, and as the speaker knows himself.
fn is_caught(speaker: Seat, inquiry: &Inquiry<'_>) -> bool {
    last_claims(inquiry.view, speaker).iter().any(|claim| is_made_up(*claim, speaker, inquiry))
}

/// Whether a seat knows for certain that a claim of the speaker is made up: of a card that the seat has itself and of which
/// there is but one, of a potion that comes with that card, or of a check that shows another camp than the seat knows.
fn is_made_up(claim: Claim, speaker: Seat, inquiry: &Inquiry<'_>) -> bool {
    let view = inquiry.view;
    let mine = |role: RoleId| view.card() == Some(role) && view.board().roles.get(&role) == Some(&1);
    match claim {
        Claim::Role { seat, role } => seat == speaker && mine(role),
        Claim::Healed { .. } | Claim::Poisoned { .. } => mine(RoleId::Witch),
        Claim::Checked { seat, wolf, .. } => known_camp(seat, inquiry).is_some_and(|known| known != wolf),
        Claim::Suspects { .. } | Claim::Trusts { .. } | Claim::WillVote { .. } => false,
    }
}

/// Whether a seat is a wolf, as far as whoever is asked is that seat, has it in his pack or has looked at it.
fn known_camp(of: Seat, inquiry: &Inquiry<'_>) -> Option<bool> {
    let view = inquiry.view;
    if view.seat() == Some(of) {
        return Some(inquiry.is_of_wolf());
    }
    let known = |wolf: bool| ((wolf && view.pack().has(of)) || saw(view, of, wolf)).then_some(wolf);
    known(true).or_else(|| known(false))
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

    /// What seat 1, who gives every other seat a quarter, says of a speech of seat 2 with these claims. As the seer it has
    /// seen a good player in 3; as a wolf it has 2 in its pack.
    fn doubted(role: RoleId, claims: &[Claim]) -> f64 {
        let (two, others) = (Seat::new(2), [Seat::new(2)]);
        let mut view = view(1);
        hear(&mut view, 0, Phase::Setup, [Fact::Card { role }]);
        match role {
            RoleId::Werewolf => {
                hear(&mut view, 1, Phase::Night, [Fact::Pack { wolves: Seats::one(Seat::new(1)).with(two) }]);
            }
            RoleId::Seer => {
                hear(&mut view, 1, Phase::Night, [Fact::Saw { seat: Seat::new(3), sight: Sight::Good }]);
            }
            _ => {}
        }
        for claims in [vec![Claim::Role { seat: two, role: RoleId::Hunter }], claims.to_vec()] {
            let spoke = Fact::Spoke { seat: two, floor: Some(FloorKind::Day), text: "so".into(), claims };
            hear(&mut view, 1, Phase::Day, [spoke]);
        }
        let journal = Calls::new();
        let inquiry = Inquiry { view: &view, others: &others, deadline: None, journal: &journal };
        let believed = Belief { p_wolf: [(two, 0.25)].into(), ..Belief::default() };
        if is_caught(two, &inquiry) { 1.0 } else { suspicion(two, &inquiry, &believed) }
    }

    #[test]
    fn scripts_take_for_a_lie_what_they_know_to_be_made_up_and_else_go_by_the_speaker() {
        let two = Seat::new(2);
        let card = |role| Claim::Role { seat: two, role };
        let check = |seat, wolf| Claim::Checked { seat: Seat::new(seat), wolf, night: 1 };
        for (role, claim, p) in [
            // There is one seer, one witch and one hunter, and three villagers.
            (RoleId::Seer, card(RoleId::Seer), 1.0),
            (RoleId::Hunter, card(RoleId::Seer), 0.25),
            (RoleId::Villager, card(RoleId::Villager), 0.25),
            (RoleId::Witch, Claim::Poisoned { seat: Seat::new(4) }, 1.0),
            (RoleId::Seer, Claim::Healed { seat: Seat::new(4) }, 0.25),
            // The seer has looked at 3, and everybody knows himself.
            (RoleId::Seer, check(3, true), 1.0),
            (RoleId::Seer, check(3, false), 0.25),
            (RoleId::Villager, check(1, true), 1.0),
            (RoleId::Villager, check(1, false), 0.25),
            (RoleId::Villager, check(3, true), 0.25),
            // An opinion may be a mistake.
            (RoleId::Villager, Claim::Suspects { seat: Seat::new(1) }, 0.25),
            // A wolf goes by what he knows of the speaker.
            (RoleId::Werewolf, Claim::WillVote { seat: Seat::new(4) }, 1.0),
        ] {
            assert_eq!(doubted(role, &[claim]), p, "{role:?} {claim:?}");
        }
        // He has claimed the hunter before, and is not asked about that.
        assert_eq!((doubted(RoleId::Hunter, &[]), doubted(RoleId::Hunter, &[card(RoleId::Hunter)])), (0.25, 1.0));
    }

    #[tokio::test]
    async fn whoever_hears_nothing_tosses_a_coin_of_a_lie() {
        let (view, others, journal) = (view(1), [Seat::new(2)], Calls::new());
        let inquiry = |others| Inquiry { view: &view, others, deadline: None, journal: &journal };
        assert_eq!(Unmoved.doubt(inquiry(&others)).await.unwrap().p_lie, 0.5);
        assert!(Unmoved.doubt(inquiry(&[])).await.is_err());
    }
}
