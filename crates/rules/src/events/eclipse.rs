//! Eclipse: the players talk with their backs turned, so that nobody sees who speaks; who gives himself away has no
//! ballot.

use super::{Class, EventCard, EventInfo, Instead, Lasts};
use crate::agenda::Step;
use crate::effect::Effect;
use crate::hooks::Hooks;
use crate::request::Taboo;
use crate::state::State;

pub(super) struct Eclipse;

const INFO: EventInfo = EventInfo::new(Class::Immediate, Lasts::Today, &["bich", "lsp", "mdj"]);

impl EventCard for Eclipse {
    fn info(&self) -> &'static EventInfo {
        &INFO
    }

    fn instead(&self, what: Instead, s: &State) -> Option<Vec<Effect>> {
        (what == Instead::Talk).then(|| vec![Effect::Next(Step::Mask(s.around()))])
    }

    fn forbids(&self, taboo: Taboo) -> bool {
        taboo == Taboo::OwnName
    }
}

impl Hooks for Eclipse {}
