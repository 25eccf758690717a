//! The Messages API of Anthropic: `POST {base}/v1/messages`.

use lycaon_transcript::call::Usage;
use serde_json::{Map, Value, json};

use super::super::catalogue::Profile;
use super::super::provider::{Class, Completion, Failure};
use super::super::settings::Format;
use super::super::stream::Framing;
use super::{Ask, Dialect, Parts, append, below, declined, malformed, members, replace, say, string};

/// The family.
#[derive(Debug)]
pub struct Anthropic;

/// The limit of tokens where none is given: this API wants one.
const MAX_TOKENS: u32 = 4096;

impl Dialect for Anthropic {
    fn path(&self, base: &str) -> String {
        below(base, "v1/messages")
    }

    fn credentials(&self, key: &str) -> (&'static str, String) {
        ("x-api-key", key.to_owned())
    }

    fn parts(&self, ask: &Ask<'_>) -> Parts {
        let sampling = ask.prompt.sampling;
        let (thinking, config) = match sampling.reasoning_effort.as_deref() {
            None => (None, None),
            Some("none") => (Some(json!({"type": "disabled"})), None),
            Some(effort) => (Some(json!({"type": "adaptive"})), Some(json!({"effort": effort}))),
        };
        let params = members([
            ("max_tokens", Some(ask.max_tokens().unwrap_or(MAX_TOKENS).into())),
            ("temperature", sampling.temperature.map(Value::from)),
            ("top_p", sampling.top_p.map(Value::from)),
            ("thinking", thinking),
            ("output_config", config),
        ]);
        Parts { params, shape: shape(ask), talk: talk(ask) }
    }

    fn token_limits<'a>(&self, _profile: &'a Profile) -> Vec<&'a str> {
        vec!["max_tokens"]
    }

    fn framing(&self) -> Framing {
        Framing::Events
    }

    fn fold(&self, whole: &mut Value, mut piece: Value) -> bool {
        let kind = string(piece.get("type")).unwrap_or_default();
        match kind.as_str() {
            "message_start" => replace(whole, piece["message"].take()),
            "content_block_start" => {
                if let Some(Value::Array(blocks)) = whole.get_mut("content") {
                    blocks.push(with_index(&mut piece));
                }
            }
            "content_block_delta" => {
                let blocks = whole.get_mut("content").and_then(Value::as_array_mut).into_iter().flatten();
                let mut blocks = blocks.filter_map(Value::as_object_mut);
                let block = blocks.find(|block| block.get("index") == piece.get("index"));
                if let (Some(block), Some(Value::Object(delta))) = (block, piece.get("delta")) {
                    for (name, text) in delta.iter().filter(|(name, _)| *name != "type") {
                        append(block.entry(name).or_insert(Value::Null), text);
                    }
                }
            }
            "message_delta" => {
                let usage = piece.get_mut("usage").map(Value::take).unwrap_or_default();
                replace(whole, piece["delta"].take());
                // What is counted here is the whole so far, not what was added.
                if whole.is_object() {
                    replace(&mut whole["usage"], usage);
                }
            }
            "error" => replace(whole, piece),
            _ => {}
        }
        kind == "message_stop"
    }

    fn is_complete(&self, whole: &Value) -> bool {
        whole.get("stop_reason").is_some_and(Value::is_string)
    }

    fn read(&self, whole: &Value, _profile: &Profile) -> Completion {
        let mut completion = Completion {
            answered_by: string(whole.get("model")),
            finish: string(whole.get("stop_reason")),
            usage: whole.get("usage").map(usage).unwrap_or_default(),
            ..Completion::default()
        };
        let Some(blocks) = whole.get("content").and_then(Value::as_array) else {
            completion.failure = Some(malformed("the answer has no `content`"));
            return completion;
        };
        let of = |kind: &'static str| blocks.iter().filter(move |block| block["type"] == kind);
        let text: String = of("text").filter_map(|block| block.get("text")?.as_str()).collect();
        let thoughts: Vec<&str> = of("thinking").filter_map(|block| block.get("thinking")?.as_str()).collect();
        let answer = of("tool_use").next().and_then(tool_input).unwrap_or(text);
        say(&mut completion, &answer, (!thoughts.is_empty()).then(|| thoughts.join("\n")));
        completion.failure = match completion.finish.as_deref() {
            Some("refusal") => Some(declined(refusal(whole))),
            Some(word @ "model_context_window_exceeded") => {
                Some(Failure::new(Class::Context, format!("the model stopped with {word}")))
            }
            _ => None,
        };
        completion
    }
}

