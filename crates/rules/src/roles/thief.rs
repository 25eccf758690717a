//! 盗贼: may take one of the two centre cards in the first night.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::Effect;
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::options::{ThiefCardTransfer, ThiefChoice, ThiefForcedWolf, ThiefUnswappedRole};
use crate::request::{Ask, Choice, Menu};
use crate::roles::RoleId;
use crate::state::State;

pub(super) struct Thief;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::Villager,
    wakes: Wakes::FirstNight,
    pack: Pack::No,
    sources: &["000a", "000c", "000e", "000g", "001", "003", "004"],
    options: &["thief_extra_cards", "thief_choice", "thief_forced_wolf", "thief_unswapped_role", "thief_card_transfer"],
    ..Card::BLANK
};

impl Hooks for Thief {
    fn brief(&self, me: Me, _ask: Ask, s: &State) -> Vec<Effect> {
        vec![Effect::Tell(Audience::one(me.seat), Fact::Centre { cards: s.centre.clone() })]
    }

    fn menu(&self, _me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let o = s.options();
        let wolf = |role: &RoleId| role.card().camp == Camp::Wolves;
        let wolves = s.centre.iter().filter(|role| wolf(role)).count();
        let forced = match o.thief_forced_wolf {
            ThiefForcedWolf::BothWolves => wolves == s.centre.len(),
            ThiefForcedWolf::AnyWolf => wolves > 0,
        };
        let mut cards: Vec<RoleId> = s.centre.iter().copied().filter(|role| !forced || wolf(role)).collect();
        cards.sort_unstable();
        cards.dedup();
        let stay = !forced && o.thief_choice == ThiefChoice::MaySwap;
        let choices = stay.then_some(Choice::Pass).into_iter();
        let choices = choices.chain(cards.into_iter().map(|role| Choice::Card { role })).collect();
        Some(Menu::OneOf { choices })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let own = s.shown[me.seat.index()];
        let (role, card) = match (pick.hit, s.options().thief_card_transfer) {
            (Choice::Card { role }, ThiefCardTransfer::Physical) => (role, role),
            (Choice::Card { role }, ThiefCardTransfer::Remembered) => (role, own),
            _ => match s.options().thief_unswapped_role {
                ThiefUnswappedRole::Villager => (RoleId::Villager, own),
                ThiefUnswappedRole::Thief => return vec![],
            },
        };
        vec![Effect::Become { seat: me.seat, role, card }, Effect::Tell(Audience::one(me.seat), Fact::Became { role })]
    }

    fn must(&self, ask: Ask, _s: &State) -> bool {
        matches!(ask, Ask::Night { .. })
    }
}
