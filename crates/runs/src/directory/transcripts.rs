//! What a transcript tells of its game: how it ends, without being read whole, and what came of it.

use super::DirectoryError;
use crate::summary::Summary;
use lycaon_transcript::Transcript;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

/// How much of a file's end is looked at, in bytes. The line that ends a game is shorter.
const TAIL: u64 = 16 * 1024;

/// How a transcript ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Whether its last line ends a game.
    pub finished: bool,
    /// Its size in bytes.
    pub bytes: u64,
}

/// How the transcript in a file ends; nothing if there is none that can be read.
#[must_use]
pub fn ending(path: &Path) -> Option<Ending> {
    let mut file = File::open(path).ok()?;
    let bytes = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(bytes.saturating_sub(TAIL))).ok()?;
    let mut tail = vec![];
    file.take(TAIL).read_to_end(&mut tail).ok()?;
    let whole = tail.strip_suffix(b"\n");
    let last = whole.map(|tail| tail.rsplit(|byte| *byte == b'\n').next().unwrap_or_default());
    let finished = last
        .and_then(|line| serde_json::from_slice::<serde_json::Value>(line).ok())
        .is_some_and(|line| line["t"] == "end");
    Some(Ending { finished, bytes })
}

/// What came of the game of a finished transcript.
///
/// # Errors
/// When it cannot be read, is not finished, or its chain is broken.
pub fn summary(path: &Path) -> Result<Summary, DirectoryError> {
    let malformed = |line, what: &str| DirectoryError::Malformed { path: path.into(), line, what: what.into() };
    let transcript = Transcript::open(path)?;
    if let Some(line) = transcript.broken {
        return Err(malformed(line as usize, "its hash does not follow from the line before"));
    }
    let size = std::fs::metadata(path).map(|metadata| metadata.len());
    let bytes = size.map_err(|error| DirectoryError::Unreadable { path: path.into(), error })?;
    Summary::of(&transcript, bytes).ok_or_else(|| malformed(1, "the game is not finished"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_last_line_ends_a_game() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("game.jsonl");
        assert_eq!(ending(&path), None);
        let long = format!("{{\"t\":\"note\",\"text\":\"{}\"}}\n", "x".repeat(40_000));
        for (text, finished) in [
            ("", false),
            ("{\"t\":\"header\"}\n", false),
            ("{\"t\":\"header\"}\n{\"t\":\"end\",\"days\":3}\n", true),
            ("{\"t\":\"header\"}\n{\"t\":\"end\",\"days\":3}", false),
            ("{\"t\":\"header\"}\n{\"t\":\"end\",\"da\n", false),
            (&format!("{long}{{\"t\":\"end\"}}\n"), true),
            (&long, false),
        ] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(ending(&path), Some(Ending { finished, bytes: text.len() as u64 }), "{text:.80}");
        }
    }
}
