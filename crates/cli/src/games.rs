//! The finished games of files and directories, one at a time.

use crate::fault::Fault;
use crate::out;
use lycaon_measures::behaviour::Measure;
use lycaon_measures::reading::{Left, Story, each_story, transcripts};
use lycaon_runs::directory::Directory;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// How many files that are not counted are named on stderr.
const NAMED: usize = 5;

/// The transcripts of these paths.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Fault> {
    let mut files = vec![];
    for path in paths {
        let found =
            transcripts(path).map_err(|error| Fault::input(format!("{}: cannot be read: {error}", path.display())))?;
        if found.is_empty() {
            let path = path.display();
            return Err(Fault::input(format!(
                "{path}: holds no transcript; name a run, or a directory of *.jsonl files"
            )));
        }
        files.extend(found);
    }
    Ok(files)
}

/// Hands over every finished game; says on stderr which files are not counted, and gives them back.
pub fn each(files: &[PathBuf], take: impl FnMut(Story) -> Result<(), Fault>) -> Result<Vec<Left>, Fault> {
    let jobs = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let left = each_story(files, jobs, take)?;
    for left in left.iter().take(NAMED) {
        out::say(format_args!("not counted: {}", left.what));
    }
    if left.len() > NAMED {
        out::say(format_args!("not counted: {} more", left.len() - NAMED));
    }
    Ok(left)
}

/// What was declared before the games of these paths were played: what their experiment files declare, and `more`. Refuses
/// what is no measure.
pub fn declared(paths: &[PathBuf], more: &[String]) -> Result<BTreeSet<String>, Fault> {
    let mut declared: BTreeSet<String> = more.iter().cloned().collect();
    for path in paths.iter().filter(|path| path.join("manifest.json").is_file()) {
        declared.extend(of_experiment(&Directory::open(path)?.manifest()?.experiment));
    }
    match declared.iter().find(|id| Measure::from_id(id).is_none()) {
        Some(id) => Err(Fault::input(format!("`{id}` is declared and is no measure; docs/MEASURES.md lists them"))),
        None => Ok(declared),
    }
}

/// The measures that an experiment file declares.
fn of_experiment(text: &str) -> Vec<String> {
    let table: toml::Table = toml::from_str(text).unwrap_or_default();
    let declared = table.get("declared").and_then(toml::Value::as_array);
    declared.into_iter().flatten().filter_map(toml::Value::as_str).map(String::from).collect()
}
