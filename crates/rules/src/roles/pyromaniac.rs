//! 纵火者: once a game burns a building at night; its owner is a vagabond from the morning on.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Item, Mark, Span};
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct Pyromaniac;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["000b", "the Pact"],
    options: &["buildings"],
    ..Card::BLANK
};

impl Hooks for Pyromaniac {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let left = s.notes(me, Item::Used).next().is_none();
        let owners: Seats = s.present().iter().filter(|seat| s.building(*seat).is_some()).collect();
        let choices = std::iter::once(Choice::Pass).chain(owners.iter().map(|seat| Choice::Target { seat })).collect();
        (left && !owners.is_empty()).then_some(Menu::OneOf { choices })
    }

    /// The smoking ruins are found in the morning, by everybody.
    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Some(seat) = pick.hit.seat() else { return vec![] };
        let used = Effect::Note(s.note(me, Item::Used, seat));
        let Some(building) = s.building(seat) else { return vec![used] };
        let ruins = vec![
            Effect::Unmark(seat, Kind::Building(building)),
            Effect::Mark(s.new_mark(seat, Kind::Vagabond, me.seat)),
            Effect::Tell(Audience::Everyone, Fact::Burnt { seat, building }),
        ];
        vec![
            used,
            Effect::Mark(Mark { span: Span::Night(s.night), ..s.new_mark(seat, Kind::Burning, me.seat) }),
            Effect::AtDawn(ruins),
        ]
    }
}
