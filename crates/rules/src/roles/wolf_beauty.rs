//! 狼美人: every night may beguile one player, who goes with her, without any skill, when she is exiled or shot.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Fate, Mark, Span};
use crate::event::Cause;
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::options::{BeautyTrigger, SelfExplode, WolfTargetWolf};
use crate::request::{Ask, Choice, Menu, Window};
use crate::state::State;

pub(super) struct WolfBeauty;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::EveryNight,
    pack: Pack::Meets,
    sources: &["000d", "CN"],
    options: &["beauty_trigger", "wolf_target_wolf", "self_explode"],
    ..Card::BLANK
};

/// Whether this death of hers takes the beguiled along.
fn takes_along(fate: &Fate, s: &State) -> bool {
    match s.options().beauty_trigger {
        BeautyTrigger::ExileOrShot => fate.died_of(Cause::Vote) || fate.died_of(Cause::Shot),
        BeautyTrigger::AnyButDuel => fate.died() && !fate.died_of(Cause::Duel),
        BeautyTrigger::Any => fate.died(),
    }
}

impl Hooks for WolfBeauty {
    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let targets = s.present().without(me.seat).iter().map(|seat| Choice::Target { seat });
        matches!(ask, Ask::Night { .. })
            .then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(targets).collect() })
    }

    /// The charm lasts until the next dusk, so that each replaces the one before (errata 64). Nobody is told.
    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        match (ask, pick.hit) {
            (Ask::Night { .. }, Choice::Target { seat }) => {
                let span = Span::Through(s.day + 1);
                vec![Effect::Mark(Mark { span, ..s.new_mark(seat, Kind::Beguiled, me.seat) })]
            }
            _ => super::werewolf::explode(me, ask, pick, s),
        }
    }

    fn offer(&self, _me: Me, window: Window, s: &State) -> Option<Menu> {
        if s.options().self_explode == SelfExplode::On { super::werewolf::may_explode(window, s) } else { None }
    }

    fn spared_by_pack(&self, s: &State) -> bool {
        s.options().wolf_target_wolf != WolfTargetWolf::Any
    }

    fn fate(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        if fate.seat != me.seat || !takes_along(fate, s) {
            return vec![];
        }
        let beguiled = |mark: &&Mark| mark.kind == Kind::Beguiled && mark.by == me.seat && s.counts(mark);
        let gone = s.marks.iter().filter(beguiled).map(|mark| Blow::kill(mark.on, Cause::Charm, Some(me.seat)));
        gone.map(Effect::Strike).collect()
    }
}
