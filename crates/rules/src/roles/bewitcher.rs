//! 蛊惑师: every night may pick a player, who dies in her place if she would die that night.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Harm, Item, Verdict};
use crate::event::{Cause, Phase, Ward};
use crate::hooks::{Hooks, Me, Pick};
use crate::options::{BewitchCauses, Permit};
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct Bewitcher;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["000b", "trc", "qq", "chm"],
    options: &["bewitch_repeat", "bewitch_causes"],
    ..Card::BLANK
};

impl Hooks for Bewitcher {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let last: Seats = match s.options().bewitch_repeat {
            Permit::Forbid => {
                s.notes(me, Item::Named).filter(|note| note.night + 1 == s.night).map(|note| note.on).collect()
            }
            Permit::Allow => Seats::NONE,
        };
        let targets = s.present().without(me.seat).minus(last).minus(s.spared_by(me.seat));
        let choices = std::iter::once(Choice::Pass).chain(targets.iter().map(|seat| Choice::Target { seat })).collect();
        Some(Menu::OneOf { choices })
    }

    /// The number that may not be repeated, and the person who pays.
    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Some(named), Some(hit)) = (pick.named.seat(), pick.hit.seat()) else { return vec![] };
        vec![
            Effect::Note(s.note(me, Item::Named, s.remembered(named, hit))),
            Effect::Note(s.note(me, Item::Chosen, hit)),
        ]
    }

    /// The other's death follows hers, so it leaves him nothing to use.
    fn intercept(&self, me: Me, blow: &Blow, s: &State) -> Verdict {
        let counts = match s.options().bewitch_causes {
            BewitchCauses::WolfOrPoison => matches!(blow.cause, Cause::Wolves | Cause::Poison),
            BewitchCauses::AnyNightDeath => blow.cause != Cause::Substitute,
        };
        let tonight = s.notes(me, Item::Chosen).find(|note| note.night == s.night && s.living.has(note.on));
        let dies = counts && blow.harm == Harm::Kill && s.phase == Phase::Night;
        match tonight.filter(|_| dies) {
            Some(note) => {
                let instead = Effect::Strike(Blow::kill(note.on, Cause::Substitute, Some(me.seat)));
                Verdict::Averted(Ward::Substitute, vec![instead])
            }
            None => Verdict::Stands,
        }
    }
}
