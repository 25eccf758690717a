//! 觉醒石像鬼: in the first night must turn a neighbour of the pack into a wolf, who keeps his power and does not meet
//! the pack.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::Effect;
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu, Window};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct AwakenedGargoyle;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::FirstNight,
    pack: Pack::Meets,
    sources: &["olv", "vwm"],
    options: &["self_explode"],
    ..Card::BLANK
};

impl Hooks for AwakenedGargoyle {
    /// Made of what the pack knows: a wolf apart from it is to him a player like any other, and is no wolf less.
    fn menu(&self, _me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let pack = s.pack();
        let beside: Seats = pack.iter().flat_map(|wolf| s.neighbours(wolf).iter()).collect();
        let choices: Vec<Choice> = beside.minus(pack).iter().map(|seat| Choice::Target { seat }).collect();
        (matches!(ask, Ask::Night { .. }) && !choices.is_empty()).then_some(Menu::OneOf { choices })
    }

    fn must(&self, ask: Ask, _s: &State) -> bool {
        matches!(ask, Ask::Night { .. })
    }

    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Ask::Night { .. }, Some(hit)) = (ask, pick.hit.seat()) else {
            return super::werewolf::explode(me, ask, pick, s);
        };
        if s.wolfish(hit) {
            return vec![];
        }
        let mark = |kind: Kind| Effect::Mark(s.new_mark(hit, kind, me.seat));
        vec![mark(Kind::Turned), mark(Kind::Aside), Effect::Tell(Audience::one(hit), Fact::Turned)]
    }

    fn offer(&self, _me: Me, window: Window, s: &State) -> Option<Menu> {
        super::werewolf::may_explode(window, s)
    }
}
