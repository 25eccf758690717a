//! 狼狗: in the first night decides in secret whether he is a villager or a wolf.

use super::{Camp, Card, Group, Pack, RoleId, Wakes};
use crate::effect::Effect;
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::options::Options;
use crate::request::{Ask, Choice, Menu};
use crate::state::State;

pub(super) struct WolfHound;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::Villager,
    wakes: Wakes::FirstNight,
    pack: Pack::No,
    sources: &["000b", "the Pact"],
    ..Card::BLANK
};

impl Hooks for WolfHound {
    fn menu(&self, _me: Me, ask: Ask, _s: &State) -> Option<Menu> {
        let choices = [RoleId::Villager, RoleId::Werewolf].map(|role| Choice::Card { role }).to_vec();
        matches!(ask, Ask::Night { .. }).then_some(Menu::OneOf { choices })
    }

    fn must(&self, _ask: Ask, _s: &State) -> bool {
        true
    }

    /// His card stays the wolf-hound's; a wolf, he meets the pack in the same night.
    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Choice::Card { role: RoleId::Werewolf } = pick.hit else { return vec![] };
        vec![
            Effect::Mark(s.new_mark(me.seat, Kind::Turned, me.seat)),
            Effect::Tell(Audience::one(me.seat), Fact::Turned),
        ]
    }

    fn wolves_own(&self) -> bool {
        true
    }

    fn disarmed(&self, _options: &Options) -> bool {
        false
    }
}
