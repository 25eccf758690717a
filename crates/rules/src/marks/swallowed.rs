//! Swallowed by the tengu: no vote of the day puts the bearer out.

use crate::effect::{Blow, Effect, Verdict};
use crate::event::{Audience, Cause, Fact, Ward};
use crate::hooks::{Hooks, Layer, Me};
use crate::state::State;

pub(super) struct Swallowed;

impl Hooks for Swallowed {
    /// Before anything of his own card, so that no card is shown for nothing.
    fn layer(&self) -> Layer {
        Layer::Dream
    }

    fn intercept(&self, _me: Me, blow: &Blow, _s: &State) -> Verdict {
        if blow.cause == Cause::Vote {
            Verdict::Averted(Ward::Swallowed, vec![Effect::Tell(Audience::Everyone, Fact::NobodyOut)])
        } else {
            Verdict::Stands
        }
    }
}
