//! The confessor: once, by day, a player must show him his card.

use super::used;
use crate::effect::{Effect, Item};
use crate::hooks::{Hooks, Me, Pick};
use crate::options::SightKind;
use crate::request::{Ask, Choice, Menu, Window};
use crate::seat::Seats;
use crate::state::State;
use crate::village::Building;

pub(super) struct Church;

impl Hooks for Church {
    fn offer(&self, me: Me, window: Window, s: &State) -> Option<Menu> {
        let left = window == Window::Floor && s.notes(me, Item::Used).next().is_none();
        let flock = s.present().without(me.seat).iter().map(|seat| Choice::Target { seat });
        left.then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(flock).collect() })
    }

    /// Everybody sees whose card it is, and the confessor alone sees the card.
    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Some(named), Some(hit)) = (pick.named.seat(), pick.hit.seat()) else { return vec![] };
        vec![
            Effect::Note(s.note(me, Item::Used, hit)),
            used(me, Building::Church, Seats::one(named)),
            Effect::Look { me, named, hit, kind: SightKind::Role },
        ]
    }
}
