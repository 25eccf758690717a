//! 村民-村民: a villager whose card everybody has seen from both sides.

use super::{Camp, Card, Group, Pack, RoleId, Wakes};
use crate::effect::Effect;
use crate::event::{Audience, Fact};
use crate::hooks::Hooks;
use crate::seat::Seat;
use crate::state::State;

pub(super) struct VillagerVillager;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::Villager,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["the Pact"],
    ..Card::BLANK
};

impl Hooks for VillagerVillager {
    fn opening(&self, s: &State) -> Vec<Effect> {
        let role = RoleId::VillagerVillager;
        let holders = Seat::all(s.cards.len()).filter(|seat| s.card(*seat) == role);
        holders.map(|seat| Effect::Tell(Audience::Everyone, Fact::Revealed { seat, role, card: role })).collect()
    }
}
