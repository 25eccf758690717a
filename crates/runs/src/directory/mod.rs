//! The directory of a run: a manifest that is written first, one transcript a game, and an index that can always be made
//! anew from the two.

mod fetch;
mod manifest;
mod merge;
mod transcripts;

pub use manifest::{CellNote, Manifest, PlanLine};
pub use merge::Merged;
pub use transcripts::{Ending, ending, summary};

use crate::experiment::Experiment;
use crate::plan::Plan;
use crate::queue::{Queue, QueueError, SqliteQueue};
use lycaon_transcript::ReadError;
use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// Why a directory cannot be used for a run: one sentence that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum DirectoryError {
    /// A file or folder cannot be read.
    #[error("cannot read {}: {error}", .path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file or folder cannot be written.
    #[error("cannot write {}: {error}", .path.display())]
    Unwritable {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file is not what it should be.
    #[error("{}:{line}: {what}", .path.display())]
    Malformed {
        /// Which.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// It holds another run.
    #[error("{} holds a run of another plan: {what}; choose another --out, or change the experiment back", .path.display())]
    Other {
        /// The directory.
        path: PathBuf,
        /// What differs.
        what: String,
    },
    /// It holds no run.
    #[error("{} holds no run: it has no manifest.json", .path.display())]
    NoRun {
        /// The directory.
        path: PathBuf,
    },
    /// A transcript cannot be read.
    #[error(transparent)]
    Transcript(#[from] ReadError),
    /// Its index cannot be used.
    #[error(transparent)]
    Queue(#[from] QueueError),
}

/// The directory of one run.
#[derive(Clone, Debug)]
pub struct Directory {
    path: PathBuf,
}

impl Directory {
    /// The directory of a run that is there already.
    ///
    /// # Errors
    /// When there is none.
    pub fn open(path: &Path) -> Result<Self, DirectoryError> {
        let directory = Directory { path: path.to_owned() };
        match directory.manifest_path().exists() {
            true => Ok(directory),
            false => Err(DirectoryError::NoRun { path: path.to_owned() }),
        }
    }

    /// Makes a directory ready for a plan. The manifest and the plan stand on the disk before anything is played. Where
    /// a run is there already, the plan may add games to it and take none away.
    ///
    /// # Errors
    /// When it cannot be written, or holds a run whose games are not all in this plan.
    pub fn prepare(path: &Path, experiment: &Experiment, plan: &Plan) -> Result<Self, DirectoryError> {
        let directory = Directory { path: path.to_owned() };
        for dir in [path.to_owned(), directory.games(), directory.workers()] {
            fs::create_dir_all(&dir).map_err(|error| DirectoryError::Unwritable { path: dir, error })?;
        }
        // Two processes that are started at once lay the same plan out one after the other.
        let _locked = directory.lock()?;
        let known = directory.known()?;
        let planned: BTreeSet<&str> = plan.games.iter().map(|game| game.id.as_str()).collect();
        if let Some(lost) = known.iter().find(|id| !planned.contains(id.as_str())) {
            let what =
                format!("its game {lost} is not in this plan, because a seed, a board, an option or an agent differs");
            return Err(DirectoryError::Other { path: path.to_owned(), what });
        }
        let added: Vec<PlanLine> = plan
            .games
            .iter()
            .filter(|game| !known.contains(&game.id))
            .map(|game| PlanLine::of(game, experiment))
            .collect();
        if !added.is_empty() || !directory.manifest_path().exists() {
            let manifest = Manifest::of(experiment, plan, directory.manifest().ok());
            directory.replace(&directory.manifest_path(), &manifest.to_json())?;
            directory.append_plan(&added)?;
        }
        Ok(directory)
    }

    /// Keeps every other process from what only one may do at a time, as long as the file lives.
    fn lock(&self) -> Result<fs::File, DirectoryError> {
        let path = self.path.join("lock");
        let locked = fs::File::create(&path).and_then(|file| file.lock().map(|()| file));
        locked.map_err(|error| DirectoryError::Unwritable { path, error })
    }

    /// The directory itself.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the transcripts are, finished ones and those being played.
    #[must_use]
    pub fn games(&self) -> PathBuf {
        self.path.join("games")
    }

    fn workers(&self) -> PathBuf {
        self.path.join("workers")
    }

    /// The transcript of a game.
    #[must_use]
    pub fn transcript(&self, game: &str) -> PathBuf {
        self.games().join(format!("{game}.jsonl"))
    }

    /// Where the index is.
    #[must_use]
    pub fn index_path(&self) -> PathBuf {
        self.path.join("index.sqlite")
    }

    fn manifest_path(&self) -> PathBuf {
        self.path.join("manifest.json")
    }

    fn plan_path(&self) -> PathBuf {
        self.path.join("plan.jsonl")
    }

    /// The manifest.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn manifest(&self) -> Result<Manifest, DirectoryError> {
        let path = self.manifest_path();
        let text =
            fs::read_to_string(&path).map_err(|error| DirectoryError::Unreadable { path: path.clone(), error })?;
        serde_json::from_str(&text).map_err(|error| DirectoryError::Malformed {
            path,
            line: error.line(),
            what: error.to_string(),
        })
    }

    /// The games of the plan, in order.
    ///
    /// # Errors
    /// When the plan cannot be read. A last line that was cut short by a crash is left out: its games are added again.
    pub fn plan(&self) -> Result<Vec<PlanLine>, DirectoryError> {
        let path = self.plan_path();
        let file = match fs::File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
            Err(error) => return Err(DirectoryError::Unreadable { path, error }),
        };
        let mut lines = vec![];
        let mut reader = BufReader::new(file);
        let mut text = String::new();
        for line in 1.. {
            text.clear();
            let read = reader.read_line(&mut text);
            match read.map_err(|error| DirectoryError::Unreadable { path: path.clone(), error })? {
                0 => break,
                _ if !text.ends_with('\n') => break,
                _ => lines.push(serde_json::from_str(&text).map_err(|error| DirectoryError::Malformed {
                    path: path.clone(),
                    line,
                    what: error.to_string(),
                })?),
            }
        }
        Ok(lines)
    }

    fn known(&self) -> Result<BTreeSet<String>, DirectoryError> {
        Ok(self.plan()?.into_iter().map(|line| line.game).collect())
    }

    fn append_plan(&self, added: &[PlanLine]) -> Result<(), DirectoryError> {
        let path = self.plan_path();
        let mut lines = self.plan()?.iter().chain(added).map(PlanLine::to_json).collect::<Vec<_>>().join("\n");
        lines.push('\n');
        self.replace(&path, &lines)
    }

    /// Puts a file in place whole: a crash leaves the old one or the new one.
    fn replace(&self, path: &Path, text: &str) -> Result<(), DirectoryError> {
        let beside = path.with_extension(format!("new-{}", std::process::id()));
        let write = || -> io::Result<()> {
            let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(&beside)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, path)
        };
        write().map_err(|error| {
            let _ = fs::remove_file(&beside);
            DirectoryError::Unwritable { path: path.to_owned(), error }
        })
    }

    /// The index. Where it is missing or broken it is made anew: a broken one is put aside, every game of the plan is
    /// added, and every finished transcript is recorded.
    ///
    /// # Errors
    /// When it can be neither opened nor made.
    pub async fn index(&self) -> Result<SqliteQueue, DirectoryError> {
        self.index_of(|transcript| serde_json::to_string(&summary(transcript).ok()?).ok()).await
    }

    /// The same, where `result` says what is recorded of a finished transcript.
    async fn index_of(&self, result: impl Fn(&Path) -> Option<String>) -> Result<SqliteQueue, DirectoryError> {
        let path = self.index_path();
        let _locked = self.lock()?;
        let opened = SqliteQueue::open(&path).and_then(|queue| Ok((queue.is_sound()?, queue)));
        let queue = match opened {
            Ok((true, queue)) => queue,
            Ok((false, queue)) => {
                drop(queue);
                self.put_index_aside()?;
                SqliteQueue::open(&path)?
            }
            Err(error) if error.is_corruption() => {
                self.put_index_aside()?;
                SqliteQueue::open(&path)?
            }
            Err(error) => return Err(error.into()),
        };
        let plan = self.plan()?;
        let ids: Vec<String> = plan.into_iter().map(|line| line.game).collect();
        if queue.add(&ids).await? > 0 {
            // New games, or a new index: what was played already is found by its transcript.
            for id in &ids {
                let transcript = self.transcript(id);
                if ending(&transcript).is_some_and(|ending| ending.finished)
                    && let Some(result) = result(&transcript)
                {
                    queue.restore(id, &result).await?;
                }
            }
        }
        Ok(queue)
    }

    fn put_index_aside(&self) -> Result<(), DirectoryError> {
        let path = self.index_path();
        for further in 1.. {
            let aside = path.with_extension(format!("broken-{further}"));
            if aside.exists() {
                continue;
            }
            for suffix in ["-wal", "-shm"] {
                let beside = PathBuf::from(format!("{}{suffix}", path.display()));
                let _ = fs::remove_file(beside);
            }
            return fs::rename(&path, &aside).map_err(|error| DirectoryError::Unwritable { path, error });
        }
        Ok(())
    }

    /// Puts a transcript aside that nothing can be done with, so that its game begins anew. Returns where it is now;
    /// nothing if there was nothing to keep: a disk that is full, or the end of the process, may come before the first
    /// line is whole.
    ///
    /// # Errors
    /// When it cannot be read or moved.
    pub fn put_aside(&self, game: &str, attempt: u32) -> Result<Option<PathBuf>, DirectoryError> {
        let path = self.transcript(game);
        let aside = self.games().join(format!("{game}.broken-{attempt}"));
        let moved = match fs::read(&path) {
            Ok(bytes) if is_begun_line(&bytes) => fs::remove_file(&path).map(|()| None),
            Ok(_) => fs::rename(&path, &aside).map(|()| Some(aside)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => return Err(DirectoryError::Unreadable { path, error }),
        };
        moved.map_err(|error| DirectoryError::Unwritable { path, error })
    }

    /// Takes the name of a worker, as long as the file lives: when the process ends, however it ends, the name is free.
    ///
    /// # Errors
    /// When the name's file cannot be written.
    pub fn enlist(&self, name: &str) -> Result<fs::File, DirectoryError> {
        let path = self.workers().join(name);
        // Nobody looks for the vanished between the making of the file and its being taken.
        let _locked = self.lock()?;
        let taken = fs::File::create(&path).and_then(|file| file.lock().map(|()| file));
        taken.map_err(|error| DirectoryError::Unwritable { path, error })
    }

    /// The workers on this machine that ended without a word. Their names are struck off.
    #[must_use]
    pub fn vanished(&self, but: &str) -> Vec<String> {
        let Ok(_locked) = self.lock() else { return vec![] };
        let names = fs::read_dir(self.workers()).into_iter().flatten().flatten();
        let names = names.filter_map(|entry| entry.file_name().into_string().ok()).filter(|name| name != but);
        let gone = |name: &String| {
            let path = self.workers().join(name);
            let free = fs::File::open(&path).is_ok_and(|file| file.try_lock().is_ok());
            free && fs::remove_file(&path).is_ok()
        };
        names.filter(gone).collect()
    }
}

/// Whether this is at most the beginning of a transcript's first line.
fn is_begun_line(bytes: &[u8]) -> bool {
    !bytes.contains(&b'\n') && matches!(bytes.first(), None | Some(b'{'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lycaon_agents::spec::Roster;

    const AGENTS: &str = "a = \"scripted:random\"\nb = \"scripted:heuristic\"\n";

    fn experiment(agents: &str, deals: u32, seed: u64) -> (Experiment, Plan) {
        let text = format!(
            "name = \"x\"\nseed = {seed}\ndeals = {deals}\nboards = [\"arena-7\"]\n[design]\nkind = \"self-play\"\n[agents]\n{agents}"
        );
        let experiment = Experiment::read("x.toml", &text, Path::new("."), &Roster::built_in()).unwrap();
        let plan = Plan::of(&experiment);
        (experiment, plan)
    }

    fn prepare(path: &Path, agents: &str, deals: u32, seed: u64) -> Result<Directory, DirectoryError> {
        let (experiment, plan) = experiment(agents, deals, seed);
        Directory::prepare(path, &experiment, &plan)
    }

    fn finished(directory: &Directory, game: &str) {
        std::fs::write(directory.transcript(game), "{\"t\":\"header\"}\n{\"t\":\"end\"}\n").unwrap();
    }

    fn result(transcript: &Path) -> Option<String> {
        Some(format!("{} bytes", std::fs::metadata(transcript).ok()?.len()))
    }

    #[test]
    fn a_plan_is_enlarged_and_never_exchanged() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("run");
        let directory = prepare(&path, AGENTS, 2, 1).unwrap();
        assert_eq!(directory.plan().unwrap().len(), 4);
        let manifest = directory.manifest().unwrap();
        assert_eq!((manifest.games, manifest.earlier.len()), (4, 0));
        assert_eq!(prepare(&path, AGENTS, 2, 1).unwrap().manifest().unwrap(), manifest, "the same again is the same");
        let larger = prepare(&path, &format!("{AGENTS}c = \"scripted:oracle\"\n"), 3, 1).unwrap();
        assert_eq!(larger.plan().unwrap().len(), 9);
        assert_eq!(larger.manifest().unwrap().earlier, [manifest.experiment]);
        for (deals, seed) in [(3, 2), (1, 1)] {
            let refused = prepare(&path, AGENTS, deals, seed).unwrap_err().to_string();
            assert!(refused.contains("another plan") && refused.contains("--out"), "{refused}");
        }
        assert!(Directory::open(dir.path()).unwrap_err().to_string().contains("manifest.json"));
        assert!(Directory::open(&path).is_ok());
    }

    #[test]
    fn a_plan_that_was_cut_short_is_written_again() {
        let dir = tempfile::tempdir().unwrap();
        let directory = prepare(dir.path(), AGENTS, 3, 1).unwrap();
        let whole = std::fs::read(directory.plan_path()).unwrap();
        std::fs::write(directory.plan_path(), &whole[..whole.len() - 30]).unwrap();
        assert_eq!(directory.plan().unwrap().len(), 5);
        let again = prepare(dir.path(), AGENTS, 3, 1).unwrap();
        assert_eq!(again.plan().unwrap().len(), 6);
        assert_eq!(std::fs::read(directory.plan_path()).unwrap(), whole);
    }

    #[tokio::test]
    async fn the_index_is_made_anew_from_the_transcripts() {
        let dir = tempfile::tempdir().unwrap();
        let directory = prepare(dir.path(), AGENTS, 2, 1).unwrap();
        let games: Vec<String> = directory.plan().unwrap().into_iter().map(|line| line.game).collect();
        assert_eq!(directory.index_of(result).await.unwrap().counts().await.unwrap().queued, 4);
        finished(&directory, &games[2]);
        std::fs::write(directory.transcript(&games[3]), "{\"t\":\"header\"}\n").unwrap();
        let damage: [&dyn Fn(); 2] = [&|| std::fs::remove_file(directory.index_path()).unwrap(), &|| {
            std::fs::write(directory.index_path(), [b'x'; 5000]).unwrap()
        }];
        for damaged in damage {
            damaged();
            let counts = directory.index_of(result).await.unwrap().counts().await.unwrap();
            assert_eq!((counts.done, counts.queued), (1, 3));
        }
        assert!(directory.index_path().with_extension("broken-1").exists(), "what was there is put aside");
    }

    #[test]
    fn what_nothing_can_be_done_with_is_put_aside() {
        let dir = tempfile::tempdir().unwrap();
        let directory = prepare(dir.path(), AGENTS, 1, 1).unwrap();
        assert_eq!(directory.put_aside("none", 1).unwrap(), None);
        for (text, kept) in
            [("{\"t\":\"header\"}\n{\"t\":", true), ("", false), ("{\"t\":\"hea", false), ("noise", true)]
        {
            std::fs::write(directory.transcript("some"), text).unwrap();
            let aside = directory.games().join("some.broken-2");
            assert_eq!(directory.put_aside("some", 2).unwrap(), kept.then(|| aside.clone()), "{text}");
            assert!(!directory.transcript("some").exists(), "{text}");
            assert_eq!(std::fs::remove_file(aside).is_ok(), kept, "{text}");
        }
    }

    #[test]
    fn a_worker_has_vanished_when_nobody_holds_its_name() {
        let dir = tempfile::tempdir().unwrap();
        let directory = prepare(dir.path(), AGENTS, 1, 1).unwrap();
        let (one, two) = (directory.enlist("one").unwrap(), directory.enlist("two").unwrap());
        assert!(directory.vanished("one").is_empty());
        drop(two);
        assert_eq!(directory.vanished("one"), ["two"]);
        assert!(directory.vanished("one").is_empty(), "it is told once");
        drop(one);
        assert!(directory.vanished("one").is_empty(), "nobody declares himself dead");
    }
}
