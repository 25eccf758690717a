//! The board a command plays on: a deck and changes to its options.

use crate::fault::Fault;
use crate::files;
use clap::Args;
use lycaon_rules::{Board, DeckError};
use std::path::Path;

/// The flags for it.
#[derive(Args, Clone, Debug)]
pub struct BoardArgs {
    /// The deck, by its name (`lycaon decks`) or as a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "online-9p")]
    deck: String,

    /// Changes a house rule (`lycaon options`); may be repeated
    #[arg(long, value_name = "OPTION=VALUE", value_parser = setting, value_delimiter = ';')]
    set: Vec<(String, String)>,
}

impl BoardArgs {
    /// The board.
    pub fn board(&self) -> Result<Board, Fault> {
        let mut board = deck(&self.deck)?;
        for (name, value) in &self.set {
            board.options.set(name, value).map_err(|error| Fault::input(format!("--set {name}={value}: {error}")))?;
        }
        board.check()?;
        Ok(board)
    }
}

/// A deck by its name, or from a file.
pub fn deck(name: &str) -> Result<Board, Fault> {
    let path = Path::new(name);
    match Board::named(name) {
        Err(DeckError::UnknownDeck { .. })
            if name.contains(['/', '\\']) || name.ends_with(".toml") || path.is_file() =>
        {
            Board::from_toml(&files::text(path)?).map_err(|error| Fault::input(format!("{name}: {error}")))
        }
        board => Ok(board?),
    }
}

/// `OPTION=VALUE`. Whether there is such an option is asked later, of the board.
fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("it must be of the form OPTION=VALUE, such as wolf_win=parity")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
