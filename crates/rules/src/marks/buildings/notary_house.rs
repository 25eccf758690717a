//! The bailiff: gives the building of a player who died to a vagabond.

use crate::effect::{Effect, Fate};
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::order::Rank;
use crate::request::{Ask, Choice, Menu};
use crate::state::State;

pub(super) struct NotaryHouse;

impl Hooks for NotaryHouse {
    fn mourn(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        match s.building(fate.seat).filter(|_| fate.died() && s.living.has(me.seat)) {
            Some(building) => vec![Effect::Ask { me, ask: Ask::Deed { building, of: fate.seat }, rank: Rank::Deed }],
            None => vec![],
        }
    }

    /// The building may have burnt, or the bailiff died, in the meantime.
    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let Ask::Deed { building, of } = ask else { return None };
        let stands = s.has(of, Kind::Building(building)) && s.living.has(me.seat);
        let homeless = s.marked(Kind::Vagabond).and(s.present()).without(me.seat);
        let choices =
            std::iter::once(Choice::Pass).chain(homeless.iter().map(|seat| Choice::Target { seat })).collect();
        (stands && !homeless.is_empty()).then_some(Menu::OneOf { choices })
    }

    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Ask::Deed { building, of }, Some(seat)) = (ask, pick.hit.seat()) else { return vec![] };
        vec![
            Effect::Unmark(of, Kind::Building(building)),
            Effect::Unmark(seat, Kind::Vagabond),
            Effect::Mark(s.new_mark(seat, Kind::Building(building), me.seat)),
            Effect::Tell(Audience::Everyone, Fact::Moved { by: me.seat, seat, building }),
        ]
    }
}
