//! 狼巫: a wolf who every night, after the attack, may see the card of a player outside of the pack; from the second
//! night on the pure-white maiden whom she sees dies.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect};
use crate::event::{Cause, Sight};
use crate::hooks::{Hooks, Me, Pick};
use crate::options::SightKind;
use crate::request::{Ask, Choice, Menu, Window};
use crate::roles::RoleId;
use crate::state::State;

pub(super) struct WolfWitch;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::EveryNight,
    pack: Pack::Meets,
    sources: &["olv", "vwm"],
    options: &["self_explode"],
    ..Card::BLANK
};

impl Hooks for WolfWitch {
    /// A wolf whom she does not know is to her a player like any other.
    fn menu(&self, _me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let targets = s.present().minus(s.pack().or(s.pack_told)).iter().map(|seat| Choice::Target { seat });
        matches!(ask, Ask::Night { .. })
            .then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(targets).collect() })
    }

    /// The only card that another card's rule names: her look and the maiden's are each other's death.
    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Ask::Night { .. }, Some(named), Some(hit)) = (ask, pick.named.seat(), pick.hit.seat()) else {
            return super::werewolf::explode(me, ask, pick, s);
        };
        let kind = SightKind::Role;
        let mut effects = vec![Effect::Look { me, named, hit, kind }];
        if s.night > 1 && s.sight(hit, kind) == Sight::Role(RoleId::PureWhiteMaiden) {
            effects.push(Effect::Strike(Blow::kill(hit, Cause::Inspection, Some(me.seat))));
        }
        effects
    }

    fn offer(&self, _me: Me, window: Window, s: &State) -> Option<Menu> {
        super::werewolf::may_explode(window, s)
    }
}
