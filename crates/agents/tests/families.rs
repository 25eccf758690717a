//! What holds for every family of APIs: streams that stop, endpoints that refuse, keys that are kept.

mod support;

use std::time::Duration;

use lycaon_agents::llm::provider::{Again, Class, Completion};
use lycaon_agents::llm::{Catalogue, Format, Patience, Sampling};
use serde_json::{Value, json};
use support::{KEY, Script, Server, Then, call};

const MODELS: [&str; 3] = ["foo/m", "anthropic/m", "ollama/m"];

/// The beginning of an answer, as a stream of each family.
fn beginning(model: &str) -> String {
    let piece = |text: &str| match model {
        "foo/m" => {
            format!("data: {}\n\n", json!({"model": "m", "choices": [{"index": 0, "delta": {"content": text}}]}))
        }
        "anthropic/m" => {
            let delta = json!({"type": "text_delta", "text": text});
            format!("data: {}\n\n", json!({"type": "content_block_delta", "index": 0, "delta": delta}))
        }
        _ => format!("{}\n", json!({"model": "m", "message": {"content": text}, "done": false})),
    };
    let head = match model {
        "anthropic/m" => {
            let start = json!({"type": "message_start", "message": {"model": "m", "content": []}});
            let block =
                json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}});
            format!("data: {start}\n\ndata: {block}\n\n")
        }
        _ => String::new(),
    };
    format!("{head}{}{}", piece("seat "), piece("3"))
}

/// A whole answer with this text, in one piece.
fn whole(model: &str, text: &str) -> String {
    match model {
        "foo/m" => json!({"model": text, "choices": [{"finish_reason": text, "message": {"content": text, "reasoning": text}}]}),
        "anthropic/m" => json!({"model": text, "stop_reason": text, "content":
            [{"type": "thinking", "thinking": text}, {"type": "text", "text": text}]}),
        _ => json!({"model": text, "done": true, "done_reason": text, "message": {"content": text, "thinking": text}}),
    }
    .to_string()
}

async fn ask(model: &str, script: Script, sampling: &Sampling, patience: &Patience) -> Completion {
    let server = Server::start(vec![script]).await;
    call(&*server.model(model, Catalogue::built_in(), patience), sampling).await
}

fn failed(completion: &Completion) -> Option<(Class, Again)> {
    completion.failure.as_ref().map(|failure| (failure.class, failure.again))
}

const LATER: Again = Again::Later { at_least: None };

#[tokio::test]
async fn a_stream_that_falls_silent_is_left_and_what_came_is_kept() {
    let patience = Patience { idle_timeout: 0.3, ..Patience::default() };
    for model in MODELS {
        let script = Script { then: Then::Silence, ..Script::ok(beginning(model)) };
        let completion = ask(model, script, &Sampling::default(), &patience).await;
        assert_eq!(failed(&completion), Some((Class::Timeout, LATER)), "{model}: {completion:?}");
        assert_eq!(completion.text.as_deref(), Some("seat 3"), "{model}");
        assert!(completion.took < Duration::from_secs(10));
    }
}

#[tokio::test]
async fn a_call_that_is_not_streamed_may_be_silent() {
    let patience = Patience { idle_timeout: 0.0, ..Patience::default() };
    let sampling = Sampling { stream: Some(false), ..Sampling::default() };
    for model in MODELS {
        let completion = ask(model, Script::ok(whole(model, "3")), &sampling, &patience).await;
        assert_eq!((completion.text.as_deref(), completion.failure), (Some("3"), None), "{model}");
    }
}

#[tokio::test]
async fn a_stream_that_breaks_or_ends_too_early_is_no_answer() {
    for model in MODELS {
        for (then, class) in [(Then::Break, Class::Connect), (Then::End, Class::Malformed)] {
            let script = Script { then, ..Script::ok(beginning(model)) };
            let completion = ask(model, script, &Sampling::default(), &Patience::default()).await;
            assert_eq!(failed(&completion), Some((class, LATER)), "{model} {then:?}: {completion:?}");
            assert_eq!(completion.text.as_deref(), Some("seat 3"), "{model}");
        }
    }
}

