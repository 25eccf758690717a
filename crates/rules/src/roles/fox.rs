//! 狐狸: every night sniffs at a player and his two neighbours; without a wolf among them the nose is gone.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Item};
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::request::{Ask, Choice, Menu};
use crate::state::State;

pub(super) struct Fox;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["000b", "the Pact"],
    ..Card::BLANK
};

impl Hooks for Fox {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let nose = s.notes(me, Item::Used).next().is_none();
        let targets = s.present().iter().map(|seat| Choice::Target { seat });
        nose.then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(targets).collect() })
    }

    /// Three numbers that lie side by side, whoever they mean tonight.
    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Some(middle) = pick.named.seat() else { return vec![] };
        let seats = s.neighbours(middle).with(middle);
        let wolf = seats.iter().any(|seat| s.wolfish(s.person(seat)));
        let mut effects = vec![Effect::Tell(Audience::one(me.seat), Fact::Sniffed { seats, wolf })];
        if !wolf {
            effects.push(Effect::Note(s.note(me, Item::Used, middle)));
        }
        effects
    }
}
