//! Chat completions: `POST {base}/chat/completions`.

mod answer;

use lycaon_transcript::call::Message;
use serde_json::{Map, Value, json};

use super::super::catalogue::Profile;
use super::super::fault::Fault;
use super::super::provider::Completion;
use super::super::settings::Format;
use super::super::stream::Framing;
use super::{Ask, Dialect, Parts, append, below, joined, members, replace};

/// The family.
#[derive(Debug)]
pub struct Chat;

impl Dialect for Chat {
    fn path(&self, base: &str) -> String {
        below(base, "chat/completions")
    }

    fn credentials(&self, key: &str) -> (&'static str, String) {
        ("authorization", format!("Bearer {key}"))
    }

    fn parts(&self, ask: &Ask<'_>) -> Parts {
        let Ask { prompt, profile, learned, .. } = *ask;
        let sampling = prompt.sampling;
        let mut params = members([
            ("temperature", sampling.temperature.map(Value::from)),
            ("top_p", sampling.top_p.map(Value::from)),
            (learned.token_limit(&profile.token_limit), ask.max_tokens().map(Value::from)),
            ("seed", sampling.seed.map(Value::from)),
            ("reasoning_effort", sampling.reasoning_effort.clone().map(Value::from)),
            ("stream_options", (ask.stream && profile.stream_usage).then(|| json!({"include_usage": true}))),
        ]);
        if let Some(name) = &profile.cache_key {
            params.insert(name.clone(), prompt.cache_key.into());
        }
        let talk = members([("messages", Some(messages(ask)))]);
        Parts { params, shape: shape(ask), talk }
    }

    fn token_limits<'a>(&self, profile: &'a Profile) -> Vec<&'a str> {
        profile.token_limit.iter().map(String::as_str).collect()
    }

    fn framing(&self) -> Framing {
        Framing::Events
    }

    fn fold(&self, whole: &mut Value, mut piece: Value) -> bool {
        let choices = piece.as_object_mut().and_then(|piece| piece.remove("choices"));
        replace(whole, piece);
        let Some(Value::Array(choices)) = choices else { return false };
        if whole.get("choices").is_none() {
            whole["choices"] = json!([]);
        }
        // Only one answer is asked for.
        let Some(Value::Object(mut choice)) = choices.into_iter().next() else { return false };
        if whole.pointer("/choices/0").is_none() {
            whole["choices"] = json!([{"message": {}}]);
        }
        // Some servers send what is new as a whole message.
        let message = choice.remove("message");
        let delta = choice.remove("delta").or(message);
        let kept = &mut whole["choices"][0];
        if let Some(Value::Object(delta)) = delta {
            grow(&mut kept["message"], delta);
        }
        replace(kept, Value::Object(choice));
        false
    }

    fn is_complete(&self, whole: &Value) -> bool {
        whole.pointer("/choices/0/finish_reason").is_some_and(|reason| !reason.is_null())
    }

    /// OpenRouter reports an upstream that broke in the middle in the choice.
    fn fault(&self, whole: &Value) -> Option<Fault> {
        Fault::of_body(whole.pointer("/choices/0")?)
    }

    fn read(&self, whole: &Value, profile: &Profile) -> Completion {
        answer::read(whole, profile)
    }
}

fn shape(ask: &Ask<'_>) -> Map<String, Value> {
    match ask.format {
        Format::Schema => {
            let schema = json!({"name": "answer", "strict": true, "schema": ask.schema()});
            members([("response_format", Some(json!({"type": "json_schema", "json_schema": schema})))])
        }
        Format::Guided => guide(&ask.profile.guide, &ask.schema()),
        Format::Tool => {
            let function = json!({"name": "answer", "description": "Gives the answer.", "parameters": ask.schema()});
            let choice = json!({"type": "function", "function": {"name": "answer"}});
            let tools = json!([{"type": "function", "function": function}]);
            members([("tools", Some(tools)), ("tool_choice", Some(choice))])
        }
        Format::Json => members([("response_format", Some(json!({"type": "json_object"})))]),
        Format::Text => Map::new(),
    }
}

/// The server's own members for guided decoding, with the schema where `$schema` stands.
fn guide(guide: &Map<String, Value>, schema: &Value) -> Map<String, Value> {
    let put = |value: &Value| match value {
        Value::String(text) if text == "$schema" => schema.clone(),
        Value::Object(object) => Value::Object(self::guide(object, schema)),
        other => other.clone(),
    };
    guide.iter().map(|(name, value)| (name.clone(), put(value))).collect()
}

/// The conversation as this endpoint's template takes it.
fn messages(ask: &Ask<'_>) -> Value {
    let role = |role: &str| if role == "system" && ask.learned.no_system() { "user" } else { role }.to_owned();
    let messages = ask.prompt.messages.iter();
    let messages = messages.map(|message| Message { role: role(&message.role), content: message.content.clone() });
    if ask.learned.alternate() { json!(joined(messages)) } else { json!(messages.collect::<Vec<_>>()) }
}

/// The members of a message whose every piece is the whole of it.
const WHOLE: [&str; 7] = ["role", "type", "id", "name", "index", "format", "signature"];

/// Adds a piece of a message to the message: texts grow, and the items of lists grow one by one.
fn grow(message: &mut Value, delta: Map<String, Value>) {
    let Value::Object(message) = message else { return };
    for (name, piece) in delta.into_iter().filter(|(_, piece)| !piece.is_null()) {
        let once = WHOLE.contains(&name.as_str());
        match (message.entry(name).or_insert(Value::Null), piece) {
            (whole, piece) if once => *whole = piece,
            (Value::Array(items), Value::Array(pieces)) => pieces.into_iter().for_each(|piece| grow_item(items, piece)),
            // Mistral begins a list of parts with an empty text, and ends it with a text.
            (whole @ Value::String(_), Value::Array(pieces)) => {
                let text = json!({"type": "text", "text": whole.take()});
                *whole = Value::Array([text].into_iter().chain(pieces).collect());
            }
            (Value::Array(items), Value::String(text)) => grow_item(items, json!({"type": "text", "text": text})),
            (whole @ Value::Object(_), Value::Object(piece)) => grow(whole, piece),
            (whole, piece) => append(whole, &piece),
        }
    }
}

/// Adds a piece to the item it belongs to: the one of its index, or else the last, if that is of its type.
fn grow_item(items: &mut Vec<Value>, piece: Value) {
    let Value::Object(piece) = piece else { return items.push(piece) };
    let same = |item: &Value, name: &str| item.get(name) == piece.get(name);
    let found = match piece.get("index") {
        Some(_) => items.iter().position(|item| same(item, "index")),
        None => items.len().checked_sub(1).filter(|last| same(&items[*last], "type")),
    };
    match found {
        Some(at) => grow(&mut items[at], piece),
        None => items.push(Value::Object(piece)),
    }
}
