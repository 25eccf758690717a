//! In the dance tonight, and safe from the wolves' attack.

use crate::effect::{Blow, Verdict};
use crate::event::{Cause, Ward};
use crate::hooks::{Hooks, Layer, Me};
use crate::state::State;

pub(super) struct Dancing;

impl Hooks for Dancing {
    fn layer(&self) -> Layer {
        Layer::Dream
    }

    fn intercept(&self, _me: Me, blow: &Blow, _s: &State) -> Verdict {
        if blow.cause == Cause::Wolves { Verdict::Averted(Ward::Dance, vec![]) } else { Verdict::Stands }
    }
}
