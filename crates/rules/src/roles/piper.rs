//! 吹笛者: charms players every night and wins alone once all are charmed.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Item};
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seats;
use crate::state::State;
use crate::win::{Party, Reason, Victory};

pub(super) struct Piper;

pub(super) const CARD: Card = Card {
    camp: Camp::Loner,
    group: Group::Neither,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["000h", "003"],
    options: &["piper_targets", "piper_must_live", "piper_wins_before_others"],
    ..Card::BLANK
};

impl Hooks for Piper {
    /// Those he has not charmed yet, by number: a menu by person would tell of a swap.
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let charmed: Seats = s.notes(me, Item::Charmed).map(|note| note.on).collect();
        let of = s.present().without(me.seat).minus(charmed);
        let count = of.len().min(s.options().piper_targets.0.into()) as u8;
        (count > 0).then_some(Menu::Subset { of, min: count, max: count, pass: false })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Choice::Set { seats: named }, Choice::Set { seats: hit }) = (pick.named, pick.hit) else { return vec![] };
        let notes =
            named.iter().map(|seat| Effect::Note(s.note(me, Item::Charmed, s.remembered(seat, s.person(seat)))));
        let marks = hit.iter().map(|seat| Effect::Mark(s.new_mark(seat, Kind::Charmed, me.seat)));
        let record = Effect::Tell(Audience::Moderator, Fact::Charming { by: me.seat, seats: hit });
        notes.chain(marks).chain([record]).collect()
    }

    fn victory(&self, me: Me, s: &State) -> Option<Victory> {
        let lives = s.living.has(me.seat) || !s.options().piper_must_live;
        let all = s.living.without(me.seat).within(s.marked(Kind::Charmed));
        let won = lives && all && !s.living.is_empty();
        won.then_some(Victory { party: Party::Piper, seats: Seats::one(me.seat), reason: Reason::AllCharmed })
    }
}
