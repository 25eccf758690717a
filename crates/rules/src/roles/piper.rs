//! 吹笛者: charms players every night and wins alone once all are charmed.

use super::{Camp, Card, Group, Role, Wakes};
use crate::hooks::Hooks;

pub(super) struct Piper;

const CARD: Card = Card {
    camp: Camp::Loner,
    group: Group::Neither,
    wakes: Wakes::EveryNight,
    sources: &["000h", "003"],
    options: &["piper_targets", "piper_must_live", "piper_wins_before_others"],
};

impl Role for Piper {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for Piper {}
