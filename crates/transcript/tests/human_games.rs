//! Real games of nine people, played through the rules again. The records lie outside of the repository; where they
//! are absent the tests say so and end.

mod common;

use common::verdict;
use lycaon_rules::Fact;
use lycaon_transcript::{Memory, Transcript, Writer, import};
use std::path::{Path, PathBuf};

fn records() -> Vec<PathBuf> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let Some(entries) = above.map(|folder| folder.join("shared/data/human_9p_zh")).find_map(|it| it.read_dir().ok())
    else {
        eprintln!("skipped: there is no folder shared/data/human_9p_zh beside the repository");
        return vec![];
    };
    let files = entries.map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|ext| ext == "json")).collect();
    files.sort();
    files
}

fn imported(path: &Path) -> (import::Report, Vec<u8>) {
    let memory = Memory::new();
    let json = std::fs::read_to_string(path).unwrap();
    let name = path.display().to_string();
    let report = import::werewolf_9p(&json, &name, Writer::to(memory.clone(), "import")).unwrap();
    (report, memory.bytes())
}

#[test]
fn recorded_games_of_people_come_out_as_they_did() {
    for path in records() {
        let (report, bytes) = imported(&path);
        let differences: Vec<_> = report.differences().collect();
        assert!(report.agrees(), "{}: {differences:#?} {:#?}", report.file, report.assumed);
        assert!(report.compared.len() > 12, "deaths, exiles, speeches and the winner were compared");
        let verdict = verdict(&bytes);
        assert!(verdict.ok && !verdict.unfinished, "{verdict:?}");
    }
}

#[test]
fn what_people_said_stands_in_the_transcript() {
    for path in records() {
        let record: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let transcript = Transcript::read(&imported(&path).1[..], "import").unwrap();
        let spoken = transcript.events.iter().filter_map(|event| match &event.fact {
            Fact::Spoke { text, .. } if !text.is_empty() => Some(text.as_str()),
            _ => None,
        });
        let mut spoken: Vec<&str> = spoken.collect();
        let audio = record["audio"].as_object().unwrap();
        let mut recorded: Vec<&str> = audio.values().map(|said| said["text"].as_str().unwrap()).collect();
        recorded.retain(|text| !text.is_empty());
        spoken.sort_unstable();
        recorded.sort_unstable();
        assert_eq!(spoken, recorded, "{}", path.display());
        assert!(transcript.header.seats.values().all(|seating| seating.agent == "human"));
    }
}

#[test]
fn a_record_that_contradicts_the_rules_is_reported() {
    for path in records().iter().take(1) {
        let mut record: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let state = &mut record["game_state"];
        let exiled = state["Day 1 Daytime"]["Voting Result"].clone();
        state["Day 1 Daytime"]["Voting Result"] = 1.into();
        state["Day 2 Night"]["Seer"] = exiled;
        let report =
            import::werewolf_9p(&record.to_string(), "edited.json", Writer::to(Memory::new(), "import")).unwrap();
        let differences: Vec<&str> = report.differences().map(|compared| compared.what.as_str()).collect();
        assert_eq!(differences, ["day 1: exiled"]);
        assert_eq!(report.assumed.len(), 1, "a check of the dead is not legal: {:?}", report.assumed);
        assert!(!report.agrees());
    }
}

#[test]
fn what_is_no_record_is_refused_with_its_name_and_key() {
    let refused = |json: &str| {
        let error = import::werewolf_9p(json, "odd.json", Writer::to(Memory::new(), "import")).unwrap_err();
        error.to_string()
    };
    assert!(refused("{").starts_with("odd.json: is not a record of a nine-player game: "));
    assert!(refused(r#"{"game_state":{},"task_time":{},"audio":{}}"#).contains("no object `roles`"));
    let roles = r#"{"1":"Cat"}"#;
    let json = format!(r#"{{"game_state":{{"roles":{roles}}},"task_time":{{}},"audio":{{}}}}"#);
    assert!(refused(&json).contains("game_state.roles: seat 1 has the unknown role `Cat`"));
}
