//! Saturday Evening Ball: the younger half dances until dawn.

use super::{Class, EventCard, EventId, EventInfo, Lasts, half, leave};
use crate::effect::{Effect, Span};
use crate::hooks::Hooks;
use crate::state::State;

pub(super) struct SaturdayEveningBall;

const INFO: EventInfo = EventInfo {
    options: &["half_rounding", "absent_powers_at_night"],
    ..EventInfo::new(Class::Immediate, Lasts::Today, &["hey", "mdj"])
};

impl EventCard for SaturdayEveningBall {
    fn info(&self) -> &'static EventInfo {
        &INFO
    }

    fn morning(&self, s: &State) -> Vec<Effect> {
        leave(EventId::SaturdayEveningBall, half(false, s), Span::Before(s.day + 1), s)
    }
}

impl Hooks for SaturdayEveningBall {}
