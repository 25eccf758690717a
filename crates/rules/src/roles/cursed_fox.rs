//! 咒狐: alone; the pack cannot kill it, a look does; if it is alive when a camp wins, it wins instead.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Verdict};
use crate::event::{Cause, Sight, Ward};
use crate::hooks::{Hooks, Layer, Me};
use crate::seat::Seats;
use crate::state::State;
use crate::win::{Party, Reason, Victory};

pub(super) struct CursedFox;

pub(super) const CARD: Card = Card {
    camp: Camp::Loner,
    group: Group::Neither,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["CN"],
    options: &["fox_poison_immune"],
    ..Card::BLANK
};

impl Hooks for CursedFox {
    fn layer(&self) -> Layer {
        Layer::Lives
    }

    fn intercept(&self, _me: Me, blow: &Blow, s: &State) -> Verdict {
        match blow.cause {
            Cause::Wolves => Verdict::Averted(Ward::Nature, vec![]),
            Cause::Poison if s.options().fox_poison_immune => Verdict::Averted(Ward::Nature, vec![]),
            _ => Verdict::Stands,
        }
    }

    /// The look still shows it good; a wolf's look does it no harm.
    fn looked(&self, me: Me, by: Me, _sight: Sight, s: &State) -> Vec<Effect> {
        let blow = Blow::kill(me.seat, Cause::Inspection, Some(by.seat));
        if s.wolfish(by.seat) { vec![] } else { vec![Effect::Strike(blow)] }
    }

    fn victory(&self, me: Me, s: &State) -> Option<Victory> {
        let stolen = s.living.has(me.seat) && s.camp_wins_beside(me.seat);
        stolen.then_some(Victory { party: Party::CursedFox, seats: Seats::one(me.seat), reason: Reason::Stolen })
    }
}
