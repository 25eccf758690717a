//! 天使: wins alone by leaving the game in time; too late, she is a plain villager.

use super::{Camp, Card, Group, Pack, RoleId, Wakes};
use crate::effect::{Effect, Fate, Item};
use crate::event::{Audience, Cause, Fact};
use crate::hooks::{Hooks, Me};
use crate::options::AngelDeadline;
use crate::seat::Seats;
use crate::state::State;
use crate::win::{Party, Reason, Side, Victory};

pub(super) struct Angel;

pub(super) const CARD: Card = Card {
    camp: Camp::Loner,
    group: Group::Villager,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["000b", "the Pact"],
    options: &["angel_deadline"],
    ..Card::BLANK
};

/// Whether this death is the one she seeks.
fn in_time(fate: &Fate, s: &State) -> bool {
    let exiled = !fate.by_night && s.day == 1 && fate.died_of(Cause::Vote);
    match s.options().angel_deadline {
        AngelDeadline::Day1Exile => exiled,
        AngelDeadline::Vote1OrNight1 => exiled || fate.by_night && fate.night == 1,
        AngelDeadline::Vote2 if fate.by_night => fate.night <= 2,
        AngelDeadline::Vote2 => s.day <= 2,
    }
}

/// Whether it is too late as this night falls.
fn too_late(s: &State) -> bool {
    match s.options().angel_deadline {
        AngelDeadline::Day1Exile => s.day >= 1,
        AngelDeadline::Vote1OrNight1 => s.day >= 1 && s.night > 1,
        AngelDeadline::Vote2 => s.day >= 2,
    }
}

/// Whether she has another goal: as a wolf, or as one of two lovers of two camps.
fn turned_away(me: Me, s: &State) -> bool {
    s.wolfish(me.seat) || s.mixed_lovers().has(me.seat)
}

/// Whether she left in time.
fn ascended(me: Me, s: &State) -> bool {
    s.notes(me, Item::Used).next().is_some()
}

impl Hooks for Angel {
    fn mourn(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        let seeks = fate.seat == me.seat && in_time(fate, s) && !turned_away(me, s);
        if seeks { vec![Effect::Note(s.note(me, Item::Used, me.seat))] } else { vec![] }
    }

    fn dusk(&self, me: Me, s: &State) -> Vec<Effect> {
        if !too_late(s) || s.wolfish(me.seat) {
            return vec![];
        }
        let (role, card) = (RoleId::Villager, s.shown[me.seat.index()]);
        vec![Effect::Become { seat: me.seat, role, card }, Effect::Tell(Audience::one(me.seat), Fact::Became { role })]
    }

    /// Dead in any other way, or without her power, she has failed.
    fn side(&self, me: Me, s: &State) -> Option<Side> {
        let seeks = s.living.has(me.seat) && !s.powerless(me.seat) || ascended(me, s);
        match (s.wolfish(me.seat), seeks) {
            (true, _) => Some(Side::Wolves),
            (false, true) => Some(Side::Own(me.seat)),
            (false, false) => Some(Side::Village),
        }
    }

    fn victory(&self, me: Me, s: &State) -> Option<Victory> {
        let seats = Seats::one(me.seat);
        ascended(me, s).then_some(Victory { party: Party::Angel, seats, reason: Reason::InTime })
    }
}
