//! 长老: two lives against the wolves; killed by the village, he takes its powers with him.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Fate, Item, Verdict};
use crate::event::{Audience, Cause, Fact, Ward};
use crate::hooks::{Hooks, Layer, Me};
use crate::marks::Kind;
use crate::options::{ElderLife, ElderPowerLossOn};
use crate::state::State;

pub(super) struct Elder;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["000h", "003"],
    options: &[
        "elder_power_loss_on",
        "elder_power_loss_scope",
        "power_loss_hits_scapegoat",
        "power_loss_hits_idiot",
        "power_loss_hits_sheriff",
        "elder_saved_by_witch",
        "elder_guarded",
        "idiot_dies_with_elder",
    ],
    ..Card::BLANK
};

/// How many attacks of the wolves he withstands.
const LIVES: usize = 2;

fn life_lost(me: Me, s: &State) -> Effect {
    Effect::Note(s.note(me, Item::Life, me.seat))
}

impl Hooks for Elder {
    fn layer(&self) -> Layer {
        Layer::Lives
    }

    fn intercept(&self, me: Me, blow: &Blow, s: &State) -> Verdict {
        let lost = s.notes(me, Item::Life).count();
        if blow.cause == Cause::Wolves && lost + 1 < LIVES {
            Verdict::Averted(Ward::Life, vec![life_lost(me, s)])
        } else {
            Verdict::Stands
        }
    }

    /// The antidote leaves him one life (000h, 003); so may the guard's protection. It is set, not taken away: an
    /// elder on his last life keeps it.
    fn fate(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        let o = s.options();
        let pays = |ward: Ward| match ward {
            Ward::Antidote => o.elder_saved_by_witch == ElderLife::CostsLife,
            Ward::Guard => o.elder_guarded == ElderLife::CostsLife,
            _ => false,
        };
        let saved = fate.seat == me.seat
            && !fate.died()
            && fate.averted.iter().any(|(blow, ward)| blow.cause == Cause::Wolves && pays(*ward));
        if saved && s.notes(me, Item::Life).count() + 1 < LIVES { vec![life_lost(me, s)] } else { vec![] }
    }

    /// Killed by the village, he takes its powers with him, and a shown idiot.
    fn mourn(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        let o = s.options();
        let crime = match o.elder_power_loss_on {
            ElderPowerLossOn::Vote => fate.died_of(Cause::Vote),
            ElderPowerLossOn::VotePoisonShot => {
                [Cause::Vote, Cause::Poison, Cause::Shot].into_iter().any(|cause| fate.died_of(cause))
            }
        };
        if fate.seat != me.seat || !crime {
            return vec![];
        }
        let mut effects = vec![Effect::Tell(Audience::Everyone, Fact::PowersLost { elder: me.seat })];
        let villagers = s.present().minus(s.wolves(s.present()));
        for seat in villagers.iter().filter(|seat| s.card(*seat).role().disarmed(o)) {
            effects.push(Effect::Mark(s.new_mark(seat, Kind::Powerless, me.seat)));
        }
        for seat in s.marked(Kind::Sheriff).and(villagers).iter().filter(|_| o.power_loss_hits_sheriff) {
            effects.push(Effect::Unmark(seat, Kind::Sheriff));
            effects.push(Effect::Tell(Audience::Everyone, Fact::BadgeVoid { seat }));
        }
        if o.idiot_dies_with_elder {
            for seat in s.marked(Kind::Flipped).and(s.living).iter() {
                effects.push(Effect::Strike(Blow::kill(seat, Cause::Elder, None)));
            }
        }
        effects
    }
}
