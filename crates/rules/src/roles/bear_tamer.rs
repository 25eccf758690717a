//! 驯熊师: in the morning the bear growls if a wolf sits beside its tamer, or if the tamer is one.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::Effect;
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me};
use crate::state::State;

pub(super) struct BearTamer;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["000b", "the Pact"],
    ..Card::BLANK
};

impl Hooks for BearTamer {
    fn dawn(&self, me: Me, s: &State) -> Vec<Effect> {
        let near = s.neighbours(me.seat).with(me.seat).and(s.living);
        let growls = s.living.has(me.seat) && near.iter().any(|seat| s.wolfish(seat));
        if growls { vec![Effect::Tell(Audience::Everyone, Fact::Growl { heard: true })] } else { vec![] }
    }
}
