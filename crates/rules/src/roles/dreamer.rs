//! 摄梦人: every night makes one player a sleepwalker, safe from harm; two nights running kill, and so does the
//! dreamer's own death.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Fate, Item, Mark, Span};
use crate::event::Cause;
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct Dreamer;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["000d", "CN"],
    options: &["dream_immunity", "dream_skip", "dream_random", "dream_self"],
    ..Card::BLANK
};

impl Hooks for Dreamer {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let o = s.options();
        let own = if o.dream_self { Seats::NONE } else { Seats::one(me.seat) };
        let targets = s.present().minus(own).iter().map(|seat| Choice::Target { seat });
        let choices: Vec<Choice> = o.dream_skip.then_some(Choice::Pass).into_iter().chain(targets).collect();
        (!choices.is_empty()).then_some(Menu::OneOf { choices })
    }

    fn must(&self, _ask: Ask, s: &State) -> bool {
        s.options().dream_random
    }

    /// The same player two nights running does not wake (errata 69).
    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Some(on) = pick.hit.seat() else { return vec![] };
        let again = s.notes(me, Item::Chosen).any(|note| note.on == on && note.night + 1 == s.night);
        let sleep = Effect::Mark(Mark { span: Span::Night(s.night), ..s.new_mark(on, Kind::Dreamt, me.seat) });
        let mut effects = vec![Effect::Note(s.note(me, Item::Chosen, on)), sleep];
        if again {
            effects.push(Effect::Strike(Blow::kill(on, Cause::Dream, Some(me.seat))));
        }
        effects
    }

    /// Dying at night, he takes tonight's sleepwalker with him, whatever protects that one.
    fn fate(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        let dies = fate.seat == me.seat && fate.by_night && fate.died();
        let tonight = s.notes(me, Item::Chosen).filter(|note| dies && note.night == s.night);
        tonight.map(|note| Effect::Strike(Blow::kill(note.on, Cause::Dream, Some(me.seat)))).collect()
    }
}
