//! `fork` and `play --resume`.

use crate::support::{Place, decisions, happened};
use serde_json::Value;

fn cut_after(place: &Place, file: &str, lines: usize, to: &str) {
    let text: String = place.read(file).lines().take(lines).flat_map(|line| [line, "\n"]).collect();
    place.write(to, text);
}

#[test]
fn a_fork_without_changes_is_the_game_again() {
    for agent in ["scripted:heuristic", "scripted:random", "random", "scripted:oracle"] {
        let place = Place::new();
        let seat = format!("*={agent}");
        let original = place.game("a.jsonl", &["--seed", "9", "--seat", &seat]);
        let last = decisions(&original) - 1;
        for at in [0, 1, last / 2, last] {
            let (at, file) = (at.to_string(), format!("f{at}.jsonl"));
            place.run(&["fork", "a.jsonl", "--at", &at, "--quiet", "--out", &file]).succeeds();
            let fork = place.lines(&file);
            assert_eq!(happened(&fork), happened(&original), "{agent} at {at}");
            assert_eq!(fork[0]["parent"]["at"].to_string(), at);
            assert_eq!(fork[0]["parent"]["game"], original[0]["game"]);
            assert_ne!(fork[0]["game"], original[0]["game"]);
            place.run(&["verify", &file]).succeeds();
        }
    }
}

#[test]
fn a_fork_with_other_agents_or_another_seed_shares_the_beginning() {
    let place = Place::new();
    let original = happened(&place.game("a.jsonl", &["--seed", "9"]));
    let kept = original.iter().position(|line| line["t"] == "decision" && line["n"] == 30).unwrap();
    for change in [&["--seat", "*=scripted:random"][..], &["--seed", "10"]] {
        let args = [&["fork", "a.jsonl", "--at", "30", "--quiet", "--out", "f.jsonl"], change].concat();
        place.run(&args).succeeds();
        let fork = happened(&place.lines("f.jsonl"));
        assert_eq!(fork[..kept], original[..kept]);
        assert_ne!(fork, original, "{change:?}");
        place.run(&["verify", "f.jsonl"]).succeeds();
        std::fs::remove_file(place.path("f.jsonl")).unwrap();
    }
}

#[test]
fn a_fork_beyond_the_end_is_refused_and_leaves_no_file() {
    let place = Place::new();
    place.game("a.jsonl", &["--deck", "vanilla-5-1"]);
    let error = place.run(&["fork", "a.jsonl", "--at", "9999", "--out", "f.jsonl"]).complains();
    assert!(error.contains("a.jsonl") && error.contains("no decision 9999"), "{error}");
    assert!(!place.path("f.jsonl").exists());
}

#[test]
fn a_resumed_game_is_the_game_that_was_interrupted() {
    let place = Place::new();
    for agent in ["scripted:heuristic", "random"] {
        let seat = format!("*={agent}");
        let original = place.game("a.jsonl", &["--seed", "9", "--seat", &seat]);
        for lines in [1, 2, original.len() / 3, original.len() - 2, original.len() - 1] {
            cut_after(&place, "a.jsonl", lines, "u.jsonl");
            place.run(&["play", "--resume", "u.jsonl", "--quiet"]).succeeds();
            let resumed = place.lines("u.jsonl");
            assert_eq!(happened(&resumed), happened(&original), "{agent} after {lines} lines");
            let notes: Vec<&Value> = resumed.iter().filter(|line| line["t"] == "note").collect();
            assert_eq!(notes.len(), 1);
            assert_eq!(notes[0]["kind"], "resumed");
            assert_eq!(resumed.last().unwrap()["winners"], original.last().unwrap()["winners"]);
            place.run(&["verify", "u.jsonl"]).succeeds();
        }
        std::fs::remove_file(place.path("a.jsonl")).unwrap();
    }
}

