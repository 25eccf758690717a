//! What the tests of runs have in common: an experiment, its directory, and what lies in it.

use crate::support::Place;
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// More than any of this can take; only a hang comes up to it.
pub const PATIENCE: Duration = Duration::from_secs(180);

/// An experiment of two models of the mock server, `a` and `b`, that meet in both roles: two games a deal.
pub fn models(deals: u32, more: &str) -> String {
    experiment(deals, "a = \"mock/a\"\nb = \"mock/b\"", more)
}

/// An experiment of two scripts that meet in both roles: two games a deal.
pub fn scripts(deals: u32, more: &str) -> String {
    experiment(deals, "a = \"scripted:heuristic\"\nb = \"scripted:random\"", more)
}

fn experiment(deals: u32, agents: &str, limits: &str) -> String {
    format!(
        "name = \"trial\"\nseed = 5\ndeals = {deals}\nboards = [\"arena-7\"]\n\
         [design]\nkind = \"head-to-head\"\n[agents]\n{agents}\n[limits]\n{limits}\n"
    )
}

/// The whole lines of every transcript of a run, by file name, finished or not.
pub fn transcripts(place: &Place, dir: &str) -> BTreeMap<String, Vec<String>> {
    let files = std::fs::read_dir(place.path(dir).join("games")).into_iter().flatten().flatten();
    let read = files.map(|file| {
        let text = String::from_utf8_lossy(&std::fs::read(file.path()).unwrap_or_default()).into_owned();
        let lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(str::to_owned).collect();
        (file.file_name().into_string().unwrap(), lines)
    });
    read.collect()
}

/// The lines of one kind, without what depends on the clock or on the lines before.
pub fn told(lines: &[String], kind: &str) -> Vec<Value> {
    let lines = lines.iter().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut told: Vec<Value> = lines.filter(|line| line["t"] == kind).collect();
    for line in &mut told {
        let line = line.as_object_mut().unwrap();
        ["prev", "elapsed_ms", "ms", "at", "started"].into_iter().for_each(|key| _ = line.remove(key));
    }
    told.sort_by_key(Value::to_string);
    told
}

/// Where a run stands, as `lycaon status --json` says.
pub fn status(place: &Place, dir: &str) -> Value {
    place.run(&["status", dir, "--json"]).json()
}

/// Every transcript of the directory is whole and is what its decisions give.
pub fn verifies(place: &Place, dir: &str) {
    let files = transcripts(place, dir);
    let aside: Vec<_> = files.iter().filter(|(name, _)| !name.ends_with(".jsonl")).collect();
    assert!(aside.is_empty(), "something was put aside: {aside:?}");
    let files: Vec<String> = files.into_keys().map(|name| format!("{dir}/games/{name}")).collect();
    let files = files.iter().map(String::as_str);
    place.run(&["verify"].into_iter().chain(files).collect::<Vec<_>>()).succeeds();
}

/// How many calls stand in the transcripts of a run.
pub fn calls(place: &Place, dir: &str) -> usize {
    transcripts(place, dir).values().flatten().filter(|line| line.contains("\"t\":\"call\"")).count()
}

/// Waits until it is so; `what` says that it never was.
pub fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}
