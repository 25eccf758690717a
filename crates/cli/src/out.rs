//! What is written to the two streams. Speeches, file contents and model replies come from outside, so nothing reaches
//! a terminal with control characters in it.

use crate::fault::Fault;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, BufWriter, Stdout, Write};

/// The results of a command, on stdout.
pub struct Out(BufWriter<Stdout>);

impl Out {
    /// Stdout, buffered.
    pub fn stdout() -> Self {
        Out(BufWriter::new(io::stdout()))
    }

    /// One line of text, or several.
    pub fn line(&mut self, text: impl Display) -> Result<(), Fault> {
        writeln!(self.0, "{}", printable(&text.to_string())).map_err(Fault::stdout)
    }

    /// Lines of a table, as they are: a table is data, and a control character in a cell is part of it.
    pub fn raw(&mut self, lines: &str) -> Result<(), Fault> {
        self.0.write_all(lines.as_bytes()).map_err(Fault::stdout)
    }

    /// One JSON value on a line of its own.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Fault> {
        serde_json::to_writer(&mut self.0, value).map_err(|error| Fault::stdout(error.into()))?;
        writeln!(self.0).map_err(Fault::stdout)
    }

    /// Hands over what is buffered.
    pub fn flush(&mut self) -> Result<(), Fault> {
        self.0.flush().map_err(Fault::stdout)
    }
}

/// Says on stderr, in one sentence, why a command failed.
pub fn complain(fault: &impl Display) {
    say(format_args!("error: {}", one_sentence(&fault.to_string())));
}

/// A remark on stderr: progress, a warning, where something was written.
pub fn say(text: impl Display) {
    // Without a stderr there is nobody to tell.
    let _ = writeln!(io::stderr(), "{}", printable(&text.to_string()));
}

/// An error message on one line. Those of the TOML parser quote the file over several lines, which are left out: they
/// give line and column in words, too.
pub fn one_sentence(message: &str) -> String {
    let quotes = |line: &str| line.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit()).starts_with('|');
    let lines = message.lines().map(str::trim_end).filter(|line| !line.is_empty() && !quotes(line));
    lines.map(str::trim).collect::<Vec<_>>().join(": ")
}

/// The text without control characters: each is shown by its number. Line ends and tabs stay.
fn printable(text: &str) -> Cow<'_, str> {
    let unwanted = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !text.contains(unwanted) {
        return text.into();
    }
    let mut clean = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if unwanted(c) { clean.extend(c.escape_unicode()) } else { clean.push(c) }
    }
    clean.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_never_commanded() {
        assert_eq!(printable("a\u{1b}[2Jb\r\n\tc\u{9b}"), "a\\u{1b}[2Jb\\u{d}\n\tc\\u{9b}");
        assert!(matches!(printable("天黑请闭眼"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_quoted_file_becomes_one_sentence() {
        let toml = "TOML parse error at line 1, column 7\n  |\n1 | id = 'a|b\n  |       ^\ninvalid literal string\n";
        assert_eq!(one_sentence(toml), "TOML parse error at line 1, column 7: invalid literal string");
    }
}
