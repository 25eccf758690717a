//! Little Rascal: the youngest is away until dawn, and from then on has three votes.

use super::{Back, Class, EventCard, EventId, EventInfo, Lasts, leave};
use crate::effect::{Effect, Mark, Span};
use crate::hooks::Hooks;
use crate::marks::Kind;
use crate::seat::Seats;
use crate::state::State;

pub(super) struct LittleRascal;

pub(super) const INFO: EventInfo = EventInfo {
    sends_away: Some(Back::AtDawn),
    options: &["absent_powers_at_night"],
    ..EventInfo::new(Class::Delayed, Lasts::Today, &["mia", "bich", "bgn", "mdj"])
};

impl EventCard for LittleRascal {
    fn morning(&self, s: &State) -> Vec<Effect> {
        let Some(youngest) = s.by_age().first().copied() else { return vec![] };
        let triple = Mark { span: Span::From(s.night + 1), ..s.new_mark(youngest, Kind::Triple, youngest) };
        let away = leave(EventId::LittleRascal, Seats::one(youngest), s);
        away.into_iter().chain([Effect::Mark(triple)]).collect()
    }
}

impl Hooks for LittleRascal {}
