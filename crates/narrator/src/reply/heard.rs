//! What a reply says about the choice, before it is weighed.

use super::grammar::Item;
use std::collections::BTreeSet;

/// How firmly something is said, firmest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// After "final answer".
    Final,
    /// After a verb, or alone on a line.
    Decided,
    /// Alone in a clause.
    Bare,
}

/// An item of a reply that counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    pub item: Item,
    pub level: Level,
    /// Said to be what is *not* chosen.
    pub denied: bool,
    /// The number of its sentence: only what stands in one sentence makes a set.
    pub sentence: u32,
    /// Whether it stands beside an "or".
    pub or: bool,
    /// Whether its line is one of a list of options with their keys.
    pub listed: bool,
    /// Its bytes in the reply.
    pub span: (usize, usize),
}

/// Everything a reply says about the choice.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// What counts, in the order it was said.
    pub said: Vec<Said>,
    /// What is only mentioned.
    pub aside: BTreeSet<Item>,
    /// Whether there are words in it that were not understood.
    pub unclean: bool,
}

impl Heard {
    /// Takes what was said from here on, and meets the condition, for a mere mention.
    pub(super) fn demote(&mut self, from: usize, condition: impl Fn(&Said) -> bool) {
        let from = from.min(self.said.len());
        for said in self.said.split_off(from) {
            if condition(&said) {
                self.aside.insert(said.item);
            } else {
                self.said.push(said);
            }
        }
    }
}
