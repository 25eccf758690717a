//! Commands: lines that begin with a slash and are answered at once, without counting as an answer.

use super::texts::Texts;
use lycaon_narrator::{Narrator, Unclear};
use lycaon_rules::{Answer, Choice, Menu, Request, Seats};

/// The line that begins and ends a speech of several lines.
pub const QUOTES: &str = "\"\"\"";

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the help of each stands in the texts")]
pub enum Command {
    Help,
    Me,
    Who,
    Log,
    Votes,
    Rules,
    Time,
    Note,
    Undo,
    Pass,
    Lang,
    Quit,
}

impl Command {
    /// Every command, in the order of the help.
    pub const ALL: [Command; 12] = [
        Command::Help,
        Command::Me,
        Command::Who,
        Command::Log,
        Command::Votes,
        Command::Rules,
        Command::Time,
        Command::Note,
        Command::Undo,
        Command::Pass,
        Command::Lang,
        Command::Quit,
    ];

    /// What is typed after the slash.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Command::Help => "help",
            Command::Me => "me",
            Command::Who => "who",
            Command::Log => "log",
            Command::Votes => "votes",
            Command::Rules => "rules",
            Command::Time => "time",
            Command::Note => "note",
            Command::Undo => "undo",
            Command::Pass => "pass",
            Command::Lang => "lang",
            Command::Quit => "quit",
        }
    }

    /// The command of a line without its slash, and what stands behind it; an error is the unknown word.
    fn read<'a>(line: &'a str, texts: &Texts) -> Result<(Command, &'a str), &'a str> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let small = word.to_lowercase();
        let name = texts.commands.get(&small).map_or(small.as_str(), String::as_str);
        let command = Command::ALL.into_iter().find(|command| command.name() == name).ok_or(word)?;
        Ok((command, rest.trim()))
    }
}

/// What a line that was typed means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry<'a> {
    /// Nothing: it is blank.
    Nothing,
    /// A command, and what stands behind it.
    Command(Command, &'a str),
    /// A command that there is not, by its name.
    Unknown(&'a str),
    /// The beginning or the end of a speech of several lines.
    Quotes,
    /// Words, which may be an answer.
    Words(&'a str),
}

impl<'a> Entry<'a> {
    /// Reads a line without control characters.
    #[must_use]
    pub fn read(line: &'a str, texts: &Texts) -> Self {
        let line = line.trim();
        match line.strip_prefix(['/', '／']) {
            // Two slashes say one.
            Some(said) if said.starts_with(['/', '／']) => Entry::Words(said),
            Some(command) => match Command::read(command, texts) {
                Ok((command, rest)) => Entry::Command(command, rest),
                Err(word) => Entry::Unknown(word),
            },
            None if line.is_empty() => Entry::Nothing,
            None if line == QUOTES => Entry::Quotes,
            None => Entry::Words(line),
        }
    }
}

/// What words mean as an answer.
///
/// # Errors
/// What is unclear about them.
pub fn answer(words: &str, request: &Request, narrator: &Narrator) -> Result<Answer, Unclear> {
    narrator.read_line(words, request)
}

/// Nothing chosen, where that is allowed; an empty speech.
#[must_use]
pub fn nothing(request: &Request) -> Option<Answer> {
    let nothing = match request.menu {
        Menu::Talk { .. } => return Some(Answer::say("")),
        Menu::Subset { min: 0, .. } => Choice::Set { seats: Seats::NONE },
        _ if request.menu.allows(Choice::Pass) => Choice::Pass,
        _ => Choice::Bid { level: 0 },
    };
    request.menu.allows(nothing).then(|| nothing.into())
}

/// The text without control characters, except for the ends of lines.
#[must_use]
pub fn plain(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() || *letter == '\n').collect()
}
