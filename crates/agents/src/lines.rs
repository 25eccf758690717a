//! Lines that come from outside, read on a thread of their own so that nobody waits for them longer than he wants to.

use std::io::{BufRead, ErrorKind};
use std::thread;
use tokio::sync::mpsc;

/// The longest line, in bytes. What is longer is cut there.
pub(crate) const LINE_MAX: usize = 64 * 1024;

/// How many lines may lie ready. A pipe that holds more waits.
const READY_MAX: usize = 64;

/// A stream of lines.
#[derive(Debug)]
pub(crate) struct LineSource {
    lines: mpsc::Receiver<Line>,
    /// A line that was looked at and not taken.
    ahead: Option<Line>,
}

/// A line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The text; bytes that are no UTF-8 are replaced.
    pub text: String,
    /// Whether it was longer and has been cut.
    pub cut: bool,
}

impl LineSource {
    /// Reads from here, on a thread of this name, until the end or an error.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(crate) fn new(name: &str, mut input: impl BufRead + Send + 'static) -> std::io::Result<Self> {
        let (sender, lines) = mpsc::channel(READY_MAX);
        thread::Builder::new().name(name.to_owned()).spawn(move || {
            while let Some(line) = read(&mut input) {
                if sender.blocking_send(line).is_err() {
                    return;
                }
            }
        })?;
        Ok(LineSource { lines, ahead: None })
    }

    /// The next line; `None` after the last. Nothing is lost if this is dropped while it waits.
    pub(crate) async fn next(&mut self) -> Option<Line> {
        match self.ahead.take() {
            Some(line) => Some(line),
            None => self.lines.recv().await,
        }
    }

    /// The next line, which stays the next; `None` after the last. Nothing is lost if this is dropped while it waits.
    pub(crate) async fn peek(&mut self) -> Option<&Line> {
        if self.ahead.is_none() {
            self.ahead = self.lines.recv().await;
        }
        self.ahead.as_ref()
    }

    /// Throws away the lines that lie ready.
    pub(crate) fn discard_ready(&mut self) {
        self.ahead = None;
        while self.lines.try_recv().is_ok() {}
    }
}

/// One line, of which no more than [`LINE_MAX`] bytes are kept; `None` at the end.
fn read(input: &mut impl BufRead) -> Option<Line> {
    let mut bytes = vec![];
    let mut cut = false;
    let mut begun = false;
    loop {
        let ready = match input.fill_buf() {
            Ok(ready) => ready,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        if ready.is_empty() {
            return begun.then(|| line(&bytes, cut));
        }
        begun = true;
        let end = ready.iter().position(|byte| *byte == b'\n');
        let part = &ready[..end.unwrap_or(ready.len())];
        let room = LINE_MAX - bytes.len();
        cut |= part.len() > room;
        bytes.extend_from_slice(&part[..part.len().min(room)]);
        let used = end.map_or(ready.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Some(line(&bytes, cut));
        }
    }
}

fn line(bytes: &[u8], cut: bool) -> Line {
    let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
    // A cut may fall inside a letter, of which up to three bytes are left.
    let whole = match std::str::from_utf8(bytes) {
        Err(error) if cut && bytes.len() - error.valid_up_to() < 4 => &bytes[..error.valid_up_to()],
        _ => bytes,
    };
    Line { text: String::from_utf8_lossy(whole).into_owned(), cut }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn all(bytes: impl Into<Vec<u8>>) -> Vec<Line> {
        let mut input = Cursor::new(bytes.into());
        std::iter::from_fn(|| read(&mut input)).collect()
    }

    #[test]
    fn lines_end_as_they_do_on_every_system_and_at_the_end() {
        let texts: Vec<String> = all("a\r\n\nb").into_iter().map(|line| line.text).collect();
        assert_eq!(texts, ["a", "", "b"]);
        assert!(all("").is_empty());
        assert_eq!(all(b"\xff3".to_vec())[0].text, "\u{fffd}3");
    }

    #[test]
    fn an_endless_line_is_cut_between_letters_and_the_next_is_read() {
        let lines = all(format!("{}\nb", "狼".repeat(LINE_MAX)));
        assert!(lines[0].cut && lines[0].text.len() <= LINE_MAX && lines[0].text.len() > LINE_MAX - 4);
        assert!(lines[0].text.chars().all(|letter| letter == '狼'));
        assert_eq!(lines[1], Line { text: "b".into(), cut: false });
    }

    #[tokio::test]
    async fn what_lies_ready_can_be_thrown_away() {
        let mut source = LineSource::new("test", Cursor::new("a\nb\n")).unwrap();
        assert_eq!(source.peek().await.unwrap().text, "a");
        assert_eq!(source.next().await.unwrap().text, "a");
        while source.lines.is_empty() {
            tokio::task::yield_now().await;
        }
        source.discard_ready();
        assert_eq!(source.next().await, None);
    }
}
