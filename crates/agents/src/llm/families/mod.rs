//! The families of APIs, and what tells them apart. Everything else about a call is the same for all of them.

mod anthropic;
mod chat;
mod ollama;

use std::fmt;

use lycaon_transcript::call::Message;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::catalogue::Profile;
use super::fault::Fault;
use super::learned::Learned;
use super::provider::{Again, Class, Completion, Failure, Prompt};
use super::settings::Format;
use super::stream::Framing;
use super::think;

/// The families of APIs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// Chat completions as OpenAI defined them and most servers speak them.
    Chat,
    /// The Messages API of Anthropic.
    Anthropic,
    /// The API of Ollama itself.
    Ollama,
}

impl Family {
    /// The word for it in files, which is also the provider whose profile holds for the whole family.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Family::Chat => "chat",
            Family::Anthropic => "anthropic",
            Family::Ollama => "ollama",
        }
    }

    /// How it speaks.
    pub(super) fn dialect(self) -> &'static dyn Dialect {
        match self {
            Family::Chat => &chat::Chat,
            Family::Anthropic => &anthropic::Anthropic,
            Family::Ollama => &ollama::Ollama,
        }
    }
}

/// How a family speaks: what a request looks like, and what an answer.
///
/// The pieces of a stream are folded into the answer that would have come in one piece, and only that is read. So there
/// is one reading for both.
pub trait Dialect: fmt::Debug + Send + Sync {
    /// The path of the resource that answers, on a server whose base has this path.
    fn path(&self, base: &str) -> String;

    /// The header that carries the key, and what it holds.
    fn credentials(&self, key: &str) -> (&'static str, String);

    /// The request.
    fn parts(&self, ask: &Ask<'_>) -> Parts;

    /// Where a request may say how many tokens the answer may have: paths with dots.
    fn token_limits<'a>(&self, profile: &'a Profile) -> Vec<&'a str>;

    /// How a stream is divided.
    fn framing(&self) -> Framing;

    /// Adds a piece of a stream to what came before; whether it says that it is the last.
    fn fold(&self, whole: &mut Value, piece: Value) -> bool;

    /// Whether this answer came to its end, where no piece said that it was the last.
    fn is_complete(&self, whole: &Value) -> bool;

    /// A fault that stands elsewhere than faults usually do.
    fn fault(&self, _whole: &Value) -> Option<Fault> {
        None
    }

    /// Reads an answer.
    fn read(&self, whole: &Value, profile: &Profile) -> Completion;
}

/// What a request is made of.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The conversation and how to sample.
    pub prompt: &'a Prompt<'a>,
    /// What is known of the provider.
    pub profile: &'a Profile,
    /// What its own complaints have taught.
    pub learned: &'a Learned,
    /// How the shape of the answer is enforced.
    pub format: Format,
    /// Whether the answer is to be streamed.
    pub stream: bool,
}

impl Ask<'_> {
    /// The most tokens of the answer, if anybody sets a limit.
    fn max_tokens(&self) -> Option<u32> {
        self.prompt.sampling.max_tokens.or(self.profile.max_tokens)
    }

    /// The schema as this provider takes it.
    fn schema(&self) -> Value {
        let mut schema = self.prompt.schema.clone();
        strip(&mut schema, &self.profile.schema_without);
        schema
    }
}

/// A request in its parts: members of the body, by what they are for.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// How to sample. A member that the server refuses is left out.
    pub params: Map<String, Value>,
    /// What enforces the shape of the answer. Where the server refuses it, another shape is tried.
    pub shape: Map<String, Value>,
    /// The conversation.
    pub talk: Map<String, Value>,
}

