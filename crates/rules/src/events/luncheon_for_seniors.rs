//! Luncheon for Seniors: the older half is away until sunset.

use super::{Class, EventCard, EventId, EventInfo, Lasts, half, leave};
use crate::effect::{Effect, Span};
use crate::hooks::Hooks;
use crate::state::State;

pub(super) struct LuncheonForSeniors;

const INFO: EventInfo =
    EventInfo { options: &["half_rounding"], ..EventInfo::new(Class::Immediate, Lasts::Today, &["mia", "mdj"]) };

impl EventCard for LuncheonForSeniors {
    fn info(&self) -> &'static EventInfo {
        &INFO
    }

    fn morning(&self, s: &State) -> Vec<Effect> {
        leave(EventId::LuncheonForSeniors, half(true, s), Span::Day(s.day), s)
    }
}

impl Hooks for LuncheonForSeniors {}
