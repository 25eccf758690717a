//! Models behind the mock server, from outside.

use crate::server::Server;
use crate::support::{Place, happened};
use serde_json::Value;

fn calls(lines: &[Value]) -> usize {
    lines.iter().filter(|line| line["t"] == "call").count()
}

#[test]
fn models_play_a_game_that_verifies_and_keeps_no_secret() {
    let place = Place::new();
    let server = Server::start(&place, &["--log", "log.jsonl"]);
    let args = ["play", "--seed", "3", "--seat", "1-5=mock/m", "--out", "a.jsonl", "--json"];
    let ran = place.run_with(&args, &server.variables());
    assert!(!ran.stderr.contains("sk-very"), "{ran:?}");
    assert_eq!(ran.json()["t"], "end");
    let lines = place.lines("a.jsonl");
    assert_eq!(lines[0]["seats"]["1"]["model"], "mock/m");
    assert!(lines[0]["prompts"].is_string());
    assert!(calls(&lines) > 5);
    assert!(!place.read("a.jsonl").contains("sk-very"));
    place.run(&["verify", "a.jsonl"]).succeeds();
    let log = place.lines("log.jsonl");
    assert_eq!(log.len(), calls(&lines));
    let keys: Vec<&str> = log[0].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["n", "path", "body_sha256", "status", "fault", "ms"]);
    assert_eq!(server.stop().code, 0);
}

#[test]
fn a_resumed_game_pays_for_nothing_twice_and_its_models_remember() {
    let place = Place::new();
    let server = Server::start(&place, &["--log", "log.jsonl"]);
    let seats = ["--seed", "3", "--deck", "vanilla-7-2", "--seat", "*=mock/m"];
    let args = [&["play", "--quiet", "--out", "a.jsonl"], &seats[..]].concat();
    place.run_with(&args, &server.variables()).succeeds();
    let original = place.lines("a.jsonl");
    let half = original.iter().rposition(|line| line["t"] == "event" && line["day"] == 1).unwrap() + 1;
    let text: String = place.read("a.jsonl").lines().take(half).flat_map(|line| [line, "\n"]).collect();
    place.write("u.jsonl", text);
    let before = place.lines("log.jsonl").len();
    place.run_with(&["play", "--quiet", "--resume", "u.jsonl"], &server.variables()).succeeds();
    let resumed = place.lines("u.jsonl");
    let new = place.lines("log.jsonl").len() - before;
    assert_eq!(new, calls(&resumed) - calls(&original[..half]));
    // The server answers by the body of a request, so the same conversations lead to the same game.
    // Answers to questions asked at once are written as they come, so they are put in order.
    let choices = |lines: &[Value]| -> Vec<(Option<u64>, Value)> {
        let decisions = happened(lines).into_iter().filter(|line| line["t"] == "decision");
        let mut choices: Vec<_> = decisions.map(|line| (line["n"].as_u64(), line["choice"].clone())).collect();
        choices.sort_by_key(|(n, _)| *n);
        choices
    };
    assert_eq!(choices(&resumed), choices(&original));
    place.run(&["verify", "u.jsonl"]).succeeds();
}

#[test]
fn what_a_model_lacks_is_said_before_the_game() {
    let place = Place::new();
    let error = |agent: &str| place.run(&["play", "--seat", &format!("2={agent}")]).complains();
    assert!(error("openai/gpt-5").contains("seat 2") && error("openai/gpt-5").contains("OPENAI_API_KEY"));
    assert!(error("foo/bar").contains("FOO_BASE_URL"));
    assert!(error("foo/").contains("PROVIDER/MODEL"));
    assert!(!place.path("transcripts").exists());
}

#[test]
fn a_server_that_cannot_be_reached_is_an_error_before_the_game() {
    let place = Place::new();
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("http://127.0.0.1:{port}/v1");
    let ran = place.run_with(&["play", "--seat", "2=mock/m"], &[("MOCK_BASE_URL", &url)]);
    let error = ran.complains();
    assert!(error.contains("mock/m"), "{error}");
    assert!(!place.path("transcripts").exists());
}

#[test]
fn the_server_says_what_is_wrong_with_its_flags() {
    let place = Place::new();
    place.write("p.toml", "[[play]]\nstile = 3\n");
    assert!(place.run(&["mock-llm", "--faults", "2"]).complains().contains("between 0 and 1"));
    assert!(place.run(&["mock-llm", "--profile", "p.toml"]).complains().contains("p.toml"));
    assert!(place.run(&["mock-llm", "--profile", "absent.toml"]).complains().contains("absent.toml"));
    assert!(place.run(&["mock-llm", "--log", "no/such/dir"]).complains().contains("no/such/dir"));
}
