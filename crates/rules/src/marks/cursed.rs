//! The crow's or raven's curse: votes against the bearer in the day's first exile vote.

use crate::hooks::{Hooks, Me};
use crate::options::CrowVotes;
use crate::poll::{Poll, Sway};
use crate::request::About;
use crate::state::State;

pub(super) struct Cursed;

impl Hooks for Cursed {
    /// In the day's first ballot only, and in one held again in its place; never in a PK or a second vote.
    fn sway(&self, _me: Me, poll: &Poll, s: &State) -> Sway {
        let against = match s.options().crow_votes {
            _ if poll.about != About::Exile || !poll.first => 0,
            CrowVotes::One => 2,
            CrowVotes::Two => 4,
        };
        Sway { against, ..Sway::default() }
    }
}
