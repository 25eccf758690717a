//! 狼兄: kills with the pack and knows his younger brother, who takes revenge for him.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::hooks::Hooks;
use crate::state::State;

pub(super) struct WolfBrotherElder;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::Never,
    pack: Pack::Meets,
    sources: &["000b", "wb", "trc", "rhz", "dob"],
    ..Card::BLANK
};

/// He neither blows himself up (wb, trc) nor is he the pack's prey (wb, dob).
impl Hooks for WolfBrotherElder {
    fn spared_by_pack(&self, _s: &State) -> bool {
        true
    }
}
