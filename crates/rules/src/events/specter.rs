//! Specter: the wolves' next victim becomes a wolf and names one of the former wolves, who dies; the two change cards.

use super::{Class, EventCard, EventId, EventInfo, Lasts, one_of};
use crate::agenda::Step;
use crate::effect::{Blow, Effect, Verdict};
use crate::event::{Audience, Cause, Fact, Ward};
use crate::hooks::{Hooks, Me};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu};
use crate::seat::{Seat, Seats};
use crate::state::State;

pub(super) struct Specter;

pub(super) const INFO: EventInfo =
    EventInfo { lies: true, ..EventInfo::new(Class::Delayed, Lasts::NextNight, &["bich", "lsp", "mdj"]) };

impl EventCard for Specter {
    /// The one who leaves shows the other's card and has no more use of it; what he was, he dies as.
    fn answered(&self, _part: u8, _of: Option<Seat>, answers: &[(Seat, Choice)], s: &State) -> Vec<Effect> {
        let [(by, choice)] = answers else { return vec![] };
        let Some(wolf) = choice.seat() else { return vec![] };
        let (own, taken) = (s.card(*by), s.card(wolf));
        vec![
            Effect::Mark(s.new_mark(wolf, Kind::Powerless, *by)),
            Effect::Mark(s.new_mark(wolf, Kind::Turned, *by)),
            Effect::Become { seat: *by, role: taken, card: taken },
            Effect::Become { seat: wolf, role: own, card: own },
            Effect::Tell(Audience::one(*by), Fact::Became { role: taken }),
            Effect::Strike(Blow::kill(wolf, Cause::Event, Some(*by))),
            Effect::Next(Step::Resolve),
        ]
    }
}

impl Hooks for Specter {
    fn intercept(&self, me: Me, blow: &Blow, s: &State) -> Verdict {
        let wolves = s.wolves(s.living.without(me.seat));
        if blow.cause != Cause::Wolves || wolves.is_empty() || s.wolfish(me.seat) {
            return Verdict::Stands;
        }
        let ask = Ask::Event { event: EventId::Specter, part: 1, of: None };
        let effects = vec![
            Effect::Mark(s.new_mark(me.seat, Kind::Turned, me.seat)),
            Effect::Tell(Audience::one(me.seat), Fact::Wolves { seats: wolves }),
            Effect::Next(Step::Inquire { who: Seats::one(me.seat), ask }),
        ];
        Verdict::Averted(Ward::Event, effects)
    }

    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        one_of(s.wolves(s.living).without(me.seat), false)
    }
}
