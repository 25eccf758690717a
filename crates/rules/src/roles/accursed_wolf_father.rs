//! 种狼: once a game the pack's victim becomes a wolf instead of dying.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Fate, Harm, Item};
use crate::event::Cause;
use crate::hooks::{Hooks, Me, Pick};
use crate::request::{Ask, Choice, Menu, Window};
use crate::state::State;

pub(super) struct AccursedWolfFather;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::EveryNight,
    pack: Pack::Meets,
    sources: &["000b", "the Pact"],
    options: &["guard_stops_infection"],
    ..Card::BLANK
};

impl Hooks for AccursedWolfFather {
    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        // By number, and by what the pack knows: a refusal by person would tell of a swap or of a wolf apart.
        let prey = s.quarry.is_some_and(|quarry| !s.hunters().has(quarry.named));
        let left = s.notes(me, Item::Used).next().is_none();
        (matches!(ask, Ask::Night { .. }) && prey && left)
            .then(|| Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] })
    }

    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        match (ask, pick.hit) {
            (Ask::Night { .. }, Choice::Yes) => vec![Effect::Harm(Harm::Turn)],
            _ => super::werewolf::explode(me, ask, pick, s),
        }
    }

    fn offer(&self, _me: Me, window: Window, s: &State) -> Option<Menu> {
        super::werewolf::may_explode(window, s)
    }

    /// An infection that was averted has not been used.
    fn fate(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        let infected = fate.stood.iter().any(|blow| blow.cause == Cause::Wolves && blow.harm == Harm::Turn);
        if infected { vec![Effect::Note(s.note(me, Item::Used, fate.seat))] } else { vec![] }
    }
}
