//! 乌鸦 (Village): the crow of the Village box, where the mark counts two votes (`crow_votes`).

use super::crow::{choices, curse};
use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::Effect;
use crate::hooks::{Hooks, Me, Pick};
use crate::request::{Ask, Menu};
use crate::state::State;

pub(super) struct Raven;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["the Pact"],
    options: &["crow_votes", "crow_repeat", "crow_self"],
    ..Card::BLANK
};

impl Hooks for Raven {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        Some(choices(me, s))
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        curse(me, pick, s)
    }
}
