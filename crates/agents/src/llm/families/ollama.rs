//! The API of Ollama itself: `POST {base}/api/chat`. Unlike its imitation of chat completions it takes the size of the
//! context, without which it cuts long conversations and says nothing.

use lycaon_transcript::call::Usage;
use serde_json::{Map, Value, json};

use super::super::catalogue::Profile;
use super::super::provider::Completion;
use super::super::settings::Format;
use super::super::stream::Framing;
use super::{Ask, Dialect, Parts, append, below, malformed, members, replace, say, string};

/// The family.
#[derive(Debug)]
pub struct Ollama;

impl Dialect for Ollama {
    /// Addresses of Ollama often end in the `/v1` of its other API.
    fn path(&self, base: &str) -> String {
        let base = base.trim_end_matches('/');
        below(base.strip_suffix("/v1").unwrap_or(base), "api/chat")
    }

    fn credentials(&self, key: &str) -> (&'static str, String) {
        ("authorization", format!("Bearer {key}"))
    }

    fn parts(&self, ask: &Ask<'_>) -> Parts {
        let sampling = ask.prompt.sampling;
        let options = members([
            ("temperature", sampling.temperature.map(Value::from)),
            ("top_p", sampling.top_p.map(Value::from)),
            ("seed", sampling.seed.map(Value::from)),
            ("num_predict", ask.max_tokens().map(Value::from)),
        ]);
        let think = sampling.reasoning_effort.as_deref().map(|effort| match effort {
            "none" => json!(false),
            level @ ("low" | "medium" | "high") => json!(level),
            _ => json!(true),
        });
        let options = (!options.is_empty()).then_some(Value::Object(options));
        Parts {
            params: members([("think", think), ("options", options)]),
            shape: shape(ask),
            talk: members([("messages", Some(json!(ask.prompt.messages)))]),
        }
    }

    fn token_limits<'a>(&self, _profile: &'a Profile) -> Vec<&'a str> {
        vec!["options.num_predict"]
    }

    fn framing(&self) -> Framing {
        Framing::Lines
    }

    fn fold(&self, whole: &mut Value, mut piece: Value) -> bool {
        let message = piece.as_object_mut().and_then(|piece| piece.remove("message"));
        let last = piece.get("done").and_then(Value::as_bool) == Some(true);
        replace(whole, piece);
        if let (Some(Value::Object(message)), true) = (message, whole.is_object()) {
            for name in ["content", "thinking"] {
                append(&mut whole["message"][name], message.get(name).unwrap_or(&Value::Null));
            }
        }
        last
    }

    fn is_complete(&self, whole: &Value) -> bool {
        whole.get("done").and_then(Value::as_bool) == Some(true)
    }

    fn read(&self, whole: &Value, _profile: &Profile) -> Completion {
        let count = |name: &str| whole.get(name).and_then(Value::as_u64);
        let mut completion = Completion {
            answered_by: string(whole.get("model")),
            finish: string(whole.get("done_reason")),
            usage: Usage {
                input_uncached: count("prompt_eval_count"),
                output: count("eval_count"),
                ..Usage::default()
            },
            ..Completion::default()
        };
        match whole.get("message").filter(|message| message.is_object()) {
            Some(message) => {
                let content = message.get("content").and_then(Value::as_str).unwrap_or_default();
                say(&mut completion, content, string(message.get("thinking")));
            }
            None => completion.failure = Some(malformed("the answer has no `message`")),
        }
        completion
    }
}

fn shape(ask: &Ask<'_>) -> Map<String, Value> {
    let format = match ask.format {
        Format::Schema => Some(ask.schema()),
        Format::Json => Some("json".into()),
        Format::Guided | Format::Tool | Format::Text => None,
    };
    members([("format", format)])
}
