//! 白痴: voted out, he shows his card and stays without a vote.

use super::{Camp, Card, Group, Role, Wakes};
use crate::hooks::Hooks;

pub(super) struct Idiot;

const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::Never,
    sources: &["000d", "000h", "003"],
    options: &["idiot_trigger", "idiot_flip_optional", "idiot_speech", "flipped_idiot_exiled_again", "idiot_sheriff", "idiot_dies_with_elder"],
};

impl Role for Idiot {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for Idiot {}
