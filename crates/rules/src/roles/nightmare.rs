//! 噩梦之影: before most others act, frightens one player, whose power fails that night; fear of a wolf keeps the
//! pack at home.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Item, Mark, Span};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu, Window};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct Nightmare;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::EveryNight,
    pack: Pack::Meets,
    sources: &["CN"],
    options: &["self_explode"],
    ..Card::BLANK
};

impl Hooks for Nightmare {
    /// Not the same number two nights running.
    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let feared = s.notes(me, Item::Chosen).filter(|note| note.night + 1 == s.night);
        let last: Seats = feared.map(|note| note.on).collect();
        let targets = s.present().without(me.seat).minus(last).iter().map(|seat| Choice::Target { seat });
        matches!(ask, Ask::Night { .. })
            .then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(targets).collect() })
    }

    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Ask::Night { .. }, Some(named), Some(hit)) = (ask, pick.named.seat(), pick.hit.seat()) else {
            return super::werewolf::explode(me, ask, pick, s);
        };
        vec![
            Effect::Note(s.note(me, Item::Chosen, s.remembered(named, hit))),
            Effect::Mark(Mark { span: Span::Night(s.night), ..s.new_mark(hit, Kind::Blocked, me.seat) }),
        ]
    }

    fn offer(&self, _me: Me, window: Window, s: &State) -> Option<Menu> {
        super::werewolf::may_explode(window, s)
    }
}
