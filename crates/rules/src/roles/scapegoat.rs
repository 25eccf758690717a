//! 替罪羊: dies in place of the tied, and names who may vote on the next day.

use super::{Camp, Card, Group, Role, Wakes};
use crate::hooks::Hooks;

pub(super) struct Scapegoat;

const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::Never,
    sources: &["000h", "003"],
    options: &["scapegoat_ban_when", "scapegoat_list_may_be_empty", "tie"],
};

impl Role for Scapegoat {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for Scapegoat {}
