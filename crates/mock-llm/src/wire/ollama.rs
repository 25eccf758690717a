//! Ollama's own chat.

use serde_json::{Value, json};

use super::{Completion, Finish, Said, pieces};
use crate::fault::Problem;

pub(super) fn object(completion: &Completion) -> Value {
    let Said { content, reasoning, refusal, .. } = &completion.said;
    // There is no place for a refusal: it is an answer like any other.
    let words = content.as_deref().or(refusal.as_deref()).unwrap_or_default();
    let mut message = json!({"role": "assistant", "content": words});
    if let Some(reasoning) = reasoning {
        message["thinking"] = json!(reasoning);
    }
    last(completion, message)
}

pub(super) fn events(completion: &Completion) -> Vec<String> {
    let Said { content, reasoning, refusal, .. } = &completion.said;
    let line =
        |message: Value| json!({"model": completion.model, "created_at": CREATED, "message": message, "done": false});
    let thoughts = pieces(reasoning.as_deref().unwrap_or_default());
    let words = pieces(content.as_deref().or(refusal.as_deref()).unwrap_or_default());
    let thoughts = thoughts.into_iter().map(|piece| json!({"role": "assistant", "content": "", "thinking": piece}));
    let words = words.into_iter().map(|piece| json!({"role": "assistant", "content": piece}));
    let end = last(completion, json!({"role": "assistant", "content": ""}));
    thoughts.chain(words).map(line).chain([end]).map(|line| format!("{line}\n")).collect()
}

pub(super) fn error(problem: &Problem) -> Value {
    json!({"error": problem.message})
}

const CREATED: &str = "1970-01-01T00:00:00Z";

/// The line that ends an answer. The prompt is counted whole, whether or not the cache had it.
fn last(completion: &Completion, message: Value) -> Value {
    let reason = if completion.said.finish == Finish::Length { "length" } else { "stop" };
    json!({
        "model": completion.model,
        "created_at": CREATED,
        "message": message,
        "done": true,
        "done_reason": reason,
        "total_duration": 0,
        "prompt_eval_count": completion.tokens.prompt,
        "eval_count": completion.said.tokens(),
    })
}
