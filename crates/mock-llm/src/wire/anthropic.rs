//! Anthropic's messages.

use serde_json::{Value, json};

use super::{Completion, Finish, Said, pieces};
use crate::fault::Problem;

/// What stands where Anthropic signs a thought.
const SIGNATURE: &str = "bW9jaw==";

pub(super) fn object(completion: &Completion) -> Value {
    let Said { content, reasoning, .. } = &completion.said;
    let thought = reasoning.as_ref().map(|text| json!({"type": "thinking", "thinking": text, "signature": SIGNATURE}));
    let text = content.as_ref().filter(|text| !text.is_empty()).map(|text| json!({"type": "text", "text": text}));
    let answer = match completion.call() {
        Some((tool, _, input)) => Some(tool_use(completion, tool, input)),
        None => text,
    };
    let mut message = message(completion, thought.into_iter().chain(answer).collect(), completion.said.tokens());
    for (name, value) in ending(completion) {
        message[name] = value;
    }
    message
}

pub(super) fn events(completion: &Completion) -> Vec<String> {
    let Said { content, reasoning, .. } = &completion.said;
    let mut events = vec![json!({"type": "message_start", "message": message(completion, vec![], 1)})];
    events.push(json!({"type": "ping"}));
    let mut index = 0;
    let mut block = |start: Value, deltas: Vec<Value>| {
        events.push(json!({"type": "content_block_start", "index": index, "content_block": start}));
        let delta = |delta| json!({"type": "content_block_delta", "index": index, "delta": delta});
        events.extend(deltas.into_iter().map(delta));
        events.push(json!({"type": "content_block_stop", "index": index}));
        index += 1;
    };
    if let Some(text) = reasoning {
        let thought = pieces(text).into_iter().map(|piece| json!({"type": "thinking_delta", "thinking": piece}));
        let signed = json!({"type": "signature_delta", "signature": SIGNATURE});
        block(json!({"type": "thinking", "thinking": "", "signature": ""}), thought.chain([signed]).collect());
    }
    if let Some((tool, arguments, _)) = completion.call() {
        let pieces = pieces(arguments).into_iter();
        let deltas = pieces.map(|piece| json!({"type": "input_json_delta", "partial_json": piece}));
        block(tool_use(completion, tool, json!({})), deltas.collect());
    } else if let Some(text) = content.as_ref().filter(|text| !text.is_empty()) {
        let deltas = pieces(text).into_iter().map(|piece| json!({"type": "text_delta", "text": piece}));
        block(json!({"type": "text", "text": ""}), deltas.collect());
    }
    // The usage is the whole so far, not what was added.
    let (delta, usage) = (Value::Object(ending(completion)), usage(completion, completion.said.tokens()));
    events.push(json!({"type": "message_delta", "delta": delta, "usage": usage}));
    events.push(json!({"type": "message_stop"}));
    let framed = |event: Value| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap_or_default());
    events.into_iter().map(framed).collect()
}

pub(super) fn error(problem: &Problem) -> Value {
    json!({"type": "error", "error": {"type": problem.kind, "message": problem.message}, "request_id": "req_mock"})
}

/// A message as it begins; why it stopped is said at its end.
fn message(completion: &Completion, content: Vec<Value>, output: u64) -> Value {
    json!({
        "id": format!("msg_{:012x}", completion.id),
        "type": "message",
        "role": "assistant",
        "model": completion.model,
        "content": content,
        "stop_reason": null,
        "stop_sequence": null,
        "usage": usage(completion, output),
    })
}

fn tool_use(completion: &Completion, tool: &str, input: Value) -> Value {
    json!({"type": "tool_use", "id": format!("toolu_{:012x}", completion.id), "name": tool, "input": input})
}

fn ending(completion: &Completion) -> serde_json::Map<String, Value> {
    let Said { refusal, finish, .. } = &completion.said;
    let mut ending = serde_json::Map::new();
    let reason = match (refusal, finish) {
        (Some(_), _) | (None, Finish::Filter) => "refusal",
        (None, Finish::Length) => "max_tokens",
        (None, Finish::Stop) if completion.call().is_some() => "tool_use",
        (None, Finish::Stop) => "end_turn",
    };
    ending.insert("stop_reason".into(), reason.into());
    ending.insert("stop_sequence".into(), Value::Null);
    if let Some(explanation) = refusal {
        let details = json!({"type": "refusal", "category": "general_harms", "explanation": explanation});
        ending.insert("stop_details".into(), details);
    }
    ending
}

/// The input is what neither was in the cache nor went into it.
fn usage(completion: &Completion, output: u64) -> Value {
    let tokens = completion.tokens;
    json!({
        "input_tokens": tokens.prompt.saturating_sub(tokens.read + tokens.written),
        "cache_creation_input_tokens": tokens.written,
        "cache_read_input_tokens": tokens.read,
        "output_tokens": output,
    })
}
