//! 孤独少女: a villager card; the wolves cannot win as long as she lives.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::hooks::{Hooks, Me};
use crate::options::Options;
use crate::state::State;

pub(super) struct LoneGirl;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::Villager,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["CN"],
    ..Card::BLANK
};

impl Hooks for LoneGirl {
    fn holds_out(&self, me: Me, s: &State) -> bool {
        !s.wolfish(me.seat)
    }

    fn disarmed(&self, _options: &Options) -> bool {
        false
    }
}
