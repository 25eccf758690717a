//! 丘比特: makes two players lovers in the first night.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::Effect;
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu};
use crate::state::State;

pub(super) struct Cupid;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::FirstNight,
    pack: Pack::No,
    sources: &["000a", "000e", "000g", "001", "003", "004"],
    options: &[
        "cupid_self",
        "cupid_category",
        "lovers_know_roles",
        "lovers_vote_each_other",
        "lovers_may_target_each_other_with_powers",
        "mixed_lovers_goal",
        "lovers_wake_again",
        "lover_grief_at",
    ],
    ..Card::BLANK
};

impl Hooks for Cupid {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let of = if s.options().cupid_self { s.present() } else { s.present().without(me.seat) };
        Some(Menu::Subset { of, min: 2, max: 2, pass: false })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Choice::Set { seats } = pick.hit else { return vec![] };
        seats.iter().map(|seat| Effect::Mark(s.new_mark(seat, Kind::Lover, me.seat))).collect()
    }

    fn must(&self, ask: Ask, _s: &State) -> bool {
        matches!(ask, Ask::Night { .. })
    }
}
