//! 潜行者: once a game may kill at night the player he voted for by day, if that one was not put out.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Item};
use crate::event::Cause;
use crate::hooks::{Hooks, Me, Pick};
use crate::poll::Tally;
use crate::request::{About, Ask, Choice, Menu};
use crate::seat::Seat;
use crate::state::State;

pub(super) struct Stalker;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::AfterDay,
    pack: Pack::No,
    sources: &["trc", "brd"],
    ..Card::BLANK
};

/// Whom he voted for last on the day before this night, if that player is still there.
fn prey(me: Me, s: &State) -> Option<Seat> {
    let today = s.notes(me, Item::Chosen).filter(|note| note.night + 1 == s.night);
    today.last().map(|note| note.on).filter(|seat| s.present().has(*seat))
}

impl Hooks for Stalker {
    fn opened(&self, me: Me, tally: &Tally, s: &State) -> Vec<Effect> {
        let own = tally.ballots.iter().find(|(by, _)| *by == me.seat && tally.about == About::Exile);
        let onto = own.and_then(|(_, onto)| *onto);
        onto.map(|seat| Effect::Note(s.note(me, Item::Chosen, seat))).into_iter().collect()
    }

    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let left = s.notes(me, Item::Used).next().is_none();
        let seat = prey(me, s).filter(|seat| left && *seat != me.seat && !s.spared_by(me.seat).has(*seat))?;
        Some(Menu::OneOf { choices: vec![Choice::Pass, Choice::Target { seat }] })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Some(seat) = pick.hit.seat() else { return vec![] };
        vec![Effect::Note(s.note(me, Item::Used, seat)), Effect::Strike(Blow::kill(seat, Cause::Stalk, Some(me.seat)))]
    }
}
