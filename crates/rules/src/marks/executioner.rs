//! The executioner's office: he alone sees the cards of those whom the village puts out, and names his heir.

use crate::effect::{Effect, Fate};
use crate::event::{Audience, Cause, Fact, Sight};
use crate::events::{EventId, happened};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::order::Rank;
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct Executioner;

impl Hooks for Executioner {
    fn mourn(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        if fate.seat != me.seat {
            let sight = Sight::Role(s.shown[fate.seat.index()]);
            let seen = Effect::Tell(Audience::one(me.seat), Fact::Saw { seat: fate.seat, sight });
            return if fate.died_of(Cause::Vote) { vec![seen] } else { vec![] };
        }
        if s.present().without(me.seat).is_empty() {
            return vec![Effect::Unmark(me.seat, Kind::Executioner)];
        }
        let ask = Ask::Event { event: EventId::Executioner, part: 1, of: None };
        vec![Effect::Ask { me, ask, rank: Rank::Badge }]
    }

    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let heirs = s.present().without(me.seat);
        let choices = heirs.iter().map(|seat| Choice::Target { seat }).collect();
        (!heirs.is_empty()).then_some(Menu::OneOf { choices })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Some(heir) = pick.hit.seat() else { return vec![] };
        vec![
            Effect::Unmark(me.seat, Kind::Executioner),
            Effect::Mark(s.new_mark(heir, Kind::Executioner, me.seat)),
            happened(EventId::Executioner, 2, Some(me.seat), Seats::one(heir), true),
        ]
    }
}
