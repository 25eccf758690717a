//! The letters that go over the wire, and how a line of them is read.

use super::key::Key;
use crate::Standing;
use lycaon_narrator::{Lang, Unclear};
use lycaon_rules::{Board, Choice, Request, Seat, SeatEvent, Speech};
use serde::{Deserialize, Serialize};
use std::io;
use std::time::Duration;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncWrite, AsyncWriteExt};

/// The version of the wire. Both ends must have the same.
pub(super) const VERSION: u32 = 2;

/// The longest letter a guest takes, in bytes: the whole game, once it is over.
pub(super) const LETTER_MAX: usize = 16 << 20;

/// How often each end shows that it is alive.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(15);

/// How long an end may be silent before its line counts as broken, and how long it may take to take a letter.
pub(super) const SILENCE: Duration = Duration::from_secs(60);

/// The first line of a guest.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Knocking {
    pub knock: Knock,
}

/// Who knocks.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Knock {
    pub version: u32,
    pub key: String,
    /// How many events of the seat he has heard already.
    pub heard: usize,
}

impl Knock {
    pub(super) fn line(key: &Key, heard: usize) -> String {
        line(&Knocking { knock: Knock { version: VERSION, key: key.letters().to_owned(), heard } })
    }
}

/// What a guest is told.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Letter {
    Hello { hello: Box<Hello>, token: String },
    Refused { refused: Refused },
    Event { event: SeatEvent },
    Question(Box<Put>),
    Stands { ask: u64, stands: Standing },
    After { after: After },
    Goodbye { goodbye: Goodbye },
}

/// Where a guest sits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Hello {
    pub version: u32,
    pub seat: Seat,
    /// The language of the game.
    pub language: Lang,
    pub board: Board,
}

/// A question.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Put {
    pub request: Request,
    /// Its number in the seat's own count.
    pub ask: u64,
    pub attempt: u32,
    pub complaint: Option<Unclear>,
    /// How long the answer is waited for, in milliseconds.
    pub left_ms: Option<u64>,
    /// Whether the answer can be taken back while others think.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undo: bool,
}

/// Why somebody is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refused {
    /// He shows no key of this hall.
    Stranger,
    /// Somebody has joined with this code before.
    Used,
    /// His program speaks another version of the wire.
    Version,
}

/// The whole game, once it is over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct After {
    /// All that the moderator heard.
    pub heard: Vec<SeatEvent>,
    /// What sat in each seat.
    pub agents: Vec<(Seat, String)>,
}

/// Why the hall ends a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goodbye {
    /// The game is over.
    Over,
    /// The game was stopped and may be gone on with later, by other codes.
    Stopped,
    /// The seat is played from another terminal now.
    Elsewhere,
}

/// What a guest says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Word {
    Answer {
        ask: u64,
        choice: Choice,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        speech: Option<Speech>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        raise: Option<bool>,
        /// Whether a script answered in the person's place.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        stand_in: bool,
    },
    /// The answer is taken back.
    Undo { undo: u64 },
    /// There is no answer, and why.
    Failed { ask: u64, failed: String },
    /// The person leaves for good, and why; perhaps to hand the seat over to a script.
    Leave {
        leave: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hand_over: bool,
    },
}

/// A letter as the line it is sent as.
pub(super) fn line(letter: &impl Serialize) -> String {
    // Letters have texts for keys and no numbers that JSON lacks, so none is refused.
    let mut line = serde_json::to_string(letter).unwrap_or_default();
    line.push('\n');
    line
}

/// The next line without its end, of at most `max` bytes; `None` at the end.
///
/// # Errors
/// When the line breaks off, is longer, or is no UTF-8.
pub(super) async fn read_line(input: &mut (impl AsyncBufRead + Unpin), max: usize) -> io::Result<Option<String>> {
    let mut bytes = vec![];
    loop {
        let ready = input.fill_buf().await?;
        if ready.is_empty() {
            return if bytes.is_empty() { Ok(None) } else { Err(io::ErrorKind::UnexpectedEof.into()) };
        }
        let end = ready.iter().position(|byte| *byte == b'\n');
        let part = end.unwrap_or(ready.len());
        if bytes.len() + part > max {
            return Err(io::Error::new(io::ErrorKind::InvalidData, format!("a line has more than {max} bytes")));
        }
        bytes.extend_from_slice(&ready[..part]);
        input.consume(part + usize::from(end.is_some()));
        if end.is_some() {
            let text = String::from_utf8(bytes).map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
            return Ok(Some(text));
        }
    }
}

/// Sends lines, unless nobody takes them for too long.
///
/// # Errors
/// When the connection is broken or stuck.
pub(super) async fn send(output: &mut (impl AsyncWrite + Unpin), text: &str) -> io::Result<()> {
    let sending = async {
        output.write_all(text.as_bytes()).await?;
        output.flush().await
    };
    tokio::time::timeout(SILENCE, sending).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}
