//! 火狼: wakes first from the second night on; once a game, after a wolf's death, seals a player's power for good.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Fate, Item};
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::options::{SealScope, SealTrigger};
use crate::request::{Ask, Choice, Menu, Window};
use crate::state::State;

pub(super) struct FireWolf;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::FromSecondNight,
    pack: Pack::Meets,
    sources: &["000b", "trc"],
    options: &["seal_trigger", "seal_scope"],
    ..Card::BLANK
};

/// Whether a wolf's death lets him act tonight.
fn kindled(me: Me, s: &State) -> bool {
    let recent = s.options().seal_trigger == SealTrigger::WolfOutLastDay;
    s.notes(me, Item::Chosen).any(|note| !recent || note.night + 1 == s.night)
}

impl Hooks for FireWolf {
    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let left = s.notes(me, Item::Used).next().is_none();
        let others = s.present().minus(s.pack()).without(me.seat);
        let choices = std::iter::once(Choice::Pass).chain(others.iter().map(|seat| Choice::Target { seat })).collect();
        (matches!(ask, Ask::Night { .. }) && left && kindled(me, s)).then_some(Menu::OneOf { choices })
    }

    /// Who is called at night hears of it there; who is never called again hears of it now.
    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Ask::Night { .. }, Choice::Target { seat }) = (ask, pick.hit) else {
            return super::werewolf::explode(me, ask, pick, s);
        };
        let kind = match s.options().seal_scope {
            SealScope::Active => Kind::Sealed,
            SealScope::All => Kind::Powerless,
        };
        let mut effects =
            vec![Effect::Note(s.note(me, Item::Used, seat)), Effect::Mark(s.new_mark(seat, kind, me.seat))];
        if !s.wakes(s.card(seat)) {
            effects.push(Effect::Tell(Audience::one(seat), Fact::Blocked));
        }
        effects
    }

    fn mourn(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        let wolf = fate.died() && fate.seat != me.seat && s.wolfish(fate.seat);
        if wolf { vec![Effect::Note(s.note(me, Item::Chosen, fate.seat))] } else { vec![] }
    }

    fn offer(&self, _me: Me, window: Window, s: &State) -> Option<Menu> {
        super::werewolf::may_explode(window, s)
    }
}
