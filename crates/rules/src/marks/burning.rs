//! A house that burns tonight: the wolves who came for its owner flee, all but one.

use crate::effect::{Blow, Effect, Verdict};
use crate::event::{Cause, Ward};
use crate::hooks::{Hooks, Layer, Me};
use crate::marks::Kind;
use crate::state::State;

pub(super) struct Burning;

impl Hooks for Burning {
    fn layer(&self) -> Layer {
        Layer::Dream
    }

    /// The first wolf to the right of the victim, against the clock, does not get out.
    fn intercept(&self, me: Me, blow: &Blow, s: &State) -> Verdict {
        if blow.cause != Cause::Wolves {
            return Verdict::Stands;
        }
        let by = s.mark(me.seat, Kind::Burning).map(|mark| mark.by);
        let wolf = s.wolves(s.living.without(me.seat)).clockwise_after(me.seat).last();
        let burns = wolf.map(|wolf| Effect::Strike(Blow::kill(wolf, Cause::Fire, by)));
        Verdict::Averted(Ward::Fire, burns.into_iter().collect())
    }
}
