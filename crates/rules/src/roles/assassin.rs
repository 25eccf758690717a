//! 刺客: a wolf apart from the pack; once a game guesses at a card: right kills its holder, wrong the assassin.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Item};
use crate::event::{Audience, Cause, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::options::AssassinScope;
use crate::request::{Ask, Choice, Menu};
use crate::state::State;

pub(super) struct Assassin;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::EveryNight,
    pack: Pack::Apart,
    sources: &["000b", "trc"],
    options: &["assassin_meets_pack", "assassin_scope", "assassin_pierces"],
    ..Card::BLANK
};

/// He cannot blow himself up.
impl Hooks for Assassin {
    /// In the first night he learns who the wolves are, or meets them.
    fn brief(&self, me: Me, _ask: Ask, s: &State) -> Vec<Effect> {
        if s.night > 1 {
            vec![]
        } else if s.options().assassin_meets_pack {
            vec![Effect::Mark(s.new_mark(me.seat, Kind::Joined, me.seat))]
        } else {
            vec![Effect::Tell(Audience::one(me.seat), Fact::Wolves { seats: s.pack() })]
        }
    }

    /// The cards he may name are those everybody knows to be in the deck.
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let o = s.options();
        let gods = o.assassin_scope == AssassinScope::Gods;
        let good = |group: Group| if gods { group == Group::God } else { group != Group::Wolf };
        let cards = || s.announced_roles.iter().copied().filter(move |role| good(role.group(o)));
        let others = s.present().without(me.seat).minus(s.spared_by(me.seat));
        let guesses = others.iter().flat_map(|seat| cards().map(move |role| Choice::Give { seat, role }));
        let left = s.notes(me, Item::Used).next().is_none() && cards().next().is_some();
        left.then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(guesses).collect() })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Choice::Give { seat, role } = pick.hit else { return vec![] };
        let used = Effect::Note(s.note(me, Item::Used, seat));
        if s.card(seat) != role {
            return vec![used, Effect::Strike(Blow::kill(me.seat, Cause::Guess, None))];
        }
        // What guard and antidote may stop is an attack of the wolves like any other.
        let cause = if s.options().assassin_pierces { Cause::Guess } else { Cause::Wolves };
        vec![used, Effect::Strike(Blow::kill(seat, cause, Some(me.seat)))]
    }
}
