//! 长老: two lives against the wolves; killed by the village, he takes its powers with him.

use super::{Camp, Card, Group, Role, Wakes};
use crate::hooks::Hooks;

pub(super) struct Elder;

const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::Never,
    sources: &["000h", "003"],
    options: &["elder_power_loss_on", "elder_power_loss_scope", "power_loss_hits_scapegoat", "power_loss_hits_idiot", "power_loss_hits_sheriff", "elder_saved_by_witch", "elder_guarded", "idiot_dies_with_elder"],
};

impl Role for Elder {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for Elder {}
