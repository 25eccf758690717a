//! What a seat is asked of its beliefs, aside from the game.

use crate::narrator::Narrator;
use crate::sources::PromptError;
use lycaon_rules::Seat;
use minijinja::context;
use serde_json::{Map, Value, json};

/// The question: about these seats, in this order, or to a wolf, how they see him.
pub(crate) fn probe(narrator: &Narrator, others: &[Seat], wolf: bool) -> Result<String, PromptError> {
    let p_wolf = || others.iter().map(|seat| format!("\"{seat}\": P")).collect::<Vec<_>>().join(", ");
    let shape = match wolf {
        true => "{\"suspected\": P, \"would_vote\": N}".to_owned(),
        false => format!("{{\"p_wolf\": {{{}}}, \"top_suspect\": N, \"would_vote\": N}}", p_wolf()),
    };
    narrator.say(if wolf { "probe.wolf" } else { "probe.others" }, context! { shape })
}

/// The shape of the answer as a JSON schema: an object with all keys required and none besides.
#[must_use]
pub fn probe_schema(others: &[Seat], wolf: bool) -> Value {
    let object = |members: Map<String, Value>| {
        let required: Vec<&String> = members.keys().collect();
        json!({ "type": "object", "properties": members, "required": required, "additionalProperties": false })
    };
    let mut members = Map::new();
    if wolf {
        members.insert("suspected".into(), json!({ "type": "number" }));
    } else {
        let each = others.iter().map(|seat| (seat.to_string(), json!({ "type": "number" })));
        members.insert("p_wolf".into(), object(each.collect()));
        members.insert("top_suspect".into(), json!({ "type": "integer" }));
    }
    members.insert("would_vote".into(), json!({ "type": "integer" }));
    object(members)
}
