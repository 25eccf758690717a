//! The baker: up before dawn, he may see one of the wolves going home.

use crate::dice::Purpose;
use crate::effect::Effect;
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct Bakery;

/// One night in four (launchgasil, BGA: 25 per cent).
const GLIMPSE: u16 = 4;

fn glimpse(me: Me, wolves: Seats) -> Vec<Effect> {
    vec![Effect::Tell(Audience::one(me.seat), Fact::Peeked { wolves, caught: false })]
}

impl Hooks for Bakery {
    fn rises(&self, me: Me, _s: &State) -> Vec<Effect> {
        vec![Effect::Roll { me, purpose: Purpose::Glimpse, sides: GLIMPSE }]
    }

    fn rolled(&self, me: Me, purpose: Purpose, result: u16, s: &State) -> Vec<Effect> {
        let wolves = s.hunters();
        match purpose {
            Purpose::Glimpse if result > 1 || wolves.is_empty() => vec![],
            Purpose::Glimpse if wolves.len() == 1 => glimpse(me, wolves),
            Purpose::Glimpse => vec![Effect::Roll { me, purpose: Purpose::Peek, sides: wolves.len() as u16 }],
            _ => glimpse(me, wolves.iter().nth(usize::from(result) - 1).into_iter().collect()),
        }
    }
}
