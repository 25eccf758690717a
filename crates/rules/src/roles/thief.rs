//! 盗贼: may take one of the two centre cards in the first night.

use super::{Camp, Card, Group, Role, Wakes};
use crate::hooks::Hooks;

pub(super) struct Thief;

const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::Villager,
    wakes: Wakes::FirstNight,
    sources: &["000a", "000c", "000e", "000g", "001", "003", "004"],
    options: &["thief_extra_cards", "thief_choice", "thief_forced_wolf", "thief_unswapped_role", "thief_card_transfer"],
};

impl Role for Thief {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for Thief {}
