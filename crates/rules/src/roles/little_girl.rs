//! 小女孩: may peek while the wolves are awake.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::agenda::Step;
use crate::dice::Purpose;
use crate::effect::{Effect, Item};
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::options::{GirlCaught, GirlMode, GirlPeekGain};
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct LittleGirl;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["000c", "000g", "001", "003", "004"],
    options: &["girl_mode", "girl_caught", "girl_peek_window", "girl_peek_gain", "girl_catch_chance", "girl_guardable"],
    ..Card::BLANK
};

/// Whether her peek of tonight was caught.
fn caught(me: Me, s: &State) -> bool {
    s.notes(me, Item::Caught).any(|note| note.night == s.night)
}

/// A roll whose result comes back to `rolled`.
fn roll(me: Me, purpose: Purpose, sides: usize) -> Effect {
    Effect::Roll { me, purpose, sides: sides as u16 }
}

/// What she sees, once it is known whether she was caught: the pack, or one of it drawn by lot.
fn look(me: Me, caught: bool, s: &State) -> Vec<Effect> {
    let wolves = s.hunters();
    match s.options().girl_peek_gain {
        GirlPeekGain::OneRandomWolf if wolves.len() > 1 => vec![roll(me, Purpose::Peek, wolves.len())],
        GirlPeekGain::OneRandomWolf | GirlPeekGain::Pack => see(me, wolves, caught, s),
    }
}

/// She sees these wolves; if they saw her too, they may take her, or must (errata 55).
fn see(me: Me, wolves: Seats, caught: bool, s: &State) -> Vec<Effect> {
    let mut effects = vec![Effect::Tell(Audience::one(me.seat), Fact::Peeked { wolves, caught })];
    if caught {
        let pack = Audience::Only(s.hunters());
        effects.push(Effect::Tell(pack, Fact::Caught { seat: me.seat }));
        match s.options().girl_caught {
            GirlCaught::May => effects.push(Effect::Next(Step::Substitute(me.seat))),
            GirlCaught::Must => effects
                .extend([Effect::Prey(me.seat), Effect::Tell(pack, Fact::Taken { seat: me.seat, instead: true })]),
        }
    }
    effects
}

impl Hooks for LittleGirl {
    fn menu(&self, _me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let peeks = matches!(ask, Ask::Night { .. }) && s.options().girl_mode != GirlMode::Off;
        peeks.then(|| Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        match (pick.hit, s.options().girl_mode) {
            (Choice::Yes, GirlMode::ActionWithRisk) => {
                vec![roll(me, Purpose::Catch, s.options().girl_catch_chance.of.into())]
            }
            (Choice::Yes, _) => look(me, false, s),
            _ => vec![],
        }
    }

    fn rolled(&self, me: Me, purpose: Purpose, result: u16, s: &State) -> Vec<Effect> {
        match purpose {
            Purpose::Catch if result <= s.options().girl_catch_chance.hits => {
                let mut effects = vec![Effect::Note(s.note(me, Item::Caught, me.seat))];
                effects.extend(look(me, true, s));
                effects
            }
            Purpose::Catch => look(me, false, s),
            _ => {
                let seen = s.hunters().iter().nth(usize::from(result) - 1);
                see(me, seen.into_iter().collect(), caught(me, s), s)
            }
        }
    }

    fn guardable(&self, s: &State) -> bool {
        s.options().girl_guardable
    }
}
