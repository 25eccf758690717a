//! Somnambulism: the moderator says aloud what the seer saw, and not of whom.

use super::{Class, EventCard, EventInfo, Lasts};
use crate::effect::Effect;
use crate::event::{Audience, Fact, Sight};
use crate::hooks::{Hooks, Me};
use crate::request::Source;
use crate::roles::RoleId;
use crate::state::State;

pub(super) struct Somnambulism;

pub(super) const INFO: EventInfo =
    EventInfo { lies: true, ..EventInfo::new(Class::Permanent, Lasts::Ever, &["bich", "mia", "mdj"]) };

impl EventCard for Somnambulism {}

impl Hooks for Somnambulism {
    fn looked(&self, _me: Me, by: Me, sight: Sight, _s: &State) -> Vec<Effect> {
        let seer = matches!(by.source, Source::Role(RoleId::Seer) | Source::Borrowed(RoleId::Seer));
        if seer { vec![Effect::Tell(Audience::Everyone, Fact::Murmured { sight })] } else { vec![] }
    }
}
