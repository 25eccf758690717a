//! Enthusiasm: if the next player whom the village puts out is a wolf, it votes again at once.

use super::dissatisfaction::second_vote;
use super::{Class, EventCard, EventId, EventInfo, Lasts};
use crate::effect::{Effect, Fate};
use crate::hooks::{Hooks, Me};
use crate::state::State;

pub(super) struct Enthusiasm;

pub(super) const INFO: EventInfo =
    EventInfo { lies: true, ..EventInfo::new(Class::Delayed, Lasts::NextVerdict, &["bich", "mdj"]) };

impl EventCard for Enthusiasm {}

impl Hooks for Enthusiasm {
    fn mourn(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        second_vote(EventId::Enthusiasm, me, fate, s.wolfish(fate.seat))
    }
}
