//! From directories and files to the stories in them.

use super::story::Story;
use super::teller::Teller;
use lycaon_transcript::{ReadError, Reader};
use serde::Serialize;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

/// Why a file is not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The game did not come to its end.
    Unfinished,
    /// It cannot be read, or a line was edited or is missing.
    Broken,
    /// The same game was read from another file already.
    Twice,
}

/// A file that is not counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Left {
    /// The file.
    pub file: String,
    /// Why.
    pub why: Why,
    /// The same in a sentence.
    pub what: String,
}

/// How many files a block has. A block is read on all threads and handed over in order; so memory is bounded by a
/// block's stories, and the order of the results does not depend on the threads.
const BLOCK: usize = 32;

/// The transcripts of a path: itself, if it is a file; the games of a run, if it holds `games/`; otherwise every
/// `*.jsonl` directly in it. Sorted by name.
///
/// # Errors
/// When a directory cannot be read.
pub fn transcripts(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let games = path.join("games");
    let directory = if games.is_dir() { games } else { path.to_owned() };
    let mut files = vec![];
    for entry in std::fs::read_dir(directory)? {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == "jsonl") && file.is_file() {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

/// Reads the files and hands over each finished game, in the order of the files. Returns those that are not counted.
///
/// # Errors
/// With the first error of `take`.
pub fn each_story<E>(
    files: &[PathBuf],
    jobs: NonZeroUsize,
    mut take: impl FnMut(Story) -> Result<(), E>,
) -> Result<Vec<Left>, E> {
    let mut left = vec![];
    for block in files.chunks(BLOCK.max(jobs.get())) {
        for read in read_block(block, jobs) {
            match read {
                Ok(story) => take(*story)?,
                Err(why) => left.push(why),
            }
        }
    }
    Ok(left)
}

fn read_block(files: &[PathBuf], jobs: NonZeroUsize) -> Vec<Result<Box<Story>, Left>> {
    let share = files.len().div_ceil(jobs.get()).max(1);
    let read = |files: &[PathBuf]| files.iter().map(|file| read(file)).collect::<Vec<_>>();
    thread::scope(|scope| {
        let threads: Vec<_> = files.chunks(share).map(|share| scope.spawn(move || read(share))).collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined.flat_map(|read| read.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

/// The game of a file.
fn read(path: &Path) -> Result<Box<Story>, Left> {
    let file = path.display().to_string();
    let broken = |error: ReadError| Left { file: file.clone(), why: Why::Broken, what: error.to_string() };
    let mut reader = Reader::open(path).map_err(broken)?;
    let mut teller = Teller::new(&file, reader.header().map_err(broken)?);
    for numbered in &mut reader {
        let numbered = numbered.map_err(broken)?;
        if !numbered.chained {
            let what = format!("{file}:{}: a line before this one was edited or is missing", numbered.number);
            return Err(Left { file, why: Why::Broken, what });
        }
        teller.line(numbered.line);
    }
    let unfinished = || {
        let what = format!("{file}: the game is not finished; `lycaon play --resume` or `lycaon run` goes on with it");
        Left { file: file.clone(), why: Why::Unfinished, what }
    };
    teller.story().map(Box::new).ok_or_else(unfinished)
}
