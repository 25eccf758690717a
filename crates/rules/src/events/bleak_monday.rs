//! Bleak Monday: a day like any other, unless the moderator plays its variant, in which the players clear each other in
//! turn and the last one who is not cleared is out.

use super::{Class, EventCard, EventId, EventInfo, Instead, Lasts, MondayVariant, happened, one_of};
use crate::agenda::Step;
use crate::effect::{Effect, Mark, Span};
use crate::hooks::{Hooks, Me};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu};
use crate::seat::{Seat, Seats};
use crate::state::State;

pub(super) struct BleakMonday;

pub(super) const INFO: EventInfo = EventInfo {
    options: &["monday_variant"],
    ..EventInfo::new(Class::Immediate, Lasts::Today, &["mdj", "app", "hey"])
};

/// Who is not cleared yet.
fn suspects(s: &State) -> Seats {
    s.around().minus(s.marked(Kind::Cleared))
}

fn turn_of(seat: Seat) -> Effect {
    let ask = Ask::Event { event: EventId::BleakMonday, part: 1, of: None };
    Effect::Next(Step::Inquire { who: Seats::one(seat), ask })
}

impl EventCard for BleakMonday {
    fn instead(&self, what: Instead, s: &State) -> Option<Vec<Effect>> {
        let plays = what == Instead::Vote && s.options().monday_variant == MondayVariant::ClearInTurn;
        let first = s.leftwards().first().copied();
        plays.then(|| first.map(turn_of).into_iter().collect())
    }

    fn answered(&self, _part: u8, _of: Option<Seat>, answers: &[(Seat, Choice)], s: &State) -> Vec<Effect> {
        let [(by, choice)] = answers else { return vec![] };
        let Some(cleared) = choice.seat() else { return vec![] };
        let span = Span::Day(s.day);
        let mut effects = vec![
            Effect::Mark(Mark { span, ..s.new_mark(cleared, Kind::Cleared, *by) }),
            happened(EventId::BleakMonday, 1, Some(*by), Seats::one(cleared), true),
        ];
        let left = suspects(s).without(cleared);
        effects.push(match (left.only(), s.around().without(*by).clockwise_after(*by).next()) {
            (None, Some(next)) => turn_of(next),
            _ => Effect::Next(Step::Plead(left)),
        });
        effects
    }
}

impl Hooks for BleakMonday {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        one_of(suspects(s).without(me.seat), false)
    }
}
