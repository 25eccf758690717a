//! 禁票长老: every night may take one player's ballot of the next day's vote on exile; not the same two nights running.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Item, Mark, Span};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct VoteBanElder;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["olv"],
    ..Card::BLANK
};

impl Hooks for VoteBanElder {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let banned = s.notes(me, Item::Chosen).filter(|note| note.night + 1 == s.night);
        let last: Seats = banned.map(|note| note.on).collect();
        let targets = s.present().minus(last).iter().map(|seat| Choice::Target { seat });
        Some(Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(targets).collect() })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Some(named), Some(hit)) = (pick.named.seat(), pick.hit.seat()) else { return vec![] };
        vec![
            Effect::Note(s.note(me, Item::Chosen, s.remembered(named, hit))),
            Effect::Mark(Mark { span: Span::Day(s.day + 1), ..s.new_mark(hit, Kind::VoteBanned, me.seat) }),
        ]
    }
}
