//! Writing lines, each chained to the one before it.

use crate::chain::Link;
use crate::mirror::Mirror;
use serde::Serialize;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Why a line could not be written. What had been written before is intact.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// There is a file of this name.
    #[error("{path}: there is a file of this name; choose another, or say that it may be overwritten")]
    Exists {
        /// The file.
        path: String,
    },
    /// The file could not be opened for writing.
    #[error("{path}: cannot be opened for writing: {source}")]
    Open {
        /// The file.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// Another process writes this file.
    #[error("{path}: another process is writing this transcript; wait for it, or choose another file")]
    Locked {
        /// The file.
        path: String,
    },
    /// A line could not be written.
    #[error(
        "{path}: line {line} cannot be written: {source}; the lines before it are kept, and the game can be resumed"
    )]
    Write {
        /// The file.
        path: String,
        /// The line, from 1.
        line: u64,
        /// What the system says.
        source: io::Error,
    },
    /// An earlier line could not be written, so no other may follow it.
    #[error("{path}: nothing can be written after line {line}, which failed")]
    Broken {
        /// The file.
        path: String,
        /// The line that failed, from 1.
        line: u64,
    },
}

/// What becomes of a file that exists already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and writing is refused.
    Refuse,
    /// It is replaced.
    Overwrite,
}

/// When lines reach the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flush {
    /// Each at once, so that a crash of the program loses at most the line under way; the end of the game is forced
    /// to the disk.
    EachLine,
    /// Each at once, and every call and decision is forced to the disk before anything follows from it: not even a crash
    /// of the machine takes a paid answer.
    Synced,
    /// When the game ends or the writer is dropped: for many short games.
    AtEnd,
}

/// A place in memory to write to; clones write to the same place.
#[derive(Clone, Debug, Default)]
pub struct Memory(Arc<Mutex<Vec<u8>>>);

impl Memory {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What has been written so far.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Where the lines go.
enum Sink {
    File(File),
    Synced(File),
    Buffered(BufWriter<File>),
    Other(Box<dyn Write + Send>),
}

impl Sink {
    fn new(file: File, flush: Flush) -> Self {
        match flush {
            Flush::EachLine => Sink::File(file),
            Flush::Synced => Sink::Synced(file),
            Flush::AtEnd => Sink::Buffered(BufWriter::with_capacity(1 << 16, file)),
        }
    }

    fn as_write(&mut self) -> &mut dyn Write {
        match self {
            Sink::File(file) | Sink::Synced(file) => file,
            Sink::Buffered(file) => file,
            Sink::Other(other) => other,
        }
    }

