//! Woodland Gathering: the women are away until sunset, and the witch comes back with a potion.

use super::{Back, Class, EventCard, EventId, EventInfo, GatheringPotion, Lasts, leave};
use crate::effect::{Effect, Item};
use crate::hooks::{Hooks, Me};
use crate::person::Gender;
use crate::request::Source;
use crate::roles::RoleId;
use crate::seat::Seat;
use crate::state::State;

pub(super) struct WoodlandGathering;

pub(super) const INFO: EventInfo = EventInfo {
    sends_away: Some(Back::AtSunset),
    options: &["gathering_potion"],
    ..EventInfo::new(Class::Immediate, Lasts::UntilDawn, &["mia", "mdj"])
};

impl EventCard for WoodlandGathering {
    fn morning(&self, s: &State) -> Vec<Effect> {
        leave(EventId::WoodlandGathering, s.of_gender(Gender::Woman), s)
    }

    /// A potion that was used is full again; one that was not stays as it is.
    fn nightfall(&self, s: &State) -> Vec<Effect> {
        let refill = |seat: Seat| {
            let me = Me::new(seat, Source::Role(RoleId::Witch));
            let item = match s.options().gathering_potion {
                GatheringPotion::Choice if s.notes(me, Item::Antidote).next().is_none() => Item::Poison,
                GatheringPotion::Choice | GatheringPotion::Heal => Item::Antidote,
                GatheringPotion::Poison => Item::Poison,
            };
            Effect::Forget(me, item)
        };
        s.able(&[RoleId::Witch]).iter().map(refill).collect()
    }
}

impl Hooks for WoodlandGathering {}
