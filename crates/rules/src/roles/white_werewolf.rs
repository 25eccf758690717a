//! 白狼: wakes with the pack, every second night may kill another wolf, and wins as the last player alive.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect};
use crate::event::Cause;
use crate::hooks::{Hooks, Me, Pick};
use crate::request::{Ask, Choice, Menu, Window};
use crate::seat::Seats;
use crate::state::State;
use crate::win::{Party, Reason, Side, Victory};

pub(super) struct WhiteWerewolf;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::EvenNights,
    pack: Pack::Meets,
    sources: &["000b", "the Pact"],
    ..Card::BLANK
};

impl Hooks for WhiteWerewolf {
    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let others = s.pack().without(me.seat);
        let targets = others.iter().map(|seat| Choice::Target { seat });
        (matches!(ask, Ask::Night { .. }) && !others.is_empty())
            .then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(targets).collect() })
    }

    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        match (ask, pick.hit) {
            (Ask::Night { .. }, Choice::Target { seat }) => {
                vec![Effect::Strike(Blow::kill(seat, Cause::Wolves, Some(me.seat)))]
            }
            _ => super::werewolf::explode(me, ask, pick, s),
        }
    }

    fn offer(&self, _me: Me, window: Window, s: &State) -> Option<Menu> {
        super::werewolf::may_explode(window, s)
    }

    fn side(&self, me: Me, _s: &State) -> Option<Side> {
        Some(Side::Own(me.seat))
    }

    fn victory(&self, me: Me, s: &State) -> Option<Victory> {
        let alone = s.living == Seats::one(me.seat);
        alone.then_some(Victory { party: Party::WhiteWerewolf, seats: s.living, reason: Reason::LastAlive })
    }
}
