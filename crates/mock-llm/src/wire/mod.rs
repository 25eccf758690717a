//! Answers as they go over the wire, in the words of each API.

mod anthropic;
mod chat;
mod delivery;
mod ollama;

use serde_json::Value;

use crate::fault::Problem;
use crate::request::Api;

pub use delivery::{Delivery, End};

/// How many characters a streamed piece has: about a token.
const PIECE: usize = 4;

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
    pub finish: Finish,
}

impl Said {
    /// How many tokens an answer has, at four bytes each.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        [&self.content, &self.reasoning, &self.refusal].into_iter().map(tokens).sum()
    }
}

/// Why a model stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Finish {
    /// It had said all.
    #[default]
    Stop,
    /// Its tokens were used up.
    Length,
    /// A filter held the answer back.
    Filter,
}

/// The tokens of a prompt, at four bytes each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// All of them.
    pub prompt: u64,
    /// Those that the cache had.
    pub read: u64,
    /// Those that the cache took up for a price; only Anthropic counts them.
    pub written: u64,
}

/// An answer with what belongs to it.
#[derive(Clone, Debug)]
pub struct Completion {
    /// The answer.
    pub said: Said,
    /// Names the answer; follows from the body of the request.
    pub id: u64,
    /// The model that answers.
    pub model: String,
    /// The tokens of the prompt.
    pub tokens: Tokens,
    /// Whether a stream of chat completions ends with what was used.
    pub wants_usage: bool,
    /// The tool that the answer is to be given to.
    pub tool: Option<String>,
}

impl Completion {
    /// The tool that is called, and the answer as its arguments. An answer that is no object is said in words, as models
    /// do that do not mind their tools.
    fn call(&self) -> Option<(&str, &str, Value)> {
        let (tool, text) = (self.tool.as_deref()?, self.said.content.as_deref()?);
        let arguments = serde_json::from_str::<Value>(text).ok().filter(Value::is_object)?;
        Some((tool, text, arguments))
    }
}

impl Api {
    /// The answer as one object.
    #[must_use]
    pub fn object(self, completion: &Completion) -> Value {
        match self {
            Api::Chat => chat::object(completion),
            Api::Anthropic => anthropic::object(completion),
            Api::Ollama => ollama::object(completion),
        }
    }

    /// The answer as a stream of events, each with its frame.
    #[must_use]
    pub fn events(self, completion: &Completion) -> Vec<String> {
        match self {
            Api::Chat => chat::events(completion),
            Api::Anthropic => anthropic::events(completion),
            Api::Ollama => ollama::events(completion),
        }
    }

    /// The body of an error.
    #[must_use]
    pub fn error(self, problem: &Problem) -> Value {
        match self {
            Api::Chat => chat::error(problem),
            Api::Anthropic => anthropic::error(problem),
            Api::Ollama => ollama::error(problem),
        }
    }

    /// An error as an event of a stream.
    #[must_use]
    pub fn error_event(self, problem: &Problem) -> String {
        let error = self.error(problem);
        match self {
            Api::Chat => format!("data: {error}\n\n"),
            Api::Anthropic => format!("event: error\ndata: {error}\n\n"),
            Api::Ollama => format!("{error}\n"),
        }
    }

    /// What a stream is.
    #[must_use]
    pub fn stream_type(self) -> &'static str {
        match self {
            Api::Chat | Api::Anthropic => "text/event-stream",
            Api::Ollama => "application/x-ndjson",
        }
    }
}

/// Text in pieces, as it is streamed.
fn pieces(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    characters.chunks(PIECE).map(|piece| piece.iter().collect()).collect()
}

