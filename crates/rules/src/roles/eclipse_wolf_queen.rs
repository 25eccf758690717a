//! 蚀时狼妃: a wolf who may lock a player at night: what the good aim at that player, checks, poison and protection,
//! falls on themselves. Once it has, her power is spent. She is no prey of the pack and does not blow herself up.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Mark, Span};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu};
use crate::state::State;

pub(super) struct EclipseWolfQueen;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::EveryNight,
    pack: Pack::Meets,
    sources: &["olv", "vwm"],
    ..Card::BLANK
};

impl Hooks for EclipseWolfQueen {
    fn menu(&self, _me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let targets = s.present().iter().map(|seat| Choice::Target { seat });
        matches!(ask, Ask::Night { .. })
            .then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(targets).collect() })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Some(hit) = pick.hit.seat() else { return vec![] };
        vec![Effect::Mark(Mark { span: Span::Night(s.night), ..s.new_mark(hit, Kind::Locked, me.seat) })]
    }

    fn spared_by_pack(&self, _s: &State) -> bool {
        true
    }
}
