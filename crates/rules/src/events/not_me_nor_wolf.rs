//! Not Me, Nor Wolf: until the vote nobody may say "I" or "wolf"; who does has no ballot.

use super::{Class, EventCard, EventInfo, Lasts};
use crate::hooks::Hooks;
use crate::request::Taboo;

pub(super) struct NotMeNorWolf;

pub(super) const INFO: EventInfo = EventInfo::new(Class::Immediate, Lasts::Today, &["bich", "lsp", "mdj"]);

impl EventCard for NotMeNorWolf {
    fn forbids(&self, taboo: Taboo) -> bool {
        matches!(taboo, Taboo::Me | Taboo::Wolf)
    }
}

impl Hooks for NotMeNorWolf {}
