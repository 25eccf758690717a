//! 口吃法官: once a game a secret sign calls for a second vote on the same day.

use super::{Camp, Card, Group, Pack, Wakes, once};
use crate::effect::Effect;
use crate::hooks::{Hooks, Me, Pick};
use crate::request::{Ask, Menu, Window};
use crate::state::State;

pub(super) struct StutteringJudge;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["the Pact"],
    ..Card::BLANK
};

impl Hooks for StutteringJudge {
    fn offer(&self, me: Me, window: Window, s: &State) -> Option<Menu> {
        once::when_tallied(me, window, s)
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        once::deed(me, pick, s, vec![Effect::SecondVote])
    }
}