    /// Forces what was written to the disk, where a crash must lose nothing.
    fn settle(&mut self) -> io::Result<()> {
        match self {
            Sink::File(file) | Sink::Synced(file) => file.sync_data(),
            Sink::Buffered(_) | Sink::Other(_) => self.as_write().flush(),
        }
    }
}

/// Writes lines of JSON, each with `prev`, the hash of the line before.
pub struct Writer {
    sink: Sink,
    path: String,
    buffer: Vec<u8>,
    prev: Option<Link>,
    /// How many lines have been written.
    lines: u64,
    broken: bool,
    mirror: Option<Arc<dyn Mirror>>,
}

impl Writer {
    /// Writes to a new file. While the writer lives, no other process can write to it through this crate.
    ///
    /// # Errors
    /// When the file exists and may not be overwritten, or cannot be opened.
    pub fn create(path: &Path, existing: Existing, flush: Flush) -> Result<Self, WriteError> {
        let mut how = OpenOptions::new();
        match existing {
            Existing::Refuse => how.write(true).create_new(true),
            // Not truncated before the lock is held: another process may be writing it.
            Existing::Overwrite => how.write(true).create(true).truncate(false),
        };
        let name = path.display().to_string();
        let file = how.open(path).map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => WriteError::Exists { path: name.clone() },
            _ => WriteError::Open { path: name.clone(), source },
        })?;
        lock(&file, &name)?;
        if existing == Existing::Overwrite {
            truncate(&file, 0, &name)?;
        }
        Ok(Writer::over(Sink::new(file, flush), name))
    }

    /// Writes to anything; `name` stands for the path in messages.
    pub fn to(sink: impl Write + Send + 'static, name: impl Into<String>) -> Self {
        Writer::over(Sink::Other(Box::new(sink)), name.into())
    }

    fn over(sink: Sink, path: String) -> Self {
        Writer { sink, path, buffer: Vec::with_capacity(512), prev: None, lines: 0, broken: false, mirror: None }
    }

    /// From now on, every line that is written goes to this mirror too.
    #[must_use]
    pub fn mirrored_in(self, mirror: Arc<dyn Mirror>) -> Self {
        Writer { mirror: Some(mirror), ..self }
    }

    pub(crate) fn mirror(&self) -> Option<&Arc<dyn Mirror>> {
        self.mirror.as_ref()
    }

    /// Goes on after line `tail.lines` of a file, whose last line has the hash `tail.prev`.
    pub(crate) fn append(file: File, path: String, flush: Flush, tail: &Tail) -> Result<Self, WriteError> {
        truncate(&file, tail.bytes, &path)?;
        let mut writer = Writer::over(Sink::new(file, flush), path);
        writer.prev = tail.prev;
        writer.lines = tail.lines;
        if tail.open {
            writer.put(b"\n")?;
        }
        Ok(writer)
    }

    /// Writes one line. `body` must serialise as a non-empty object.
    ///
    /// # Errors
    /// When it cannot be written; then nothing can be written after it.
    pub fn line(&mut self, body: &impl Serialize) -> Result<(), WriteError> {
        if self.broken {
            return Err(WriteError::Broken { path: self.path.clone(), line: self.lines + 1 });
        }
        self.buffer.clear();
        if let Err(error) = serde_json::to_writer(&mut self.buffer, body) {
            return Err(self.failed(error.into()));
        }
        self.buffer.pop();
        self.buffer.extend_from_slice(b",\"prev\":\"");
        if let Some(prev) = &self.prev {
            self.buffer.extend_from_slice(prev.digits());
        }
        self.buffer.extend_from_slice(b"\"}");
        let link = Link::to(&self.buffer);
        self.buffer.push(b'\n');
        let line = std::mem::take(&mut self.buffer);
        let written = self.put(&line);
        self.buffer = line;
        written?;
        self.prev = Some(link);
        self.lines += 1;
        if let Some(mirror) = &self.mirror {
            mirror.take(self.last());
        }
        Ok(())
    }

    /// Forces what was written to the disk, if each step is to be safe there.
    ///
    /// # Errors
    /// When the system does not take it.
    pub(crate) fn secure(&mut self) -> Result<(), WriteError> {
        match &self.sink {
            Sink::Synced(file) => file.sync_data().map_err(|source| self.failed(source)),
            Sink::File(_) | Sink::Buffered(_) | Sink::Other(_) => Ok(()),
        }
    }

    /// The text of the last line written, without its newline.
    #[must_use]
    pub fn last(&self) -> &str {
        std::str::from_utf8(&self.buffer).unwrap_or_default().trim_end_matches('\n')
    }

    /// Hands everything over to the system.
    ///
    /// # Errors
    /// When it does not take it.
    pub fn flush(&mut self) -> Result<(), WriteError> {
        self.sink.as_write().flush().map_err(|source| self.failed(source))
    }

    /// Ends the writing: nothing is left in a buffer.
    ///
    /// # Errors
    /// When the system does not take it.
    pub fn finish(&mut self) -> Result<(), WriteError> {
        self.flush()?;
        self.sink.settle().map_err(|source| self.failed(source))
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        self.sink.as_write().write_all(bytes).map_err(|source| self.failed(source))
    }

    fn failed(&mut self, source: io::Error) -> WriteError {
        self.broken = true;
        WriteError::Write { path: self.path.clone(), line: self.lines + 1, source }
    }
}

/// Where a file that goes on ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tail {
    /// How many bytes are good.
    pub bytes: u64,
    /// How many lines they are.
    pub lines: u64,
    /// The hash of the last.
    pub prev: Option<Link>,
    /// Whether the last line has no newline yet.
    pub open: bool,
}

fn truncate(file: &File, bytes: u64, path: &str) -> Result<(), WriteError> {
    file.set_len(bytes).map_err(|source| WriteError::Open { path: path.into(), source })
}

/// Takes the file for this process alone. Where the file system knows no locks, there is none.
pub(crate) fn lock(file: &File, path: &str) -> Result<(), WriteError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(WriteError::Locked { path: path.into() }),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}
