//! Burial: the cards of the wolves' victims are never shown.

use super::{BurialScope, Class, EventCard, EventInfo, Lasts};
use crate::effect::Fate;
use crate::event::Cause;
use crate::hooks::Hooks;
use crate::state::State;

pub(super) struct Burial;

pub(super) const INFO: EventInfo =
    EventInfo { options: &["burial_scope"], ..EventInfo::new(Class::Permanent, Lasts::Ever, &["bich", "mia", "mdj"]) };

impl EventCard for Burial {
    fn veils(&self, fate: &Fate, s: &State) -> bool {
        fate.by_night && (s.options().burial_scope == BurialScope::AllNight || fate.died_of(Cause::Wolves))
    }
}

impl Hooks for Burial {}
