//! 大野狼: kills a second player every night, as long as none of the wolves' own has died.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect};
use crate::event::{Audience, Cause, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::request::{Ask, Choice, Menu, Window};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct BigBadWolf;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::EveryNight,
    pack: Pack::Meets,
    sources: &["000b", "the Pact"],
    options: &["wolf_may_skip"],
    ..Card::BLANK
};

/// Whether a wolf has died, or somebody whose death counts like a wolf's.
fn mourns(s: &State) -> bool {
    let dead = Seats::all(s.cards.len()).minus(s.present());
    dead.iter().any(|seat| s.wolfish(seat) || s.card(seat).role().wolves_own())
}

impl Hooks for BigBadWolf {
    /// He may not know whose death cost him the second kill, so he is told that it is gone.
    fn brief(&self, me: Me, ask: Ask, s: &State) -> Vec<Effect> {
        let night = matches!(ask, Ask::Night { .. });
        if night && mourns(s) { vec![Effect::Tell(Audience::one(me.seat), Fact::Blocked)] } else { vec![] }
    }

    /// Another victim than the pack's.
    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let prey: Seats = s.quarry.map(|quarry| quarry.named).into_iter().collect();
        let others = s.present().minus(s.pack()).without(me.seat).minus(prey).minus(s.spared_by(me.seat));
        let pass = s.options().wolf_may_skip.then_some(Choice::Pass);
        let choices = pass.into_iter().chain(others.iter().map(|seat| Choice::Target { seat })).collect();
        let hungry = matches!(ask, Ask::Night { .. }) && !mourns(s) && !others.is_empty();
        hungry.then_some(Menu::OneOf { choices })
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
}
