//! Dissatisfaction: if the next player whom the village puts out is no wolf, it votes again at once.

use super::{Class, EventCard, EventId, EventInfo, Lasts};
use crate::effect::{Effect, Fate};
use crate::event::Cause;
use crate::hooks::{Hooks, Me};
use crate::state::State;

pub(super) struct Dissatisfaction;

pub(super) const INFO: EventInfo =
    EventInfo { lies: true, ..EventInfo::new(Class::Delayed, Lasts::NextVerdict, &["mia", "bich", "mdj"]) };

impl EventCard for Dissatisfaction {}

impl Hooks for Dissatisfaction {
    fn mourn(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        second_vote(EventId::Dissatisfaction, me, fate, !s.wolfish(fate.seat))
    }
}

/// The card is done with the first death by the village's vote; if that was as the card wants it, there is another vote.
pub(super) fn second_vote(event: EventId, me: Me, fate: &Fate, wanted: bool) -> Vec<Effect> {
    if me.seat != fate.seat || !fate.died_of(Cause::Vote) {
        return vec![];
    }
    let vote = wanted.then_some(Effect::SecondVote);
    [Effect::Discard(event)].into_iter().chain(vote).collect()
}
