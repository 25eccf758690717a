//! 隐狼: knows the pack from the first night on, is not known to it, and seems good to whoever looks for wolves. He
//! cannot blow himself up.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::Effect;
use crate::event::{Audience, Fact, Sight};
use crate::hooks::{Hooks, Me};
use crate::options::SightKind;
use crate::request::Ask;
use crate::seat::Seat;
use crate::state::State;

pub(super) struct HiddenWolf;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::FirstNight,
    pack: Pack::Apart,
    sources: &["CN"],
    ..Card::BLANK
};

impl Hooks for HiddenWolf {
    fn brief(&self, me: Me, _ask: Ask, s: &State) -> Vec<Effect> {
        vec![Effect::Tell(Audience::one(me.seat), Fact::Wolves { seats: s.pack() })]
    }

    fn seems(&self, _seat: Seat, kind: SightKind, _s: &State) -> Option<Sight> {
        (kind == SightKind::Camp).then_some(Sight::Good)
    }
}
