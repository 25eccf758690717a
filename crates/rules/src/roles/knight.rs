//! 骑士: once a game, by day before the vote, challenges a player: a wolf dies and night falls, anybody else kills him.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::agenda::Step;
use crate::effect::{Blow, Effect, Item};
use crate::event::{Audience, Cause, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::request::{Ask, Choice, Menu, Window};
use crate::roles::RoleId;
use crate::state::State;

pub(super) struct Knight;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["000d", "CN"],
    ..Card::BLANK
};

impl Hooks for Knight {
    fn offer(&self, me: Me, window: Window, s: &State) -> Option<Menu> {
        let left = window == Window::Floor && s.notes(me, Item::Used).next().is_none();
        let targets = s.present().without(me.seat).iter().map(|seat| Choice::Target { seat });
        left.then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(targets).collect() })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Some(seat) = pick.hit.seat() else { return vec![] };
        let wolf = s.wolfish(seat);
        let loser = if wolf { seat } else { me.seat };
        let card = Fact::Revealed { seat: me.seat, role: RoleId::Knight, card: s.shown[me.seat.index()] };
        vec![
            Effect::Note(s.note(me, Item::Used, seat)),
            Effect::Tell(Audience::Everyone, card),
            Effect::Tell(Audience::Everyone, Fact::Duel { by: me.seat, seat, wolf }),
            Effect::Strike(Blow::kill(loser, Cause::Duel, Some(me.seat))),
            if wolf { Effect::NightNow } else { Effect::Next(Step::Settle) },
        ]
    }
}
