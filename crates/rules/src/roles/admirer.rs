//! 暗恋者 (混血儿): in the first night picks another player and wins when that one wins; a check shows him good.

use super::{Camp, Card, Group, Pack, Wakes, once};
use crate::effect::Effect;
use crate::event::Sight;
use crate::hooks::{Hooks, Me, Pick};
use crate::options::{Options, SightKind};
use crate::request::{Ask, Menu};
use crate::seat::Seat;
use crate::state::State;
use crate::win::Side;

pub(super) struct Admirer;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::Villager,
    wakes: Wakes::FirstNight,
    pack: Pack::No,
    sources: &["000d", "CN"],
    options: &["admirer_counts_as", "first_mover_order"],
    ..Card::BLANK
};

impl Hooks for Admirer {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        once::another(me, s)
    }

    fn must(&self, _ask: Ask, _s: &State) -> bool {
        true
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        once::choose(me, pick, s)
    }

    fn seems(&self, _seat: Seat, _kind: SightKind, _s: &State) -> Option<Sight> {
        Some(Sight::Good)
    }

    fn side(&self, me: Me, s: &State) -> Option<Side> {
        once::chosen(me, s).map(Side::With)
    }

    fn disarmed(&self, _options: &Options) -> bool {
        false
    }
}
