//! Single calls to a chat endpoint over loopback: what is sent, and what each way of failing becomes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lycaon_agents::llm::provider::{Again, Class, Completion, Prompt, Provider};
use lycaon_agents::llm::{self, Endpoint, Format, Patience, Sampling};
use lycaon_mock_llm::{Config, Fault, MockServer, Play, Profile, Style, Verbatim};
use lycaon_transcript::call::Message;
use serde_json::{Value, json};

const KEY: &str = "sk-secret-0123456789";

/// A server, and a model behind it.
struct Bench {
    server: MockServer,
    provider: Arc<dyn Provider>,
}

impl Bench {
    async fn new(profile: Profile) -> Self {
        let server = MockServer::start(Config { profile, keep: true, ..Config::default() }).await.expect("a server");
        let provider = open(&server.base_url(), &Patience::default());
        Bench { server, provider }
    }

    async fn playing(play: Play) -> Self {
        Self::new(Profile { plays: vec![play], ..Profile::default() }).await
    }

    async fn replying(status: u16, headers: &[(&str, &str)], body: &str) -> Self {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let reply = Verbatim { status, headers, body: body.to_owned() };
        Self::playing(Play { reply: Some(reply), ..Play::default() }).await
    }

    async fn call(&self) -> Completion {
        call(&*self.provider, &Sampling::default()).await
    }
}

fn open(base: &str, patience: &Patience) -> Arc<dyn Provider> {
    let endpoint = Endpoint::resolve("foo/m", |name| match name.rsplit_once('_') {
        Some((_, "KEY")) => Some(KEY.to_owned()),
        _ => Some(base.to_owned()),
    });
    llm::open(endpoint.expect("an endpoint"), patience).expect("a client")
}

async fn call(provider: &dyn Provider, sampling: &Sampling) -> Completion {
    call_within(provider, sampling, Duration::from_secs(20)).await
}

async fn call_within(provider: &dyn Provider, sampling: &Sampling, patience: Duration) -> Completion {
    let message = |role: &str, content: &str| Message { role: role.into(), content: content.into() };
    let messages =
        [message("system", "rules"), message("user", "Whom?\n2: seat 2\n3: seat 3\nNo answer counts as: nobody.")];
    let schema = json!({"type": "object"});
    provider
        .complete(&Prompt { messages: &messages, schema: &schema, sampling, cache_key: "k", wider: false, patience })
        .await
}

fn class(completion: &Completion) -> Option<Class> {
    completion.failure.as_ref().map(|failure| failure.class)
}

fn again(completion: &Completion) -> Option<Again> {
    completion.failure.as_ref().map(|failure| failure.again)
}

#[tokio::test]
async fn every_fault_has_its_class() {
    let later = |at_least| Some(Again::Later { at_least });
    let never = Some(Again::Never);
    let cases = [
        (Fault::RateLimit, Class::RateLimit, later(Some(Duration::from_millis(200)))),
        (Fault::Quota, Class::Quota, never),
        (Fault::Internal, Class::Overloaded, later(None)),
        (Fault::Unavailable, Class::Overloaded, later(None)),
        (Fault::Overloaded, Class::Overloaded, later(None)),
        (Fault::ErrorInside, Class::Overloaded, later(None)),
        (Fault::Cut, Class::Connect, later(None)),
        (Fault::Malformed, Class::Malformed, later(None)),
        (Fault::Truncated, Class::Malformed, later(None)),
        (Fault::ContentFilter, Class::Policy, never),
        (Fault::Context, Class::Context, never),
    ];
    for (fault, wanted, wait) in cases {
        for stream in [false, true] {
            let retry_after = (fault == Fault::RateLimit).then(|| "0.2".to_owned());
            let bench = Bench::playing(Play { fault: Some(fault), retry_after, ..Play::default() }).await;
            let sampling = Sampling { stream: Some(stream), ..Sampling::default() };
            let completion = call(&*bench.provider, &sampling).await;
            assert_eq!((class(&completion), again(&completion)), (Some(wanted), wait), "{fault:?}: {completion:?}");
            assert_eq!(bench.server.requests(), 1, "{fault:?}: one call is one request");
        }
    }
}

#[tokio::test]
async fn nothing_said_and_refusals_are_no_faults_of_the_network() {
    let empty = Bench::playing(Play { style: Style::Empty, ..Play::default() }).await.call().await;
    assert_eq!((empty.text, empty.failure), (None, None));
    let length = Bench::playing(Play { style: Style::Length, ..Play::default() }).await.call().await;
    assert!(length.text.is_none() && length.reasoning.is_some() && length.ran_out() && length.failure.is_none());
    let refusal = Bench::playing(Play { style: Style::Refusal, ..Play::default() }).await.call().await;
    assert_eq!((class(&refusal), again(&refusal)), (Some(Class::Policy), Some(Again::Never)));
    assert!(refusal.text.is_some_and(|text| text.contains("sorry")));
}

