//! No vote for a day (the scapegoat's list).

use crate::hooks::{Hooks, Me};
use crate::poll::{Poll, Sway};
use crate::state::State;

pub(super) struct NoVote;

impl Hooks for NoVote {
    fn sway(&self, _me: Me, _poll: &Poll, _s: &State) -> Sway {
        Sway { barred: true, ..Sway::default() }
    }
}
