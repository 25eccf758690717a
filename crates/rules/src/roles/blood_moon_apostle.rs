//! 血月使徒: his explosion seals the powers of the good for the night; exiled as the last wolf he stays
//! until the next dawn.

use super::werewolf::{blast, public_moment};
use super::{Camp, Card, Group, Pack, Wakes};
use crate::agenda::Step;
use crate::effect::{Blow, Effect, Item, Mark, Span, Verdict};
use crate::event::{Audience, Cause, Fact, Ward};
use crate::hooks::{Hooks, Layer, Me, Pick};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu, Window};
use crate::roles::RoleId;
use crate::seat::Seats;
use crate::state::State;

pub(super) struct BloodMoonApostle;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::Never,
    pack: Pack::Meets,
    sources: &["CN"],
    options: &["self_explode"],
    ..Card::BLANK
};

/// The good (好人): those of the village who are no wolves. Loners keep their powers.
fn good(s: &State) -> Seats {
    let village = |seat: &crate::seat::Seat| s.card(*seat).card().camp == Camp::Village && !s.wolfish(*seat);
    s.present().iter().filter(village).collect()
}

impl Hooks for BloodMoonApostle {
    fn layer(&self) -> Layer {
        Layer::Lives
    }

    fn offer(&self, _me: Me, window: Window, _s: &State) -> Option<Menu> {
        public_moment(window).then(|| Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] })
    }

    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        if pick.hit != Choice::Yes {
            return vec![];
        }
        let span = Span::Night(s.night + 1);
        let seals = good(s).iter().map(|seat| Mark { span, ..s.new_mark(seat, Kind::Blocked, me.seat) });
        let card = super::show(me, RoleId::BloodMoonApostle, s);
        card.into_iter().chain(blast(me, ask)).chain(seals.map(Effect::Mark)).collect()
    }

    fn intercept(&self, me: Me, blow: &Blow, s: &State) -> Verdict {
        let last = s.wolves(s.living) == Seats::one(me.seat) && s.notes(me, Item::Used).next().is_none();
        if blow.cause != Cause::Vote || !last {
            return Verdict::Stands;
        }
        let mut effects = vec![
            Effect::Note(s.note(me, Item::Used, me.seat)),
            Effect::Exiled(me.seat),
            Effect::Tell(Audience::Everyone, Fact::Lingers { seat: me.seat }),
        ];
        effects.extend(super::show(me, RoleId::BloodMoonApostle, s));
        Verdict::Averted(Ward::Nature, effects)
    }

    /// His time is up after the night's dead were announced; what he did in that night counts first.
    fn dawn(&self, me: Me, s: &State) -> Vec<Effect> {
        if s.notes(me, Item::Used).next().is_none() {
            return vec![];
        }
        vec![Effect::Strike(Blow::kill(me.seat, Cause::Wounds, None)), Effect::Next(Step::Settle)]
    }
}
