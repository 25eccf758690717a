//! The town crier's office: he has an event card that nobody else knows, and plays it on a morning of his choice, or not.

use crate::effect::{Effect, Item};
use crate::events::PLAYS;
use crate::hooks::{Hooks, Me, Pick};
use crate::request::{Ask, Choice, Menu};
use crate::state::State;

pub(super) struct Crier;

impl Hooks for Crier {
    fn menu(&self, _me: Me, _ask: Ask, _s: &State) -> Option<Menu> {
        Some(Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] })
    }

    fn play(&self, me: Me, ask: Ask, pick: Pick, _s: &State) -> Vec<Effect> {
        match (ask, pick.hit) {
            (Ask::Event { event, part: PLAYS, .. }, Choice::Yes) => {
                vec![Effect::Forget(me, Item::Held(event)), Effect::TurnUp(event)]
            }
            _ => vec![],
        }
    }
}
