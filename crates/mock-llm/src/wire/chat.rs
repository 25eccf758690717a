//! OpenAI's chat completions.

use serde_json::{Value, json};

use super::{Completion, Finish, Said, pieces, tokens};
use crate::fault::Problem;

pub(super) fn object(completion: &Completion) -> Value {
    let Said { content, reasoning, refusal, finish } = &completion.said;
    let mut message = json!({"role": "assistant", "content": content, "refusal": refusal});
    if let Some(reasoning) = reasoning {
        message["reasoning_content"] = json!(reasoning);
    }
    let choice = json!({"index": 0, "message": message, "finish_reason": reason(*finish)});
    envelope(completion, "chat.completion", json!([choice]), true)
}

pub(super) fn events(completion: &Completion) -> Vec<String> {
    let Said { content, reasoning, refusal, finish } = &completion.said;
    let mut deltas = vec![json!({"role": "assistant", "content": ""})];
    let fields = [("reasoning_content", reasoning), ("content", content), ("refusal", refusal)];
    for (field, text) in fields.into_iter().filter_map(|(field, text)| Some((field, text.as_ref()?))) {
        deltas.extend(pieces(text).into_iter().map(|piece| json!({field: piece})));
    }
    let chunk = |delta: Value, finish: Option<&str>| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": finish});
        envelope(completion, "chat.completion.chunk", json!([choice]), false)
    };
    let mut chunks: Vec<Value> = deltas.into_iter().map(|delta| chunk(delta, None)).collect();
    chunks.push(chunk(json!({}), Some(reason(*finish))));
    if completion.wants_usage {
        chunks.push(envelope(completion, "chat.completion.chunk", json!([]), true));
    }
    let events = chunks.into_iter().map(|chunk| format!("data: {chunk}\n\n"));
    events.chain(["data: [DONE]\n\n".to_owned()]).collect()
}

pub(super) fn error(problem: &Problem) -> Value {
    let Problem { status, kind, code, param, message } = problem;
    // Inside of a success the status has no other place.
    let code = code.map_or_else(|| if *status == 502 { json!(502) } else { Value::Null }, |code| json!(code));
    json!({"error": {"message": message, "type": kind, "param": param, "code": code}})
}

fn reason(finish: Finish) -> &'static str {
    match finish {
        Finish::Stop => "stop",
        Finish::Length => "length",
        Finish::Filter => "content_filter",
    }
}

fn envelope(completion: &Completion, object: &str, choices: Value, with_usage: bool) -> Value {
    let id = format!("chatcmpl-{:012x}", completion.id);
    let model = &completion.model;
    let mut envelope = json!({"id": id, "object": object, "created": 0, "model": model, "choices": choices});
    if with_usage {
        envelope["usage"] = usage(completion);
    }
    envelope
}

/// The cached tokens are a part of the prompt's, the reasoning's a part of the answer's.
fn usage(completion: &Completion) -> Value {
    let (prompt, answer) = (completion.tokens.prompt, completion.said.tokens());
    json!({
        "prompt_tokens": prompt,
        "completion_tokens": answer,
        "total_tokens": prompt + answer,
        "prompt_tokens_details": {"cached_tokens": completion.tokens.read},
        "completion_tokens_details": {"reasoning_tokens": tokens(&completion.said.reasoning)},
    })
}
