//! 恶灵骑士: no harm of the night touches him; who looks at him or poisons him dies of it. He is no prey of
//! his own pack and cannot blow himself up.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Verdict};
use crate::event::{Cause, Phase, Sight, Ward};
use crate::hooks::{Hooks, Layer, Me};
use crate::seat::Seat;
use crate::state::State;

pub(super) struct EvilKnight;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::Never,
    pack: Pack::Meets,
    sources: &["CN"],
    options: &["dream_immunity"],
    ..Card::BLANK
};

fn reflected(me: Me, onto: Seat) -> Effect {
    Effect::Strike(Blow::kill(onto, Cause::Reflection, Some(me.seat)))
}

impl Hooks for EvilKnight {
    fn layer(&self) -> Layer {
        Layer::Lives
    }

    /// Grief is no harm that somebody does him.
    fn intercept(&self, me: Me, blow: &Blow, s: &State) -> Verdict {
        if s.phase != Phase::Night || blow.cause == Cause::Grief {
            return Verdict::Stands;
        }
        let poisoner = blow.by.filter(|_| blow.cause == Cause::Poison);
        Verdict::Averted(Ward::Nature, poisoner.map(|by| reflected(me, by)).into_iter().collect())
    }

    /// Wolves may look at him.
    fn looked(&self, me: Me, by: Me, _sight: Sight, s: &State) -> Vec<Effect> {
        if s.wolfish(by.seat) { vec![] } else { vec![reflected(me, by.seat)] }
    }

    fn spared_by_pack(&self, _s: &State) -> bool {
        true
    }
}
