//! 狼人: the pack chooses one player a night, who dies at dawn.

use super::{Camp, Card, Group, Role, Wakes};
use crate::effect::{Blow, Effect};
use crate::event::Cause;
use crate::hooks::{Hooks, Me, Pick};
use crate::options::SelfExplode;
use crate::request::{Ask, Choice, Menu, Window};
use crate::state::State;

pub(super) struct Werewolf;

const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::WithPack,
    sources: &["000a", "000c", "000d", "000g", "001", "003", "004"],
    options: &["wolf_consensus", "wolf_rounds", "wolf_may_skip", "wolf_target_wolf", "wolf_comm", "self_explode"],
};

impl Role for Werewolf {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for Werewolf {
    fn offer(&self, _me: Me, _window: Window, s: &State) -> Option<Menu> {
        let may = s.options().self_explode != SelfExplode::Off;
        may.then(|| Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] })
    }

    /// Self-explosion (自爆): out, and night at once, without a vote (3E.4).
    fn play(&self, me: Me, ask: Ask, pick: Pick, _s: &State) -> Vec<Effect> {
        let Ask::Offer { window } = ask else { return vec![] };
        if pick.hit != Choice::Yes {
            return vec![];
        }
        let mut effects = vec![Effect::Strike(Blow { on: me.seat, cause: Cause::Explosion, by: Some(me.seat) })];
        effects.push(Effect::NightNow);
        if window == Window::Hustings {
            effects.push(Effect::BadgeBomb);
        }
        effects
    }
}
