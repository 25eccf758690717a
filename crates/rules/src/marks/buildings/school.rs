//! The school mistress: never votes, and every day may keep two players from voting.

use super::used;
use crate::effect::{Effect, Mark, Span};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::poll::{Poll, Sway};
use crate::request::{About, Ask, Choice, Menu, Window};
use crate::state::State;
use crate::village::Building;

pub(super) struct School;

impl Hooks for School {
    fn sway(&self, _me: Me, poll: &Poll, _s: &State) -> Sway {
        Sway { barred: poll.about == About::Exile, ..Sway::default() }
    }

    fn offer(&self, me: Me, window: Window, s: &State) -> Option<Menu> {
        let pupils = s.present().without(me.seat).minus(s.marked(Kind::Vagabond));
        let max = pupils.len().min(2) as u8;
        (window == Window::Morning && max > 0).then_some(Menu::Subset { of: pupils, min: 1, max, pass: true })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Choice::Set { seats } = pick.hit else { return vec![] };
        let span = Span::Day(s.day);
        let mark = |on| Effect::Mark(Mark { span, ..s.new_mark(on, Kind::NoVote, me.seat) });
        std::iter::once(used(me, Building::School, seats)).chain(seats.iter().map(mark)).collect()
    }
}
