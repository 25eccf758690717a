//! 锈剑骑士: killed by wolves, he takes the first wolf to his left with him, a night later.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Fate, Part, When};
use crate::event::Cause;
use crate::hooks::{Hooks, Me};
use crate::state::State;

pub(super) struct RustySwordKnight;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["000b", "the Pact"],
    ..Card::BLANK
};

impl Hooks for RustySwordKnight {
    /// Left is clockwise (errata 61). The wolf is the nearest of those who outlived him; should he die before his
    /// time, nobody takes his place.
    fn fate(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        let eaten = fate.seat == me.seat && fate.died_of(Cause::Wolves);
        let wolf = s.wolves(s.living).clockwise_after(me.seat).next().filter(|_| eaten);
        let when = When { number: fate.night + 1, part: Part::Night };
        wolf.map(|wolf| Effect::Later(when, Blow::kill(wolf, Cause::Rust, Some(me.seat)))).into_iter().collect()
    }
}
