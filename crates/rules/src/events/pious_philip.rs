//! Pious Philip: the sheriff is dismissed, and the village elects another.

use super::{Class, EventCard, EventInfo, Lasts, Needs};
use crate::agenda::Step;
use crate::effect::Effect;
use crate::event::{Audience, Fact};
use crate::hooks::Hooks;
use crate::marks::Kind;
use crate::state::State;

pub(super) struct PiousPhilip;

pub(super) const INFO: EventInfo =
    EventInfo { needs: Needs::Sheriff, ..EventInfo::new(Class::Immediate, Lasts::Today, &["000b", "mia", "mdj"]) };

impl EventCard for PiousPhilip {
    fn morning(&self, s: &State) -> Vec<Effect> {
        let dismiss =
            |seat| [Effect::Unmark(seat, Kind::Sheriff), Effect::Tell(Audience::Everyone, Fact::BadgeVoid { seat })];
        s.marked(Kind::Sheriff).iter().flat_map(dismiss).chain([Effect::Next(Step::Elect)]).collect()
    }
}

impl Hooks for PiousPhilip {}
