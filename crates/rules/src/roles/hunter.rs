//! 猎人: shoots when he dies.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Fate};
use crate::event::{Audience, Cause, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::options::{HunterShootsOn, HunterWolfPlusPoison, MayMust, Options};
use crate::order::Rank;
use crate::request::{Ask, Choice, Menu};
use crate::roles::RoleId;
use crate::state::State;

pub(super) struct Hunter;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["000a", "000d", "000g", "001", "003", "004"],
    options: &[
        "hunter_shoots_on",
        "hunter_must_shoot",
        "hunter_shoots_when_linked",
        "hunter_wolf_plus_poison",
        "night_killed_hunter_sheriff_act",
    ],
    ..Card::BLANK
};

/// Whether a death lets the hunter shoot (RULEBOOK 4C, errata 18 and 19).
fn may_shoot(fate: &Fate, s: &State) -> bool {
    let o = s.options();
    let only_linked = fate.stood.iter().all(|blow| blow.cause.is_link());
    let attacked = [Cause::Wolves, Cause::Claw, Cause::Vote].into_iter().any(|cause| fate.died_of(cause));
    let wakes = !fate.by_night || o.night_killed_hunter_sheriff_act;
    let poison = fate.died_of(Cause::Poison);
    let poison_holds = poison && (!attacked || o.hunter_wolf_plus_poison == HunterWolfPlusPoison::PoisonBlocks);
    let by_cause = match o.hunter_shoots_on {
        HunterShootsOn::AnyDeath => !(poison && attacked && poison_holds),
        HunterShootsOn::WolfOrVote => (attacked || only_linked) && !poison_holds,
    };
    // Who is drawn along by a charm goes without any skill, in every ruleset (000d).
    let charmed = fate.died_of(Cause::Charm);
    wakes && !charmed && !s.died_blocked(fate) && by_cause && (!only_linked || o.hunter_shoots_when_linked)
}

impl Hooks for Hunter {
    fn mourn(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        if fate.seat != me.seat {
            return vec![];
        }
        if may_shoot(fate, s) {
            vec![Effect::Ask { me, ask: Ask::Shot, rank: Rank::Shot }]
        } else {
            vec![Effect::Tell(Audience::one(me.seat), Fact::MayNotShoot)]
        }
    }

    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        if ask != Ask::Shot {
            return None;
        }
        let o = s.options();
        let targets = s.present().without(me.seat).minus(s.spared_by(me.seat));
        let pass = (o.hunter_must_shoot == MayMust::May).then_some(Choice::Pass);
        let choices = pass.into_iter().chain(targets.iter().map(|seat| Choice::Target { seat })).collect();
        (!targets.is_empty()).then_some(Menu::OneOf { choices })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Some(on) = pick.hit.seat() else { return vec![] };
        let shot = Effect::Strike(Blow::kill(on, Cause::Shot, Some(me.seat)));
        super::show(me, RoleId::Hunter, s).into_iter().chain([shot]).collect()
    }

    fn disarmed(&self, _options: &Options) -> bool {
        true
    }

    fn must(&self, ask: Ask, _s: &State) -> bool {
        ask == Ask::Shot
    }
}
