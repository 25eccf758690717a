//! 女仆: before the card of a player who was voted out is shown, she may take it and play that role.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::Effect;
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu, Window};
use crate::state::State;

pub(super) struct DevotedServant;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["000b", "the Pact"],
    ..Card::BLANK
};

impl Hooks for DevotedServant {
    /// Not for herself, and not while she loves.
    fn offer(&self, me: Me, window: Window, s: &State) -> Option<Menu> {
        let free = !s.has(me.seat, Kind::Lover) && s.living.has(me.seat);
        let other = matches!(window, Window::Unmasking { seat } if seat != me.seat);
        (free && other).then(|| Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] })
    }

    /// The card is hers, fresh; what lay on the dead stays with him, and his card does nothing more.
    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Ask::Offer { window: Window::Unmasking { seat } }, Choice::Yes) = (ask, pick.hit) else { return vec![] };
        let role = s.card(seat);
        vec![
            Effect::Tell(Audience::Everyone, Fact::Stepped { by: me.seat, seat }),
            Effect::HideCard(seat),
            Effect::Mark(s.new_mark(seat, Kind::Powerless, me.seat)),
            Effect::Become { seat: me.seat, role, card: role },
            Effect::Tell(Audience::one(me.seat), Fact::Became { role }),
        ]
    }
}
