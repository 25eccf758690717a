//! 守墓人: every night learns whether the player exiled on the day before was a wolf.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::Effect;
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me};
use crate::request::Ask;
use crate::state::State;

pub(super) struct Gravekeeper;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::AfterDay,
    pack: Pack::No,
    sources: &["000d", "CN"],
    ..Card::BLANK
};

impl Hooks for Gravekeeper {
    /// Of each who was exiled, in order; of nobody, if nobody was (errata 70).
    fn brief(&self, me: Me, _ask: Ask, s: &State) -> Vec<Effect> {
        vec![Effect::Tell(Audience::one(me.seat), Fact::Graves { exiled: s.exiled.clone() })]
    }
}
