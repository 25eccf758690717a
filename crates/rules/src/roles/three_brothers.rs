//! 三兄弟: three villagers who know each other from the first night on.

use super::{Camp, Card, Group, Pack, RoleId, Wakes};
use crate::effect::Effect;
use crate::hooks::{Hooks, Me};
use crate::request::Ask;
use crate::state::State;

pub(super) struct ThreeBrothers;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::FirstNight,
    pack: Pack::No,
    sources: &["000b", "the Pact"],
    copies: 3,
    ..Card::BLANK
};

impl Hooks for ThreeBrothers {
    fn brief(&self, me: Me, _ask: Ask, s: &State) -> Vec<Effect> {
        super::kin(me, RoleId::ThreeBrothers, s)
    }
}
