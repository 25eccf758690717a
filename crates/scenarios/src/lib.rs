//! Rule scenarios: games written down as Markdown that a player can read, in Chinese or English, and played against
//! the rules.
//!
//! Every `##` heading of a file is a scenario. A fenced block marked `scenario` or `局` holds the table, what is done
//! and what comes of it; a table below the block plays it once for each row, with other options and other ends:
//!
//! ````markdown
//! ## Guarded and healed in one night
//! ```scenario
//! seats: 1 guard 2 witch 3 werewolf 4 villager 5 villager   rules: new-moon   options: sheriff=off
//! night 1: guard 4 · wolves 4 · witch saves
//! learn: 3 learns pack 3 · 2 learns 4 attacked
//! ```
//! | guard_plus_witch | dawn        |
//! |------------------|-------------|
//! | dies             | 4 dies      |
//! | lives            | nobody dies |
//! ````
//!
//! A scenario is strict. Every death and every other public turn must be written down, in its order; every private
//! fact must be written down with all its learners (a seat's own card and its own decisions excepted, and what the
//! pack points at, as long as nobody outside the pack hears it); and every written decision must be asked for. What is
//! not written is declined. `tests/rules/README.md` lists the words.

mod account;
mod act;
mod check;
mod fact;
mod markdown;
mod play;
mod script;
mod words;

use std::fmt;

pub use markdown::read;

/// One game to play: a scenario of a file, or one row of the table below it.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The file it stands in, as errors name it.
    pub file: String,
    /// The line of its heading, from 1.
    pub line: usize,
    /// The heading, and for a row of a table the options that make it differ.
    pub title: String,
    lines: Vec<Line>,
}

/// A line of a block or a cell of a table: a key and what is said under it.
#[derive(Clone, Debug)]
struct Line {
    number: usize,
    key: String,
    body: String,
}

/// Why a scenario cannot be read, or what came out other than written.
#[derive(Debug, thiserror::Error)]
pub struct Failure {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
    /// The record of the game so far; empty if it did not begin.
    pub account: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)?;
        if !self.account.is_empty() {
            write!(f, "\n\nThe game so far:\n{}", self.account)?;
        }
        Ok(())
    }
}

/// A fault at a line, before it is known in which file and game.
#[derive(Debug)]
struct Fault {
    line: usize,
    what: String,
}

impl Fault {
    fn at(line: usize, what: impl Into<String>) -> Self {
        Fault { line, what: what.into() }
    }
}

impl Scenario {
    /// Plays the scenario.
    ///
    /// # Errors
    /// The first thing that cannot be read or came out other than written, with the record of the game.
    pub fn run(&self) -> Result<(), Failure> {
        let fail = |fault: Fault, account: String| Failure {
            file: self.file.clone(),
            line: fault.line,
            what: fault.what,
            account,
        };
        let script = script::Script::read(self).map_err(|fault| fail(fault, String::new()))?;
        let mut play = play::Play::new(&script);
        let played = play.run();
        let account = || account::account(play.events());
        played.map_err(|fault| fail(fault, account()))?;
        check::check(&play).map_err(|fault| fail(fault, account()))
    }

    /// Every option that the scenario sets by name, with its value.
    #[must_use]
    pub fn settings(&self) -> Vec<(String, String)> {
        self.lines
            .iter()
            .filter(|line| words::key(&line.key) == Some(words::Key::Options))
            .flat_map(|line| script::settings(&line.body))
            .collect()
    }
}
