//! 石像鬼: a wolf who does not know the pack; every night may see the card of one player. He cannot blow
//! himself up.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::Effect;
use crate::hooks::{Hooks, Me, Pick};
use crate::options::SightKind;
use crate::request::{Ask, Choice, Menu};
use crate::state::State;

pub(super) struct Gargoyle;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::EveryNight,
    pack: Pack::Apart,
    sources: &["CN"],
    ..Card::BLANK
};

impl Hooks for Gargoyle {
    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let targets = s.present().without(me.seat).iter().map(|seat| Choice::Target { seat });
        matches!(ask, Ask::Night { .. })
            .then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(targets).collect() })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, _s: &State) -> Vec<Effect> {
        let (Some(named), Some(hit)) = (pick.named.seat(), pick.hit.seat()) else { return vec![] };
        vec![Effect::Look { me, named, hit, kind: SightKind::Role }]
    }
}
