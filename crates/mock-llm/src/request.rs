//! A request, whichever API it was written for.

use serde_json::Value;

use crate::question::{Question, news_before};

/// The APIs that are served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Api {
    /// OpenAI's chat completions, as most servers speak them.
    Chat,
    /// Anthropic's messages.
    Anthropic,
    /// Ollama's own chat.
    Ollama,
}

impl Api {
    /// The API that is served at this path. Ollama's is found below `/v1` too, so that one base address does for all.
    #[must_use]
    pub fn at(path: &str) -> Option<Self> {
        match path {
            "/v1/chat/completions" => Some(Api::Chat),
            "/v1/messages" => Some(Api::Anthropic),
            "/api/chat" | "/v1/api/chat" => Some(Api::Ollama),
            _ => None,
        }
    }

    /// The members that no server refuses: without them there is no request, or no cache to name.
    fn required(self) -> &'static [&'static str] {
        match self {
            Api::Chat => &["messages", "model", "stream", "stream_options", "prompt_cache_key"],
            Api::Anthropic => &["messages", "model", "stream", "max_tokens", "system", "cache_control", "metadata"],
            Api::Ollama => &["messages", "model", "stream"],
        }
    }
}

/// A request for an answer.
#[derive(Clone, Debug)]
pub struct Request {
    /// For which API it is written.
    pub api: Api,
    body: Value,
    messages: Vec<(String, String)>,
}

/// What a cache is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cacheable {
    /// The prompt in the order in which caches compare it, with everything that stands before the conversation.
    pub prompt: Vec<u8>,
    /// How much of it may be cached, in bytes.
    pub marked: usize,
}

impl Request {
    /// Reads a body.
    ///
    /// # Errors
    /// What is wrong with it, in the server's words.
    pub fn read(api: Api, body: Value) -> Result<Self, String> {
        let Some(list) = body.get("messages").and_then(Value::as_array) else {
            return Err("`messages` must be a list.".to_owned());
        };
        if api == Api::Anthropic && body.get("max_tokens").and_then(Value::as_u64).is_none() {
            return Err("max_tokens: Field required".to_owned());
        }
        let message = |message: &Value| {
            let role = message.get("role").and_then(Value::as_str).unwrap_or_default();
            (role.to_owned(), text(message.get("content")))
        };
        let messages = list.iter().map(message).collect();
        Ok(Request { api, body, messages })
    }

    /// The model asked for.
    #[must_use]
    pub fn model(&self) -> &str {
        self.body.get("model").and_then(Value::as_str).unwrap_or("mock")
    }

    /// Whether the answer is wanted in pieces. Ollama streams unless it is told not to.
    #[must_use]
    pub fn streams(&self) -> bool {
        self.body.get("stream").and_then(Value::as_bool).unwrap_or(self.api == Api::Ollama)
    }

    /// Whether a stream is to end with what was used; only chat completions ask.
    #[must_use]
    pub fn wants_usage(&self) -> bool {
        self.body.pointer("/stream_options/include_usage").and_then(Value::as_bool) == Some(true)
    }

    /// The last message of the user.
    #[must_use]
    pub fn asked(&self) -> &str {
        self.of_user().next_back().unwrap_or_default()
    }

    /// What the answer depends on: the model, the name of the conversation, all news, and what may be chosen now. How
    /// often the same was asked, in which words and with which parameters, is left out: a seat that is asked again means
    /// what it meant before.
    ///
    /// The news are the lines with a tag, as the moderator writes them, for a client may put a question and a complaint
    /// into one message. A conversation without any is no game, and all that stands before its questions counts.
    #[must_use]
    pub fn matter(&self) -> String {
        let key = self.body.get("prompt_cache_key").and_then(Value::as_str).unwrap_or_default();
        let tagged = self.of_user().flat_map(str::lines).filter(|line| line.starts_with('['));
        let mut news: Vec<&str> = tagged.collect();
        if news.is_empty() {
            news.extend(self.of_user().filter_map(news_before));
        }
        format!("{}\n{key}\n{}\n{:?}", self.model(), news.join("\n"), Question::read(self.asked()).keys())
    }

    /// A parameter that a server may refuse.
    #[must_use]
    pub fn optional_parameter(&self) -> Option<&str> {
        let mut names = self.body.as_object()?.keys().map(String::as_str);
        names.find(|name| !self.api.required().contains(name))
    }

