//! How people are met: line by line or in full screen, with or without colours.

use crate::fault::Fault;
use clap::{Args, ValueEnum};
use lycaon_agents::human::{Console, Venue};
use lycaon_screen::{Look, Screen, Settings};
use std::io::{self, BufReader, IsTerminal};
use std::sync::Arc;

/// The flags for it.
#[derive(Args, Clone, Debug)]
pub struct UiArgs {
    /// How a person is met: line by line or in full screen
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Ui::Auto)]
    ui: Ui,

    #[command(flatten)]
    colour: ColourArg,

    /// Rings the terminal's bell when ten seconds are left to answer
    #[arg(long)]
    bell: bool,
}

/// The flag for colours.
#[derive(Args, Clone, Copy, Debug)]
pub struct ColourArg {
    /// When the full screen has colours; `auto` unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    color: Colour,
}

/// How a person is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Ui {
    /// Whatever the terminal can do
    Auto,
    /// Line by line
    Line,
    /// In full screen
    Full,
}

/// When there are colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colour {
    /// Unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ColourArg {
    /// How meanings are shown.
    pub fn look(self) -> Look {
        let unwanted = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = match self.color {
            Colour::Auto => !unwanted(),
            Colour::Always => true,
            Colour::Never => false,
        };
        Look { colour }
    }
}

impl UiArgs {
    /// Whether so many people can be met in this way; `json` says that stdout is not for them.
    pub fn check(&self, people: usize, hot_seat: bool, json: bool) -> Result<(), Fault> {
        let refused = |why: &str| Err(Fault::input(why));
        if json && (self.ui == Ui::Full || hot_seat) {
            return refused(
                "--json: stdout is for the end line alone, so people are met in lines; leave out the full screen",
            );
        }
        if self.ui == Ui::Full && !is_terminal() {
            return refused("--ui full: stdin and stdout are not both a terminal; use --ui line");
        }
        if hot_seat && (self.ui == Ui::Line || !is_terminal()) {
            return refused(
                "--hot-seat: a curtain needs the full screen of a terminal, so that nothing of one seat is left for the next",
            );
        }
        if people > 1 && !hot_seat && !json && is_terminal() {
            return refused(
                "several people at one terminal would see each other's cards: add --hot-seat for a curtain between their turns",
            );
        }
        Ok(())
    }

    /// Where people are met, and the screen if there is one.
    pub fn venue(&self, hot_seat: bool, json: bool) -> Result<(Arc<dyn Venue>, Option<Screen>), Fault> {
        if hot_seat || self.ui == Ui::Full || (self.ui == Ui::Auto && !json && is_able()) {
            let settings = Settings { look: self.colour.look(), bell: self.bell, hot_seat };
            let screen = Screen::open(settings)?;
            return Ok((Arc::new(screen.venue()), Some(screen)));
        }
        Ok((Arc::new(console(json)?), None))
    }
}

/// The streams of this process. Where stdout is for something else, people are met on stderr.
fn console(json: bool) -> Result<Console, Fault> {
    let console = match json {
        false => Console::stdio(),
        true => Console::new(BufReader::new(io::stdin()), io::stderr(), io::stdin().is_terminal()),
    };
    console.map_err(|error| Fault::input(format!("the terminal cannot be read: {error}")))
}

/// Whether a person sits at both ends.
pub fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Whether there is a terminal with room for the full screen that can do more than print lines.
fn is_able() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    is_terminal() && !dumb && lycaon_screen::fits()
}
