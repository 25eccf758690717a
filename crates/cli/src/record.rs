//! Where the transcript of a game is kept.

use crate::fault::Fault;
use crate::files;
use lycaon_transcript::{Existing, Flush, WriteError, Writer};
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

/// Where transcripts go if no place is named.
const USUAL: &str = "transcripts/runs";

/// Begins the transcript of a game: its id, its file, and what writes it. Where no file is named, the id is that of no
/// other game there.
pub fn begin(named: Option<&Path>, what: &str, seed: u64, flush: Flush) -> Result<(String, PathBuf, Writer), Fault> {
    let id = id(what, seed);
    if let Some(path) = named {
        return Ok((id, path.to_owned(), writer(path, flush)?));
    }
    let dir = Path::new(USUAL);
    fs::create_dir_all(dir).map_err(|error| files::unwritable(dir, &error))?;
    let mut free = id.clone();
    for further in 2.. {
        let path = dir.join(format!("{free}.jsonl"));
        match Writer::create(&path, Existing::Refuse, flush) {
            Ok(writer) => return Ok((free, path, writer)),
            Err(WriteError::Exists { .. }) => free = format!("{id}-{further}"),
            Err(error) => return Err(error.into()),
        }
    }
    unreachable!("there are more numbers than files")
}

/// A game's id: the same for the same deck and seed, and fit for the name of a file.
fn id(what: &str, seed: u64) -> String {
    let fit = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let what: String = what.chars().map(fit).collect();
    format!("{}-{seed}", what.trim_start_matches('.'))
}

/// Writes to a new file; what exists already stays as it is, unless it is no file but a device or a pipe.
fn writer(path: &Path, flush: Flush) -> Result<Writer, Fault> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() && !there.is_dir() => {
            let opened = OpenOptions::new().write(true).open(path);
            let device = opened.map_err(|error| files::unwritable(path, &error))?;
            Ok(Writer::to(device, path.display().to_string()))
        }
        Ok(_) => Err(files::unwritable(path, &std::io::ErrorKind::AlreadyExists.into())),
        Err(_) => Ok(Writer::create(path, Existing::Refuse, flush)?),
    }
}
