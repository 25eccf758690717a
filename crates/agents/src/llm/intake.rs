//! An answer as it comes in: as one object, or as a stream that is folded into one.

use serde_json::Value;

use super::families::Dialect;
use super::provider::{Class, Failure};
use super::stream::Frames;

/// The largest answer that is read, in bytes.
const BODY_MAX: usize = 8 << 20;

/// The largest stream that is read, in bytes. Every piece of it comes in an envelope of its own.
const STREAM_MAX: usize = 64 << 20;

/// The frame with which many servers end a stream.
const DONE: &str = "[DONE]";

/// An answer of which a part may have come in.
#[derive(Debug)]
pub struct Intake {
    dialect: &'static dyn Dialect,
    /// The frames of a stream; none if the answer was not to be streamed.
    frames: Option<Frames>,
    /// The bytes so far, unless they are the frames of a stream.
    raw: Vec<u8>,
    /// How many bytes there were.
    length: usize,
    /// What the frames so far make; null if there were none.
    folded: Value,
    /// Whether a frame said that it is the last.
    last: bool,
    /// A frame that could not be read.
    unreadable: Option<Failure>,
}

impl Intake {
    /// An answer of which nothing has come in yet.
    #[must_use]
    pub fn new(dialect: &'static dyn Dialect, streamed: bool) -> Self {
        let frames = streamed.then(|| Frames::new(dialect.framing()));
        Intake { dialect, frames, raw: vec![], length: 0, folded: Value::Null, last: false, unreadable: None }
    }

    /// Takes a piece; whether nothing more need be read.
    ///
    /// # Errors
    /// When the answer is too long.
    pub fn take(&mut self, bytes: &[u8]) -> Result<bool, Failure> {
        self.length += bytes.len();
        let max = if self.folded.is_null() { BODY_MAX } else { STREAM_MAX };
        if self.length > max {
            return Err(Failure::new(Class::Malformed, format!("the answer is longer than {} MiB", max >> 20)));
        }
        let frames = self.frames.as_mut().map(|frames| frames.push(bytes)).unwrap_or_default();
        frames.iter().for_each(|frame| self.fold(frame));
        if self.folded.is_null() {
            self.raw.extend_from_slice(bytes);
        }
        Ok(self.last || self.unreadable.is_some())
    }

    /// What came in, where the connection broke before the end.
    #[must_use]
    pub fn so_far(self) -> Value {
        self.folded
    }

    /// The answer, with a failure if it is not whole. A server that does not stream though it was asked to is heard too.
    #[must_use]
    pub fn end(mut self) -> (Value, Option<Failure>) {
        let frames = self.frames.as_mut().map(Frames::end).unwrap_or_default();
        frames.iter().for_each(|frame| self.fold(frame));
        if self.folded.is_null() && !self.last {
            let text = String::from_utf8_lossy(&self.raw);
            return match serde_json::from_str(&text) {
                Ok(whole) => (whole, None),
                Err(_) => (Value::Null, Some(not_json("the answer", &text))),
            };
        }
        let has_fault = self.folded.get("error").is_some();
        let whole = self.last || has_fault || self.dialect.is_complete(&self.folded);
        let short = || Failure::new(Class::Malformed, "the stream ended before the answer did");
        let failure = self.unreadable.or_else(|| (!whole).then(short));
        (self.folded, failure)
    }

    fn fold(&mut self, frame: &str) {
        if self.last || self.unreadable.is_some() {
            return;
        }
        if frame.trim() == DONE {
            self.last = true;
            return;
        }
        match serde_json::from_str(frame) {
            Ok(piece) => self.last = self.dialect.fold(&mut self.folded, piece),
            Err(_) => self.unreadable = Some(not_json("a piece of the stream", frame)),
        }
    }
}

fn not_json(what: &str, text: &str) -> Failure {
    let start: String = text.trim_start().chars().take(80).collect();
    Failure::new(Class::Malformed, format!("{what} is not JSON; it begins with {start:?}"))
}
