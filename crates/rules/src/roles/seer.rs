//! 预言家: looks at one player a night.

use super::{Camp, Card, Group, Role, Wakes};
use crate::hooks::Hooks;

pub(super) struct Seer;

const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    sources: &["000a", "000c", "000d", "000g", "001", "003", "004"],
    options: &["seer_result", "seer_signal", "seer_self", "seer_repeat", "seer_position"],
};

impl Role for Seer {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for Seer {}
