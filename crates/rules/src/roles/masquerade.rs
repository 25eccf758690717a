//! 假面: a wolf apart from the pack, who from the second night on may ask whether a player is in the dance, and mask one,
//! who counts for the other side there. Poison does her no harm.

use super::{Camp, Card, Group, Pack, RoleId, Wakes};
use crate::agenda::Step;
use crate::effect::{Blow, Effect, Item, Mark, Span, Verdict};
use crate::event::{Audience, Cause, Fact, Ward};
use crate::hooks::{Hooks, Layer, Me, Pick};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct Masquerade;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::FromSecondNight,
    pack: Pack::Apart,
    sources: &["olv", "vwm"],
    ..Card::BLANK
};

/// The question that follows the first: who is masked.
const MASK: Ask = Ask::Further { role: RoleId::Masquerade, of: None };

impl Hooks for Masquerade {
    fn layer(&self) -> Layer {
        Layer::Lives
    }

    /// Nobody is masked two nights running.
    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let last = s.notes(me, Item::Chosen).filter(|note| note.night + 1 == s.night).map(|note| note.on);
        let spared: Seats = if ask == MASK { last.collect() } else { Seats::one(me.seat) };
        let targets = s.present().minus(spared).iter().map(|seat| Choice::Target { seat });
        Some(Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(targets).collect() })
    }

    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let seats = pick.named.seat().zip(pick.hit.seat());
        if ask != MASK {
            let answer = |(named, hit)| Fact::Danced { seat: named, dances: s.has(hit, Kind::Dancing) };
            let told = seats.map(|seats| Effect::Tell(Audience::one(me.seat), answer(seats)));
            return told.into_iter().chain([Effect::Next(Step::Put { me, ask: MASK })]).collect();
        }
        let Some((named, hit)) = seats else { return vec![] };
        let span = Span::Night(s.night);
        vec![
            Effect::Note(s.note(me, Item::Chosen, s.remembered(named, hit))),
            Effect::Mark(Mark { span, ..s.new_mark(hit, Kind::Masked, me.seat) }),
        ]
    }

    fn intercept(&self, _me: Me, blow: &Blow, _s: &State) -> Verdict {
        if blow.cause == Cause::Poison { Verdict::Averted(Ward::Nature, vec![]) } else { Verdict::Stands }
    }
}
