//! Eclipse: the players talk with their backs turned, so that nobody sees who speaks; who gives himself away has no
//! ballot.

use super::{Class, EventCard, EventInfo, Instead, Lasts};
use crate::agenda::Step;
use crate::effect::Effect;
use crate::event::{Audience, Fact};
use crate::hooks::Hooks;
use crate::request::{FloorKind, Taboo};
use crate::state::State;

pub(super) struct Eclipse;

pub(super) const INFO: EventInfo = EventInfo::new(Class::Immediate, Lasts::Today, &["bich", "lsp", "mdj"]);

impl EventCard for Eclipse {
    fn instead(&self, what: Instead, s: &State) -> Option<Vec<Effect>> {
        let told = Fact::Floor { floor: FloorKind::Masked, order: vec![] };
        let mask = Step::Mask(s.around());
        (what == Instead::Talk).then(|| vec![Effect::Tell(Audience::Everyone, told), Effect::Next(mask)])
    }

    fn forbids(&self, taboo: Taboo) -> bool {
        taboo == Taboo::OwnName
    }
}

impl Hooks for Eclipse {}
