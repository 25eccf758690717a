//! 猎人: shoots when he dies.

use super::{Camp, Card, Group, Role, Wakes};
use crate::hooks::Hooks;

pub(super) struct Hunter;

const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::Never,
    sources: &["000a", "000d", "000g", "001", "003", "004"],
    options: &["hunter_shoots_on", "hunter_must_shoot", "hunter_shoots_when_linked", "hunter_wolf_plus_poison", "night_killed_hunter_sheriff_act"],
};

impl Role for Hunter {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for Hunter {}
