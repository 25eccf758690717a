//! A sleepwalker: safe from the night's harm, and unaware (000d).

use crate::effect::{Blow, Verdict};
use crate::event::{Cause, Phase, Ward};
use crate::hooks::{Hooks, Layer, Me};
use crate::options::DreamImmunity;
use crate::state::State;

pub(super) struct Dreamt;

impl Hooks for Dreamt {
    fn layer(&self) -> Layer {
        Layer::Dream
    }

    fn intercept(&self, _me: Me, blow: &Blow, s: &State) -> Verdict {
        let safe = match s.options().dream_immunity {
            DreamImmunity::WolfAndPoison => matches!(blow.cause, Cause::Wolves | Cause::Poison),
            // Never what follows another's death, and never the dream itself (errata 20).
            DreamImmunity::AllNightDamage => !blow.cause.is_link(),
        };
        if safe && s.phase == Phase::Night { Verdict::Averted(Ward::Dream, vec![]) } else { Verdict::Stands }
    }
}
