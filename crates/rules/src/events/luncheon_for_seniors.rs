//! Luncheon for Seniors: the older half is away until sunset.

use super::{Back, Class, EventCard, EventId, EventInfo, Lasts, half, leave};
use crate::effect::Effect;
use crate::hooks::Hooks;
use crate::state::State;

pub(super) struct LuncheonForSeniors;

pub(super) const INFO: EventInfo = EventInfo {
    sends_away: Some(Back::AtSunset),
    options: &["half_rounding"],
    ..EventInfo::new(Class::Immediate, Lasts::Today, &["mia", "mdj"])
};

impl EventCard for LuncheonForSeniors {
    fn morning(&self, s: &State) -> Vec<Effect> {
        leave(EventId::LuncheonForSeniors, half(true, s), s)
    }
}

impl Hooks for LuncheonForSeniors {}
