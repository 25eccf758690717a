//! 老流氓: a villager card; poisoned or shot he dies only after the speeches of the next day, and no charm takes him.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Part, Verdict, When};
use crate::event::{Cause, Phase, Ward};
use crate::hooks::{Hooks, Layer, Me};
use crate::marks::Kind;
use crate::options::{Options, RoguePoisonDelay};
use crate::state::State;

pub(super) struct Rogue;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::Villager,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["000d"],
    options: &["rogue_poison_delay", "rogue_may_vote", "rogue_piper_immune"],
    ..Card::BLANK
};

/// The day after whose speeches he dies of this.
fn last_day(cause: Cause, s: &State) -> Option<u16> {
    match (cause, s.options().rogue_poison_delay) {
        (Cause::Poison, RoguePoisonDelay::NextDaylight) if s.phase == Phase::Night => Some(s.day + 1),
        (Cause::Poison, _) => Some(s.day + 2),
        (Cause::Shot, _) => Some(s.day + 1),
        _ => None,
    }
}

impl Hooks for Rogue {
    fn layer(&self) -> Layer {
        Layer::Lives
    }

    fn intercept(&self, me: Me, blow: &Blow, s: &State) -> Verdict {
        if blow.cause == Cause::Charm {
            return Verdict::Averted(Ward::Nature, vec![]);
        }
        let Some(number) = last_day(blow.cause, s) else { return Verdict::Stands };
        let part = if s.options().rogue_may_vote { Part::AfterVote } else { Part::AfterTalk };
        let wound = Blow::kill(me.seat, Cause::Wounds, blow.by);
        Verdict::Averted(Ward::Nature, vec![Effect::Later(When { number, part }, wound)])
    }

    fn refuses(&self, kind: Kind, s: &State) -> bool {
        kind == Kind::Beguiled || kind == Kind::Charmed && s.options().rogue_piper_immune
    }

    fn disarmed(&self, _options: &Options) -> bool {
        false
    }
}
