//! Rule scenarios: games written down as Markdown that a player can read, in Chinese or English, and played against
//! the rules.
//!
//! Every `##` heading of a file is a scenario. A fenced block marked `scenario` or `局` holds the table, what is done
//! and what comes of it; a table below the block plays it once for each row, with other options and other ends:
//!
//! ````
//! let file = "
//! ### Guarded and healed in one night
//! ```scenario
//! seats: 1 guard 2 witch 3 werewolf 4-7 villager   rules: new-moon   options: sheriff=off
//! night 1: guard 4 · wolves 4 · witch saves
//! learn: 3 learns pack 3 · 2 learns 4 attacked
//! ```
//! | guard_plus_witch | dawn        |
//! |------------------|-------------|
//! | dies             | 4 dies      |
//! | lives            | nobody dies |
//! ";
//! let scenarios = lycaon_scenarios::read("guard.md", file)?;
//! assert_eq!(scenarios.len(), 2);
//! for scenario in &scenarios {
//!     scenario.run()?;
//! }
//! # Ok::<(), lycaon_scenarios::Failure>(())
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
mod powers;
mod script;
mod secret;
mod verbs;
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

    /// The same scenario under another value of an option, to see whether it notices.
    #[must_use]
    pub fn under(&self, option: &str, value: &str) -> Scenario {
        let mut other = self.clone();
        other.lines.push(Line { number: self.line, key: "options".into(), body: format!("{option}={value}") });
        other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEATS: &str = "seats: 1 guard 2 witch 3 werewolf 4-7 villager   options: sheriff=off";

    /// Plays the lines at a table of seven; what is said if they do not hold.
    fn play(lines: &str) -> Result<(), String> {
        let text = format!("## A\n```scenario\n{SEATS}\n{lines}\n```\n");
        let [scenario] = read("x.md", &text).map_err(|failure| failure.to_string())?.try_into().expect("one scenario");
        scenario.run().map_err(|failure| failure.to_string())
    }

    const NIGHT: &str = "night 1: guard 5 · wolves 4\nlearn: 2 learns 4 attacked · 3 learns pack 3";

    #[test]
    fn what_is_written_in_full_holds() {
        play(&format!("{NIGHT}\ndawn: 4 dies")).unwrap();
        play(&format!("{NIGHT}\ndawn: 4 found dead\nvote: others>3 · 3 exiled\nends: village")).unwrap();
    }

    #[test]
    fn what_is_not_so_or_not_written_is_a_failure_at_its_line() {
        for (lines, line, what) in [
            (format!("{NIGHT}\ndawn: 5 dies"), 6, "`5 dies` is written next in day 1, and this happened: Died"),
            (format!("{NIGHT}\ndawn: nobody dies"), 6, "this happened in day 1 and is not written: Died"),
            (format!("{NIGHT}\ndawn: 4 exiled"), 6, "`4 exiled` is written next in day 1"),
            (format!("{NIGHT}\ndawn: 4 dies · 4 last words"), 6, "`4 last words` did not happen"),
            (format!("{NIGHT}\ndawn: 4 dies · 4 not shown"), 6, "and it was shown"),
            (format!("{NIGHT}\ndawn: 4 dies\nends: wolves"), 7, "the game does not end"),
            (format!("{NIGHT}\ndawn: 4 dies\nvote: others>3 · 3 exiled"), 1, "the game ends, which is not written"),
            (format!("{NIGHT}\ndawn: 4 dies\nvote: 4>3"), 7, "seat 4 was never asked for the ballot"),
            (format!("{NIGHT}\ndawn: 4 dies\nnight 2: 2 saves"), 7, "`2 saves` is not open to seat 2"),
            (format!("{NIGHT}\nnight 1: 4 checks 1"), 6, "`4 checks 1` was never asked for in night 1"),
            (format!("{NIGHT}\nnight 1: 1 cannot guard 4"), 6, "`1 cannot guard 4` is not so"),
            (format!("{NIGHT}\ncalls: witch, werewolf"), 6, "the calls of night 1 are"),
            (format!("{NIGHT}\ndice: catch 1"), 6, "1 rolls for Catch are written and 0 made"),
        ] {
            let failure = play(&lines).expect_err(&lines);
            assert!(failure.starts_with(&format!("x.md:{line}: ")) && failure.contains(what), "{lines}\n{failure}");
        }
    }

    #[test]
    fn each_hearer_of_a_private_fact_must_be_written() {
        for (learn, what) in [
            ("3 learns pack 3", "seat 2 learns in night 1 what is not written: Victim"),
            ("2 learns 4 attacked", "seat 3 learns in night 1 what is not written: Pack"),
            ("2,3 learns 4 attacked · 3 learns pack 3", "seat 3 does not learn"),
            ("2 learns 5 attacked · 3 learns pack 3", "seat 2 does not learn"),
            ("2 learns 4 attacked · 3 learns pack 3 · 3 learns prey 4", "not written: Pointed"),
        ] {
            let failure = play(&format!("night 1: wolves 4\nlearn: {learn}")).expect_err(learn);
            assert!(failure.contains(what), "{learn}\n{failure}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_a_failure_at_its_line() {
        for (lines, what) in [
            ("night 1: guard 4 · fish 5", "`fish 5` is not understood"),
            ("night: guard 4", "a night needs its number"),
            ("options: wolf_wins=parity", "did you mean `wolf_win`?"),
            ("rules: old-moon", "unknown ruleset `old-moon`"),
            ("vote: 1>", "is not a ballot"),
            ("ends: early", "`early` is neither a winner nor a reason"),
            ("learn: 2 learns fish", "`2 learns fish` is not understood"),
        ] {
            let failure = play(lines).expect_err(lines);
            assert!(failure.starts_with("x.md:4: ") && failure.contains(what), "{lines}\n{failure}");
        }
    }

    #[test]
    fn a_scenario_under_another_option_can_fail() {
        let text = format!(
            "## A\n```scenario\n{SEATS} guard_self=true\nnight 1: guard 1\n\
             learn: 2 learns nobody attacked · 3 learns pack 3\n```\n"
        );
        let scenarios = read("x.md", &text).unwrap();
        assert!(scenarios[0].run().is_ok());
        assert!(scenarios[0].under("guard_self", "false").run().is_err());
        assert_eq!(scenarios[0].settings().last().unwrap(), &("guard_self".into(), "true".into()));
    }
}
