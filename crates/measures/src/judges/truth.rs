//! What the engine knows of the speeches that are judged.

use crate::claims::{Label, Labelled};
use crate::reading::Story;
use crate::reading::rows::deal_key;
use std::collections::BTreeMap;

/// A speech: its game and its number there, from 1.
pub type Key = (String, usize);

/// The speeches of which the engine knows whether they hold a lie, those with a claim that is true or false, and the deals
/// of their games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Truth {
    lies: BTreeMap<Key, bool>,
    deals: BTreeMap<String, String>,
}

impl Truth {
    /// Nothing is known yet.
    #[must_use]
    pub fn new() -> Self {
        Truth::default()
    }

    /// Adds a game with its claims to what is known.
    pub fn take(&mut self, story: &Story, claims: &[Labelled]) {
        let game = &story.header.game;
        self.deals.insert(game.clone(), deal_key(&story.header));
        for claim in claims.iter().filter(|claim| claim.is_verifiable()) {
            let lie = self.lies.entry((game.clone(), claim.statement.speech + 1)).or_default();
            *lie |= claim.label == Label::Lie;
        }
    }

    /// Whether a speech of this number, from 1, holds a lie; `None` where none of its claims is true or false.
    #[must_use]
    pub fn lie(&self, game: &str, speech: usize) -> Option<bool> {
        self.lies.get(&(game.to_owned(), speech)).copied()
    }

    /// The deal of a game. One that is not known has a deal of its own.
    #[must_use]
    pub fn deal<'t>(&'t self, game: &'t str) -> &'t str {
        self.deals.get(game).map_or(game, String::as_str)
    }
}
