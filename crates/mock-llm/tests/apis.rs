//! Every API, streamed and not, over loopback: answers, usage, caches and faults in the words of each.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use lycaon_mock_llm::{Api, Config, Fault, MockServer, Play, Profile, WaitHeader};
use reqwest::{Client, Response};
use serde_json::{Value, json};

const QUESTION: &str =
    "[all] Night 1.\n\nWhom do you look at?\n2: seat 2\n3: seat 3\n0: nobody\nNo answer counts as: nobody.";

const APIS: [Api; 3] = [Api::Chat, Api::Anthropic, Api::Ollama];

fn path(api: Api) -> &'static str {
    match api {
        Api::Chat => "/v1/chat/completions",
        Api::Anthropic => "/v1/messages",
        Api::Ollama => "/api/chat",
    }
}

fn request(api: Api, stream: bool, news: &str) -> Value {
    let user = json!({"role": "user", "content": format!("{news}\n\n{QUESTION}")});
    let mut body = json!({"model": "m", "stream": stream, "messages": [user]});
    match api {
        Api::Chat => body["stream_options"] = json!({"include_usage": true}),
        Api::Anthropic => {
            body["max_tokens"] = json!(1000);
            body["cache_control"] = json!({"type": "ephemeral"});
            body["system"] = json!([{"type": "text", "text": "rules"}]);
        }
        Api::Ollama => {}
    }
    body
}

async fn post(server: &MockServer, api: Api, body: &Value) -> Response {
    let client = Client::builder().no_proxy().build().expect("a client");
    let url = format!("http://{}{}", server.addr(), path(api));
    client.post(url).json(body).send().await.expect("headers")
}

async fn start(config: Config) -> MockServer {
    MockServer::start(config).await.expect("a server")
}

fn failing(fault: Fault) -> Config {
    let plays = vec![Play { fault: Some(fault), ..Play::default() }];
    Config { profile: Profile { plays, hang_ms: 200, ..Profile::default() }, ..Config::default() }
}

/// The text of an answer, put together from its events if it is a stream.
fn content(api: Api, stream: bool, text: &str) -> String {
    let path = match (api, stream) {
        (Api::Chat, false) => "/choices/0/message/content",
        (Api::Chat, true) => "/choices/0/delta/content",
        (Api::Anthropic, false) => "/content/0/text",
        (Api::Anthropic, true) => "/delta/text",
        (Api::Ollama, _) => "/message/content",
    };
    objects(text).iter().filter_map(|object| object.pointer(path)?.as_str()).collect()
}

/// The objects of a body, whether it is one of them, events or lines.
fn objects(text: &str) -> Vec<Value> {
    text.lines().filter_map(|line| serde_json::from_str(line.trim_start_matches("data: ")).ok()).collect()
}

#[tokio::test]
async fn every_api_answers_the_same() {
    let server = start(Config::default()).await;
    let mut answers = BTreeSet::new();
    for api in APIS {
        for stream in [false, true] {
            let text = post(&server, api, &request(api, stream, "news")).await.text().await.expect("a body");
            answers.insert(content(api, stream, &text));
        }
    }
    assert_eq!(answers.len(), 1, "{answers:?}");
    let answer: Value = serde_json::from_str(answers.first().expect("an answer")).expect("JSON");
    assert!(["0", "2", "3"].contains(&answer["choice"].as_str().expect("a choice")));
}

/// The tokens of a prompt and those of them that were read from the cache, by what each API reports.
fn counted(api: Api, object: &Value) -> (u64, u64) {
    let count = |path: &str| object.pointer(path).and_then(Value::as_u64).unwrap_or_default();
    match api {
        Api::Chat => (count("/usage/prompt_tokens"), count("/usage/prompt_tokens_details/cached_tokens")),
        Api::Anthropic => {
            let read = count("/usage/cache_read_input_tokens");
            (count("/usage/input_tokens") + read + count("/usage/cache_creation_input_tokens"), read)
        }
        Api::Ollama => (count("/prompt_eval_count"), 0),
    }
}

