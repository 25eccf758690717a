//! 丘比特: makes two players lovers in the first night.

use super::{Camp, Card, Group, Role, Wakes};
use crate::hooks::Hooks;

pub(super) struct Cupid;

const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::FirstNight,
    sources: &["000a", "000e", "000g", "001", "003", "004"],
    options: &["cupid_self", "cupid_category", "lovers_know_roles", "lovers_vote_each_other", "lovers_may_target_each_other_with_powers", "mixed_lovers_goal", "lovers_wake_again", "lover_grief_at"],
};

impl Role for Cupid {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for Cupid {}
