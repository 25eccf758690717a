//! Whole games: joined by programs and by hand, cut and taken up again.

use crate::client::{Host, Wire};
use crate::support::{Place, ended};
use serde_json::Value;
use std::io::Write;
use std::process::Child;

/// Lines that answer any question sooner or later: what cannot be an answer is asked for again.
fn answers() -> String {
    let mut lines = vec!["/pass".to_owned()];
    lines.extend((1..=9).map(|seat| seat.to_string()));
    lines.push("I listen.".into());
    (lines.join("\n") + "\n").repeat(200)
}

fn tagged(text: &str) -> Vec<&str> {
    text.lines().filter(|line| ["[all]", "[you]", "[pack]"].iter().any(|tag| line.starts_with(tag))).collect()
}

fn decisions_of(lines: &[Value], seat: u64) -> Vec<&Value> {
    lines.iter().filter(|line| line["t"] == "decision" && line["seat"] == seat).collect()
}

fn notes(lines: &[Value], seat: u64) -> String {
    let notes = lines.iter().filter(|line| line["t"] == "note" && line["seat"] == seat);
    notes.filter_map(|note| note["text"].as_str()).collect::<Vec<_>>().join("\n")
}

/// Joins, and is gone once the game has begun.
fn begin_and_vanish(host: &Host) {
    let mut wire = Wire::join(host.invited(0), &host.invited(0).code, 0);
    assert!(wire.letter().unwrap().get("event").is_some());
}

fn join(place: &Place, host: &Host, index: usize) -> Child {
    let invited = host.invited(index);
    let mut child = place.spawn(&["join", &invited.address, &invited.code]);
    let mut stdin = child.stdin.take().unwrap();
    std::thread::spawn(move || _ = stdin.write_all(answers().as_bytes()));
    child
}

#[test]
fn two_join_over_a_socket_and_play_a_whole_game() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let host = Host::open(&place, "2,5", &["--socket", "./game.sock"]);
    let mode = std::fs::metadata(place.path("game.sock")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "nobody else on this machine may open it");
    let guests = [0, 1].map(|index| join(&place, &host, index));
    let told = guests.map(|guest| ended(guest).succeeds());
    host.ended().succeeds();
    assert!(!place.path("game.sock").exists());
    let lines = place.lines("a.jsonl");
    for (seat, told) in [2, 5].into_iter().zip(&told) {
        let own = decisions_of(&lines, seat);
        assert!(!own.is_empty() && own.iter().all(|decision| decision["how"] == "human"), "{own:?}");
        assert_eq!(lines[0]["seats"][seat.to_string()]["agent"], "human");
        let shown = place.run(&["show", "a.jsonl", "--as", &format!("seat:{seat}")]).succeeds();
        let (game, after) = told.split_once("== After the game ==").expect("an account of the game");
        assert_eq!(tagged(game), tagged(&shown), "seat {seat}");
        assert!(after.contains("scripted:heuristic"), "who was who: {after}");
        assert!(!game.contains("scripted:heuristic"), "and not before: {game}");
    }
    place.run(&["verify", "a.jsonl"]).succeeds();
    let after = place.run(&["show", "a.jsonl", "--as", "god", "--after"]).succeeds();
    assert!(told[0].contains(after.trim_end()), "{after}");
}

#[test]
fn nothing_private_crosses_to_another_client() {
    let place = Place::new();
    let host = Host::open(&place, "2,3,4,5", &[]);
    let wires: Vec<Wire> = (0..4).map(|index| Wire::join(host.invited(index), &host.invited(index).code, 0)).collect();
    let playing: Vec<_> = wires.into_iter().map(|wire| std::thread::spawn(move || wire.play())).collect();
    let heard: Vec<Vec<String>> = playing.into_iter().map(|thread| thread.join().unwrap()).collect();
    host.ended().succeeds();
    let record = place.lines("a.jsonl");
    for (seat, lines) in ["2", "3", "4", "5"].into_iter().zip(&heard) {
        let over = lines.iter().position(|line| line.starts_with("{\"after\"")).expect("the game was told at the end");
        let before: Vec<Value> = lines[..over].iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        // Each event is one of the seat's own view, in its order.
        let events: Vec<&Value> = before.iter().filter_map(|letter| letter.get("event")).collect();
        let shown = place.run(&["show", "a.jsonl", "--json", "--as", &format!("seat:{seat}")]).succeeds();
        let own: Vec<Value> = shown.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(events, own.iter().collect::<Vec<_>>(), "seat {seat}");
        for letter in &before {
            let known = ["hello", "event", "request", "stands"].iter().any(|kind| letter.get(kind).is_some());
            assert!(known, "seat {seat}: {letter}");
            assert!(
                letter.get("request").is_none_or(|request| request["seat"].as_u64() == seat.parse().ok()),
                "{letter}"
            );
        }
        // And no line holds what others alone have heard, or what only the record holds.
        let mut secrets = 0;
        for event in record.iter().filter(|line| line["t"] == "event" && line["audience"] != "all") {
            let reaches = event["audience"].as_array().is_some_and(|seats| seats.iter().any(|other| other == seat));
            if reaches || own.iter().any(|mine| mine["fact"] == event["fact"]) {
                continue;
            }
            secrets += 1;
            let fact = event["fact"].to_string();
            assert!(!lines[..over].iter().any(|line| line.contains(&fact)), "seat {seat} was told {fact}");
        }
        assert!(secrets > 5, "the game has secrets");
    }
}

