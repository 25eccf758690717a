//! 天狗: a wolf who every night may swallow a player, whom no vote puts out next day; exiled, he takes the gods who voted
//! for him their power for a night.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Fate, Mark, Span};
use crate::event::Cause;
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu, Window};
use crate::state::State;

pub(super) struct Tengu;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::EveryNight,
    pack: Pack::Meets,
    sources: &["trc"],
    ..Card::BLANK
};

impl Hooks for Tengu {
    fn menu(&self, _me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let targets = s.present().iter().map(|seat| Choice::Target { seat });
        matches!(ask, Ask::Night { .. })
            .then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(targets).collect() })
    }

    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Ask::Night { .. }, Choice::Target { seat }) = (ask, pick.hit) else {
            return super::werewolf::explode(me, ask, pick, s);
        };
        let span = Span::Day(s.day + 1);
        vec![Effect::Mark(Mark { span, ..s.new_mark(seat, Kind::Swallowed, me.seat) })]
    }

    fn mourn(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        if fate.seat != me.seat || !fate.died_of(Cause::Vote) {
            return vec![];
        }
        let span = Span::Night(s.night + 1);
        let gods = s.accusers(me.seat).iter().filter(|seat| s.group(*seat) == Group::God && !s.wolfish(*seat));
        gods.map(|seat| Effect::Mark(Mark { span, ..s.new_mark(seat, Kind::Blocked, me.seat) })).collect()
    }

    fn offer(&self, _me: Me, window: Window, s: &State) -> Option<Menu> {
        super::werewolf::may_explode(window, s)
    }
}
