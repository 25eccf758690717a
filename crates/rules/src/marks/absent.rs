//! Away from the table: nobody may vote for him, and he has no ballot.

use crate::hooks::{Hooks, Me};
use crate::poll::{Poll, Sway};
use crate::state::State;

pub(super) struct Absent;

impl Hooks for Absent {
    fn sway(&self, _me: Me, _poll: &Poll, _s: &State) -> Sway {
        Sway { barred: true, untouchable: true, ..Sway::default() }
    }
}
