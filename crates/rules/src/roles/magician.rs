//! 魔术师: before the others, swaps the numbers of two players for the night; each number once.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Item};
use crate::hooks::{Hooks, Me, Pick};
use crate::options::MagicianUses;
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct Magician;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["000d", "CN"],
    options: &["magician_uses", "magician_model", "magician_legality", "self_save_check", "first_mover_order"],
    ..Card::BLANK
};

impl Hooks for Magician {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let swapped: Seats = s.notes(me, Item::Swapped).map(|note| note.on).collect();
        let spent = s.options().magician_uses == MagicianUses::Once && !swapped.is_empty();
        let of = s.present().minus(swapped);
        (!spent && of.len() >= 2).then_some(Menu::Subset { of, min: 2, max: 2, pass: true })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Choice::Set { seats } = pick.named else { return vec![] };
        let notes = seats.iter().map(|seat| Effect::Note(s.note(me, Item::Swapped, seat)));
        let mut pair = seats.iter();
        let swap = pair.next().zip(pair.next()).map(|(a, b)| Effect::Swap(a, b));
        notes.chain(swap).collect()
    }
}