#[test]
fn a_player_who_is_cut_off_comes_back_to_the_same_question() {
    let place = Place::new();
    let host = Host::open(&place, "2", &["--deadline", "100"]);
    let invited = host.invited(0).clone();
    let mut first = Wire::join(&invited, &invited.code, 0);
    let question = first.question().unwrap();
    let (token, heard) = (first.token.clone(), first.heard());
    drop(first);
    // That he is back can be said once he was seen to be gone.
    std::thread::sleep(std::time::Duration::from_secs(1));
    let mut again = Wire::join(&invited, &token, heard);
    let same = again.question().unwrap();
    assert_eq!(same["ask"], question["ask"]);
    assert_eq!(same["request"], question["request"]);
    assert_eq!(again.heard(), 0, "what he has heard is not told again");
    // A new terminal knows nothing and is told everything; the old line ends.
    let mut other = Wire::join(&invited, &token, 0);
    assert_eq!(again.letter().unwrap()["goodbye"], "elsewhere", "the latest has the seat");
    assert!(again.letter().is_none());
    let same = other.question().unwrap();
    assert_eq!((same["ask"].clone(), other.heard()), (question["ask"].clone(), heard));
    other.answer(&same);
    other.play();
    host.ended().succeeds();
    let lines = place.lines("a.jsonl");
    assert!(decisions_of(&lines, 2).iter().all(|decision| decision["how"] == "human"));
    let notes = notes(&lines, 2);
    assert!(notes.contains("connection was lost") && notes.contains("is back"), "{notes}");
    place.run(&["verify", "a.jsonl"]).succeeds();
}

#[test]
fn whoever_stays_away_is_silent_and_the_record_says_why() {
    let place = Place::new();
    let host = Host::open(&place, "2", &["--deadline", "0.3"]);
    begin_and_vanish(&host);
    host.ended().succeeds();
    let lines = place.lines("a.jsonl");
    let own = decisions_of(&lines, 2);
    assert!(!own.is_empty() && own.iter().all(|decision| decision["how"] == "timed_out"), "{own:?}");
    assert!(notes(&lines, 2).contains("connection was lost"));
    place.run(&["verify", "a.jsonl"]).succeeds();
}

#[test]
fn a_script_may_answer_for_whoever_is_away() {
    let place = Place::new();
    let host = Host::open(&place, "2", &["--absent", "bot"]);
    begin_and_vanish(&host);
    host.ended().succeeds();
    let lines = place.lines("a.jsonl");
    let own = decisions_of(&lines, 2);
    assert!(!own.is_empty() && own.iter().all(|decision| decision["how"] == "scripted"), "{own:?}");
    assert!(notes(&lines, 2).contains("a script answered"));
    place.run(&["verify", "a.jsonl"]).succeeds();
}

#[test]
fn whoever_leaves_is_not_asked_again() {
    let place = Place::new();
    let host = Host::open(&place, "2", &[]);
    let invited = host.invited(0);
    // An input that ends: the person has gone.
    let left = place.run_piped(&["join", &invited.address, &invited.code], "");
    host.ended().succeeds();
    assert_eq!(left.code, 0, "he may watch to the end: {left:?}");
    let lines = place.lines("a.jsonl");
    let left: Vec<&Value> = lines.iter().filter(|line| line["kind"] == "agent_left").collect();
    assert_eq!((left.len(), &left[0]["seat"]), (1, &2.into()));
}
