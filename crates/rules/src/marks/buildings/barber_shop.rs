//! The barber: once he may kill a player by day; if that was no wolf, he dies too.

use super::used;
use crate::agenda::Step;
use crate::effect::{Blow, Effect, Item};
use crate::event::Cause;
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu, Window};
use crate::seat::Seats;
use crate::state::State;
use crate::village::Building;

pub(super) struct BarberShop;

impl Hooks for BarberShop {
    fn offer(&self, me: Me, window: Window, s: &State) -> Option<Menu> {
        let left = window == Window::Floor && s.notes(me, Item::Used).next().is_none();
        let clients = s.present().without(me.seat).minus(s.marked(Kind::Vagabond)).minus(s.spared_by(me.seat));
        let choices = std::iter::once(Choice::Pass).chain(clients.iter().map(|seat| Choice::Target { seat })).collect();
        (left && !clients.is_empty()).then_some(Menu::OneOf { choices })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Some(seat) = pick.hit.seat() else { return vec![] };
        let cut = |on| Effect::Strike(Blow::kill(on, Cause::Razor, Some(me.seat)));
        let hanged = (!s.wolfish(seat)).then(|| cut(me.seat));
        let mut effects = vec![
            Effect::Note(s.note(me, Item::Used, seat)),
            used(me, Building::BarberShop, Seats::one(seat)),
            cut(seat),
        ];
        effects.extend(hanged);
        effects.push(Effect::Next(Step::Settle));
        effects
    }
}