/// Members of a body, without those that have no value.
fn members<const N: usize>(members: [(&str, Option<Value>); N]) -> Map<String, Value> {
    members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// Takes keywords out of a schema, at every depth.
fn strip(schema: &mut Value, keywords: &[String]) {
    match schema {
        Value::Object(object) => {
            object.retain(|name, _| !keywords.contains(name));
            object.values_mut().for_each(|value| strip(value, keywords));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| strip(item, keywords)),
        _ => {}
    }
}

/// The path of a resource below a base; what the base already has of it is not put twice.
fn below(base: &str, resource: &str) -> String {
    let base = base.trim_end_matches('/');
    let parts: Vec<&str> = resource.split('/').collect();
    let had = (1..=parts.len()).rev().find(|had| base.ends_with(&format!("/{}", parts[..*had].join("/"))));
    let rest = parts[had.unwrap_or(0)..].join("/");
    if rest.is_empty() { base.to_owned() } else { format!("{base}/{rest}") }
}

/// The conversation with as few messages as possible: those of one role that follow each other are one, with an empty
/// line between them.
fn joined(messages: impl IntoIterator<Item = Message>) -> Vec<Message> {
    let mut joined: Vec<Message> = vec![];
    for message in messages {
        match joined.last_mut() {
            Some(last) if last.role == message.role => {
                last.content = format!("{}\n\n{}", last.content, message.content)
            }
            _ => joined.push(message),
        }
    }
    joined
}

/// Adds a piece to a text that grows.
fn append(whole: &mut Value, piece: &Value) {
    match (&mut *whole, piece) {
        (Value::String(text), Value::String(more)) => text.push_str(more),
        (Value::Null, piece) => *whole = piece.clone(),
        _ => {}
    }
}

/// Puts every member that says something in the place of what was there.
fn replace(whole: &mut Value, piece: Value) {
    let Value::Object(piece) = piece else { return };
    if !whole.is_object() {
        *whole = Value::Object(Map::new());
    }
    for (name, value) in piece.into_iter().filter(|(_, value)| !value.is_null()) {
        whole[name] = value;
    }
}

/// Takes apart what was said and what was only thought: reasoning never stands in the text, wherever the server put it.
fn say(completion: &mut Completion, content: &str, apart: Option<String>) {
    let (text, tagged) = think::separate(content);
    let reasoning = apart.or_else(|| tagged.map(str::to_owned));
    completion.text = Some(text.to_owned()).filter(|text| !text.trim().is_empty());
    completion.reasoning = reasoning.filter(|reasoning| !reasoning.trim().is_empty());
    if completion.text.is_none() {
        completion.text = completion.reasoning.clone().filter(|reasoning| is_answer(reasoning));
    }
}

/// Whether reasoning is in truth the answer: servers whose reasoning parser finds no tags put a whole JSON answer there.
/// Mere words are never taken for a reply, for they would be heard at the table.
fn is_answer(reasoning: &str) -> bool {
    serde_json::from_str::<Value>(reasoning).is_ok_and(|value| value.is_object())
}

fn malformed(detail: &str) -> Failure {
    Failure::new(Class::Malformed, detail)
}

fn declined(detail: impl Into<String>) -> Failure {
    Failure { class: Class::Policy, detail: detail.into(), again: Again::Never }
}

/// A string that is not blank.
fn string(value: Option<&Value>) -> Option<String> {
    value.and_then(Value::as_str).filter(|text| !text.trim().is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::Catalogue;
    use super::*;
    use lycaon_rules::Dice;
    use serde_json::json;

    #[test]
    fn what_the_base_has_is_not_put_twice() {
        let messages = |base: &str| below(base, "v1/messages");
        assert_eq!(messages("/"), "/v1/messages");
        assert_eq!(messages("/v1/"), "/v1/messages");
        assert_eq!(messages("/proxy/v1/messages"), "/proxy/v1/messages");
        assert_eq!(below("/apiv1", "v1/messages"), "/apiv1/v1/messages");
    }

    /// Some JSON out of the members that the families look for.
    fn any(dice: &mut Dice, depth: u64) -> Value {
        const NAMES: [&str; 24] = [
            "choices",
            "message",
            "delta",
            "content",
            "reasoning_details",
            "tool_calls",
            "index",
            "type",
            "text",
            "error",
            "message_start",
            "content_block_start",
            "content_block_delta",
            "message_delta",
            "content_block",
            "usage",
            "stop_reason",
            "finish_reason",
            "done",
            "thinking",
            "function",
            "arguments",
            "detail",
            "stop_details",
        ];
        let name = |dice: &mut Dice| NAMES[dice.below("name", NAMES.len() as u64) as usize].to_owned();
        match dice.below("kind", if depth == 0 { 4 } else { 10 }) {
            0 => Value::Null,
            1 => json!(dice.below("number", 2)),
            2 => json!(true),
            3 => json!(name(dice)),
            4 | 5 => (0..dice.below("items", 3)).map(|_| any(dice, depth - 1)).collect(),
            _ => Value::Object((0..dice.below("members", 6)).map(|_| (name(dice), any(dice, depth - 1))).collect()),
        }
    }

    #[test]
    fn no_stream_and_no_answer_is_too_odd_to_be_read() {
        let catalogue = Catalogue::built_in();
        let mut dice = Dice::new(3);
        for family in [Family::Chat, Family::Anthropic, Family::Ollama] {
            let (dialect, profile) = (family.dialect(), catalogue.profile("foo", Some(family)));
            for _ in 0..4000 {
                let mut whole = Value::Null;
                for _ in 0..4 {
                    let mut piece = any(&mut dice, 5);
                    if piece.is_object() && dice.below("shaped", 2) == 0 {
                        let kinds = ["message_start", "content_block_start", "content_block_delta", "message_delta"];
                        piece["type"] = json!(kinds[dice.below("kind of piece", 4) as usize]);
                        piece["choices"] = json!([any(&mut dice, 4)]);
                    }
                    dialect.fold(&mut whole, piece);
                    dialect.is_complete(&whole);
                    dialect.read(&whole, &profile);
                }
                dialect.read(&any(&mut dice, 5), &profile);
            }
        }
    }

    #[test]
    fn schemas_lose_what_a_server_does_not_take() {
        let mut schema = json!({"additionalProperties": false, "properties": {"a": {"additionalProperties": true}}});
        strip(&mut schema, &["additionalProperties".to_owned()]);
        assert_eq!(schema, json!({"properties": {"a": {}}}));
    }
}
