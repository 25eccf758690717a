//! Pact with the Devil: whom the village has found against may sign and stay; if he loses in the end, he may not play in
//! the next game.

use super::{Class, EventCard, EventId, EventInfo, Instead, Lasts, happened, yes_or_no};
use crate::agenda::Step;
use crate::effect::Effect;
use crate::hooks::{Hooks, Me};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu};
use crate::seat::{Seat, Seats};
use crate::state::State;

pub(super) struct PactWithTheDevil;

pub(super) const INFO: EventInfo = EventInfo {
    options: &["devil_debt_effect", "scapegoat_may_pact"],
    ..EventInfo::new(Class::Immediate, Lasts::Today, &["mdj"])
};

impl EventCard for PactWithTheDevil {
    fn instead(&self, what: Instead, _s: &State) -> Option<Vec<Effect>> {
        let Instead::Verdict(seat) = what else { return None };
        let ask = Ask::Event { event: EventId::PactWithTheDevil, part: 1, of: None };
        Some(vec![Effect::Next(Step::Inquire { who: Seats::one(seat), ask })])
    }

    fn answered(&self, _part: u8, _of: Option<Seat>, answers: &[(Seat, Choice)], s: &State) -> Vec<Effect> {
        let [(seat, choice)] = answers else { return vec![] };
        let seats = Seats::one(*seat);
        if *choice == Choice::Yes {
            let debt = Effect::Mark(s.new_mark(*seat, Kind::Indebted, *seat));
            vec![debt, happened(EventId::PactWithTheDevil, 1, None, seats, true)]
        } else {
            vec![Effect::Next(Step::Plead(seats))]
        }
    }
}

impl Hooks for PactWithTheDevil {
    fn menu(&self, _me: Me, _ask: Ask, _s: &State) -> Option<Menu> {
        yes_or_no()
    }
}
