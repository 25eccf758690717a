//! 守卫: protects one player a night.

use super::{Camp, Card, Group, Role, Wakes};
use crate::hooks::Hooks;

pub(super) struct Guard;

const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    sources: &["000d", "000h", "003"],
    options: &["guard_repeat", "guard_self", "guard_may_skip", "guard_plus_witch", "guard_stops"],
};

impl Role for Guard {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for Guard {}
