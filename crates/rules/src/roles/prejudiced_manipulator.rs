//! 偏见操纵者: the village is split in two groups for all to see; he wins alone when the group that is not his is dead.

use super::{Camp, Card, Group, Pack, RoleId, Wakes};
use crate::dice::Purpose;
use crate::effect::Effect;
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me};
use crate::marks::Kind;
use crate::request::{Source, binomial, nth_subset};
use crate::seat::{Seat, Seats};
use crate::state::State;
use crate::win::{Party, Reason, Victory};

pub(super) struct PrejudicedManipulator;

pub(super) const CARD: Card = Card {
    camp: Camp::Loner,
    group: Group::Neither,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["the Pact"],
    ..Card::BLANK
};

/// All seats, and how many of them are the first group: half of them, the smaller half of an odd number.
fn halves(s: &State) -> (Seats, u64) {
    (Seats::all(s.cards.len()), s.cards.len() as u64 / 2)
}

impl Hooks for PrejudicedManipulator {
    /// One roll picks one of all ways to halve the table.
    fn opening(&self, s: &State) -> Vec<Effect> {
        let (all, half) = halves(s);
        let ways = binomial(all.len() as u64, half) as u16;
        let me = Me::new(Seat::new(1), Source::Role(RoleId::PrejudicedManipulator));
        vec![Effect::Roll { me, purpose: Purpose::Groups, sides: ways }]
    }

    fn rolled(&self, _me: Me, _purpose: Purpose, result: u16, s: &State) -> Vec<Effect> {
        let (all, half) = halves(s);
        let first = nth_subset(all, half, u64::from(result) - 1);
        let marks = first.iter().map(|seat| Effect::Mark(s.new_mark(seat, Kind::FirstGroup, seat)));
        marks.chain([Effect::Tell(Audience::Everyone, Fact::Groups { first })]).collect()
    }

    fn victory(&self, me: Me, s: &State) -> Option<Victory> {
        let first = s.marked(Kind::FirstGroup);
        let others = if first.has(me.seat) { s.living.minus(first) } else { s.living.and(first) };
        let own_goal = s.living.has(me.seat) && !s.wolfish(me.seat) && !s.mixed_lovers().has(me.seat);
        let seats = Seats::one(me.seat);
        let won = own_goal && others.is_empty();
        won.then_some(Victory { party: Party::PrejudicedManipulator, seats, reason: Reason::GroupDead })
    }
}
