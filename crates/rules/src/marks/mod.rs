//! Marks: what lies on a seat beside its card, whoever put it there. Roles meet through them.

mod charmed;
mod flipped;
mod lover;
mod no_vote;
mod sheriff;

use crate::hooks::Hooks;
use crate::request::Source;

pub(crate) use flipped::flip;

/// The kinds of marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One of Cupid's two.
    Lover,
    /// Charmed by the piper.
    Charmed,
    /// Holds the badge.
    Sheriff,
    /// An idiot whose card is shown.
    Flipped,
    /// An idiot who decided to show his card when he is exiled.
    Pleads,
    /// May not vote on the day of the mark.
    NoVote,
    /// His power is gone.
    Powerless,
}

/// A mark that does nothing by itself.
struct Plain;

impl Hooks for Plain {}

impl Kind {
    pub(crate) fn hooks(self) -> &'static dyn Hooks {
        match self {
            Kind::Lover => &lover::Lover,
            Kind::Charmed => &charmed::Charmed,
            Kind::Sheriff => &sheriff::Sheriff,
            Kind::Flipped => &flipped::Flipped,
            Kind::NoVote => &no_vote::NoVote,
            Kind::Pleads | Kind::Powerless => &Plain,
        }
    }

    /// What a request of this mark is said to come from.
    pub(crate) fn source(self) -> Source {
        match self {
            Kind::Sheriff => Source::Sheriff,
            Kind::Flipped => Source::ShownIdiot,
            _ => Source::House,
        }
    }
}
