//! What several roles do once in a game, in the same way: choose another player for good, or act when the ballots of the
//! day's first vote are open.

use crate::effect::{Effect, Item};
use crate::hooks::{Me, Pick};
use crate::request::{Choice, Menu, Window};
use crate::seat::Seat;
use crate::state::State;

/// A menu of everybody else.
pub(super) fn another(me: Me, s: &State) -> Option<Menu> {
    let choices = s.present().without(me.seat).iter().map(|seat| Choice::Target { seat }).collect();
    Some(Menu::OneOf { choices })
}

/// Remembers whom the answer names.
pub(super) fn choose(me: Me, pick: Pick, s: &State) -> Vec<Effect> {
    pick.hit.seat().map(|seat| Effect::Note(s.note(me, Item::Chosen, seat))).into_iter().collect()
}

/// The player whom this power chose for good.
pub(super) fn chosen(me: Me, s: &State) -> Option<Seat> {
    s.notes(me, Item::Chosen).next().map(|note| note.on)
}

/// The offer of a deed once the ballots of the first vote are open, on a tie and on an empty vote too, before any of it
/// counts (errata 67); as long as the deed was not done.
pub(super) fn when_tallied(me: Me, window: Window, s: &State) -> Option<Menu> {
    let left = s.notes(me, Item::Used).next().is_none();
    (window == Window::Tallied && left).then(|| Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] })
}

/// The deed, if the answer takes the offer: it is remembered, and this comes of it.
pub(super) fn deed(me: Me, pick: Pick, s: &State, effects: Vec<Effect>) -> Vec<Effect> {
    if pick.hit != Choice::Yes {
        return vec![];
    }
    std::iter::once(Effect::Note(s.note(me, Item::Used, me.seat))).chain(effects).collect()
}
