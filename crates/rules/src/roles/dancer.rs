//! 舞者: from the second night on leads three players to the dance, where the side with fewer dies; while she dances
//! herself, no attack of the wolves reaches the three. Poison does her no harm.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Item, Mark, Span, Verdict};
use crate::event::{Cause, Ward};
use crate::hooks::{Hooks, Layer, Me, Pick};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct Dancer;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::FromSecondNight,
    pack: Pack::No,
    sources: &["olv", "vwm"],
    ..Card::BLANK
};

/// How many dance.
const FLOOR: u8 = 3;

impl Hooks for Dancer {
    fn layer(&self) -> Layer {
        Layer::Lives
    }

    /// Nobody dances twice in a game; with fewer than three left there is no dance.
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let danced: Seats = s.notes(me, Item::Chosen).map(|note| note.on).collect();
        let of = s.present().minus(danced);
        (of.len() >= usize::from(FLOOR)).then_some(Menu::Subset { of, min: FLOOR, max: FLOOR, pass: false })
    }

    fn must(&self, _ask: Ask, _s: &State) -> bool {
        true
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Choice::Set { seats: named }, Choice::Set { seats: hit }) = (pick.named, pick.hit) else { return vec![] };
        let danced =
            named.iter().map(|seat| Effect::Note(s.note(me, Item::Chosen, s.remembered(seat, s.person(seat)))));
        let span = Span::Night(s.night);
        let dances = |seat| Effect::Mark(Mark { span, ..s.new_mark(seat, Kind::Dancing, me.seat) });
        // The dance itself finds out whom it kills.
        let blow = |seat| Effect::Strike(Blow::kill(seat, Cause::Dance, Some(me.seat)));
        danced.chain(hit.iter().flat_map(|seat| [dances(seat), blow(seat)])).collect()
    }

    fn intercept(&self, _me: Me, blow: &Blow, _s: &State) -> Verdict {
        if blow.cause == Cause::Poison { Verdict::Averted(Ward::Nature, vec![]) } else { Verdict::Stands }
    }
}
