//! 典狱长: a wolf who from the second night on makes two players deal with each other; each of them trades or betrays.

use super::{Camp, Card, Group, Pack, RoleId, Wakes};
use crate::agenda::Step;
use crate::effect::{Blow, Effect, Item, Mark, Span};
use crate::event::Cause;
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu, Window};
use crate::seat::{Seat, Seats};
use crate::state::State;

pub(super) struct Warden;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::FromSecondNight,
    pack: Pack::Meets,
    sources: &["olv"],
    options: &["self_explode"],
    ..Card::BLANK
};

/// What the two come to, of whom the warden may be one: he or his partner is out then. Of two others who trade, both
/// are safe tonight; of two who betray, each is whom the other's power hits; one alone who trades is out.
fn outcome(me: Me, sides: [(Seat, bool); 2], s: &State) -> Vec<Effect> {
    let [(a, a_trades), (b, b_trades)] = sides;
    let out = |seat: Seat| vec![Effect::Strike(Blow::kill(seat, Cause::Deal, Some(me.seat)))];
    let put =
        |on: Seat, kind: Kind, by: Seat| Effect::Mark(Mark { span: Span::Night(s.night), ..s.new_mark(on, kind, by) });
    let alike = a_trades == b_trades;
    match [a, b].into_iter().find(|seat| *seat != me.seat).filter(|_| a == me.seat || b == me.seat) {
        Some(_) if alike => out(me.seat),
        Some(partner) => out(partner),
        None if !alike => out(if a_trades { a } else { b }),
        None if a_trades => vec![put(a, Kind::Sheltered, me.seat), put(b, Kind::Sheltered, me.seat)],
        None => vec![put(a, Kind::Entangled, b), put(b, Kind::Entangled, a)],
    }
}

impl Hooks for Warden {
    /// Nobody deals twice in a game.
    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        match ask {
            Ask::Night { .. } => {
                let dealt: Seats = s.notes(me, Item::Chosen).map(|note| note.on).collect();
                let of = s.present().minus(dealt);
                (of.len() >= 2).then_some(Menu::Subset { of, min: 2, max: 2, pass: false })
            }
            Ask::Further { .. } => Some(Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] }),
            _ => None,
        }
    }

    fn must(&self, ask: Ask, _s: &State) -> bool {
        matches!(ask, Ask::Night { .. })
    }

    /// The two answer one after the other and hear nothing of each other's answer; the second settles it.
    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        match (ask, pick.named, pick.hit) {
            (Ask::Night { .. }, Choice::Set { seats: named }, Choice::Set { seats }) => {
                let dealt =
                    named.iter().map(|seat| Effect::Note(s.note(me, Item::Chosen, s.remembered(seat, s.person(seat)))));
                let with = |seat: Seat| Ask::Further { role: RoleId::Warden, of: seats.without(seat).first() };
                let asked = seats.iter().map(|seat| Step::Put { me: Me { asked: seat, ..me }, ask: with(seat) });
                dealt.chain(asked.map(Effect::Next)).collect()
            }
            (Ask::Further { of: Some(other), .. }, choice, _) => {
                let trades = choice == Choice::Yes;
                if me.asked < other {
                    return trades.then(|| Effect::Note(s.note(me, Item::Traded, me.asked))).into_iter().collect();
                }
                let other_trades = s.notes(me, Item::Traded).any(|note| note.on == other);
                outcome(me, [(other, other_trades), (me.asked, trades)], s)
            }
            _ => super::werewolf::explode(me, ask, pick, s),
        }
    }

    fn offer(&self, _me: Me, window: Window, s: &State) -> Option<Menu> {
        super::werewolf::may_explode(window, s)
    }
}
