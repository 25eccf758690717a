//! 口吃法官: once a game a secret sign calls for a second vote on the same day.

use super::{Camp, Card, Group, Pack, Role, Wakes};
use crate::effect::{Effect, Item};
use crate::hooks::{Hooks, Me, Pick};
use crate::request::{Ask, Choice, Menu, Window};
use crate::state::State;

pub(super) struct StutteringJudge;

const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["the Pact"],
    options: &[],
};

impl Role for StutteringJudge {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for StutteringJudge {
    /// Once the ballots of the first vote are open, and before anybody is out.
    fn offer(&self, me: Me, window: Window, s: &State) -> Option<Menu> {
        let left = s.notes(me, Item::Used).next().is_none();
        (window == Window::Tallied && left).then(|| Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        if pick.hit != Choice::Yes {
            return vec![];
        }
        vec![Effect::Note(s.note(me, Item::Used, me.seat)), Effect::SecondVote]
    }
}
