//! `verify`

use crate::support::Place;
use serde_json::Value;

fn lines(place: &Place) -> Vec<String> {
    place.game("a.jsonl", &["--seed", "4", "--deck", "vanilla-7-2"]);
    place.read("a.jsonl").lines().map(str::to_owned).collect()
}

fn verdict(place: &Place, file: &str) -> (i32, Value) {
    let ran = place.run(&["verify", "--json", file]);
    (ran.code, serde_json::from_str(&ran.stdout).unwrap())
}

#[test]
fn a_sound_transcript_is_ok_in_words_and_in_json() {
    let place = Place::new();
    lines(&place);
    assert_eq!(place.run(&["verify", "a.jsonl"]).succeeds(), "ok       a.jsonl\n");
    let (code, verdict) = verdict(&place, "a.jsonl");
    assert_eq!(code, 0);
    assert_eq!((&verdict["file"], &verdict["ok"], &verdict["games"]), (&"a.jsonl".into(), &true.into(), &1.into()));
    assert!(verdict["first_difference"].is_null());
}

#[test]
fn what_was_edited_lost_or_moved_is_found_with_its_line() {
    let place = Place::new();
    let lines = lines(&place);
    let ballot = lines.iter().position(|line| line.contains("\"ballot\"") && line.contains("\"decision\"")).unwrap();
    let changes: [(&str, Vec<String>); 4] = [
        ("edited", {
            let mut edited = lines.clone();
            edited[ballot] = edited[ballot].replacen("\"seat\":", "\"seat\": ", 1);
            edited
        }),
        ("lost", [&lines[..ballot], &lines[ballot + 1..]].concat()),
        (
            "moved",
            [&lines[..ballot], &[lines[ballot + 1].clone(), lines[ballot].clone()], &lines[ballot + 2..]].concat(),
        ),
        ("doubled", [&lines[..=ballot], &lines[ballot..]].concat()),
    ];
    for (how, changed) in changes {
        place.write("b.jsonl", changed.join("\n") + "\n");
        let (code, verdict) = verdict(&place, "b.jsonl");
        assert_eq!((code, &verdict["ok"]), (1, &false.into()), "{how}");
        let line = verdict["first_difference"]["line"].as_u64().unwrap() as usize;
        assert!((ballot + 1..=ballot + 2).contains(&line), "{how}: line {line}, changed was {}", ballot + 1);
        assert!(!verdict["first_difference"]["what"].as_str().unwrap().is_empty());
        let ran = place.run(&["verify", "b.jsonl"]);
        assert!(ran.code == 1 && ran.stdout.starts_with(&format!("differs  b.jsonl:{line}: ")), "{how}: {ran:?}");
    }
}

#[test]
fn every_file_is_looked_at_and_the_worst_decides() {
    let place = Place::new();
    let lines = lines(&place);
    place.write("bad.jsonl", lines[..20].join("\n").replace("\"day\":1", "\"day\":2"));
    place.write("none.jsonl", "{}\n");
    let ran = place.run(&["verify", "none.jsonl", "bad.jsonl", "a.jsonl"]);
    assert_eq!(ran.stdout.lines().count(), 2, "{ran:?}");
    assert!(ran.stdout.contains("ok       a.jsonl") && ran.stdout.contains("differs  bad.jsonl:"), "{ran:?}");
    assert!(ran.complains().contains("none.jsonl"));
    assert_eq!(place.run(&["verify", "bad.jsonl", "a.jsonl"]).code, 1);
}
