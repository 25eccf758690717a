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
    assert_eq!(keys[..6], ["n", "path", "body_sha256", "status", "fault", "ms"]);
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

#[test]
fn a_spent_budget_stops_a_game_that_can_be_resumed_and_the_account_says_what_it_took() {
    let place = Place::new();
    let server = Server::start(&place, &[]);
    place.write("prices.toml", "[\"mock/m\"]\ninput = 2.0\ncache_read = 0.2\ncache_write = 2.0\noutput = 8.0\n");
    let flags = ["--seed", "3", "--seat", "*=mock/m", "--prices", "prices.toml", "--out", "a.jsonl"];
    let args = [&["play", "--budget-tokens", "20000"], &flags[..]].concat();
    let ran = place.run_with(&args, &server.variables());
    assert_eq!(ran.code, 130, "{ran:?}");
    assert!(
        ran.stderr.contains("budget of 20000 tokens is spent") && ran.stderr.contains("--resume a.jsonl"),
        "{ran:?}"
    );
    let stopped = place.lines("a.jsonl");
    assert_eq!(stopped[0]["conditions"]["budget_tokens"], 20000);
    let ran = place.run_with(&["play", "--resume", "a.jsonl", "--prices", "prices.toml"], &server.variables());
    assert!(ran.stderr.contains("mock/m: ") && ran.stderr.contains(" calls, "), "{ran:?}");
    ran.succeeds();
    place.run(&["verify", "a.jsonl"]).succeeds();
    let lines = place.lines("a.jsonl");
    assert!(lines.iter().filter(|line| line["t"] == "decision").all(|line| line["how"] != "failed"));
    let totals = &lines.last().unwrap()["totals"];
    let cost = |value: &Value| value["cost_usd"].as_f64().unwrap();
    let of = |part: &str| totals[part].as_object().unwrap().values().map(cost).sum::<f64>();
    for part in ["seats", "roles", "models"] {
        assert!((of(part) - cost(totals)).abs() < 1e-9, "{part}: {totals}");
    }
    place.write("bad.toml", "[\"mock/m\"]\ninptu = 2.0\n");
    let error = place.run(&["play", "--prices", "bad.toml"]).complains();
    assert!(error.contains("bad.toml:2: unknown field `inptu`"), "{error}");
}

#[test]
fn when_models_are_asked_to_break_in_is_declared_and_kept() {
    let place = Place::new();
    // Says with every answer that it need not be asked.
    place.write("p.toml", "[[play]]\ncontains = \"blow up\"\ntext = '{\"choice\": \"0\", \"raise\": false}'\n");
    let server = Server::start(&place, &["--profile", "p.toml"]);
    let offers = |lines: &[Value], how: &str| {
        let offers = lines.iter().filter(|line| line["request"]["kind"] == "offer");
        offers.filter(|line| line["how"] == how).count()
    };
    let play = |more: &[&str], file: &str| {
        let args = [&["play", "--quiet", "--seed", "3", "--seat", "*=mock/m", "--out", file], more].concat();
        place.run_with(&args, &server.variables()).succeeds();
        place.run(&["verify", file]).succeeds();
        place.lines(file)
    };
    let thinned = play(&[], "a.jsonl");
    assert_eq!(thinned[0]["seats"]["1"]["settings"]["interrupts"], "raised");
    assert!(offers(&thinned, "unraised") > offers(&thinned, "answered"), "{}", offers(&thinned, "answered"));
    let full = play(&["--interrupts", "every_handover"], "b.jsonl");
    assert_eq!(full[0]["conditions"]["interrupts"], "every_handover");
    assert_eq!(offers(&full, "unraised"), 0);
    let half = place.read("b.jsonl").lines().take(full.len() / 2).flat_map(|line| [line, "\n"]).collect::<String>();
    place.write("u.jsonl", half);
    let ran = place.run_with(&["play", "--resume", "u.jsonl"], &server.variables());
    assert!(!ran.stderr.contains("not set up as before"), "{ran:?}");
    ran.succeeds();
    assert_eq!(offers(&place.lines("u.jsonl"), "unraised"), 0);
    let error = place.run(&["play", "--interrupts", "never"]).complains();
    assert!(error.contains("every_handover, raised, own_turn"), "{error}");
}

#[test]
fn models_talk_as_people_do_where_a_person_sits_unless_told_otherwise() {
    let place = Place::new();
    let server = Server::start(&place, &[]);
    let cases = [("a.jsonl", &["--human", "2"][..], true), ("b.jsonl", &["--human", "2", "--manner", "plain"], false)];
    for (file, more, expected) in cases.into_iter().chain([("c.jsonl", &[][..], false)]) {
        let args = ["play", "--quiet", "--deck", "vanilla-5-1", "--seed", "3", "--seat", "1=mock/m", "--out", file];
        place.run_with(&[&args[..], more].concat(), &server.variables()).succeeds();
        let header = &place.lines(file)[0];
        assert_eq!(header["seats"]["1"]["settings"]["manner"] == true, expected, "{file}: {header}");
        assert_eq!(place.read(file).contains("Talk like an ordinary player"), expected, "{file}");
    }
}
