//! Traded in a deal of tonight in which both did: safe from the night's harm.

use crate::effect::{Blow, Verdict};
use crate::event::{Phase, Ward};
use crate::hooks::{Hooks, Layer, Me};
use crate::state::State;

pub(super) struct Sheltered;

impl Hooks for Sheltered {
    fn layer(&self) -> Layer {
        Layer::Dream
    }

    /// Never what follows another's death.
    fn intercept(&self, _me: Me, blow: &Blow, s: &State) -> Verdict {
        let safe = s.phase == Phase::Night && !blow.cause.is_link();
        if safe { Verdict::Averted(Ward::Deal, vec![]) } else { Verdict::Stands }
    }
}
