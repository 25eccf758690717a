//! Transcripts that are kept in a database, as files.

use super::{Directory, DirectoryError};
use crate::queue::{PostgresQueue, Queue, State};
use lycaon_transcript::WriteError;
use std::fs;
use std::io;

/// How many rows are read at a time.
const PAGE: usize = 1000;

impl Directory {
    /// Puts the transcripts of all recorded games into the directory, in place of others that it has of them; returns how
    /// many there are.
    ///
    /// # Errors
    /// When the database cannot be asked or a file cannot be written.
    pub async fn fetch_all(&self, queue: &PostgresQueue) -> Result<usize, DirectoryError> {
        let (mut fetched, mut after) = (0, 0);
        loop {
            let page = queue.page(State::Done, after, PAGE).await?;
            let Some((last, _)) = page.last() else { return Ok(fetched) };
            after = *last;
            for (_, row) in page {
                self.reconciled(&row.game, &queue.lines(&row.game).await?)?;
                fetched += 1;
            }
        }
    }

    /// Whether nobody writes the transcript of a game.
    ///
    /// # Errors
    /// When somebody does.
    pub fn let_go(&self, game: &str) -> Result<(), WriteError> {
        let path = self.transcript(game);
        match fs::File::open(&path).map(|file| file.try_lock()) {
            Ok(Err(fs::TryLockError::WouldBlock)) => Err(WriteError::Locked { path: path.display().to_string() }),
            _ => Ok(()),
        }
    }

    /// Brings the file of a game in step with the lines that are kept of it, and returns the lines that only the file
    /// has: those that were written here last, and could not be kept any more. A file that says anything else is an
    /// older state of the game, and is replaced.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn reconciled(&self, game: &str, kept: &[String]) -> Result<Vec<String>, DirectoryError> {
        let path = self.transcript(game);
        let text = match fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(DirectoryError::Unreadable { path, error }),
        };
        let whole: Vec<&str> = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).collect();
        if whole.len() >= kept.len() && whole.iter().zip(kept).all(|(here, kept)| here == kept) {
            return Ok(whole[kept.len()..].iter().map(|line| (*line).to_owned()).collect());
        }
        self.put(game, kept)?;
        Ok(vec![])
    }

    /// Writes the file of a game, whole or not at all.
    fn put(&self, game: &str, lines: &[String]) -> Result<(), DirectoryError> {
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        self.replace(&self.transcript(game), &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_counts_and_what_only_the_file_has_is_kept_next() {
        let dir = tempfile::tempdir().unwrap();
        let directory = Directory { path: dir.path().to_owned() };
        fs::create_dir(directory.games()).unwrap();
        let lines = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
        for (here, kept, only_here, then) in [
            (None, "ab", "", "a\nb\n"),
            (Some("a\n"), "ab", "", "a\nb\n"),
            (Some("a\nb\nc\nd"), "ab", "c", "a\nb\nc\nd"),
            (Some("a\nx\ny\n"), "ab", "", "a\nb\n"),
            (Some("a\nb\n"), "", "ab", "a\nb\n"),
        ] {
            let path = directory.transcript("g");
            _ = fs::remove_file(&path);
            if let Some(here) = here {
                fs::write(&path, here).unwrap();
            }
            assert_eq!(directory.reconciled("g", &lines(kept)).unwrap(), lines(only_here), "{here:?} {kept}");
            assert_eq!(fs::read_to_string(&path).unwrap(), then, "{here:?} {kept}");
        }
    }
}
