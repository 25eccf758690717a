//! 奇迹商人: once a game gives another player one use of a skill; given to a wolf, it costs the merchant's life.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Item, Mark, Span};
use crate::event::{Audience, Cause, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::options::LuckySkillFrom;
use crate::request::{Ask, Choice, Menu};
use crate::roles::RoleId;
use crate::state::State;

pub(super) struct MiracleMerchant;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["000d", "CN"],
    options: &["lucky_skill_from", "first_mover_order"],
    wares: &WARES,
    ..Card::BLANK
};

/// What he trades in: a check, a poison, a protection.
const WARES: [RoleId; 3] = [RoleId::Seer, RoleId::Witch, RoleId::Guard];

impl Hooks for MiracleMerchant {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let left = s.notes(me, Item::Used).next().is_none();
        let others = s.present().without(me.seat);
        let gifts = others.iter().flat_map(|seat| WARES.map(|role| Choice::Give { seat, role }));
        left.then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(gifts).collect() })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Choice::Give { seat, role: skill } = pick.hit else { return vec![] };
        let used = Effect::Note(s.note(me, Item::Used, seat));
        if s.wolfish(seat) {
            return vec![used, Effect::Strike(Blow::kill(me.seat, Cause::Trade, None))];
        }
        let span = match s.options().lucky_skill_from {
            LuckySkillFrom::SameNight => Span::Ever,
            LuckySkillFrom::NextNight => Span::From(s.night + 1),
        };
        vec![
            used,
            Effect::Mark(Mark { span, ..s.new_mark(seat, Kind::Gift(skill), me.seat) }),
            Effect::Tell(Audience::one(seat), Fact::Lucky { skill }),
        ]
    }
}
