//! 毒师: one poison, and nothing else of the witch.

use super::potions::{poison, victims};
use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Item};
use crate::hooks::{Hooks, Me, Pick};
use crate::request::{Ask, Choice, Menu};
use crate::state::State;

pub(super) struct Poisoner;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["CN"],
    options: &["witch_self_poison"],
    ..Card::BLANK
};

impl Hooks for Poisoner {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let left = s.notes(me, Item::Poison).next().is_none();
        let poisons = victims(me, s).iter().map(|seat| Choice::Poison { seat });
        left.then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(poisons).collect() })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        poison(me, pick, s)
    }

    fn turns_back(&self) -> bool {
        true
    }
}
