//! 暗恋者 (混血儿): in the first night picks another player and wins when that one wins; a check shows him good.

use super::{Camp, Card, Group, Pack, Role, Wakes};
use crate::effect::{Effect, Item};
use crate::event::Sight;
use crate::hooks::{Hooks, Me, Pick};
use crate::options::{Options, SightKind};
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seat;
use crate::state::State;
use crate::win::Side;

pub(super) struct Admirer;

const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::Villager,
    wakes: Wakes::FirstNight,
    pack: Pack::No,
    sources: &["000d", "CN"],
    options: &["admirer_counts_as", "first_mover_order"],
};

impl Role for Admirer {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for Admirer {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let choices = s.present().without(me.seat).iter().map(|seat| Choice::Target { seat }).collect();
        Some(Menu::OneOf { choices })
    }

    fn must(&self, _ask: Ask, _s: &State) -> bool {
        true
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        pick.hit.seat().map(|seat| Effect::Note(s.note(me, Item::Chosen, seat))).into_iter().collect()
    }

    fn seems(&self, _seat: Seat, _kind: SightKind, _s: &State) -> Option<Sight> {
        Some(Sight::Good)
    }

    fn side(&self, me: Me, s: &State) -> Option<Side> {
        s.notes(me, Item::Chosen).next().map(|note| Side::With(note.on))
    }

    fn disarmed(&self, _options: &Options) -> bool {
        false
    }
}
