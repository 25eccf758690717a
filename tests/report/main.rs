//! `report` and `export`, from outside, over a run that is played for them.

mod asides;
mod judge;
mod peers;
mod twins;

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

const EXPERIMENT: &str = r#"
name = "pilot"
deals = 4
boards = ["online-9p"]
[design]
kind = "head-to-head"
[agents]
random = "scripted:random"
heuristic = "scripted:heuristic"
"#;

/// A directory with a run of eight games in `run`.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Place(tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap());
        std::fs::write(place.path("exp.toml"), EXPERIMENT).unwrap();
        place.succeeds(&["run", "exp.toml", "--out", "run"]);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The one file of a directory.
    fn only_file(&self, directory: &str) -> PathBuf {
        let files: Vec<PathBuf> =
            std::fs::read_dir(self.path(directory)).unwrap().map(|entry| entry.unwrap().path()).collect();
        let [file] = files.try_into().unwrap();
        file
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lycaon"));
        command.current_dir(self.0.path()).env_clear().args(args).output().unwrap()
    }

    #[track_caller]
    fn succeeds(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// One sentence on stderr, and exit code 2.
    #[track_caller]
    fn complains(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    fn report(&self, more: &[&str]) -> Value {
        let args = [&["report", "run", "--json", "--baseline-games", "400"], more].concat();
        serde_json::from_str(&self.succeeds(&args)).unwrap()
    }
}

#[test]
fn a_report_counts_what_was_played_and_keeps_its_baselines() {
    let place = Place::new();
    let report = place.report(&[]);
    assert_eq!(report["validity"]["games"], 8);
    assert_eq!(report["validity"]["deals"], 4);
    let standing: Value = serde_json::from_str(&place.succeeds(&["status", "run", "--json"])).unwrap();
    for health in report["validity"]["agents"].as_array().unwrap() {
        let toll = &standing["agents"][health["agent"].as_str().unwrap()];
        assert_eq!((&health["seats"], &health["decisions"]), (&toll["seats"], &toll["decisions"]));
    }
    let kept: Value = serde_json::from_slice(&std::fs::read(place.path("run/baselines.json")).unwrap()).unwrap();
    let board = report["boards"][0]["board"].as_str().unwrap();
    assert_eq!(kept[board], report["boards"][0]["baseline"]);
    assert_eq!(kept[board]["games"], 400);
    assert_eq!(report, place.report(&[]), "the same run gives the same report");
    assert_eq!(report["ratings"]["anchor"], "random");
}

#[test]
fn an_unfinished_game_is_named_and_not_counted() {
    let place = Place::new();
    let games = place.path("run/games");
    let file = std::fs::read_dir(&games).unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(&file).unwrap();
    let (rest, _) = text.trim_end().rsplit_once('\n').unwrap();
    std::fs::write(&file, format!("{rest}\n")).unwrap();
    let report = place.report(&[]);
    assert_eq!(report["validity"]["games"], 7);
    assert_eq!(report["validity"]["left"][0]["why"], "unfinished");
}

#[test]
fn what_was_declared_stands_apart_and_must_be_known() {
    let place = Place::new();
    let report = place.report(&["--declared", "vote-accuracy"]);
    let lines = report["behaviour"].as_array().unwrap();
    assert!(lines.iter().any(|line| line["declared"] == true));
    assert!(lines.iter().all(|line| (line["measure"] == "vote-accuracy") == (line["declared"] == true)));
    let said = place.complains(&["report", "run", "--declared", "charm"]);
    assert!(said.contains("`charm`"), "{said}");
}

#[test]
fn the_page_needs_nothing_but_itself() {
    let place = Place::new();
    for lang in ["zh", "en"] {
        place.succeeds(&["report", "run", "--baseline-games", "400", "--out", "page.html", "--lang", lang]);
        let page = std::fs::read_to_string(place.path("page.html")).unwrap();
        assert!(page.contains(&format!("<html lang=\"{lang}\">")) && page.matches("<svg").count() >= 4);
        assert!(!page.contains("http") && !page.contains("<script") && !page.contains("@import"));
    }
}

#[test]
fn tables_have_a_row_for_each_thing() {
    let place = Place::new();
    place.succeeds(&["export", "run", "--to", "csv", "--out", "csv"]);
    place.succeeds(&["export", "run", "--to", "jsonl", "--out", "jsonl"]);
    let rows = |name: &str| std::fs::read_to_string(place.path(name)).unwrap().lines().count();
    assert_eq!((rows("csv/games.csv"), rows("csv/seats.csv")), (1 + 8, 1 + 72));
    assert_eq!(rows("jsonl/seats.jsonl"), 72);
    assert_eq!(rows("csv/ballots.csv"), 1 + rows("jsonl/ballots.jsonl"));
    let stdout = place.succeeds(&["export", "run", "--to", "csv", "--table", "seats"]);
    assert_eq!(stdout, std::fs::read_to_string(place.path("csv/seats.csv")).unwrap());
    let said = place.complains(&["export", "run", "--to", "csv", "--out", "csv"]);
    assert!(said.contains("exists already"), "{said}");
}

#[test]
fn a_log_for_inspect_has_a_sample_for_each_game() {
    let place = Place::new();
    place.succeeds(&["export", "run", "--to", "inspect", "--out", "logs"]);
    let log: Value = serde_json::from_slice(&std::fs::read(place.only_file("logs")).unwrap()).unwrap();
    assert_eq!(log["samples"].as_array().unwrap().len(), 8);
    assert_eq!(log["results"]["total_samples"], 8);
    std::fs::create_dir(place.path("empty")).unwrap();
    let said = place.complains(&["export", "empty", "--to", "inspect"]);
    assert!(said.contains("holds no transcript"), "{said}");
}
