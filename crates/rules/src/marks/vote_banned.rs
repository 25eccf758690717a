//! No ballot in the day's votes on exile; all hear of it in the morning.

use crate::hooks::{Hooks, Me};
use crate::poll::{Poll, Sway};
use crate::state::State;

pub(super) struct VoteBanned;

impl Hooks for VoteBanned {
    fn sway(&self, _me: Me, poll: &Poll, _s: &State) -> Sway {
        Sway { barred: poll.about.condemns(), ..Sway::default() }
    }
}