#[tokio::test]
async fn a_conversation_that_grows_is_read_from_the_cache() {
    let log = std::env::temp_dir().join(format!("lycaon-mock-cache-{}.jsonl", std::process::id()));
    let server = start(Config { log: Some(log.clone()), ..Config::default() }).await;
    for api in APIS {
        let mut body = request(api, false, &"what happened before ".repeat(20));
        body["model"] = json!(format!("{api:?}"));
        let ask = async |body: &Value| {
            let text = post(&server, api, body).await.text().await.expect("a body");
            counted(api, &objects(&text)[0])
        };
        let (first, read) = ask(&body).await;
        assert!(first > 100 && read == 0, "{api:?}: {first} {read}");
        let list = body["messages"].as_array_mut().expect("messages");
        list.push(json!({"role": "assistant", "content": "2"}));
        list.push(json!({"role": "user", "content": "No answer came. You may choose: 2: seat 2; 0: nobody."}));
        let (second, read) = ask(&body).await;
        let wanted = if api == Api::Ollama { 0..=0 } else { first - 1..=first };
        assert!(second > first && wanted.contains(&read), "{api:?}: {first} {second} {read}");
    }
    server.stop().await;
    let lines: Vec<Value> = objects(&std::fs::read_to_string(&log).expect("a log"));
    std::fs::remove_file(&log).expect("the log is there");
    let cached: Vec<bool> = lines.iter().map(|line| line["cached_tokens"].as_u64().expect("a count") > 0).collect();
    assert_eq!(cached, [false, true, false, true, false, true]);
    assert!(lines.iter().all(|line| line["in_flight"] == 1));
}

/// What stands where each API reports an error.
fn message(api: Api, error: &Value) -> Option<&str> {
    let path = if api == Api::Ollama { "/error" } else { "/error/message" };
    error.pointer(path)?.as_str()
}

#[tokio::test]
async fn every_fault_fails_in_the_words_of_its_api() {
    let stated = [
        (Fault::RateLimit, [429, 429, 429]),
        (Fault::Quota, [429, 400, 402]),
        (Fault::Internal, [500, 500, 500]),
        (Fault::Unavailable, [503, 503, 503]),
        (Fault::Overloaded, [529, 529, 529]),
        (Fault::Context, [400, 400, 400]),
        (Fault::ErrorInside, [200, 200, 200]),
    ];
    for (fault, statuses) in stated {
        let server = start(failing(fault)).await;
        for (api, status) in APIS.into_iter().zip(statuses) {
            for stream in [false, true] {
                let response = post(&server, api, &request(api, stream, "news")).await;
                assert_eq!(response.status(), status, "{fault:?} {api:?}");
                let text = response.text().await.expect("a body");
                let [error] = &objects(&text)[..] else { panic!("{fault:?} {api:?}: {text}") };
                assert!(message(api, error).is_some_and(|message| !message.is_empty()), "{text}");
            }
        }
    }
}

#[tokio::test]
async fn a_stream_can_fail_in_its_middle() {
    let server = start(failing(Fault::ErrorMidway)).await;
    for api in APIS {
        let text = post(&server, api, &request(api, true, "news")).await.text().await.expect("a body");
        let objects = objects(&text);
        assert!(objects.len() > 3 && message(api, objects.last().expect("an event")).is_some(), "{text}");
        let whole = post(&server, api, &request(api, false, "news")).await.text().await.expect("a body");
        assert!(content(api, false, &whole).starts_with('{'), "what is no stream has no middle");
    }
}

#[tokio::test]
async fn words_in_another_encoding_are_no_utf_8() {
    for fault in [Fault::Latin1, Fault::Gbk, Fault::BrokenUtf8] {
        let server = start(failing(fault)).await;
        for api in APIS {
            for stream in [false, true] {
                let bytes = post(&server, api, &request(api, stream, "news")).await.bytes().await.expect("a body");
                assert!(std::str::from_utf8(&bytes).is_err(), "{fault:?} {api:?}");
                let text = String::from_utf8_lossy(&bytes);
                let answer: Value = serde_json::from_str(&content(api, stream, &text)).expect("JSON, but for a letter");
                assert!(answer["choice"].is_string());
            }
        }
    }
}