#[tokio::test]
async fn a_dead_port_and_a_wrong_key_are_told_apart() {
    let bench = Bench::new(Profile { key: Some("sk-another".into()), ..Profile::default() }).await;
    let completion = bench.call().await;
    assert_eq!((class(&completion), again(&completion)), (Some(Class::Auth), Some(Again::Never)));
    bench.server.stop().await;
    let completion = call(&*bench.provider, &Sampling::default()).await;
    assert_eq!(class(&completion), Some(Class::Connect));
    let detail = completion.failure.expect("a failure").detail;
    assert!(!detail.contains("127.0.0.1:") || !detail.contains("http"), "no address in {detail}");
}

#[tokio::test]
async fn a_slow_server_is_left_in_time() {
    for play in
        [Play { latency_ms: Some(60_000), ..Play::default() }, Play { fault: Some(Fault::Hang), ..Play::default() }]
    {
        let bench = Bench::playing(play).await;
        let begun = Instant::now();
        let completion = call_within(&*bench.provider, &Sampling::default(), Duration::from_millis(200)).await;
        assert_eq!(class(&completion), Some(Class::Timeout));
        assert!(begun.elapsed() < Duration::from_secs(5));
        assert!(completion.took >= Duration::from_millis(200));
    }
}

#[tokio::test]
async fn a_silent_server_is_left_before_the_whole_time_is_over() {
    let bench = Bench::playing(Play { latency_ms: Some(60_000), ..Play::default() }).await;
    let provider = open(&bench.server.base_url(), &Patience { idle_timeout: 0.2, ..Patience::default() });
    let completion = call(&*provider, &Sampling::default()).await;
    assert_eq!(class(&completion), Some(Class::Timeout));
    assert!(completion.took < Duration::from_secs(5));
}

#[tokio::test]
async fn the_request_is_what_the_settings_say() {
    let bench = Bench::new(Profile { key: Some(KEY.into()), ..Profile::default() }).await;
    let sampling = Sampling {
        temperature: Some(0.7),
        top_p: Some(0.9),
        max_tokens: Some(500),
        seed: Some(7),
        reasoning_effort: Some("low".into()),
        stream: Some(false),
        format: Format::Schema,
        extra: [("provider".to_owned(), json!({"order": ["a"]})), ("model".to_owned(), json!("x"))]
            .into_iter()
            .collect(),
    };
    let completion = call(&*bench.provider, &sampling).await;
    assert_eq!(completion.failure, None);
    let seen = &bench.server.seen()[0];
    let body = &seen.body;
    assert_eq!(body["model"], "m", "the model cannot be overridden");
    assert_eq!(body["messages"][0], json!({"role": "system", "content": "rules"}));
    assert_eq!(body["response_format"]["json_schema"]["strict"], true);
    assert_eq!(body["provider"]["order"], json!(["a"]));
    assert_eq!(seen.authorization.as_deref(), Some(format!("Bearer {KEY}").as_str()));
    let settings = json!({"format": "schema", "temperature": 0.7, "top_p": 0.9, "max_tokens": 500,
        "seed": 7, "reasoning_effort": "low", "provider": {"order": ["a"]}});
    assert_eq!(completion.settings, settings);
}

#[tokio::test]
async fn nothing_is_sent_that_was_not_set() {
    let bench = Bench::new(Profile::default()).await;
    call(&*bench.provider, &Sampling { format: Format::Text, ..Sampling::default() }).await;
    let body = bench.server.seen()[0].body.clone();
    let members: Vec<&String> = body.as_object().expect("an object").keys().collect();
    assert_eq!(members, ["model", "stream_options", "stream", "messages"]);
}

#[tokio::test]
async fn what_an_endpoint_refuses_is_learned_once() {
    let profile = Profile {
        unsupported: vec!["temperature".into(), "max_tokens".into()],
        formats: vec!["json_object".into()],
        ..Profile::default()
    };
    let bench = Bench::new(profile).await;
    let sampling = Sampling { temperature: Some(1.0), max_tokens: Some(99), seed: Some(1), ..Sampling::default() };
    let mut lessons = 0;
    let completion = loop {
        let completion = call(&*bench.provider, &sampling).await;
        if completion.failure.is_none() {
            break completion;
        }
        assert_eq!(again(&completion), Some(Again::Now), "{completion:?}");
        lessons += 1;
    };
    assert_eq!(lessons, 3);
    let wanted = json!({"format": "json", "max_completion_tokens": 99, "seed": 1});
    assert_eq!(completion.settings, wanted);
    assert_eq!(call(&*bench.provider, &sampling).await.failure, None);
    assert_eq!(bench.server.requests(), 5, "what was learned is remembered");
}

