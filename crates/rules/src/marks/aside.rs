//! A wolf who does not meet the pack, whatever his card; in its place, once it is dead, he has no other power.

use crate::effect::Effect;
use crate::hooks::{Hooks, Me};
use crate::marks::Kind;
use crate::state::State;

pub(super) struct Aside;

impl Hooks for Aside {
    fn dusk(&self, me: Me, s: &State) -> Vec<Effect> {
        if s.pack().is_empty() { vec![Effect::Mark(s.new_mark(me.seat, Kind::Powerless, me.seat))] } else { vec![] }
    }
}
