//! 变脸者: three village cards lie open; every night he may play one of them until the next dusk, each once.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Item, Mark, Span};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu};
use crate::state::State;

pub(super) struct Actor;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["000b", "the Pact"],
    ..Card::BLANK
};

impl Hooks for Actor {
    /// Powerless once he is a wolf.
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let left = s.board.face_up.iter().filter(|role| s.notes(me, Item::Card(**role)).next().is_none());
        let cards: Vec<Choice> = left.map(|role| Choice::Card { role: *role }).collect();
        (!cards.is_empty() && !s.wolfish(me.seat))
            .then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(cards).collect() })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Choice::Card { role } = pick.hit else { return vec![] };
        let span = Span::Through(s.day + 1);
        vec![
            Effect::Note(s.note(me, Item::Card(role), me.seat)),
            Effect::Mark(Mark { span, ..s.new_mark(me.seat, Kind::Borrows(role), me.seat) }),
        ]
    }
}
