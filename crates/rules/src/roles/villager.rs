//! 村民: no power.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::hooks::Hooks;

pub(super) struct Villager;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::Villager,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["000c", "000g", "001", "003", "004"],
    ..Card::BLANK
};

impl Hooks for Villager {}