fn tokens(text: &Option<String>) -> u64 {
    text.as_ref().map_or(0, |text| text.len().div_ceil(crate::cache::TOKEN) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completion() -> Completion {
        let content = Some("{\"speech\": \"我是平民。I am a villager.\"}".to_owned());
        let said = Said { content, reasoning: Some("I am a wolf.".into()), ..Said::default() };
        let tokens = Tokens { prompt: 100, read: 60, written: 30 };
        Completion { said, id: 1, model: "m".into(), tokens, wants_usage: true, tool: None }
    }

    /// What a stream's events hold, without their frames.
    fn data(events: &[String]) -> Vec<Value> {
        let data = |event: &String| {
            let line = event.trim_end().lines().last().expect("a line");
            serde_json::from_str(line.trim_start_matches("data: ")).ok()
        };
        events.iter().filter_map(data).collect()
    }

    #[test]
    fn the_pieces_of_a_stream_are_the_whole() {
        let completion = completion();
        let paths = [
            (Api::Chat, "/choices/0/delta/content", "/choices/0/delta/reasoning_content"),
            (Api::Anthropic, "/delta/text", "/delta/thinking"),
            (Api::Ollama, "/message/content", "/message/thinking"),
        ];
        for (api, content, reasoning) in paths {
            let data = data(&api.events(&completion));
            let joined = |path: &str| data.iter().filter_map(|value| value.pointer(path)?.as_str()).collect::<String>();
            assert_eq!(Some(joined(content)), completion.said.content, "{api:?}");
            assert_eq!(Some(joined(reasoning)), completion.said.reasoning, "{api:?}");
        }
        assert_eq!(Api::Chat.events(&completion).last().map(String::as_str), Some("data: [DONE]\n\n"));
    }

    #[test]
    fn a_tool_is_given_the_answer_in_one_piece_and_in_many() {
        let called = Completion { tool: Some("answer".into()), ..completion() };
        let whole = called.said.content.clone().expect("a text");
        let (chat, anthropic) = (Api::Chat.object(&called), Api::Anthropic.object(&called));
        let function = &chat["choices"][0]["message"]["tool_calls"][0]["function"];
        assert_eq!((function["name"].as_str(), function["arguments"].as_str()), (Some("answer"), Some(&*whole)));
        assert!(chat["choices"][0]["message"]["content"].is_null());
        let used = anthropic["content"].as_array().and_then(|blocks| blocks.last()).expect("a block");
        assert_eq!((&used["type"], &used["name"]), (&"tool_use".into(), &"answer".into()));
        assert_eq!(
            (used["input"].to_string(), &anthropic["stop_reason"]),
            (whole.replace(": ", ":"), &"tool_use".into())
        );
        let paths =
            [(Api::Chat, "/choices/0/delta/tool_calls/0/function/arguments"), (Api::Anthropic, "/delta/partial_json")];
        for (api, path) in paths {
            let data = data(&api.events(&called));
            let joined: String = data.iter().filter_map(|value| value.pointer(path)?.as_str()).collect();
            assert_eq!(joined, whole, "{api:?}");
        }
        let words = Said { content: Some("seat 3".into()), ..Said::default() };
        let spoken = Completion { said: words, ..called };
        assert_eq!(Api::Chat.object(&spoken)["choices"][0]["message"]["content"], "seat 3");
    }

    #[test]
    fn each_api_counts_in_its_own_way() {
        let completion = completion();
        let count = |api: Api, path: &str| api.object(&completion).pointer(path).and_then(Value::as_u64);
        assert_eq!(count(Api::Chat, "/usage/prompt_tokens"), Some(100));
        assert_eq!(count(Api::Chat, "/usage/prompt_tokens_details/cached_tokens"), Some(60));
        assert_eq!(count(Api::Chat, "/usage/completion_tokens_details/reasoning_tokens"), Some(3));
        assert_eq!(count(Api::Anthropic, "/usage/input_tokens"), Some(10));
        assert_eq!(count(Api::Anthropic, "/usage/cache_read_input_tokens"), Some(60));
        assert_eq!(count(Api::Anthropic, "/usage/cache_creation_input_tokens"), Some(30));
        assert_eq!(count(Api::Ollama, "/prompt_eval_count"), Some(100));
        let output = Some(completion.said.tokens());
        assert_eq!(count(Api::Chat, "/usage/completion_tokens"), output);
        assert_eq!(count(Api::Anthropic, "/usage/output_tokens"), output);
        assert_eq!(count(Api::Ollama, "/eval_count"), output);
    }

    #[test]
    fn a_stream_says_at_its_end_what_was_used() {
        let completion = completion();
        let output = Some(completion.said.tokens());
        let last = |api: Api, path: &str| {
            data(&api.events(&completion)).iter().rev().find_map(|value| value.pointer(path)?.as_u64())
        };
        assert_eq!(last(Api::Chat, "/usage/completion_tokens"), output);
        assert_eq!(last(Api::Anthropic, "/usage/output_tokens"), output);
        assert_eq!(last(Api::Ollama, "/eval_count"), output);
        let silent = Completion { wants_usage: false, ..completion.clone() };
        assert!(data(&Api::Chat.events(&silent)).iter().all(|chunk| chunk.get("usage").is_none()));
    }
}
