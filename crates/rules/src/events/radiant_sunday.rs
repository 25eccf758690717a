//! Radiant Sunday: a day like any other, unless the moderator plays its variant, in which the wolves' next victim stays
//! at the table, without power and vote, and counts no more.

use super::{Class, EventCard, EventId, EventInfo, Lasts, SundayVariant, happened};
use crate::effect::{Blow, Effect, Verdict};
use crate::event::{Cause, Ward};
use crate::hooks::{Hooks, Me};
use crate::marks::Kind;
use crate::seat::Seats;
use crate::state::State;

pub(super) struct RadiantSunday;

pub(super) const INFO: EventInfo = EventInfo {
    lies: true,
    options: &["sunday_variant"],
    ..EventInfo::new(Class::Immediate, Lasts::UntilDawn, &["mdj", "app", "dv"])
};

impl EventCard for RadiantSunday {}

impl Hooks for RadiantSunday {
    fn intercept(&self, me: Me, blow: &Blow, s: &State) -> Verdict {
        if blow.cause != Cause::Wolves || s.options().sunday_variant == SundayVariant::Off {
            return Verdict::Stands;
        }
        let put = |kind| Effect::Mark(s.new_mark(me.seat, kind, me.seat));
        let told = happened(EventId::RadiantSunday, 1, None, Seats::one(me.seat), true);
        Verdict::Averted(Ward::Event, vec![put(Kind::Powerless), put(Kind::Fascinated), Effect::AtDawn(vec![told])])
    }
}
