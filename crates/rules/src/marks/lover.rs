//! Lovers: one dies, the other dies of grief (R46); of two camps, they win together (R19).

use crate::effect::{Blow, Effect, Fate};
use crate::event::Cause;
use crate::hooks::{Hooks, Me};
use crate::marks::Kind;
use crate::options::{LoverGriefAt, MixedLoversGoal, Permit};
use crate::order::Rank;
use crate::poll::{Poll, Sway};
use crate::seat::Seats;
use crate::state::State;
use crate::win::{Party, Reason, Victory};

pub(super) struct Lover;

/// Whether this death is my beloved's, and mine is still to come.
fn bereaved(me: Me, fate: &Fate, s: &State) -> bool {
    let apart = s.has(me.seat, Kind::Estranged);
    fate.died() && fate.seat != me.seat && s.has(fate.seat, Kind::Lover) && s.living.has(me.seat) && !apart
}

/// Whether grief for a death at night comes in the same night, unseen.
fn in_the_night(fate: &Fate, s: &State) -> bool {
    fate.by_night && s.options().lover_grief_at == LoverGriefAt::NightOutcome
}

fn grief(me: Me, fate: &Fate) -> Blow {
    Blow::kill(me.seat, Cause::Grief, Some(fate.seat))
}

impl Hooks for Lover {
    fn fate(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        if bereaved(me, fate, s) && in_the_night(fate, s) { vec![Effect::Strike(grief(me, fate))] } else { vec![] }
    }

    fn mourn(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        if bereaved(me, fate, s) && !in_the_night(fate, s) {
            vec![Effect::StrikeAt(Rank::Grief, grief(me, fate))]
        } else {
            vec![]
        }
    }

    fn sway(&self, me: Me, _poll: &Poll, s: &State) -> Sway {
        let other = s.marked(Kind::Lover).without(me.seat);
        if s.has(me.seat, Kind::Estranged) && other.within(s.around()) {
            return Sway { spares: Seats::all(s.cards.len()).minus(other), ..Sway::default() };
        }
        let forbid = s.options().lovers_vote_each_other == Permit::Forbid;
        let spares = if forbid { other } else { Seats::NONE };
        Sway { spares, ..Sway::default() }
    }

    fn victory(&self, me: Me, s: &State) -> Option<Victory> {
        let pair = s.mixed_lovers();
        let cupid = match s.options().mixed_lovers_goal {
            MixedLoversGoal::Alone => Seats::NONE,
            MixedLoversGoal::WithCupid => s.mark(me.seat, Kind::Lover).map_or(Seats::NONE, |mark| Seats::one(mark.by)),
        };
        let alone = !pair.is_empty() && pair.within(s.living) && s.living.within(pair.or(cupid));
        alone.then_some(Victory { party: Party::Lovers, seats: pair.or(cupid), reason: Reason::LoversAlone })
    }
}
