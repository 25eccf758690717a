//! 野孩子: in the first night picks a model; when the model dies, the child is a wolf.

use super::{Camp, Card, Group, Pack, Wakes, once};
use crate::effect::{Effect, Fate};
use crate::event::{Audience, Cause, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::options::WildChildTrigger;
use crate::request::{Ask, Menu};
use crate::state::State;

pub(super) struct WildChild;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::Villager,
    wakes: Wakes::FirstNight,
    pack: Pack::No,
    sources: &["000b", "the Pact"],
    options: &["wild_child_trigger"],
    ..Card::BLANK
};

impl Hooks for WildChild {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        once::another(me, s)
    }

    fn must(&self, _ask: Ask, _s: &State) -> bool {
        true
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        once::choose(me, pick, s)
    }

    /// When the death is told: the child knows nothing before the others do. It is a wolf before anybody has won.
    fn mourn(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        let counts = match s.options().wild_child_trigger {
            WildChildTrigger::AnyDeath => fate.died(),
            WildChildTrigger::Exile => fate.died_of(Cause::Vote),
        };
        let model = once::chosen(me, s) == Some(fate.seat);
        if !(model && counts && s.living.has(me.seat)) || s.wolfish(me.seat) {
            return vec![];
        }
        vec![
            Effect::Mark(s.new_mark(me.seat, Kind::Turned, fate.seat)),
            Effect::Tell(Audience::one(me.seat), Fact::Turned),
        ]
    }

    fn wolves_own(&self) -> bool {
        true
    }
}
