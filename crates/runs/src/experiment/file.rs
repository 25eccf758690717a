//! The keys of an experiment file.

use super::ExperimentError;
use crate::design::Design;
use lycaon_narrator::Lang;
use lycaon_table::{Budget, Probing};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::time::Duration;

/// An experiment file as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub name: String,
    #[serde(default)]
    pub seed: u64,
    pub deals: u32,
    #[serde(default = "one")]
    pub repeats: u32,
    pub boards: Vec<BoardKeys>,
    #[serde(default = "english")]
    pub lang: Lang,
    pub design: Design,
    pub agents: BTreeMap<String, AgentKeys>,
    #[serde(default)]
    pub models: Models,
    #[serde(default)]
    pub factors: BTreeMap<String, BTreeMap<String, Level>>,
    #[serde(default)]
    pub limits: Limits,
    /// When seats are asked what they believe; without it they are not.
    pub probes: Option<Probing>,
    /// The measures that were declared before the run. A report tells them apart from what it explores.
    #[serde(default)]
    pub declared: Vec<String>,
}

/// A deck by its name or file, with or without house rules of its own.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "a deck's name, or a table with `deck` and `set`")]
pub(super) enum BoardKeys {
    Named(String),
    Changed(ChangedBoard),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChangedBoard {
    deck: String,
    #[serde(default)]
    set: Set,
}

impl BoardKeys {
    /// The deck and what is set of it.
    pub fn parts(&self) -> (&str, &BTreeMap<String, String>) {
        static NOTHING: BTreeMap<String, String> = BTreeMap::new();
        match self {
            BoardKeys::Named(deck) => (deck, &NOTHING),
            BoardKeys::Changed(ChangedBoard { deck, set }) => (deck, &set.0),
        }
    }
}

/// An agent as on the command line, or the keys of an agent file.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "an agent such as \"openai/gpt-5-mini\", or a table with the keys of an agent file")]
pub(super) enum AgentKeys {
    Named(String),
    Inline(toml::Table),
}

/// One level of a factor: what it changes.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Level {
    #[serde(deserialize_with = "set")]
    pub set: BTreeMap<String, String>,
    pub lang: Option<Lang>,
    pub models: Models,
}

/// Keys of agent files that are set for every model, over what its own file says.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Models(pub toml::Table);

impl Models {
    /// Sets further keys, over those that are set. Tables are merged.
    pub(super) fn merge(&mut self, other: &Models) {
        merge(&mut self.0, &other.0);
    }

    /// Sets all keys in the keys of an agent file.
    pub(super) fn set_in(&self, keys: &mut toml::Table) {
        merge(keys, &self.0);
    }
}

fn merge(into: &mut toml::Table, other: &toml::Table) {
    for (key, value) in other {
        match (into.get_mut(key), value) {
            (Some(toml::Value::Table(into)), toml::Value::Table(more)) => merge(into, more),
            _ => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}

/// What a run may take, and how patient it is. What is left out is without bound.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// How many games a process plays at once.
    pub games_at_once: usize,
    /// How often a game that failed for reasons of infrastructure is tried in all, before it is given up.
    pub attempts: u32,
    /// How long each answer of a model or program is waited for, in seconds; 0 is for ever.
    pub deadline: f64,
    /// How often a seat is asked again after an answer that cannot be used.
    pub retries: u32,
    /// Whether each call and decision is forced to the disk before the game goes on.
    pub durable: bool,
    /// How long a worker that is cut off from a queue in PostgreSQL holds its games, in seconds.
    pub lease: f64,
    /// The tokens that one game may use.
    pub game_tokens: Option<u64>,
    /// What one game may cost, in US dollars.
    pub game_usd: Option<f64>,
    /// How long one game may take, in seconds.
    pub game_seconds: Option<f64>,
    /// The tokens that the run may use. Games under way are ended.
    pub run_tokens: Option<u64>,
    /// What the run may cost, in US dollars. Games under way are ended.
    pub run_usd: Option<f64>,
    /// The largest share of games that may be given up before the run counts as failed, 0 to 1.
    pub aborted_max: f64,
    /// The largest share of decisions that may be fallbacks, for any one agent, before the run counts as failed, 0 to 1.
    pub fallbacks_max: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            games_at_once: 16,
            attempts: 3,
            deadline: 180.0,
            retries: 2,
            durable: false,
            lease: 60.0,
            game_tokens: None,
            game_usd: None,
            game_seconds: None,
            run_tokens: None,
            run_usd: None,
            aborted_max: 0.0,
            fallbacks_max: 0.1,
        }
    }
}

impl Limits {
    /// How long a claim holds without being renewed; at least a second.
    #[must_use]
    pub fn lease(&self) -> Duration {
        Duration::try_from_secs_f64(self.lease).unwrap_or(Duration::MAX).max(Duration::from_secs(1))
    }

    /// What one game may take.
    pub(crate) fn game_budget(&self) -> Budget {
        let time = self.game_seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Budget { tokens: self.game_tokens, usd: self.game_usd, time }
    }
}

/// Options of the house by name; numbers, strings and lists of them as in a deck file.
#[derive(Debug, Default, Deserialize)]
struct Set(#[serde(deserialize_with = "set")] BTreeMap<String, String>);

fn set<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, String>, D::Error> {
    let written = BTreeMap::<String, toml::Value>::deserialize(deserializer)?;
    Ok(written.into_iter().map(|(option, value)| (option, lycaon_rules::option_text(&value))).collect())
}

fn one() -> u32 {
    1
}

fn english() -> Lang {
    Lang::En
}

impl File {
    /// Reads the keys; `name` is what the file is called in messages.
    pub fn read(name: &str, text: &str) -> Result<File, ExperimentError> {
        toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start.min(text.len()));
            let before = &text[..text.floor_char_boundary(at)];
            let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
            ExperimentError::Malformed {
                file: name.into(),
                line: 1 + before.matches('\n').count(),
                column: 1 + before[line_start..].chars().count(),
                what: error.message().trim().replace('\n', " "),
            }
        })
    }
}
