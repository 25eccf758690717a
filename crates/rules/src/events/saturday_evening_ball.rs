//! Saturday Evening Ball: the younger half dances until dawn.

use super::{Back, Class, EventCard, EventId, EventInfo, Lasts, half, leave};
use crate::effect::Effect;
use crate::hooks::Hooks;
use crate::state::State;

pub(super) struct SaturdayEveningBall;

pub(super) const INFO: EventInfo = EventInfo {
    sends_away: Some(Back::AtDawn),
    options: &["half_rounding", "absent_powers_at_night"],
    ..EventInfo::new(Class::Immediate, Lasts::Today, &["hey", "mdj"])
};

impl EventCard for SaturdayEveningBall {
    fn morning(&self, s: &State) -> Vec<Effect> {
        leave(EventId::SaturdayEveningBall, half(false, s), s)
    }
}

impl Hooks for SaturdayEveningBall {}
