//! 吉普赛女人: at night picks a question of a spiritualism card and who asks it in the morning; the first of the dead
//! answers, and the card is done.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::agenda::Step;
use crate::effect::{Effect, Item};
use crate::events::{EventId, GYPSY_ASKS, spirit_cards};
use crate::hooks::{Hooks, Me, Pick};
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct Gypsy;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::AfterDay,
    pack: Pack::No,
    sources: &["000b", "mdj", "the Pact"],
    options: &["spirit_questions"],
    ..Card::BLANK
};

/// The card she is read tonight: the first that is left and has a question that may be asked.
fn card_of_tonight(me: Me, s: &State) -> Option<EventId> {
    spirit_cards(s).find(|card| s.notes(me, Item::Spirit(*card)).next().is_none())
}

impl Hooks for Gypsy {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let answers = !s.announced_dead().is_empty() && card_of_tonight(me, s).is_some();
        answers.then(|| Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Some(event) = card_of_tonight(me, s).filter(|_| pick.hit == Choice::Yes) else { return vec![] };
        let ask = Ask::Event { event, part: GYPSY_ASKS, of: None };
        vec![
            Effect::Note(s.note(me, Item::Spirit(event), me.seat)),
            Effect::Next(Step::Inquire { who: Seats::one(me.seat), ask }),
        ]
    }
}