    /// Whether it has this parameter, at its top or among Ollama's options.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.body.get(name).or_else(|| self.body.get("options")?.get(name)).is_some()
    }

    /// The tool that the answer must be given to, if there is one. Ollama's API forces none.
    #[must_use]
    pub fn tool(&self) -> Option<&str> {
        let choice = self.body.get("tool_choice")?;
        let named = match self.api {
            Api::Chat => choice.pointer("/function/name"),
            Api::Anthropic => choice.get("name"),
            Api::Ollama => None,
        };
        named?.as_str()
    }

    /// In which form the answer is to be, such as `json_schema`; `tool` if it is to be given to one.
    #[must_use]
    pub fn format(&self) -> Option<&str> {
        if self.tool().is_some() {
            return Some("tool");
        }
        match self.api {
            Api::Chat => self.body.pointer("/response_format/type")?.as_str(),
            Api::Anthropic => self.body.pointer("/output_config/format/type")?.as_str(),
            Api::Ollama => match self.body.get("format")? {
                Value::String(_) => Some("json_object"),
                Value::Object(_) => Some("json_schema"),
                _ => None,
            },
        }
    }

    /// What a cache is asked for. OpenAI's and Ollama's servers keep every prompt; Anthropic's keep what stands before
    /// the last mark.
    #[must_use]
    pub fn cacheable(&self) -> Cacheable {
        let mut prompt = Vec::new();
        for name in ["tools", "response_format", "output_config", "format"] {
            prompt.extend(self.body.get(name).map(Value::to_string).unwrap_or_default().bytes());
        }
        let mut marked = 0;
        let mut part = |role: &str, content: Option<&Value>| {
            prompt.extend(role.bytes().chain([0]));
            for block in content.and_then(Value::as_array).into_iter().flatten() {
                prompt.extend(text(Some(&Value::Array(vec![block.clone()]))).bytes());
                marked = if block.get("cache_control").is_some() { prompt.len() } else { marked };
            }
            prompt.extend(content.and_then(Value::as_str).unwrap_or_default().bytes());
        };
        part("system", self.body.get("system"));
        for message in self.body.get("messages").and_then(Value::as_array).into_iter().flatten() {
            part(message.get("role").and_then(Value::as_str).unwrap_or_default(), message.get("content"));
        }
        if self.api != Api::Anthropic || self.body.get("cache_control").is_some() {
            marked = prompt.len();
        }
        Cacheable { prompt, marked }
    }

    fn of_user(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.messages.iter().filter(|(role, _)| role == "user").map(|(_, text)| text.as_str())
    }
}

/// Content as text: a string, or a list of parts.
fn text(content: Option<&Value>) -> String {
    match content {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            parts.iter().filter_map(|part| part.get("text")?.as_str()).collect::<Vec<_>>().join("\n\n")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const QUESTION: &str = "[all] Night 1.\n\nWhom?\n2: Player 2\n0: nobody\nNo answer counts as: nobody.";

    fn read(api: Api, body: Value) -> Request {
        Request::read(api, body).expect("a request")
    }

    fn user(text: &str) -> Value {
        json!({"role": "user", "content": text})
    }

    #[test]
    fn a_seat_that_is_asked_again_is_asked_the_same() {
        let first = read(Api::Chat, json!({"model": "m", "messages": [user(QUESTION)], "seed": 1}));
        let complaint = user("No answer came. You may choose: 2: Player 2; 0: nobody.");
        let said = json!({"role": "assistant", "content": "?"});
        let again = read(Api::Chat, json!({"model": "m", "messages": [user(QUESTION), said, complaint]}));
        assert_eq!(first.matter(), again.matter());
        let both = user(&format!("{QUESTION}\n\nNo answer came. You may choose: 2: Player 2; 0: nobody."));
        let merged = read(Api::Anthropic, json!({"model": "m", "max_tokens": 9, "messages": [both]}));
        assert_eq!(first.matter(), merged.matter());
        let later = read(
            Api::Chat,
            json!({"model": "m", "messages": [user(QUESTION), user(&format!("[all] Day 1.\n\n{QUESTION}"))]}),
        );
        assert_ne!(first.matter(), later.matter());
    }

    #[test]
    fn the_parts_of_a_message_are_its_text() {
        let parts = json!([{"type": "text", "text": "[all] Night."}, {"type": "text", "text": "Whom?"}]);
        let body = json!({"max_tokens": 9, "messages": [{"role": "user", "content": parts}]});
        assert_eq!(read(Api::Anthropic, body).asked(), "[all] Night.\n\nWhom?");
    }

    #[test]
    fn anthropic_keeps_what_is_marked() {
        let block = |mark: bool| {
            let mut block = json!({"type": "text", "text": "rules"});
            if mark {
                block["cache_control"] = json!({"type": "ephemeral"});
            }
            json!([block])
        };
        let body = |mark| json!({"max_tokens": 9, "system": block(mark), "messages": [user("hello")]});
        assert_eq!(read(Api::Anthropic, body(false)).cacheable().marked, 0);
        let cacheable = read(Api::Anthropic, body(true)).cacheable();
        assert_eq!(&cacheable.prompt[..cacheable.marked], b"system\0rules");
        let mut all = body(false);
        all["cache_control"] = json!({"type": "ephemeral"});
        let cacheable = read(Api::Anthropic, all).cacheable();
        assert_eq!(cacheable.marked, cacheable.prompt.len());
    }

    #[test]
    fn a_tool_that_must_be_called_is_a_form_of_the_answer() {
        let choices = [
            (Api::Chat, json!({"type": "function", "function": {"name": "answer"}}), Some("answer")),
            (Api::Chat, json!("auto"), None),
            (Api::Anthropic, json!({"type": "tool", "name": "answer"}), Some("answer")),
            (Api::Anthropic, json!({"type": "auto"}), None),
        ];
        for (api, choice, tool) in choices {
            let request = read(api, json!({"max_tokens": 9, "messages": [], "tools": [{}], "tool_choice": choice}));
            assert_eq!((request.tool(), request.format()), (tool, tool.map(|_| "tool")), "{choice}");
        }
    }

    #[test]
    fn what_is_needed_is_never_refused() {
        let body = json!({"model": "m", "messages": [], "stream": false, "prompt_cache_key": "k"});
        assert_eq!(read(Api::Chat, body).optional_parameter(), None);
        let body = json!({"model": "m", "messages": [], "options": {"temperature": 1.0}});
        assert!(read(Api::Ollama, body.clone()).has("temperature"));
        assert_eq!(read(Api::Ollama, body).optional_parameter(), Some("options"));
        assert!(Request::read(Api::Anthropic, json!({"messages": []})).is_err_and(|why| why.contains("max_tokens")));
    }
}
