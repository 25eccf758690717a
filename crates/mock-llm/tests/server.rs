//! Chat completions over loopback, as a client sees them.

use std::time::{Duration, Instant};

use lycaon_mock_llm::{Config, Fault, MockServer, Play, Profile, Style};
use reqwest::{Client, Response};
use serde_json::{Value, json};

const QUESTION: &str =
    "Night 1.\n\nWhom do you look at?\n2: seat 2\n3: seat 3\n0: nobody\nNo answer counts as: nobody.";

fn client() -> Client {
    Client::builder().no_proxy().build().expect("a client")
}

fn request(question: &str) -> Value {
    json!({"model": "m", "messages": [{"role": "system", "content": "rules"}, {"role": "user", "content": question}]})
}

async fn post(server: &MockServer, body: &Value) -> reqwest::Result<Response> {
    client().post(format!("{}/chat/completions", server.base_url())).json(body).send().await
}

async fn content(server: &MockServer, question: &str) -> String {
    let response = post(server, &request(question)).await.expect("a response");
    let body: Value = response.json().await.expect("JSON");
    body.pointer("/choices/0/message/content").and_then(Value::as_str).expect("content").to_owned()
}

async fn start(profile: Profile) -> MockServer {
    MockServer::start(Config { profile, ..Config::default() }).await.expect("a server")
}

fn played(play: Play) -> Profile {
    Profile { plays: vec![play], ..Profile::default() }
}

fn failing(fault: Fault) -> Profile {
    played(Play { fault: Some(fault), ..Play::default() })
}

#[tokio::test]
async fn legal_options_are_taken_and_follow_from_seed_and_body() {
    let server = start(Profile::default()).await;
    let mut taken = std::collections::BTreeSet::new();
    for night in 1..=30 {
        let question = format!("{night} {QUESTION}");
        let answer = content(&server, &question).await;
        assert_eq!(answer, content(&server, &question).await);
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        taken.insert(answer["choice"].as_str().expect("a choice").to_owned());
    }
    assert_eq!(taken.into_iter().collect::<Vec<_>>(), ["0", "2", "3"]);
    server.stop().await;
}

#[tokio::test]
async fn another_seed_is_another_game() {
    let answers = async |seed| {
        let server = MockServer::start(Config { seed, ..Config::default() }).await.expect("a server");
        let mut answers = vec![];
        for night in 1..=10 {
            answers.push(content(&server, &format!("{night} {QUESTION}")).await);
        }
        answers
    };
    assert_eq!(answers(1).await, answers(1).await);
    assert_ne!(answers(1).await, answers(2).await);
}

#[tokio::test]
async fn speeches_are_in_the_language_of_the_question() {
    let server = start(Profile::default()).await;
    let chinese: Value = serde_json::from_str(&content(&server, "轮到你发言。").await).expect("JSON");
    let english: Value = serde_json::from_str(&content(&server, "It is your turn.").await).expect("JSON");
    assert!(!chinese["speech"].as_str().expect("a speech").is_ascii());
    assert!(english["speech"].as_str().expect("a speech").is_ascii());
}

#[tokio::test]
async fn streams_are_served() {
    let server = start(Profile::default()).await;
    let mut body = request(QUESTION);
    body["stream"] = json!(true);
    let response = post(&server, &body).await.expect("a response");
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let text = response.text().await.expect("a stream");
    assert!(text.starts_with("data: {") && text.ends_with("data: [DONE]\n\n"), "{text}");
}

#[tokio::test]
async fn the_first_play_that_fits_is_played() {
    let server = start(Profile {
        plays: vec![
            Play { model: Some("other".into()), text: Some("wrong".into()), ..Play::default() },
            Play { contains: Some("look".into()), times: Some(1), text: Some("first".into()), ..Play::default() },
            Play { always: Some("0".into()), style: Style::Plain, ..Play::default() },
        ],
        ..Profile::default()
    })
    .await;
    assert_eq!(content(&server, QUESTION).await, "first");
    assert_eq!(content(&server, QUESTION).await, "I choose nobody");
}

#[tokio::test]
async fn errors_have_their_status_and_their_headers() {
    let cases = [
        (Fault::RateLimit, 429, "rate_limit_exceeded"),
        (Fault::Quota, 429, "insufficient_quota"),
        (Fault::Internal, 500, "server_error"),
        (Fault::Unavailable, 503, "server_is_overloaded"),
        (Fault::Overloaded, 529, "overloaded"),
        (Fault::Context, 400, "context_length_exceeded"),
    ];
    for (fault, status, code) in cases {
        let server = start(failing(fault)).await;
        let response = post(&server, &request(QUESTION)).await.expect("a response");
        assert_eq!(response.status(), status);
        assert_eq!(response.headers().contains_key("retry-after"), fault == Fault::RateLimit);
        let body: Value = response.json().await.expect("JSON");
        assert_eq!(body.pointer("/error/code"), Some(&json!(code)));
    }
}

#[tokio::test]
async fn broken_answers_are_broken() {
    let cut = start(failing(Fault::Cut)).await;
    let response = post(&cut, &request(QUESTION)).await.expect("headers");
    assert!(response.text().await.is_err(), "the connection must break");

    let truncated = start(failing(Fault::Truncated)).await;
    let text = post(&truncated, &request(QUESTION)).await.expect("a response").text().await.expect("half a body");
    assert!(text.starts_with('{') && serde_json::from_str::<Value>(&text).is_err(), "{text}");

    let malformed = start(failing(Fault::Malformed)).await;
    let text = post(&malformed, &request(QUESTION)).await.expect("a response").text().await.expect("a body");
    assert!(text.starts_with('<'), "{text}");
}