/// A game of an experiment, taken out of its directory and resumed by hand, asks what is left to ask and nothing twice.
#[test]
fn a_resumed_game_goes_on_asking_aside() {
    let place = Place::new();
    place.write(
        "exp.toml",
        "name = \"asked\"\nseed = 3\ndeals = 1\nboards = [\"arena-7\"]\n[design]\nkind = \"self-play\"\n\
         [agents]\n\"scripted:heuristic\" = \"scripted:heuristic\"\n\
         [probes]\nat = [\"dawn\", \"discussion\", \"speech\"]\npolls = true\nreports = true\ndoubts = true\nretest = 0.5\n",
    );
    place.run(&["run", "exp.toml", "--out", "run", "--display", "none"]).succeeds();
    let file = std::fs::read_dir(place.path("run/games")).unwrap().next().unwrap().unwrap().path();
    std::fs::copy(&file, place.path("a.jsonl")).unwrap();
    let whole = place.lines("a.jsonl");
    let asked = |lines: &[Value]| -> Vec<Value> {
        let without_chain = |line: &Value| {
            let mut line = line.clone();
            line.as_object_mut().unwrap().remove("prev");
            line
        };
        lines.iter().filter(|line| line["t"] == "probe").map(without_chain).collect()
    };
    let probes: Vec<usize> = (0..whole.len()).filter(|line| whole[*line]["t"] == "probe").collect();
    assert!(probes.len() > 50, "{}", probes.len());
    // In the middle of a checkpoint, at the end of one, before one, and where nothing is to be asked for a while.
    for lines in [2, probes[3], probes[3] + 1, probes[probes.len() / 2], probes[probes.len() - 1] + 1] {
        cut_after(&place, "a.jsonl", lines, "u.jsonl");
        place.run(&["play", "--resume", "u.jsonl", "--quiet"]).succeeds();
        let resumed = place.lines("u.jsonl");
        assert_eq!(asked(&resumed), asked(&whole), "after {lines} lines");
        assert_eq!(happened(&resumed), happened(&whole));
        place.run(&["verify", "u.jsonl"]).succeeds();
    }
    // A fork is under the same conditions, and asks for itself from where it begins.
    let at = whole.iter().find(|line| line["t"] == "probe").unwrap()["n"].to_string();
    place.run(&["fork", "a.jsonl", "--at", &at, "--quiet", "--out", "f.jsonl"]).succeeds();
    assert_eq!(asked(&place.lines("f.jsonl")), asked(&whole));
    let odd = place.read("a.jsonl").replacen("\"retest\":0.5", "\"retest\":5.0", 1);
    place.write("odd.jsonl", odd.lines().next().unwrap().to_owned() + "\n");
    let error = place.run(&["play", "--resume", "odd.jsonl"]).complains();
    assert!(error.contains("odd.jsonl") && error.contains("`conditions.probes`"), "{error}");
}

#[test]
fn a_line_cut_short_is_no_corruption() {
    let place = Place::new();
    let original = place.game("a.jsonl", &["--seed", "9"]);
    let text = place.read("a.jsonl");
    place.write("u.jsonl", &text[..text.len() / 2]);
    let shown = place.run(&["show", "u.jsonl"]);
    assert!(shown.stderr.contains("cut short") && shown.stderr.contains("--resume u.jsonl"), "{shown:?}");
    shown.succeeds();
    assert!(place.run(&["verify", "u.jsonl"]).succeeds().contains("unfinished"));
    place.run(&["play", "--resume", "u.jsonl", "--quiet"]).succeeds();
    assert_eq!(happened(&place.lines("u.jsonl")), happened(&original));
}

#[test]
fn what_cannot_be_resumed_is_said() {
    let place = Place::new();
    place.game("a.jsonl", &["--seed", "9"]);
    let before = place.read("a.jsonl");
    let error = place.run(&["play", "--resume", "a.jsonl"]).complains();
    assert!(error.contains("a.jsonl") && error.contains("over"), "{error}");
    let error = place.run(&["play", "--resume", "a.jsonl", "--seat", "1=human"]).complains();
    assert!(error.contains("--resume") && error.contains("--seat"), "{error}");
    let swapped: Vec<&str> = before.lines().collect();
    let edited = [&swapped[..10], &[swapped[11], swapped[10]], &swapped[12..40]].concat().join("\n");
    place.write("e.jsonl", &edited);
    let error = place.run(&["play", "--resume", "e.jsonl"]).complains();
    assert!(error.contains("e.jsonl:11"), "{error}");
    assert_eq!((place.read("a.jsonl"), place.read("e.jsonl")), (before, edited));
}

#[test]
fn an_agent_that_changed_since_is_named_and_noted() {
    let place = Place::new();
    std::fs::create_dir(place.path("agents")).unwrap();
    place.write("agents/mine.toml", "kind = \"scripted\"\npolicy = \"random\"\n");
    let original = place.game("a.jsonl", &["--seed", "9", "--seat", "4=mine"]);
    cut_after(&place, "a.jsonl", original.len() / 2, "u.jsonl");
    place.write("agents/mine.toml", "kind = \"scripted\"\npolicy = \"heuristic\"\n");
    let ran = place.run(&["play", "--resume", "u.jsonl"]);
    assert!(ran.stderr.contains("warning: u.jsonl: not set up as before: seat 4 (`mine`)"), "{ran:?}");
    ran.succeeds();
    let lines = place.lines("u.jsonl");
    let note = lines.iter().find(|line| line["t"] == "note" && line["kind"] == "resumed").unwrap();
    assert!(note["text"].as_str().unwrap().contains("seat 4"), "{note}");
    place.run(&["verify", "u.jsonl"]).succeeds();
}