#[tokio::test]
async fn a_stream_that_has_said_its_last_is_not_waited_for() {
    let ends = [
        ("foo/m", "data: [DONE]\n\n"),
        ("anthropic/m", "data: {\"type\":\"message_stop\"}\n\n"),
        ("ollama/m", "{\"done\":true,\"done_reason\":\"stop\"}\n"),
    ];
    for (model, end) in ends {
        let script = Script { then: Then::Silence, ..Script::ok(beginning(model) + end) };
        let completion = ask(model, script, &Sampling::default(), &Patience::default()).await;
        assert_eq!((completion.text.as_deref(), completion.failure), (Some("seat 3"), None), "{model}");
    }
}

#[tokio::test]
async fn streams_of_nonsense_are_malformed() {
    for model in MODELS {
        for body in ["", "\n\n", "data: {\n\n", "data: [DONE]\n\n", "data: 7\n\n", "[1]", "null", "{}\n{}", "\u{0}"] {
            let completion = ask(model, Script::ok(body), &Sampling::default(), &Patience::default()).await;
            assert_eq!(failed(&completion), Some((Class::Malformed, LATER)), "{model} {body:?}: {completion:?}");
        }
    }
}

/// The requests that a server sees until it stops refusing.
async fn refused(model: &str, sampling: &Sampling, complaints: &[&str]) -> Vec<Value> {
    let mut scripts: Vec<Script> = complaints.iter().map(|body| Script { status: 400, ..Script::ok(*body) }).collect();
    scripts.push(Script::ok(whole(model, "3")));
    let server = Server::start(scripts).await;
    let provider = server.model(model, Catalogue::built_in(), &Patience::default());
    for complaint in complaints {
        let completion = call(&*provider, sampling).await;
        assert_eq!(failed(&completion), Some((Class::BadRequest, Again::Now)), "{complaint}");
    }
    for _ in 0..2 {
        assert_eq!(call(&*provider, sampling).await.failure, None);
    }
    server.asked().into_iter().map(|asked| asked.body).collect()
}

#[tokio::test]
async fn anthropic_s_refusals_are_learned() {
    let sampling = Sampling {
        temperature: Some(0.5),
        reasoning_effort: Some("low".into()),
        stream: Some(false),
        ..Sampling::default()
    };
    let complaint = |text: &str| json!({"type": "error", "error": {"type": "invalid_request_error", "message": text}});
    let complaints = [
        "output_config.format: Extra inputs are not permitted",
        "This model does not support the effort parameter.",
        "Thinking may not be enabled when tool_choice forces tool use.",
        "adaptive thinking is not supported on this model",
        "`temperature` is deprecated for this model.",
    ];
    let complaints = complaints.map(|text| complaint(text).to_string());
    let seen = refused("anthropic/m", &sampling, &complaints.each_ref().map(String::as_str)).await;
    assert_eq!(seen[1]["tools"][0]["name"], "answer", "a tool is tried next");
    assert_eq!(seen[1]["output_config"], json!({"effort": "low"}));
    assert_eq!(seen[2].get("output_config"), None);
    assert_eq!((seen[3].get("tools"), seen[3].get("tool_choice")), (None, None));
    let last: Vec<&String> = seen[5].as_object().expect("an object").keys().collect();
    assert_eq!(last, ["model", "max_tokens", "stream", "system", "messages"]);
    assert_eq!(seen[6], seen[5], "what was learned is remembered");
}

