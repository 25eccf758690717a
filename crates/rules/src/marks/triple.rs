//! A ballot that counts three.

use crate::hooks::{Hooks, Me};
use crate::poll::{Poll, Sway};
use crate::request::About;
use crate::state::State;

pub(super) struct Triple;

impl Hooks for Triple {
    fn sway(&self, _me: Me, poll: &Poll, _s: &State) -> Sway {
        Sway { extra: if poll.about == About::Exile { 4 } else { 0 }, ..Sway::default() }
    }
}
