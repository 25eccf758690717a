//! 狼人: the pack chooses one player a night, who dies at dawn.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect};
use crate::event::Cause;
use crate::hooks::{Hooks, Me, Pick};
use crate::options::SelfExplode;
use crate::request::{Ask, Choice, Menu, Window};
use crate::state::State;

pub(super) struct Werewolf;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::Never,
    pack: Pack::Meets,
    sources: &["000a", "000c", "000d", "000g", "001", "003", "004"],
    options: &["wolf_consensus", "wolf_rounds", "wolf_may_skip", "wolf_target_wolf", "wolf_comm", "self_explode"],
    ..Card::BLANK
};

/// Whether this is a moment of the day at which wolves blow themselves up, where they may.
pub(super) fn public_moment(window: Window) -> bool {
    matches!(window, Window::Hustings | Window::Floor)
}

/// Whether a wolf may blow himself up at this moment of the day.
pub(super) fn may_explode(window: Window, s: &State) -> Option<Menu> {
    let may = s.options().self_explode != SelfExplode::Off && public_moment(window);
    may.then(|| Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] })
}

/// Self-explosion (自爆), if the answer is yes.
pub(super) fn explode(me: Me, ask: Ask, pick: Pick, _s: &State) -> Vec<Effect> {
    if pick.hit == Choice::Yes { blast(me, ask) } else { vec![] }
}

/// Out, and night at once, without a vote (3E.4).
pub(super) fn blast(me: Me, ask: Ask) -> Vec<Effect> {
    let Ask::Offer { window } = ask else { return vec![] };
    let mut effects = vec![Effect::Strike(Blow::kill(me.seat, Cause::Explosion, Some(me.seat))), Effect::NightNow];
    if window == Window::Hustings {
        effects.push(Effect::BadgeBomb);
    }
    effects
}

impl Hooks for Werewolf {
    fn offer(&self, _me: Me, window: Window, s: &State) -> Option<Menu> {
        may_explode(window, s)
    }

    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        explode(me, ask, pick, s)
    }
}
