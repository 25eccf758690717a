//! 狼王: killed by the pack or exiled, he may claw another player to death.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Fate};
use crate::event::{Audience, Cause, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::options::WolfKingClawsOn;
use crate::order::Rank;
use crate::request::{Ask, Choice, Menu, Window};
use crate::roles::RoleId;
use crate::state::State;

pub(super) struct WolfKing;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::Never,
    pack: Pack::Meets,
    sources: &["CN"],
    options: &["wolf_king_claws_on", "night_killed_hunter_sheriff_act", "self_explode"],
    ..Card::BLANK
};

/// Whether a death lets him use his claw. Poison, the explosion and every link leave him none, whatever else killed
/// him in the same night.
fn may_claw(fate: &Fate, s: &State) -> bool {
    let o = s.options();
    let wakes = !fate.by_night || o.night_killed_hunter_sheriff_act;
    let by_cause = match o.wolf_king_claws_on {
        WolfKingClawsOn::WolfOrVote => fate.died_of(Cause::Wolves) || fate.died_of(Cause::Vote),
        WolfKingClawsOn::AnyButPoison => fate.stood.iter().any(|blow| !blow.cause.is_link()),
    };
    let disarmed = [Cause::Poison, Cause::Explosion, Cause::Charm].into_iter().any(|cause| fate.died_of(cause));
    wakes && by_cause && !disarmed && !s.died_blocked(fate)
}

impl Hooks for WolfKing {
    fn mourn(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        if fate.seat != me.seat {
            return vec![];
        }
        if may_claw(fate, s) {
            vec![Effect::Ask { me, ask: Ask::Shot, rank: Rank::Shot }]
        } else {
            vec![Effect::Tell(Audience::one(me.seat), Fact::MayNotShoot)]
        }
    }

    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let targets = s.present().without(me.seat).minus(s.spared_by(me.seat));
        let choices = || targets.iter().map(|seat| Choice::Target { seat });
        (ask == Ask::Shot && !targets.is_empty())
            .then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(choices()).collect() })
    }

    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        match (ask, pick.hit.seat()) {
            (Ask::Shot, Some(on)) => {
                let claw = Effect::Strike(Blow::kill(on, Cause::Claw, Some(me.seat)));
                super::show(me, RoleId::WolfKing, s).into_iter().chain([claw]).collect()
            }
            _ => super::werewolf::explode(me, ask, pick, s),
        }
    }

    fn offer(&self, _me: Me, window: Window, s: &State) -> Option<Menu> {
        super::werewolf::may_explode(window, s)
    }
}
