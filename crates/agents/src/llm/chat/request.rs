//! The body of a request.

use lycaon_transcript::call::Message;
use serde_json::{Map, Value, json};

use super::super::endpoint::Endpoint;
use super::super::provider::Prompt;
use super::super::settings::Format;
use super::learned::Learned;

/// The members that hold the conversation and what is constant; all others are settings.
const CONTENT: [&str; 2] = ["messages", "model"];

/// The body, without what the endpoint is known to refuse. What never changes stands first.
pub fn body(endpoint: &Endpoint, prompt: &Prompt<'_>, learned: &Learned) -> Value {
    let sampling = prompt.sampling;
    let mut body = Map::new();
    body.insert("model".into(), endpoint.model().into());
    let mut set = |name: &str, value: Option<Value>| {
        if let Some(value) = value.filter(|_| !learned.refuses(name)) {
            body.insert(name.to_owned(), value);
        }
    };
    set("response_format", response_format(sampling.format.max(learned.format), prompt.schema));
    set("temperature", sampling.temperature.map(Value::from));
    set("top_p", sampling.top_p.map(Value::from));
    set(learned.token_limit(), sampling.max_tokens.map(Value::from));
    set("seed", sampling.seed.map(Value::from));
    set("reasoning_effort", sampling.reasoning_effort.clone().map(Value::from));
    if endpoint.provider() == "openai" {
        set("prompt_cache_key", Some(prompt.cache_key.into()));
    }
    for (name, value) in sampling.extra.iter().filter(|(name, _)| !CONTENT.contains(&name.as_str())) {
        set(name, Some(value.clone()));
    }
    body.insert("stream".into(), false.into());
    body.insert("messages".into(), messages(prompt.messages, learned));
    Value::Object(body)
}

/// The settings in a body: everything that is not the conversation. The schema is named, for it is the same all over.
pub fn settings(body: Value) -> Value {
    let Value::Object(mut body) = body else { return Value::Null };
    body.retain(|name, _| !CONTENT.contains(&name.as_str()) && name != "stream" && name != "prompt_cache_key");
    if let Some(kind) = body.get("response_format").and_then(|format| format.get("type")).cloned() {
        body.insert("response_format".into(), kind);
    }
    Value::Object(body)
}

fn response_format(format: Format, schema: &Value) -> Option<Value> {
    match format {
        Format::Schema => {
            let schema = json!({"name": "answer", "strict": true, "schema": schema});
            Some(json!({"type": "json_schema", "json_schema": schema}))
        }
        Format::Json => Some(json!({"type": "json_object"})),
        Format::Text => None,
    }
}

/// The conversation as this endpoint's template takes it.
fn messages(messages: &[Message], learned: &Learned) -> Value {
    let mut wire: Vec<Message> = Vec::with_capacity(messages.len());
    for message in messages {
        let system = message.role == "system" && learned.no_system;
        let role = if system { "user" } else { message.role.as_str() };
        match wire.last_mut() {
            Some(last) if learned.alternate && last.role == role => {
                last.content.push_str("\n\n");
                last.content.push_str(&message.content);
            }
            _ => wire.push(Message { role: role.to_owned(), content: message.content.clone() }),
        }
    }
    json!(wire)
}
