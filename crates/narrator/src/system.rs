//! What a model is told before the game, and the shape of its answers.

use crate::narrator::Narrator;
use crate::rules_text::rules;
use crate::sources::PromptError;
use lycaon_rules::{Board, RoleId};
use minijinja::{Value, context};

/// What of the system prompt is varied in experiments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// Whether advice on how to play each role is given.
    pub advice: bool,
}

pub(crate) fn system(narrator: &Narrator, board: &Board, conditions: Conditions) -> Result<String, PromptError> {
    let advice = if conditions.advice { advice(narrator, board)? } else { vec![] };
    let rules = rules(narrator, board)?;
    let advice: Value = advice.into_iter().collect();
    Ok(narrator.say("system", context! { me => (), seats => board.seats, rules, advice })?.trim_end().to_owned())
}

fn advice(narrator: &Narrator, board: &Board) -> Result<Vec<String>, PromptError> {
    ["general"]
        .into_iter()
        .chain(board.possible_roles().into_iter().map(RoleId::id))
        .map(|who| narrator.say(&format!("advice.{who}"), context! {}))
        .collect()
}

/// The shape of a model's answer to any question, as a JSON schema that every provider of structured output accepts: an
/// object with all keys required and none besides. One shape for all questions keeps the prompt's prefix stable.
#[must_use]
pub fn schema() -> serde_json::Value {
    serde_json::json!({
        "type": "object",
        "properties": {
            "thought": { "type": "string" },
            "choice": {
                "anyOf": [
                    { "type": "string" },
                    { "type": "integer" },
                    { "type": "array", "items": { "type": "integer" } }
                ]
            },
            "speech": { "type": "string" }
        },
        "required": ["thought", "choice", "speech"],
        "additionalProperties": false
    })
}