fn shape(ask: &Ask<'_>) -> Map<String, Value> {
    match ask.format {
        Format::Schema => {
            let format = json!({"type": "json_schema", "schema": ask.schema()});
            members([("output_config", Some(json!({"format": format})))])
        }
        Format::Tool => {
            let tool = json!({"name": "answer", "description": "Gives the answer.", "input_schema": ask.schema()});
            let choice = json!({"type": "tool", "name": "answer"});
            members([("tools", Some(json!([tool]))), ("tool_choice", Some(choice))])
        }
        Format::Guided | Format::Json | Format::Text => Map::new(),
    }
}

/// The conversation. Two places are marked for the cache: the end of the rules, which every seat shares, and the end of
/// the conversation, which the seat's next call will begin with.
fn talk(ask: &Ask<'_>) -> Map<String, Value> {
    let messages = ask.prompt.messages;
    let rules = messages.iter().take_while(|message| message.role == "system").count();
    let mut system: Vec<Value> = messages[..rules].iter().map(|message| block(&message.content)).collect();
    let mut turns: Vec<(&str, Vec<Value>)> = vec![];
    for message in &messages[rules..] {
        let role = if message.role == "assistant" { "assistant" } else { "user" };
        match turns.last_mut() {
            Some((last, blocks)) if *last == role => blocks.push(block(&message.content)),
            _ => turns.push((role, vec![block(&message.content)])),
        }
    }
    if !ask.profile.cache_control.is_empty() {
        let last_turn = turns.last_mut().and_then(|(_, blocks)| blocks.last_mut());
        for place in [system.last_mut(), last_turn].into_iter().flatten() {
            place["cache_control"] = Value::Object(ask.profile.cache_control.clone());
        }
    }
    let turns: Vec<Value> =
        turns.into_iter().map(|(role, content)| json!({"role": role, "content": content})).collect();
    members([("system", (!system.is_empty()).then_some(Value::Array(system))), ("messages", Some(turns.into()))])
}

fn block(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

/// The block that a stream begins, with the index by which its pieces name it.
fn with_index(piece: &mut Value) -> Value {
    let mut block = piece["content_block"].take();
    if block.is_object() {
        block["index"] = piece["index"].take();
    }
    block
}

/// The answer that was given to the tool: the pieces of its JSON if it was streamed.
fn tool_input(block: &Value) -> Option<String> {
    string(block.get("partial_json"))
        .or_else(|| block.get("input").filter(|input| input.is_object()).map(Value::to_string))
}

fn refusal(whole: &Value) -> String {
    let details = ["category", "explanation"].into_iter().filter_map(|key| string(whole.get("stop_details")?.get(key)));
    let details: Vec<String> = details.collect();
    if details.is_empty() { "the model refused".into() } else { format!("the model refused: {}", details.join(": ")) }
}

/// What a call used. The input is counted without what concerns the cache.
fn usage(usage: &Value) -> Usage {
    let count = |path: &str| usage.pointer(path).and_then(Value::as_u64);
    Usage {
        input_uncached: count("/input_tokens"),
        cache_read: count("/cache_read_input_tokens"),
        cache_write: count("/cache_creation_input_tokens"),
        output: count("/output_tokens"),
        reasoning: ["thinking_tokens", "reasoning_tokens"]
            .into_iter()
            .find_map(|name| count(&format!("/output_tokens_details/{name}"))),
    }
}
