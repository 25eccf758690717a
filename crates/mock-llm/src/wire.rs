//! Completions as they go over the wire.

use std::io;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, StreamExt};
use serde_json::{Value, json};

/// How many characters a streamed piece has.
const PIECE: usize = 12;

/// What a model says in one answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The text, if there is one.
    pub content: Option<String>,
    /// Reasoning in a field of its own.
    pub reasoning: Option<String>,
    /// A refusal.
    pub refusal: Option<String>,
    /// Why it stopped.
    pub finish: &'static str,
}

/// Where the answer stops being sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At its end.
    Whole,
    /// In the middle, where the connection breaks.
    Cut,
    /// In the middle, as if that were the end.
    Truncated,
}

/// An answer with what belongs to it.
#[derive(Clone, Debug)]
pub struct Completion<'a> {
    /// The answer.
    pub said: Said,
    /// An id that follows from the body of the request.
    pub id: String,
    /// The request.
    pub request: &'a Value,
}

impl Completion<'_> {
    /// The response: one object, or a stream of them if the request wants that.
    #[must_use]
    pub fn respond(&self, end: End) -> Response {
        if self.request.get("stream").and_then(Value::as_bool) == Some(true) {
            respond(self.events(), "text/event-stream", end)
        } else {
            let body = self.object().to_string();
            let half = body.floor_char_boundary(body.len() / 2);
            respond(vec![body[..half].to_owned(), body[half..].to_owned()], "application/json", end)
        }
    }

    fn object(&self) -> Value {
        let Said { content, reasoning, refusal, finish } = &self.said;
        let mut message = json!({"role": "assistant", "content": content, "refusal": refusal});
        if let Some(reasoning) = reasoning {
            message["reasoning_content"] = json!(reasoning);
        }
        let choice = json!({"index": 0, "message": message, "finish_reason": finish});
        self.envelope("chat.completion", json!([choice]), Some(self.usage()))
    }

    fn events(&self) -> Vec<String> {
        let Said { content, reasoning, refusal, finish } = &self.said;
        let mut deltas = vec![json!({"role": "assistant", "content": ""})];
        let fields = [("reasoning_content", reasoning), ("content", content), ("refusal", refusal)];
        for (field, text) in fields.into_iter().filter_map(|(field, text)| Some((field, text.as_ref()?))) {
            let characters: Vec<char> = text.chars().collect();
            deltas.extend(characters.chunks(PIECE).map(|piece| json!({field: piece.iter().collect::<String>()})));
        }
        let chunk = |delta: Value, finish: Option<&str>| {
            let choice = json!({"index": 0, "delta": delta, "finish_reason": finish});
            self.envelope("chat.completion.chunk", json!([choice]), None)
        };
        let mut chunks: Vec<Value> = deltas.into_iter().map(|delta| chunk(delta, None)).collect();
        chunks.push(chunk(json!({}), Some(finish)));
        if self.request.pointer("/stream_options/include_usage").and_then(Value::as_bool) == Some(true) {
            chunks.push(self.envelope("chat.completion.chunk", json!([]), Some(self.usage())));
        }
        let events = chunks.into_iter().map(|chunk| format!("data: {chunk}\n\n"));
        events.chain(["data: [DONE]\n\n".to_owned()]).collect()
    }

    fn envelope(&self, object: &str, choices: Value, usage: Option<Value>) -> Value {
        let model = self.request.get("model").cloned().unwrap_or_else(|| json!("mock"));
        let mut envelope = json!({"id": self.id, "object": object, "created": 0, "model": model, "choices": choices});
        if let Some(usage) = usage {
            envelope["usage"] = usage;
        }
        envelope
    }

    /// Tokens, at four bytes each. All but the last message counts as read from a cache, as in an append-only talk.
    fn usage(&self) -> Value {
        let messages = self.request.get("messages").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let tokens = |messages: &[Value]| messages.iter().map(|message| message.to_string().len() / 4).sum::<usize>();
        let cached = if messages.len() > 2 { tokens(&messages[..messages.len() - 1]) } else { 0 };
        let prompt = tokens(messages);
        let length = |text: &Option<String>| text.as_ref().map_or(0, |text| text.len() / 4 + 1);
        let reasoning = length(&self.said.reasoning);
        let answer = length(&self.said.content) + reasoning;
        json!({
            "prompt_tokens": prompt,
            "completion_tokens": answer,
            "total_tokens": prompt + answer,
            "prompt_tokens_details": {"cached_tokens": cached},
            "completion_tokens_details": {"reasoning_tokens": reasoning},
        })
    }
}

fn respond(mut pieces: Vec<String>, content_type: &str, end: End) -> Response {
    if end != End::Whole {
        pieces.truncate(pieces.len().div_ceil(2));
    }
    let pieces = stream::iter(pieces.into_iter().map(|piece| Ok(Bytes::from(piece))));
    let body = match end {
        End::Whole | End::Truncated => Body::from_stream(pieces),
        End::Cut => Body::from_stream(pieces.chain(stream::once(cut()))),
    };
    (StatusCode::OK, [(header::CONTENT_TYPE, content_type)], body).into_response()
}

/// Breaks the connection, once what was sent before has had time to leave.
async fn cut() -> io::Result<Bytes> {
    tokio::time::sleep(Duration::from_millis(20)).await;
    Err(io::Error::other("the connection is cut on purpose"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completion(request: &Value) -> Completion<'_> {
        let content = Some("{\"speech\": \"我是平民。I am a villager.\"}".to_owned());
        let said = Said { content, reasoning: Some("wolf".into()), refusal: None, finish: "stop" };
        Completion { said, id: "chatcmpl-1".into(), request }
    }

    #[test]
    fn the_pieces_of_a_stream_are_the_whole() {
        let request = json!({"model": "m", "stream": true, "stream_options": {"include_usage": true}});
        let completion = completion(&request);
        let events = completion.events();
        let (done, chunks) = events.split_last().expect("events");
        assert_eq!(done, "data: [DONE]\n\n");
        let chunks: Vec<Value> = chunks
            .iter()
            .map(|event| serde_json::from_str(event.trim_start_matches("data: ")).expect("JSON"))
            .collect();
        let text: String =
            chunks.iter().filter_map(|chunk| chunk.pointer("/choices/0/delta/content")?.as_str()).collect();
        assert_eq!(Some(text), completion.said.content);
        assert_eq!(chunks.last().expect("a chunk")["choices"], json!([]));
        assert!(chunks.last().expect("a chunk")["usage"]["total_tokens"].is_u64());
    }

    #[test]
    fn a_talk_that_grows_is_read_from_the_cache() {
        let request = json!({"messages": [{"role": "system", "content": "rules"}, {"role": "user", "content": "?"},
            {"role": "assistant", "content": "1"}, {"role": "user", "content": "??"}]});
        let usage = completion(&request).usage();
        let count = |path: &str| usage.pointer(path).and_then(Value::as_u64).expect("a count");
        assert!(0 < count("/prompt_tokens_details/cached_tokens"));
        assert!(count("/prompt_tokens_details/cached_tokens") < count("/prompt_tokens"));
    }
}
