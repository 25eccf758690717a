//! 乌鸦: every night may curse one player, against whom a vote counts next day without a ballot.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Item, Mark, Note, Span};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::options::Permit;
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct Crow;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["000d", "CN"],
    options: &["crow_votes", "crow_repeat", "crow_self"],
    ..Card::BLANK
};

/// Whom a crow or a raven may curse tonight, by number.
pub(super) fn choices(me: Me, s: &State) -> Menu {
    let o = s.options();
    let own = if o.crow_self == Permit::Forbid { Seats::one(me.seat) } else { Seats::NONE };
    let yesterday = |note: &&Note| o.crow_repeat == Permit::Forbid && note.night + 1 == s.night;
    let last: Seats = s.notes(me, Item::Cursed).filter(yesterday).map(|note| note.on).collect();
    let targets =
        s.present().minus(own).minus(last).minus(s.marked(Kind::Vagabond)).iter().map(|seat| Choice::Target { seat });
    Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(targets).collect() }
}

/// The curse is secret (暗中) and shows as a vote when the ballots are opened.
pub(super) fn curse(me: Me, pick: Pick, s: &State) -> Vec<Effect> {
    let (Some(named), Some(hit)) = (pick.named.seat(), pick.hit.seat()) else { return vec![] };
    vec![
        Effect::Note(s.note(me, Item::Cursed, s.remembered(named, hit))),
        Effect::Mark(Mark { span: Span::Day(s.day + 1), ..s.new_mark(hit, Kind::Cursed, me.seat) }),
    ]
}

impl Hooks for Crow {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        Some(choices(me, s))
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        curse(me, pick, s)
    }
}
