//! Good Manners: everybody speaks once, in turn, and nobody breaks in.

use super::{Class, EventCard, EventInfo, Instead, Lasts};
use crate::agenda::{Anchor, Start, Step};
use crate::effect::Effect;
use crate::hooks::Hooks;
use crate::request::{Direction, FloorKind};
use crate::state::State;

pub(super) struct GoodManners;

pub(super) const INFO: EventInfo = EventInfo::new(Class::Immediate, Lasts::Today, &["bich", "bgn", "mdj"]);

impl EventCard for GoodManners {
    fn instead(&self, what: Instead, s: &State) -> Option<Vec<Effect>> {
        let first = s.leftwards().first().copied().filter(|_| what == Instead::Talk)?;
        let start = Start { who: s.around(), from: Anchor::First(first), way: Some(Direction::Clockwise) };
        Some(vec![Effect::Next(Step::Order(FloorKind::Round, start))])
    }
}

impl Hooks for GoodManners {}
