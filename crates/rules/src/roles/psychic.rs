//! 通灵师: looks at one player a night and sees the card itself.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Item};
use crate::hooks::{Hooks, Me, Pick};
use crate::options::SightKind;
use crate::request::{Ask, Menu};
use crate::state::State;

pub(super) struct Psychic;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["olv", "vwm"],
    options: &["seer_self", "seer_repeat", "seer_position"],
    ..Card::BLANK
};

impl Hooks for Psychic {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        super::seer::checks(me, s)
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Some(named), Some(hit)) = (pick.named.seat(), pick.hit.seat()) else { return vec![] };
        vec![
            Effect::Note(s.note(me, Item::Checked, s.remembered(named, hit))),
            Effect::Look { me, named, hit, kind: SightKind::Role },
        ]
    }

    fn turns_back(&self) -> bool {
        true
    }
}
