//! What is said of an option that is not known, or of a value that it cannot hold.

use super::{OPTIONS, value};

/// Why an option could not be set. The message names the option and what is legal.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum OptionError {
    /// There is no such option.
    #[error("unknown option `{name}`{}; `lycaon options` lists them", hint(.near))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The option whose name is closest, if one is close.
        near: Option<&'static str>,
    },
    /// The option exists and cannot hold this value.
    #[error("option `{name}` cannot be `{value}`; it takes {}", value::one_of(.legal))]
    Value {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        legal: Vec<String>,
    },
}

fn hint(near: &Option<&'static str>) -> String {
    near.map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default()
}

/// The option whose name is closest to a misspelt one, if any shares most of its letters.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    OPTIONS
        .iter()
        .map(|info| (edits(name, info.name), info.name))
        .filter(|(edits, known)| *edits <= 1 + known.len() / 4)
        .min()
        .map(|(_, known)| known)
}

/// Levenshtein distance of two short ASCII words.
pub(crate) fn edits(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let replace = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replace.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
