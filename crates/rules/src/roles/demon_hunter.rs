//! 猎魔人: from the second night on may hunt one player: a wolf dies, anybody else costs the hunter's own life.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Verdict};
use crate::event::{Cause, Ward};
use crate::hooks::{Hooks, Layer, Me, Pick};
use crate::request::{Ask, Choice, Menu};
use crate::state::State;

pub(super) struct DemonHunter;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::FromSecondNight,
    pack: Pack::No,
    sources: &["000d", "CN"],
    options: &["dream_immunity"],
    ..Card::BLANK
};

impl Hooks for DemonHunter {
    fn layer(&self) -> Layer {
        Layer::Lives
    }

    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let targets = s.present().without(me.seat).iter().map(|seat| Choice::Target { seat });
        Some(Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(targets).collect() })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Some(seat) = pick.hit.seat() else { return vec![] };
        let loser = if s.wolfish(seat) { seat } else { me.seat };
        vec![Effect::Strike(Blow::kill(loser, Cause::Hunt, Some(me.seat)))]
    }

    /// The witch's poison has no effect on him.
    fn intercept(&self, _me: Me, blow: &Blow, _s: &State) -> Verdict {
        if blow.cause == Cause::Poison { Verdict::Averted(Ward::Nature, vec![]) } else { Verdict::Stands }
    }
}