#[tokio::test]
async fn ollama_s_refusals_are_learned() {
    let sampling = Sampling { reasoning_effort: Some("high".into()), stream: Some(false), ..Sampling::default() };
    let complaints = [r#"{"error":"\"m\" does not support thinking"}"#, r#"{"error":"invalid JSON schema in format"}"#];
    let seen = refused("ollama/m", &sampling, &complaints).await;
    assert_eq!((&seen[0]["think"], seen[1].get("think")), (&json!("high"), None));
    assert!(seen[1]["format"].is_object());
    assert_eq!(seen[2]["format"], "json");
}

#[tokio::test]
async fn a_model_that_may_not_be_streamed_is_not() {
    let complaint = r#"{"error":{"message":"Your organization must be verified to stream this model.","param":"stream","code":"unsupported_value"}}"#;
    let seen = refused("foo/m", &Sampling::default(), &[complaint]).await;
    assert_eq!((&seen[0]["stream"], &seen[1]["stream"]), (&json!(true), &json!(false)));
    assert_eq!(seen[1].get("stream_options"), None);
}

#[tokio::test]
async fn the_server_says_whether_to_call_again() {
    let cases = [
        (500, "false", Again::Never),
        (500, "true", LATER),
        (501, "true", LATER),
        (401, "true", Again::Never),
        (429, "perhaps", LATER),
    ];
    for model in MODELS {
        for (status, says, again) in cases {
            let headers = vec![("x-should-retry".to_owned(), says.to_owned())];
            let script = Script { status, headers, ..Script::ok("{}") };
            let completion = ask(model, script, &Sampling::default(), &Patience::default()).await;
            assert_eq!(failed(&completion).map(|(_, again)| again), Some(again), "{model} {status} {says}");
        }
    }
}

#[tokio::test]
async fn anthropic_s_limits_say_how_long_to_wait() {
    let headers = vec![("anthropic-ratelimit-tokens-reset".to_owned(), "2001-01-01T00:00:00Z".to_owned())];
    let script = Script { status: 429, headers, ..Script::ok("{}") };
    let completion = ask("anthropic/m", script, &Sampling::default(), &Patience::default()).await;
    let again = Again::Later { at_least: Some(Duration::ZERO) };
    assert_eq!(failed(&completion), Some((Class::RateLimit, again)));
}

#[tokio::test]
async fn the_key_is_nowhere_to_be_seen() {
    for model in MODELS {
        let error =
            json!({"type": "error", "error": {"type": "authentication_error", "message": format!("bad {KEY}")}});
        let inside = format!("data: {error}\n\n");
        let scripts = [
            Script { status: 401, ..Script::ok(error.to_string()) },
            Script { status: 401, ..Script::ok(json!({"error": format!("bad {KEY}")}).to_string()) },
            Script { status: 500, ..Script::ok(format!("x-api-key: {KEY}")) },
            Script::ok(if model == "ollama/m" { error.to_string() } else { inside }),
            Script::ok(format!("data: {KEY}\n\n")),
            Script::ok(whole(model, KEY)),
        ];
        for script in scripts {
            let server = Server::start(vec![script]).await;
            let provider = server.model(model, Catalogue::built_in(), &Patience::default());
            let completion = call(&*provider, &Sampling::default()).await;
            let record = serde_json::to_string(&completion.record(&*provider, 1, vec![])).expect("JSON");
            let printed = format!("{completion:?} {provider:?} {record}");
            assert!(!printed.contains(KEY) && printed.contains("[key]"), "{model}: {printed}");
            let sent = format!("{:?}", server.asked()[0].headers);
            assert!(sent.contains(KEY), "the key is sent");
            assert!(!server.asked()[0].body.to_string().contains(KEY));
        }
    }
}

#[tokio::test]
async fn a_file_of_the_user_s_says_how_a_provider_speaks() {
    let text = "[mine]\nfamily = \"anthropic\"\nstream = false\nformats = [\"text\"]\nmax_tokens = 9\n\
                headers = { x-team = \"wolves\" }\nextra = { metadata = { user_id = \"u\" } }";
    let catalogue = Catalogue::built_in().clone().with("my.toml", text).expect("a catalogue");
    let server = Server::start(vec![Script::ok(whole("anthropic/m", "3"))]).await;
    let provider = server.model("mine/m", &catalogue, &Patience::default());
    let sampling = Sampling { format: Format::Schema, ..Sampling::default() };
    assert_eq!(call(&*provider, &sampling).await.text.as_deref(), Some("3"));
    let asked = server.asked().remove(0);
    assert_eq!((asked.path.as_str(), asked.headers["x-team"].to_str().ok()), ("/v1/messages", Some("wolves")));
    assert_eq!((&asked.body["max_tokens"], &asked.body["metadata"]["user_id"]), (&json!(9), &json!("u")));
    assert_eq!((&asked.body["stream"], asked.body.get("output_config")), (&json!(false), None));
}
