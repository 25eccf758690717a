//! A person on a pipe.

use crate::support::Place;
use serde_json::Value;

/// Lines that answer any question sooner or later: what cannot be an answer is asked for again.
fn answers() -> String {
    let mut lines = vec!["/pass".to_owned()];
    lines.extend((1..=9).map(|seat| seat.to_string()));
    lines.push("I listen.".into());
    (lines.join("\n") + "\n").repeat(200)
}

fn decisions_of(lines: &[Value], seat: u64) -> Vec<&Value> {
    lines.iter().filter(|line| line["t"] == "decision" && line["seat"] == seat).collect()
}

fn tagged(text: &str) -> Vec<&str> {
    text.lines().filter(|line| ["[all]", "[you]", "[pack]"].iter().any(|tag| line.starts_with(tag))).collect()
}

#[test]
fn a_whole_game_is_played_through_a_pipe_and_only_the_seat_s_view_is_told() {
    for seat in [1, 3, 6] {
        let place = Place::new();
        let number = seat.to_string();
        let args = ["play", "--human", &number, "--seed", "4", "--out", "a.jsonl"];
        let told = place.run_piped(&args, &answers()).succeeds();
        let lines = place.lines("a.jsonl");
        let own = decisions_of(&lines, seat);
        assert!(!own.is_empty() && own.iter().all(|decision| decision["how"] == "human"), "{own:?}");
        assert_eq!(lines[0]["seats"][&number]["agent"], "human");
        assert!(!told.contains('\u{1b}'));
        let shown = place.run(&["show", "a.jsonl", "--as", &format!("seat:{seat}")]).succeeds();
        assert_eq!(tagged(&told), tagged(&shown), "seat {seat}");
        place.run(&["verify", "a.jsonl"]).succeeds();
    }
}

#[test]
fn a_person_is_spoken_to_in_his_language() {
    let place = Place::new();
    let args = ["play", "--human", "2", "--seed", "4", "--out", "a.jsonl", "--lang", "zh"];
    let told = place.run_piped(&args, &answers()).succeeds();
    assert!(told.contains("[仅你]") && !told.contains("[you]"), "{told}");
    assert_eq!(place.lines("a.jsonl")[0]["language"], "zh");
}

#[test]
fn when_stdin_closes_the_seat_takes_every_fallback_and_the_transcript_says_why() {
    let place = Place::new();
    place.run_piped(&["play", "--human", "2", "--seed", "4", "--out", "a.jsonl"], "").succeeds();
    let lines = place.lines("a.jsonl");
    let own = decisions_of(&lines, 2);
    assert!(!own.is_empty() && own.iter().all(|decision| decision["how"] == "failed"), "{own:?}");
    let left: Vec<&Value> = lines.iter().filter(|line| line["t"] == "note" && line["kind"] == "agent_left").collect();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0]["seat"], 2);
    assert_eq!(lines.last().unwrap()["t"], "end");
    place.run(&["verify", "a.jsonl"]).succeeds();
}

#[test]
fn json_leaves_stdout_to_the_end_line() {
    let place = Place::new();
    let ran = place.run_piped(&["play", "--human", "2", "--seed", "4", "--json"], &answers());
    assert!(ran.stderr.contains("[you]"), "{ran:?}");
    assert_eq!(ran.json()["t"], "end");
}

#[test]
fn several_people_share_a_pipe_seat_by_seat() {
    let place = Place::new();
    let args = ["play", "--human", "2", "--human", "5", "--seed", "4", "--out", "a.jsonl"];
    place.run_piped(&args, &answers()).succeeds();
    let lines = place.lines("a.jsonl");
    for seat in [2, 5] {
        let own = decisions_of(&lines, seat);
        assert!(!own.is_empty() && own.iter().all(|decision| decision["how"] == "human"), "{own:?}");
    }
}

#[test]
fn nobody_is_shown_more_than_the_person_may_know() {
    let error = Place::new().run(&["play", "--human", "2", "--as", "god"]).complains();
    assert!(error.contains("--as"), "{error}");
}

#[test]
fn a_person_s_interrupted_game_goes_on() {
    let place = Place::new();
    place.run_piped(&["play", "--human", "2", "--seed", "4", "--out", "a.jsonl"], &answers()).succeeds();
    let text = place.read("a.jsonl");
    place.write("u.jsonl", &text[..text.len() / 2]);
    let told = place.run_piped(&["play", "--resume", "u.jsonl"], &answers()).succeeds();
    let shown = place.run(&["show", "u.jsonl", "--as", "seat:2"]).succeeds();
    assert_eq!(tagged(&told), tagged(&shown), "what was before is told again");
    place.run(&["verify", "u.jsonl"]).succeeds();
}
