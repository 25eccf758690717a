//! `lycaon judge`, from outside, with a judge that says what it is told to.

use super::Place;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output};
use std::thread;

/// A model at an address of its own that calls every speech deceptive. Its evidence is the beginning of the speech, or, if
/// it makes things up, something that nobody said.
pub fn judge(honest: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            thread::spawn(move || answer(stream.unwrap(), honest));
        }
    });
    address
}

/// Answers one request, and closes.
fn answer(stream: TcpStream, honest: bool) {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 || line == "\r\n" {
            break;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    if reader.read_exact(&mut body).is_err() {
        return;
    }
    let asked: Value = serde_json::from_slice(&body).unwrap();
    let told = asked["messages"].as_array().unwrap().last().unwrap()["content"].as_str().unwrap();
    let speech: String = told.lines().last().unwrap().chars().skip(1).take(4).collect();
    let verdict = json!({
        "speech_act": "claim", "deceptive": "yes", "kind": "fabrication", "tactics": ["story"], "target": null,
        "strategic_value": 2, "evidence": if honest { speech } else { "nobody said this".into() }, "rationale": "so it seems",
    });
    let claims = json!({ "claims": [{ "kind": "trusts", "seat": 1, "role": null, "wolf": null }] });
    let rubric = asked["messages"][0]["content"].as_str().unwrap();
    let verdict = if rubric.contains("list the claims") { claims } else { verdict };
    let reply = json!({
        "choices": [{ "message": { "role": "assistant", "content": verdict.to_string() }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 10, "completion_tokens": 5 },
    })
    .to_string();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
    let _ = write!(reader.into_inner(), "{head}\r\ncontent-length: {}\r\n\r\n{reply}", reply.len());
}

pub fn run(place: &Place, address: &str, args: &[&str]) -> Output {
    asks(place, "judge", address, args)
}

fn asks(place: &Place, command: &str, address: &str, args: &[&str]) -> Output {
    let mut lycaon = Command::new(env!("CARGO_BIN_EXE_lycaon"));
    lycaon.current_dir(place.0.path()).env_clear().env("LOCAL_BASE_URL", address);
    lycaon.args([command, "run"]).args(args).output().unwrap()
}

fn verdicts(place: &Place, file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(place.path(file)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn verdicts_are_kept_compared_and_not_asked_for_again() {
    let place = Place::new();
    let address = judge(true);
    let asked = ["--model", "local/judge", "--speeches", "3", "--orders", "2", "--json"];
    let output = run(&place, &address, &asked);
    assert!(output.status.success(), "{output:?}");
    let kept = verdicts(&place, "run/judgements.jsonl");
    // At most three speeches of eight games, in two arms and two orders; random agents say nothing.
    let speeches = kept.len() / 4;
    assert!((8..=24).contains(&speeches) && kept.len() == speeches * 4, "{}", kept.len());
    assert!(kept.iter().all(|line| line["verdict"]["deceptive"] == "yes" && line["tokens"] == 15), "{}", kept[0]);
    let compared: Value = serde_json::from_slice(&output.stdout).unwrap();
    for arm in compared.as_array().unwrap() {
        assert_eq!(arm["speeches"], speeches);
        for judge in arm["judges"].as_array().unwrap() {
            assert_eq!((&judge["answers"], &judge["void"]), (&json!(speeches), &json!(0)));
        }
    }
    let again = run(&place, "http://127.0.0.1:1/v1", &asked);
    assert!(again.status.success(), "nobody is asked again: {again:?}");
    assert_eq!(again.stdout, output.stdout);
    let compared = run(&place, "http://127.0.0.1:1/v1", &[]);
    assert!(String::from_utf8_lossy(&compared.stdout).contains("local/judge #1"), "{compared:?}");
}

#[test]
fn a_verdict_without_evidence_is_kept_and_does_not_count() {
    let place = Place::new();
    let output = run(&place, &judge(false), &["--model", "local/judge", "--speeches", "1", "--arm", "blind"]);
    assert!(output.status.success(), "{output:?}");
    let kept = verdicts(&place, "run/judgements.jsonl");
    assert!((1..=8).contains(&kept.len()), "one speech of each game with words: {}", kept.len());
    let void = |line: &Value| line["verdict"].is_null() && line["error"].as_str().unwrap().contains("does not occur");
    assert!(kept.iter().all(void), "{}", kept[0]);
    assert!(
        String::from_utf8_lossy(&output.stdout).contains(&format!("{0} answers, {0} void", kept.len())),
        "{output:?}"
    );
}

#[test]
fn a_model_and_the_rules_find_claims_and_are_compared() {
    let place = Place::new();
    let rules = asks(&place, "extract", "http://127.0.0.1:1/v1", &["--json"]);
    let lines: Value = serde_json::from_slice(&rules.stdout).unwrap();
    let (line, count) = (&lines[0], |line: &Value, key: &str| line[key].as_u64().unwrap());
    assert_eq!(line["by"], "rules");
    // The scripted agents' own words are plain, so that the rules find much of what they state.
    assert!(count(line, "right") > count(line, "wrong"), "{line}");
    let model = asks(&place, "extract", &judge(true), &["--model", "local/judge", "--speeches", "2", "--json"]);
    assert!(model.status.success(), "{model:?}");
    let heard = verdicts(&place, "run/heard.jsonl");
    assert!(!heard.is_empty() && heard.iter().all(|line| line["claims"][0]["kind"] == "trusts"), "{heard:?}");
    let lines: Value = serde_json::from_slice(&model.stdout).unwrap();
    assert_eq!(lines[0]["by"], "local/judge");
    // It finds one claim a speech, whatever is stated.
    assert_eq!(count(&lines[0], "right") + count(&lines[0], "wrong"), count(&lines[0], "speeches"));
    assert_eq!(lines[1]["speeches"], lines[0]["speeches"]);
}

#[test]
fn what_cannot_judge_is_named() {
    let place = Place::new();
    assert!(place.complains(&["judge", "run", "--model", "scripted:random"]).contains("is no model"));
    std::fs::write(place.path("bad.jsonl"), "{\n").unwrap();
    assert!(place.complains(&["judge", "run", "--out", "bad.jsonl"]).contains("bad.jsonl:1: is no answer"));
}
