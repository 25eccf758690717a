//! 狼人: the pack chooses one player a night, who dies at dawn.

use super::{Camp, Card, Group, Role, Wakes};
use crate::hooks::Hooks;

pub(super) struct Werewolf;

const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::WithPack,
    sources: &["000a", "000c", "000d", "000g", "001", "003", "004"],
    options: &["wolf_consensus", "wolf_rounds", "wolf_may_skip", "wolf_target_wolf", "wolf_comm", "self_explode"],
};

impl Role for Werewolf {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for Werewolf {}
