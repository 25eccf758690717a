//! What goes over the wire, against shapes written down from the providers' own documentation, or recorded from a server
//! where they say so: each file in `shapes/` names its source.

mod support;

use lycaon_agents::llm::provider::Completion;
use lycaon_agents::llm::{Catalogue, Patience, Provider, Sampling};
use lycaon_transcript::call::Message;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use support::{KEY, Script, Server, call, call_with};

/// A file of shapes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shapes {
    /// The address of the documentation.
    source: String,
    cases: Vec<Case>,
}

/// A request, and an answer in one piece or as a stream.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    about: String,
    model: String,
    #[serde(default)]
    sampling: Sampling,
    messages: Option<Vec<Message>>,
    /// The path that is asked.
    path: Option<String>,
    /// Headers of the request, `[key]` for the key.
    #[serde(default)]
    headers: Map<String, Value>,
    /// The body of the request.
    request: Option<Value>,
    status: Option<u16>,
    response: Option<Value>,
    stream: Option<Vec<String>>,
    /// What the call becomes; what is left out is nothing.
    completion: Option<Map<String, Value>>,
}

impl Case {
    fn script(&self) -> Script {
        let body = match (&self.stream, &self.response) {
            (Some(lines), _) => lines.join("\n"),
            (None, Some(response)) => response.to_string(),
            (None, None) => "{}".to_owned(),
        };
        Script { status: self.status.unwrap_or(200), ..Script::ok(body) }
    }

    fn sampling(&self) -> Sampling {
        let stream = self.sampling.stream.or(Some(self.stream.is_some()));
        Sampling { stream, ..self.sampling.clone() }
    }
}

/// The completion as the files write it.
fn written(completion: &Completion, provider: &dyn Provider) -> Value {
    let call = completion.record(provider, 1, vec![]);
    let usage = serde_json::to_value(&completion.usage).expect("JSON");
    let mut written = json!({
        "outcome": call.outcome(), "answered_by": completion.answered_by, "text": completion.text,
        "reasoning": completion.reasoning, "finish": completion.finish, "cost_usd": completion.cost_usd,
        "detail": completion.failure.as_ref().map(|failure| &failure.detail),
    });
    let all = written.as_object_mut().expect("an object");
    all.extend(usage.as_object().expect("an object").iter().map(|(name, count)| {
        (if name == "reasoning" { "reasoning_tokens".to_owned() } else { name.clone() }, count.clone())
    }));
    all.retain(|_, value| !value.is_null());
    written
}

async fn check(case: &Case, script: Script) {
    let server = Server::start(vec![script]).await;
    let model = server.model(&case.model, Catalogue::built_in(), &Patience::default());
    let completion = match &case.messages {
        Some(messages) => call_with(&*model, &case.sampling(), messages).await,
        None => call(&*model, &case.sampling()).await,
    };
    let asked = server.asked().remove(0);
    if let Some(request) = &case.request {
        assert_eq!(&asked.body, request, "{}: {:#}", case.about, asked.body);
    }
    assert!(case.path.as_ref().is_none_or(|path| *path == asked.path), "{}: {}", case.about, asked.path);
    for (name, value) in &case.headers {
        let sent = asked.headers.get(name).map(|value| value.to_str().expect("text").replace(KEY, "[key]"));
        assert_eq!(sent.as_deref(), value.as_str(), "{}: {name}", case.about);
    }
    if let Some(wanted) = &case.completion {
        let written = written(&completion, &*model);
        assert_eq!(written, Value::Object(wanted.clone()), "{}: {written:#}", case.about);
    }
}

async fn check_file(text: &str) {
    let shapes: Shapes = serde_json::from_str(text).expect("a file of shapes");
    assert!(shapes.source.starts_with("https://"));
    for case in &shapes.cases {
        check(case, case.script()).await;
        for size in case.stream.iter().flat_map(|_| [1, 5, 64]) {
            check(case, case.script().cut(size)).await;
        }
    }
}

macro_rules! files {
    ($($name:ident)+) => {
        $(#[tokio::test]
        async fn $name() {
            check_file(include_str!(concat!("shapes/", stringify!($name), ".json"))).await;
        })+
    };
}

files! { openai anthropic ollama openrouter deepseek vllm llamacpp llama_cpp_python mistral gemini }
