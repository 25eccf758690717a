//! 定序王子: once a game the day's first exile vote does not count and is held again, after he has spoken.

use super::{Camp, Card, Group, Pack, Wakes, once};
use crate::agenda::Step;
use crate::effect::Effect;
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::request::{Ask, FloorKind, Menu, Window};
use crate::roles::RoleId;
use crate::state::State;

pub(super) struct SequencePrince;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["000d", "CN"],
    ..Card::BLANK
};

impl Hooks for SequencePrince {
    fn offer(&self, me: Me, window: Window, s: &State) -> Option<Menu> {
        once::when_tallied(me, window, s)
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let card = s.shown[me.seat.index()];
        let shown = Fact::Revealed { seat: me.seat, role: RoleId::SequencePrince, card };
        let rewound = vec![
            Effect::Tell(Audience::Everyone, shown),
            Effect::Tell(Audience::Everyone, Fact::Rewound { by: me.seat }),
            Effect::VoidVote,
            Effect::Next(Step::Speak(me.seat, FloorKind::Interjection)),
        ];
        once::deed(me, pick, s, rewound)
    }
}
