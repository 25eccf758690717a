//! What a model is told before the game, and the shape of its answers.

use crate::narrator::Narrator;
use crate::rules_text::rules;
use crate::sources::PromptError;
use lycaon_rules::{Board, RoleId};
use minijinja::context;
use minijinja::value::Value as Shown;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::str::FromStr;

/// What of a model's prompts is varied in experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// Whether advice on how to play each role is given.
    pub advice: bool,
    /// Whether a thought is asked for before each choice.
    pub thinking: bool,
    /// Whether the model may keep private notes.
    pub notes: bool,
    /// When it is asked whether it breaks in.
    pub interrupts: Interrupts,
}

impl Default for Conditions {
    /// A thought, no advice, no notes, and a question at every hand-over.
    fn default() -> Self {
        Conditions { advice: false, thinking: true, notes: false, interrupts: Interrupts::EveryHandover }
    }
}

/// When a seat that may break in between speeches (a knight's duel, a wolf who blows himself up) is asked whether it
/// does. Whoever is not asked lets the moment pass, and nobody can tell the difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Interrupts {
    /// Before each speech and after the last.
    #[default]
    EveryHandover,
    /// Then too, but only while it wants to be asked, as it says with each answer; until it has said so once, it is
    /// asked.
    Raised,
    /// When its own speech is over.
    OwnTurn,
}

impl Interrupts {
    /// Every value.
    pub const ALL: [Interrupts; 3] = [Interrupts::EveryHandover, Interrupts::Raised, Interrupts::OwnTurn];

    /// The id, such as `every_handover`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Interrupts::EveryHandover => "every_handover",
            Interrupts::Raised => "raised",
            Interrupts::OwnTurn => "own_turn",
        }
    }
}

impl FromStr for Interrupts {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Interrupts::ALL.into_iter().find(|value| value.id() == text);
        known.ok_or_else(|| format!("`{text}` is none of {}", Interrupts::ALL.map(Interrupts::id).join(", ")))
    }
}

pub(crate) fn system(narrator: &Narrator, board: &Board, conditions: Conditions) -> Result<String, PromptError> {
    let Conditions { advice, thinking, notes, interrupts } = conditions;
    let advice = if advice { self::advice(narrator, board)? } else { vec![] };
    let rules = rules(narrator, board)?;
    let advice: Shown = advice.into_iter().collect();
    let interrupts = interrupts.id();
    let values = context! { me => (), seats => board.seats, rules, advice, thinking, notes, interrupts };
    Ok(narrator.say("system", values)?.trim_end().to_owned())
}

fn advice(narrator: &Narrator, board: &Board) -> Result<Vec<String>, PromptError> {
    ["general"]
        .into_iter()
        .chain(board.possible_roles().into_iter().map(RoleId::id))
        .map(|who| narrator.say(&format!("advice.{who}"), context! {}))
        .collect()
}

/// The shape of a model's answer to any question, as a JSON schema that every provider of structured output accepts: an
/// object with all keys required and none besides. One shape for all questions of a seat keeps the prompt's prefix stable.
#[must_use]
pub fn schema(conditions: Conditions) -> Value {
    let text = json!({ "type": "string" });
    let seats = json!({ "type": "array", "items": { "type": "integer" } });
    let mut members = Map::new();
    if conditions.thinking {
        members.insert("thought".into(), text.clone());
    }
    members.insert("choice".into(), json!({ "anyOf": [text, { "type": "integer" }, seats] }));
    members.insert("speech".into(), text.clone());
    if conditions.notes {
        members.insert("notes".into(), text);
    }
    if conditions.interrupts == Interrupts::Raised {
        members.insert("raise".into(), json!({ "type": "boolean" }));
    }
    let required: Vec<String> = members.keys().cloned().collect();
    json!({ "type": "object", "properties": members, "required": required, "additionalProperties": false })
}
