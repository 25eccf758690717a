//! Influences: the last dead says who casts the first ballot of the vote; the others follow to the left, openly.

use super::{Class, EventCard, EventId, EventInfo, Instead, Lasts, Needs, happened, one_of};
use crate::agenda::Step;
use crate::effect::Effect;
use crate::hooks::{Hooks, Me};
use crate::poll::Poll;
use crate::request::{Ask, Choice, Menu};
use crate::seat::{Seat, Seats};
use crate::state::State;

pub(super) struct Influences;

pub(super) const INFO: EventInfo = EventInfo {
    needs: Needs::Dead,
    asks_the_dead: &[1],
    ..EventInfo::new(Class::Delayed, Lasts::NextVerdict, &["mia", "bich", "mdj"])
};

impl EventCard for Influences {
    fn instead(&self, what: Instead, s: &State) -> Option<Vec<Effect>> {
        let dead = s.announced_dead().last().copied().filter(|_| what == Instead::Vote)?;
        let ask = Ask::Event { event: EventId::Influences, part: 1, of: None };
        Some(vec![Effect::Next(Step::Inquire { who: Seats::one(dead), ask })])
    }

    fn answered(&self, _part: u8, _of: Option<Seat>, answers: &[(Seat, Choice)], s: &State) -> Vec<Effect> {
        let [(by, choice)] = answers else { return vec![] };
        let Some(first) = choice.seat() else { return vec![] };
        vec![
            happened(EventId::Influences, 1, Some(*by), Seats::one(first), true),
            Effect::Next(s.open_in_turn(Poll::exile(), first)),
        ]
    }
}

impl Hooks for Influences {
    fn menu(&self, _me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        one_of(s.around(), false)
    }
}
