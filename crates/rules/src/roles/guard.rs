//! 守卫: protects one player a night.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Item};
use crate::event::Ward;
use crate::hooks::{Hooks, Me, Pick};
use crate::options::{Options, Permit};
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct Guard;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["000d", "000h", "003"],
    options: &["guard_repeat", "guard_self", "guard_may_skip", "guard_plus_witch", "guard_stops"],
    ..Card::BLANK
};

impl Hooks for Guard {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let o = s.options();
        let own = if o.guard_self { Seats::NONE } else { Seats::one(me.seat) };
        // The same number two nights running; a night without protection resets it (errata 58).
        let last: Seats = match o.guard_repeat {
            Permit::Forbid => {
                let yesterday = |note: &&crate::effect::Note| note.night + 1 == s.night;
                s.notes(me, Item::Guarded).filter(yesterday).map(|note| note.on).collect()
            }
            Permit::Allow => Seats::NONE,
        };
        let targets = s.present().minus(own).minus(last).iter().map(|seat| Choice::Target { seat });
        let pass = o.guard_may_skip.then_some(Choice::Pass);
        let choices: Vec<Choice> = pass.into_iter().chain(targets).collect();
        (!choices.is_empty()).then_some(Menu::OneOf { choices })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Some(named), Some(hit)) = (pick.named.seat(), pick.hit.seat()) else { return vec![] };
        vec![
            Effect::Note(s.note(me, Item::Guarded, s.remembered(named, hit))),
            Effect::Shield { on: hit, ward: Ward::Guard, by: me.seat },
        ]
    }

    fn disarmed(&self, _options: &Options) -> bool {
        true
    }

    fn turns_back(&self) -> bool {
        true
    }
}
