//! 定序王子: once a game the day's first exile vote does not count and is held again, after he has spoken.

use super::{Camp, Card, Group, Pack, Role, Wakes};
use crate::agenda::Step;
use crate::effect::{Effect, Item};
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::request::{Ask, Choice, FloorKind, Menu, Window};
use crate::roles::RoleId;
use crate::state::State;

pub(super) struct SequencePrince;

const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["000d", "CN"],
    options: &[],
};

impl Role for SequencePrince {
    fn card(&self) -> &'static Card {
        &CARD
    }
}

impl Hooks for SequencePrince {
    /// On a tie and on an empty vote too, before any of it counts (errata 67).
    fn offer(&self, me: Me, window: Window, s: &State) -> Option<Menu> {
        let left = s.notes(me, Item::Used).next().is_none();
        (window == Window::Tallied && left).then(|| Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        if pick.hit != Choice::Yes {
            return vec![];
        }
        let role = RoleId::SequencePrince;
        vec![
            Effect::Note(s.note(me, Item::Used, me.seat)),
            Effect::Tell(Audience::Everyone, Fact::Revealed { seat: me.seat, role, card: s.shown[me.seat.index()] }),
            Effect::Tell(Audience::Everyone, Fact::Rewound { by: me.seat }),
            Effect::VoidVote,
            Effect::Next(Step::Speak(me.seat, FloorKind::Interjection)),
        ]
    }
}