#[tokio::test]
async fn faults_are_drawn_by_rate_and_a_request_made_again_has_another_chance() {
    let profile = Profile { fault_kinds: vec![Fault::Internal], ..Profile::default() };
    let server = MockServer::start(Config { faults: 0.5, profile, ..Config::default() }).await.expect("a server");
    let mut failed = 0;
    for night in 0..40 {
        let body = request(&format!("{night} {QUESTION}"));
        let mut tries = 0;
        while post(&server, &body).await.expect("a response").status() != 200 {
            tries += 1;
            assert!(tries < 30, "the same request fails for ever");
        }
        failed += u32::from(tries > 0);
    }
    assert!((8..32).contains(&failed), "{failed} of 40 failed at first");
}

#[tokio::test]
async fn parameters_formats_and_keys_are_refused() {
    let server = start(Profile {
        unsupported: vec!["temperature".into()],
        formats: vec!["json_object".into()],
        key: Some("sk-test".into()),
        ..Profile::default()
    })
    .await;
    let status = async |key: &str, name: &str, value: Value| {
        let mut body = request(QUESTION);
        body[name] = value;
        let request = client().post(format!("{}/chat/completions", server.base_url())).bearer_auth(key).json(&body);
        request.send().await.expect("a response").status().as_u16()
    };
    assert_eq!(status("sk-other", "seed", json!(1)).await, 401);
    assert_eq!(status("sk-test", "seed", json!(1)).await, 200);
    assert_eq!(status("sk-test", "temperature", json!(1)).await, 400);
    assert_eq!(status("sk-test", "response_format", json!({"type": "json_schema"})).await, 400);
    assert_eq!(status("sk-test", "response_format", json!({"type": "json_object"})).await, 200);
}

#[tokio::test]
async fn each_request_leaves_a_line() {
    let path = std::env::temp_dir().join(format!("lycaon-mock-llm-{}.jsonl", std::process::id()));
    let config = Config { log: Some(path.clone()), profile: failing(Fault::Unavailable), ..Config::default() };
    let server = MockServer::start(config).await.expect("a server");
    let get = async |path: &str| {
        let url = format!("http://{}{path}", server.addr());
        client().get(url).send().await.expect("a response").status().as_u16()
    };
    assert_eq!(get("/health").await, 200);
    assert_eq!(get("/v1/models").await, 200);
    assert_eq!(get("/v2").await, 404);
    post(&server, &request(QUESTION)).await.expect("a response");
    assert_eq!(server.requests(), 4);
    server.stop().await;
    let log = std::fs::read_to_string(&path).expect("a log");
    std::fs::remove_file(&path).expect("the log is there");
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let member = |name: &str| lines.iter().map(|line| line[name].clone()).collect::<Vec<_>>();
    assert_eq!(member("n"), [1, 2, 3, 4]);
    assert_eq!(member("status"), [200, 200, 404, 503]);
    assert_eq!(member("fault"), [Value::Null, Value::Null, Value::Null, json!("503")]);
    let keys: Vec<&str> = lines[3].as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys, ["n", "path", "body_sha256", "status", "fault", "ms", "in_flight"]);
    assert_eq!(lines[3]["body_sha256"].as_str().map(str::len), Some(64));
}

#[tokio::test]
async fn what_stops_a_server_from_starting_is_named() {
    let error = async |config: Config| MockServer::start(config).await.expect_err("an error").to_string();
    let no_dir = Config { log: Some("no/such/dir/log.jsonl".into()), ..Config::default() };
    assert!(error(no_dir).await.contains("no/such/dir/log.jsonl"));
    let server = start(Profile::default()).await;
    let port = server.addr().port();
    assert!(error(Config { port, ..Config::default() }).await.contains(&port.to_string()));
    assert!(error(Config { faults: 2.0, ..Config::default() }).await.contains("between 0 and 1"));
}

#[tokio::test]
async fn latency_is_kept_and_a_hanging_server_can_be_stopped() {
    let slow = start(played(Play { latency_ms: Some(150), ..Play::default() })).await;
    let begun = Instant::now();
    content(&slow, QUESTION).await;
    assert!(begun.elapsed() >= Duration::from_millis(150));

    let hanging = start(Profile { hang_ms: 60_000, ..failing(Fault::Hang) }).await;
    let url = format!("{}/chat/completions", hanging.base_url());
    let waiting = tokio::spawn(client().post(url).json(&request(QUESTION)).send());
    while hanging.requests() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let begun = Instant::now();
    hanging.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(5));
    let text = waiting.await.expect("no panic").expect("headers").text().await;
    assert!(text.is_err(), "a hang ends with a broken connection");
}

#[tokio::test]
async fn nonsense_is_refused_and_not_crashed_on() {
    let server = start(Profile::default()).await;
    let bodies = [json!(null), json!([]), json!({"messages": 1}), json!({"messages": [1, {"role": "user"}]})];
    for (body, status) in bodies.iter().zip([400, 400, 400, 200]) {
        assert_eq!(post(&server, body).await.expect("a response").status(), status, "{body}");
    }
    let raw = client().post(format!("{}/chat/completions", server.base_url())).body("{").send().await;
    assert_eq!(raw.expect("a response").status(), 400);
}
