//! Flood: the women take shelter in the church and the men in the tavern. There is no vote, and the wolves hunt where
//! they are, so that there may be two victims.

use super::{Class, EventCard, EventId, EventInfo, Instead, Lasts, Needs, happened};
use crate::agenda::Step;
use crate::effect::Effect;
use crate::event::{Audience, Fact};
use crate::hooks::Hooks;
use crate::person::Gender;
use crate::state::State;

pub(super) struct Flood;

pub(super) const INFO: EventInfo = EventInfo {
    needs: Needs::Six,
    options: &["flood_witch"],
    ..EventInfo::new(Class::Immediate, Lasts::UntilDawn, &["mia", "mdj"])
};

impl EventCard for Flood {
    fn morning(&self, s: &State) -> Vec<Effect> {
        vec![happened(EventId::Flood, 1, None, s.of_gender(Gender::Woman), true)]
    }

    fn instead(&self, what: Instead, _s: &State) -> Option<Vec<Effect>> {
        match what {
            Instead::Vote => Some(vec![Effect::Tell(Audience::Everyone, Fact::NobodyOut)]),
            Instead::Hunt => Some([Gender::Woman, Gender::Man].map(|room| Effect::Next(Step::Room(room))).into()),
            _ => None,
        }
    }
}

impl Hooks for Flood {}
