//! 预言家: looks at one player a night.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Item};
use crate::hooks::{Hooks, Me, Pick};
use crate::options::Permit;
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct Seer;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["000a", "000c", "000d", "000g", "001", "003", "004"],
    options: &["seer_result", "seer_signal", "seer_self", "seer_repeat", "seer_position"],
    ..Card::BLANK
};

/// Whom somebody with this power may check.
pub(super) fn checks(me: Me, s: &State) -> Option<Menu> {
    let o = s.options();
    let own = if o.seer_self == Permit::Forbid { Seats::one(me.seat) } else { Seats::NONE };
    let seen: Seats = match o.seer_repeat {
        Permit::Forbid => s.notes(me, Item::Checked).map(|note| note.on).collect(),
        Permit::Allow => Seats::NONE,
    };
    let choices: Vec<Choice> = s.present().minus(own).minus(seen).iter().map(|seat| Choice::Target { seat }).collect();
    (!choices.is_empty()).then_some(Menu::OneOf { choices })
}

impl Hooks for Seer {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        checks(me, s)
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Some(named), Some(hit)) = (pick.named.seat(), pick.hit.seat()) else { return vec![] };
        vec![
            Effect::Note(s.note(me, Item::Checked, s.remembered(named, hit))),
            Effect::Look { me, named, hit, kind: s.options().seer_result },
        ]
    }

    fn disarmed(&self, _options: &crate::options::Options) -> bool {
        true
    }

    fn turns_back(&self) -> bool {
        true
    }
}
