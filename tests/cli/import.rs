//! `import`

use crate::support::Place;
use std::path::{Path, PathBuf};

/// A real game, kept outside of the repository; where it is absent the tests say so and end.
fn record() -> Option<PathBuf> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let entries = above.map(|folder| folder.join("shared/data/human_9p_zh")).find_map(|dir| dir.read_dir().ok());
    let mut files = entries.into_iter().flatten().map(|entry| entry.unwrap().path());
    let found = files.find(|path| path.extension().is_some_and(|extension| extension == "json"));
    if found.is_none() {
        eprintln!("skipped: there is no record in shared/data/human_9p_zh");
    }
    found
}

#[test]
fn a_real_game_becomes_a_transcript_that_verifies_and_forks() {
    let Some(record) = record() else { return };
    let place = Place::new();
    let record = record.to_str().unwrap();
    let imported = place.run(&["import", "--from", "werewolf-9p", record, "--out", "games", "--json"]).json();
    let transcript = imported["transcript"].as_str().unwrap();
    assert_eq!((&imported["agrees"], &imported["file"]), (&true.into(), &record.into()));
    place.run(&["verify", transcript]).succeeds();
    let error = place.run(&["fork", transcript, "--at", "20"]).complains();
    assert!(error.contains("seat 1") && error.contains("--seat 1="), "{error}");
    let fork = ["fork", transcript, "--at", "20", "--seed", "3", "--seat", "*=scripted:heuristic", "--out", "f.jsonl"];
    place.run(&fork).succeeds();
    place.run(&["verify", "f.jsonl"]).succeeds();
    let again = place.run(&["import", "--from", "werewolf-9p", record, "--out", "games"]).complains();
    assert!(again.contains("exists already"), "{again}");
}

#[test]
fn what_is_no_record_leaves_nothing() {
    let place = Place::new();
    place.write("a.json", "{\"game_state\": 3}").write("b.json", b"\xff\xfe").write("c.json", "[");
    for file in ["a.json", "b.json", "c.json", "absent.json"] {
        let error = place.run(&["import", "--from", "werewolf-9p", file, "--out", "games"]).complains();
        assert!(error.contains(file), "{error}");
    }
    assert_eq!(place.path("games").read_dir().unwrap().count(), 0);
    assert!(place.run(&["import", "--from", "chess", "a.json"]).complains().contains("werewolf-9p"));
}
