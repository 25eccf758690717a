//! 村民: no power.

use super::{Camp, Card, Group, Pack, Role, Wakes};
use crate::hooks::Hooks;

pub(super) struct Villager;

const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::Villager,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["000c", "000g", "001", "003", "004"],
    options: &[],
};

impl Role for Villager {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for Villager {}
