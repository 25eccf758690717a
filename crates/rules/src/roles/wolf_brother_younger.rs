//! 狼弟: sleeps while his elder brother lives and seems good; then kills once by himself, and joins the pack.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Fate, Item, Mark, Span};
use crate::event::{Cause, Sight};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::options::{BrotherLastWolf, SightKind};
use crate::request::{Ask, Choice, Menu, Window};
use crate::seat::{Seat, Seats};
use crate::state::State;

pub(super) struct WolfBrotherYounger;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::EveryNight,
    pack: Pack::Apart,
    sources: &["000b", "wb", "trc", "rhz", "dob", "jg"],
    options: &["brother_last_wolf", "double_blade_pierces"],
    ..Card::BLANK
};

/// Whether he has his own kill tonight: in the first night after his brother's death, or in the second if he was the
/// last wolf in the first.
fn due(me: Me, s: &State) -> bool {
    let left = s.notes(me, Item::Used).next().is_none();
    let postpone = s.options().brother_last_wolf == BrotherLastWolf::Postpone;
    let last = s.wolves(s.living) == Seats::one(me.seat);
    let waits = |night: u16| postpone && last && s.night == night + 1;
    left && s.notes(me, Item::Chosen).any(|note| s.night > note.night && !waits(note.night))
}

impl Hooks for WolfBrotherYounger {
    /// Whoever is there: a menu without the wolves would tell him of a pack he has not met.
    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let targets = s.present().without(me.seat).minus(s.spared_by(me.seat));
        let choices = targets.iter().map(|seat| Choice::Target { seat }).collect();
        let asked = matches!(ask, Ask::Night { .. }) && due(me, s) && !targets.is_empty();
        asked.then_some(Menu::OneOf { choices })
    }

    fn must(&self, ask: Ask, _s: &State) -> bool {
        matches!(ask, Ask::Night { .. })
    }

    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Ask::Night { .. }, Choice::Target { seat }) = (ask, pick.hit) else {
            return super::werewolf::explode(me, ask, pick, s);
        };
        let mut effects = vec![
            Effect::Note(s.note(me, Item::Used, seat)),
            Effect::Strike(Blow::kill(seat, Cause::Wolves, Some(me.seat))),
        ];
        let both = s.quarry.is_some_and(|quarry| quarry.hit == seat);
        if both && s.options().double_blade_pierces {
            let span = Span::Night(s.night);
            effects.push(Effect::Mark(Mark { span, ..s.new_mark(seat, Kind::Defenceless, me.seat) }));
        }
        effects
    }

    fn offer(&self, _me: Me, window: Window, s: &State) -> Option<Menu> {
        super::werewolf::may_explode(window, s)
    }

    /// His brother is out: the next night is his own, and from the one after it he wakes with the pack.
    fn mourn(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        let brother = fate.seat != me.seat && fate.died() && s.has(fate.seat, Kind::Brother);
        if !brother || !s.living.has(me.seat) {
            return vec![];
        }
        let span = Span::From(s.night + 2);
        vec![
            Effect::Note(s.note(me, Item::Chosen, fate.seat)),
            Effect::Mark(Mark { span, ..s.new_mark(me.seat, Kind::Joined, fate.seat) }),
        ]
    }

    /// Good as long as his brother lives, which a check of the night in which the brother dies still finds.
    fn seems(&self, seat: Seat, _kind: SightKind, s: &State) -> Option<Sight> {
        let brother = s.marked(Kind::Brother).without(seat).and(s.living);
        (!brother.is_empty()).then_some(Sight::Good)
    }
}
