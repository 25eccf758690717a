//! A reply in words into a choice, or into what was unclear about it.

use lycaon_rules::Choice;
use serde::{Deserialize, Serialize};

/// Why no choice could be read from a reply. The seat is asked again and told this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "unclear", rename_all = "snake_case")]
pub enum Unclear {
    /// Nothing was said.
    Empty,
    /// Words, but no choice in them.
    NoChoice,
    /// Several choices, and nothing that says which.
    Ambiguous {
        /// What was found.
        found: Vec<Choice>,
    },
    /// A choice that is not on the menu.
    NotLegal {
        /// The part of the reply that names it.
        said: String,
    },
    /// JSON was begun and is broken.
    BrokenJson {
        /// What the parser says, with its position.
        error: String,
    },
}
