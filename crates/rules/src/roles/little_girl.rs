//! 小女孩: may peek while the wolves are awake.

use super::{Camp, Card, Group, Role, Wakes};
use crate::hooks::Hooks;

pub(super) struct LittleGirl;

const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    sources: &["000c", "000g", "001", "003", "004"],
    options: &["girl_mode", "girl_caught", "girl_peek_window", "girl_peek_gain", "girl_catch_chance", "girl_guardable"],
};

impl Role for LittleGirl {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for LittleGirl {}
