//! Gone Hunting: the men are away until dawn.

use super::{Back, Class, EventCard, EventId, EventInfo, Lasts, leave};
use crate::effect::Effect;
use crate::hooks::Hooks;
use crate::person::Gender;
use crate::state::State;

pub(super) struct GoneHunting;

pub(super) const INFO: EventInfo = EventInfo {
    sends_away: Some(Back::AtDawn),
    options: &["absent_powers_at_night"],
    ..EventInfo::new(Class::Immediate, Lasts::Today, &["mia", "mdj"])
};

impl EventCard for GoneHunting {
    fn morning(&self, s: &State) -> Vec<Effect> {
        leave(EventId::GoneHunting, s.of_gender(Gender::Man), s)
    }
}

impl Hooks for GoneHunting {}
