//! 白狼王: by day he may blow himself up and take another player with him.

use super::werewolf::{blast, may_explode, public_moment};
use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect};
use crate::event::Cause;
use crate::hooks::{Hooks, Me, Pick};
use crate::request::{Ask, Choice, Menu, Window};
use crate::roles::RoleId;
use crate::state::State;

pub(super) struct WhiteWolfKing;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::Never,
    pack: Pack::Meets,
    sources: &["CN"],
    options: &["self_explode"],
    ..Card::BLANK
};

impl Hooks for WhiteWolfKing {
    /// With another it is his own power; alone he blows himself up where any wolf may.
    fn offer(&self, me: Me, window: Window, s: &State) -> Option<Menu> {
        let alone = may_explode(window, s).map(|_| Choice::Yes);
        let targets = s.present().without(me.seat).iter().map(|seat| Choice::Target { seat });
        let choices = || std::iter::once(Choice::Pass).chain(alone).chain(targets).collect();
        public_moment(window).then(|| Menu::OneOf { choices: choices() })
    }

    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let mut effects = vec![];
        if let Some(on) = pick.hit.seat() {
            effects.extend(super::show(me, RoleId::WhiteWolfKing, s));
            effects.push(Effect::Strike(Blow::kill(on, Cause::Claw, Some(me.seat))));
        }
        effects.extend(blast(me, ask));
        effects
    }
}