#[tokio::test]
async fn a_refusal_that_teaches_nothing_is_final() {
    let body = r#"{"error":{"message":"temperature must be at most 2","param":"temperature"}}"#;
    let bench = Bench::replying(400, &[], body).await;
    let completion = call(&*bench.provider, &Sampling { temperature: Some(9.0), ..Sampling::default() }).await;
    assert_eq!((class(&completion), again(&completion)), (Some(Class::BadRequest), Some(Again::Never)));
    assert!(completion.failure.expect("a failure").detail.contains("at most 2"));
}

#[tokio::test]
async fn strict_templates_get_what_they_take() {
    let system = r#"{"error":{"message":"System role not supported"}}"#;
    let bench = Bench::replying(400, &[], system).await;
    assert_eq!(again(&bench.call().await), Some(Again::Now));
    bench.call().await;
    let roles = |at: usize| {
        let messages = bench.server.seen()[at].body["messages"].clone();
        messages.as_array().expect("a list").iter().map(|message| message["role"].clone()).collect::<Vec<_>>()
    };
    assert_eq!((roles(0), roles(1)), (vec![json!("system"), json!("user")], vec![json!("user"), json!("user")]));
}

#[tokio::test]
async fn the_server_s_wait_is_read() {
    let cases = [
        (vec![("retry-after", "3")], Some(3000)),
        (vec![("retry-after-ms", "40"), ("retry-after", "3")], Some(40)),
        (vec![("retry-after", "Thu, 01 Jan 1970 00:00:00 GMT")], Some(0)),
        (vec![("x-ratelimit-reset-tokens", "1m30s")], Some(90_000)),
        (vec![("retry-after", "-1")], None),
    ];
    for (headers, wanted) in cases {
        let bench = Bench::replying(429, &headers, "{}").await;
        let at_least = wanted.map(Duration::from_millis);
        assert_eq!(again(&bench.call().await), Some(Again::Later { at_least }), "{headers:?}");
    }
}

#[tokio::test]
async fn reasoning_never_stands_in_the_text() {
    for style in [Style::Think, Style::Reasoning] {
        let completion = Bench::playing(Play { style, ..Play::default() }).await.call().await;
        let text: Value = serde_json::from_str(&completion.text.expect("a text")).expect("JSON alone");
        assert!(text["choice"].is_string());
        assert_eq!(completion.reasoning.as_deref(), Some("I weigh the options and take one."), "{style:?}");
    }
}

#[tokio::test]
async fn hostile_answers_are_classed_and_bounded() {
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let huge = format!(r#"{{"choices":[{{"message":{{"content":"{}"}}}}]}}"#, "a".repeat(9 << 20));
    let odd =
        r#"{"model":7,"choices":[{"finish_reason":{},"message":{"content":{"a":1},"reasoning":[1]}}],"usage":[1]}"#;
    let bodies = [deep.as_str(), &huge, "", "null", "[]", "{}", "\u{0}", r#"{"choices":{}}"#, r#"{"choices":[null]}"#];
    for body in bodies {
        let completion = Bench::replying(200, &[], body).await.call().await;
        assert_eq!(class(&completion), Some(Class::Malformed), "{:.40}", body);
        assert!(completion.failure.is_some_and(|failure| failure.detail.len() < 2000));
    }
    let completion = Bench::replying(200, &[], odd).await.call().await;
    assert_eq!((completion.text, completion.reasoning, completion.failure), (None, None, None));
    let completion = Bench::replying(302, &[("location", "http://127.0.0.1:1/")], "").await.call().await;
    assert_eq!(class(&completion), Some(Class::BadRequest), "a redirect is not followed with the key");
}

#[tokio::test]
async fn the_key_is_nowhere_to_be_seen() {
    let echoes = [
        (401, format!(r#"{{"error":{{"message":"Incorrect API key provided: {KEY}"}}}}"#)),
        (500, format!("<p>Authorization: Bearer {KEY}</p>")),
        (200, format!("Bearer {KEY}")),
        (
            200,
            format!(
                r#"{{"model":"{KEY}","choices":[{{"finish_reason":"{KEY}","message":
            {{"content":"\u0073k-secret-0123456789","reasoning":"{KEY}"}}}}]}}"#
            ),
        ),
        (200, format!(r#"{{"choices":[{{"message":{{"refusal":"{KEY}"}}}}]}}"#)),
    ];
    for (status, body) in echoes {
        let bench = Bench::replying(status, &[], &body).await;
        let completion = bench.call().await;
        let record = completion.record(&*bench.provider, 1, vec![]);
        let record = serde_json::to_string(&record).expect("JSON");
        let printed = format!("{completion:?} {:?} {record}", bench.provider);
        assert!(!printed.contains(KEY), "{printed}");
        assert!(printed.contains("[key]"), "{printed}");
    }
}
