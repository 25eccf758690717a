//! 纯白之女: every night may look at one player; from the second night on a wolf she sees dies.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect};
use crate::event::{Cause, Sight};
use crate::hooks::{Hooks, Me, Pick};
use crate::options::PureWhiteKill;
use crate::request::{Ask, Choice, Menu};
use crate::state::State;

pub(super) struct PureWhiteMaiden;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["000d", "CN"],
    options: &["pure_white_result", "pure_white_kill", "seer_position", "dream_immunity"],
    ..Card::BLANK
};

impl Hooks for PureWhiteMaiden {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let targets = s.present().without(me.seat).iter().map(|seat| Choice::Target { seat });
        Some(Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(targets).collect() })
    }

    /// A wolf who seems good to her look is not seen, and lives.
    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Some(named), Some(hit)) = (pick.named.seat(), pick.hit.seat()) else { return vec![] };
        let kind = s.options().pure_white_result;
        let mut effects = vec![Effect::Look { me, named, hit, kind }];
        if s.night > 1 && s.wolfish(hit) && s.sight(hit, kind) != Sight::Good {
            let blow = Blow::kill(hit, Cause::Inspection, Some(me.seat));
            effects.push(match s.options().pure_white_kill {
                PureWhiteKill::AtDawn => Effect::Strike(blow),
                PureWhiteKill::AtOnce => Effect::StrikeNow(blow),
            });
        }
        effects
    }

    fn turns_back(&self) -> bool {
        true
    }
}
