//! 女巫: one antidote and one poison.

use super::{Camp, Card, Group, Role, Wakes};
use crate::hooks::Hooks;

pub(super) struct Witch;

const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    sources: &["000a", "000d", "000g", "001", "003", "004"],
    options: &["witch_self_save", "witch_potions_per_night", "witch_total_uses", "witch_self_poison", "witch_victim_still_acts", "witch_sees_victim", "witch_sees_guarded_victim", "guard_plus_witch"],
};

impl Role for Witch {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for Witch {}