#[tokio::test]
async fn a_cut_breaks_a_stream_and_a_drip_ends_well() {
    for api in APIS {
        let cut = start(failing(Fault::Cut)).await;
        assert!(post(&cut, api, &request(api, true, "news")).await.bytes().await.is_err(), "{api:?}");
        let slow = start(failing(Fault::Drip)).await;
        for stream in [false, true] {
            let begun = Instant::now();
            let text = post(&slow, api, &request(api, stream, "news")).await.text().await.expect("a body");
            assert!(begun.elapsed() >= Duration::from_millis(150), "{api:?}");
            assert!(content(api, stream, &text).ends_with('}'), "{text}");
        }
    }
}

#[tokio::test]
async fn each_token_can_take_its_time() {
    let server = start(Config { drip: Duration::from_millis(4), ..Config::default() }).await;
    for stream in [false, true] {
        let begun = Instant::now();
        let body = post(&server, Api::Chat, &request(Api::Chat, stream, "news")).await.text().await.expect("a body");
        let tokens = content(Api::Chat, stream, &body).len() as u64 / 4;
        assert!(begun.elapsed() >= Duration::from_millis(4 * tokens), "{tokens} tokens");
    }
}

#[tokio::test]
async fn a_wait_is_asked_for_by_the_header_that_the_profile_names() {
    let cases = [
        (WaitHeader::RetryAfter, "retry-after", "1"),
        (WaitHeader::RetryAfterFloat, "retry-after", "0.200"),
        (WaitHeader::RetryAfterDate, "retry-after", "GMT"),
        (WaitHeader::RetryAfterMs, "retry-after-ms", "200"),
        (WaitHeader::RatelimitReset, "x-ratelimit-reset-requests", "200ms"),
        (WaitHeader::AnthropicReset, "anthropic-ratelimit-requests-reset", "Z"),
    ];
    for (header, name, end) in cases {
        let mut config = failing(Fault::RateLimit);
        config.profile.wait_headers = vec![header];
        let server = start(config).await;
        let response = post(&server, Api::Anthropic, &request(Api::Anthropic, false, "news")).await;
        let value = response.headers().get(name).and_then(|value| value.to_str().ok()).expect("the header");
        assert!(value.ends_with(end), "{header:?}: {value}");
    }
}

#[tokio::test]
async fn what_an_api_needs_is_asked_for() {
    let mut config = Config { keep: true, ..Config::default() };
    config.profile.key = Some("sk-test".into());
    let server = start(config).await;
    let client = Client::builder().no_proxy().build().expect("a client");
    let ask = async |key: &str, body: &Value| {
        let url = format!("{}/messages", server.base_url());
        client.post(url).header("x-api-key", key).json(body).send().await.expect("a response").status().as_u16()
    };
    let body = request(Api::Anthropic, false, "news");
    assert_eq!(ask("sk-other", &body).await, 401);
    assert_eq!(ask("sk-test", &body).await, 200);
    assert_eq!(ask("sk-test", &request(Api::Ollama, false, "news")).await, 400, "max_tokens is missing");
    assert_eq!(server.seen()[1].x_api_key.as_deref(), Some("sk-test"));
}

#[tokio::test]
async fn a_request_that_is_made_again_meets_the_same_faults() {
    let kinds = [Fault::Internal, Fault::Unavailable, Fault::Context];
    let profile = Profile { fault_kinds: kinds.to_vec(), ..Profile::default() };
    let mut runs = vec![];
    for order in [1, -1] {
        let server = start(Config { faults: 0.5, profile: profile.clone(), ..Config::default() }).await;
        let mut statuses = vec![];
        for n in 0..20 {
            let n = if order == 1 { n } else { 19 - n };
            let body = request(Api::Chat, false, &format!("news {n}"));
            for arrival in 0..3 {
                statuses.push((n, arrival, post(&server, Api::Chat, &body).await.status().as_u16()));
            }
        }
        statuses.sort_unstable();
        runs.push(statuses);
    }
    assert_eq!(runs[0], runs[1], "the order of arrival must not matter");
    let kinds: BTreeSet<u16> = runs[0].iter().map(|(_, _, status)| *status).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), [200, 400, 500, 503]);
}
