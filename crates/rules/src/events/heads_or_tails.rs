//! Heads or Tails: when the village has found against a player, a coin decides.

use super::{Class, CoinSaveSide, EventCard, EventId, EventInfo, Instead, Lasts, happened};
use crate::agenda::Step;
use crate::dice::Purpose;
use crate::effect::Effect;
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me};
use crate::request::Source;
use crate::seat::Seats;
use crate::state::State;

pub(super) struct HeadsOrTails;

pub(super) const INFO: EventInfo = EventInfo {
    options: &["coin_save_side", "scapegoat_may_pact"],
    ..EventInfo::new(Class::Immediate, Lasts::Today, &["dnh", "hey", "mdj"])
};

impl EventCard for HeadsOrTails {
    fn instead(&self, what: Instead, _s: &State) -> Option<Vec<Effect>> {
        let Instead::Verdict(seat) = what else { return None };
        let me = Me::new(seat, Source::Event(EventId::HeadsOrTails));
        Some(vec![Effect::Roll { me, purpose: Purpose::Coin, sides: 2 }])
    }
}

impl Hooks for HeadsOrTails {
    /// 1 is heads.
    fn rolled(&self, me: Me, _purpose: Purpose, result: u16, s: &State) -> Vec<Effect> {
        let heads = result == 1;
        let saved = heads == (s.options().coin_save_side == CoinSaveSide::Heads);
        let seats = Seats::one(me.seat);
        let shown = happened(EventId::HeadsOrTails, if heads { 1 } else { 2 }, None, seats, saved);
        let then =
            if saved { Effect::Tell(Audience::Everyone, Fact::NobodyOut) } else { Effect::Next(Step::Plead(seats)) };
        vec![shown, then]
    }
}
