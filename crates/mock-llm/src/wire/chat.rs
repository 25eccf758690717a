//! OpenAI's chat completions.

use serde_json::{Value, json};

use super::{Completion, Finish, Said, pieces, tokens};
use crate::fault::Problem;

pub(super) fn object(completion: &Completion) -> Value {
    let Said { content, reasoning, refusal, finish } = &completion.said;
    let mut message = match completion.call() {
        Some((tool, arguments, _)) => json!({"role": "assistant", "content": null, "refusal": refusal,
            "tool_calls": [tool_call(completion, tool, arguments)]}),
        None => json!({"role": "assistant", "content": content, "refusal": refusal}),
    };
    if let Some(reasoning) = reasoning {
        message["reasoning_content"] = json!(reasoning);
    }
    let choice = json!({"index": 0, "message": message, "finish_reason": reason(*finish)});
    envelope(completion, "chat.completion", json!([choice]), true)
}

pub(super) fn events(completion: &Completion) -> Vec<String> {
    let Said { content, reasoning, refusal, finish } = &completion.said;
    let mut deltas = vec![json!({"role": "assistant", "content": ""})];
    let call = completion.call();
    let spoken = content.as_ref().filter(|_| call.is_none());
    let fields = [("reasoning_content", reasoning.as_ref()), ("content", spoken), ("refusal", refusal.as_ref())];
    for (field, text) in fields.into_iter().filter_map(|(field, text)| Some((field, text?))) {
        deltas.extend(pieces(text).into_iter().map(|piece| json!({field: piece})));
    }
    if let Some((tool, arguments, _)) = call {
        let mut begun = tool_call(completion, tool, "");
        begun["index"] = json!(0);
        deltas.push(json!({"tool_calls": [begun]}));
        let pieces = pieces(arguments).into_iter();
        deltas.extend(pieces.map(|piece| json!({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]})));
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

/// A call of a tool. Where the call was forced, the model stops as it does after any answer.
fn tool_call(completion: &Completion, tool: &str, arguments: &str) -> Value {
    let id = format!("call_{:012x}", completion.id);
    json!({"id": id, "type": "function", "function": {"name": tool, "arguments": arguments}})
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
