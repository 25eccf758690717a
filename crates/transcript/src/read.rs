//! Reading lines, one at a time and in bounded memory.

use crate::chain::Link;
use crate::header::Header;
use crate::line::{Line, Unreadable};
use crate::write::Tail;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The longest line that is read, in bytes. A model's longest context fits several times.
pub const LINE_MAX: usize = 16 << 20;

/// Why a transcript could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system could not read it.
    #[error("{file}: cannot be read: {source}")]
    Io {
        /// The file.
        file: String,
        /// What the system says.
        source: io::Error,
    },
    /// The first line is no header, so this is no transcript.
    #[error("{file}: is not a transcript: {what}")]
    NoHeader {
        /// The file.
        file: String,
        /// What is wrong with the first line.
        what: String,
    },
    /// A line cannot be understood.
    #[error("{file}:{line}{}: {what}", .column.map(|column| format!(":{column}")).unwrap_or_default())]
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u64,
        /// The byte in the line, from 1, where that is known.
        column: Option<usize>,
        /// What is wrong with it.
        what: String,
    },
}

impl ReadError {
    /// The line it is about, if it is about one.
    #[must_use]
    pub fn line(&self) -> Option<u64> {
        match self {
            ReadError::Io { .. } => None,
            ReadError::NoHeader { .. } => Some(1),
            ReadError::Line { line, .. } => Some(*line),
        }
    }
}

/// A line and its place.
#[derive(Clone, Debug)]
pub struct Numbered {
    /// The number of the line, from 1.
    pub number: u64,
    /// Whether its `prev` is the hash of the line before.
    pub chained: bool,
    /// What it says.
    pub line: Line,
}

/// Reads a transcript line by line. It ends after the last line, before a last line that was cut short
/// ([`Reader::cut`] tells), or after the first error.
pub struct Reader<R> {
    input: R,
    file: String,
    buffer: Vec<u8>,
    number: u64,
    prev: Option<Link>,
    bytes: u64,
    open: bool,
    cut: bool,
    done: bool,
}

impl Reader<BufReader<File>> {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let file = path.display().to_string();
        match File::open(path) {
            Ok(opened) => Ok(Reader::new(BufReader::with_capacity(1 << 16, opened), file)),
            Err(source) => Err(ReadError::Io { file, source }),
        }
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads from anything; `name` stands for the path in messages.
    pub fn new(input: R, name: impl Into<String>) -> Self {
        Reader {
            input,
            file: name.into(),
            buffer: Vec::new(),
            number: 0,
            prev: None,
            bytes: 0,
            open: false,
            cut: false,
            done: false,
        }
    }

    /// Whether the last line was cut short, as by a crash; known once the reader has come to its end.
    #[must_use]
    pub fn cut(&self) -> bool {
        self.cut
    }

    /// What the messages call the input.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Reads the first line.
    ///
    /// # Errors
    /// When there is none or it is not a header.
    ///
    /// # Panics
    /// When it has been read.
    pub fn header(&mut self) -> Result<Header, ReadError> {
        assert_eq!(self.number, 0, "the header has been read");
        match self.next() {
            Some(Ok(Numbered { line: Line::Header(header), .. })) => Ok(*header),
            Some(Err(error)) => Err(error),
            Some(Ok(_)) | None => Err(self.no_header("its first line is not a header")),
        }
    }

    /// Where the lines read so far end.
    pub(crate) fn tail(&self) -> Tail {
        Tail { bytes: self.bytes, lines: self.number, prev: self.prev, open: self.open }
    }

    /// The next line of a file that is still being written, if it is there whole. To be asked again later where it is
    /// not; nothing is lost in between.
    ///
    /// # Errors
    /// When the file cannot be read or the line cannot be understood.
    pub fn poll(&mut self) -> Result<Option<Numbered>, ReadError> {
        if self.fill()? { self.take(true) } else { Ok(None) }
    }

    fn read(&mut self) -> Result<Option<Numbered>, ReadError> {
        let ended = self.fill()?;
        if !self.buffer.is_empty() {
            return self.take(ended);
        }
        if self.number == 0 { Err(self.no_header("it is empty")) } else { Ok(None) }
    }

    /// Reads on to the next newline; tells whether it came.
    fn fill(&mut self) -> Result<bool, ReadError> {
        let room = LINE_MAX + 1 - self.buffer.len();
        let read = (&mut self.input).take(room as u64).read_until(b'\n', &mut self.buffer);
        read.map_err(|source| ReadError::Io { file: self.file.clone(), source })?;
        let ended = self.buffer.last() == Some(&b'\n');
        if !ended && self.buffer.len() > LINE_MAX {
            return Err(self.wrong(format!("the line is longer than {} MiB", LINE_MAX >> 20).into()));
        }
        Ok(ended)
    }

    /// Takes what has been read for the next line. Without its newline it is the last.
    fn take(&mut self, ended: bool) -> Result<Option<Numbered>, ReadError> {
        let text = &self.buffer[..self.buffer.len() - usize::from(ended)];
        let known = self.prev.as_ref().map_or(&b""[..], Link::digits);
        match Line::parse(text).map(|(line, prev)| (line, prev.as_bytes() == known)) {
            Ok((line, _)) if (self.number == 0) != matches!(line, Line::Header(_)) => Err(self.misplaced()),
            Ok((line, chained)) => {
                self.prev = Some(Link::to(text));
                self.number += 1;
                self.bytes += self.buffer.len() as u64;
                self.open = !ended;
                self.buffer.clear();
                Ok(Some(Numbered { number: self.number, chained, line }))
            }
            // The newline is written last, so a line without one that cannot be read was never whole.
            Err(problem) if self.number > 0 && (!ended || problem.ends_early && self.at_end()?) => {
                self.cut = true;
                Ok(None)
            }
            Err(problem) => Err(self.wrong(problem)),
        }
    }

    fn at_end(&mut self) -> Result<bool, ReadError> {
        match self.input.fill_buf() {
            Ok(rest) => Ok(rest.is_empty()),
            Err(source) => Err(ReadError::Io { file: self.file.clone(), source }),
        }
    }

    fn misplaced(&self) -> ReadError {
        if self.number == 0 {
            return self.no_header("its first line is not a header");
        }
        self.wrong("a second header; a file holds one game".to_owned().into())
    }

    fn wrong(&self, Unreadable { what, column, .. }: Unreadable) -> ReadError {
        if self.number == 0 {
            let place = column.map(|column| format!(", column {column}")).unwrap_or_default();
            return self.no_header(&format!("line 1{place}: {what}"));
        }
        ReadError::Line { file: self.file.clone(), line: self.number + 1, column, what }
    }

    fn no_header(&self, what: &str) -> ReadError {
        ReadError::NoHeader { file: self.file.clone(), what: what.into() }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Numbered, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let next = self.read().transpose();
        self.done = !matches!(next, Some(Ok(_)));
        next
    }
}
