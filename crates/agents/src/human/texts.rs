//! What a person is told of the ways to answer and to look things up, in both languages. What happened and what is asked is the narrator's to say.

use crate::remote::Notice;
use lycaon_narrator::Lang;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The texts of one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// Before a question: `{seat}` is asked.
    pub asked: String,
    /// How to say several lines.
    pub how_to_speak: String,
    /// After a choice: `{choice}`.
    pub chosen: String,
    /// After a speech of `{count}` characters.
    pub spoken: String,
    /// After a speech that is longer than `{limit}`.
    pub too_long: String,
    /// After a choice that can still be taken back.
    pub may_undo: String,
    /// The choice was taken back.
    pub undone: String,
    /// There is no choice that could be taken back.
    pub nothing_to_undo: String,
    /// Something else was typed while a choice could be taken back.
    pub chosen_already: String,
    /// After a line that was cut.
    pub line_cut: String,
    /// The deadline has passed.
    pub time_up: String,
    /// `{left}` seconds are left.
    pub time_left: String,
    /// There is no deadline.
    pub no_deadline: String,
    /// There is no command `{command}`.
    pub unknown_command: String,
    /// Passing is not allowed now.
    pub cannot_pass: String,
    /// The note was kept.
    pub noted: String,
    /// There are no notes.
    pub no_notes: String,
    /// Nothing of the kind has happened.
    pub nothing_yet: String,
    /// Which roles `/rules` knows: `{roles}`.
    pub no_such_role: String,
    /// What leaving means, and how to do it.
    pub really_quit: String,
    /// The person leaves, and nobody plays on.
    pub left: String,
    /// The person leaves, and a script plays on.
    pub handed_over: String,
    /// The input has ended, and nobody plays on.
    pub input_ended: String,
    /// What stands behind the command to leave if nobody is to play on.
    pub nobody: Vec<String>,
    /// This language is spoken from now on.
    pub lang: String,
    /// Which languages there are.
    pub which_lang: String,
    /// Before what happened since a question was given up.
    pub meanwhile: String,
    /// Before what the night told the seat.
    pub recap: String,
    /// `{seat}`, you.
    pub you: String,
    /// Your role is `{role}`.
    pub your_role: String,
    /// Your pack is `{seats}`.
    pub your_pack: String,
    /// You and `{seats}` are lovers.
    pub your_lover: String,
    /// What only you were told.
    pub your_secrets: String,
    /// Your notes.
    pub your_notes: String,
    /// Is alive.
    pub alive: String,
    /// Is away from the table for a while.
    pub away: String,
    /// Left on day `{day}`.
    pub dead: String,
    /// Is sheriff.
    pub sheriff: String,
    /// What stands between names.
    pub comma: String,
    /// Before the whole game, for whoever has left it.
    pub all_is_shown: String,
    /// The connection to the table is lost.
    pub connection_lost: String,
    /// It is tried to make it again, for the `{count}`th time.
    pub connection_tried: String,
    /// It is back.
    pub connection_back: String,
    /// The commands, with what each does, in the order of the help.
    pub help: Vec<(String, String)>,
    /// Other words for commands.
    pub commands: BTreeMap<String, String>,
}

impl Texts {
    /// The texts of this language.
    #[must_use]
    pub fn of(lang: Lang) -> &'static Texts {
        static ZH: LazyLock<Texts> = LazyLock::new(|| read(include_str!("texts.zh.toml")));
        static EN: LazyLock<Texts> = LazyLock::new(|| read(include_str!("texts.en.toml")));
        match lang {
            Lang::Zh => &ZH,
            Lang::En => &EN,
        }
    }

    /// A line about the connection.
    #[must_use]
    pub fn of_connection(&self, notice: Notice) -> String {
        match notice {
            Notice::Lost => self.connection_lost.clone(),
            Notice::Trying(count) => filled(&self.connection_tried, "count", count),
            Notice::Back => self.connection_back.clone(),
        }
    }
}

fn read(text: &str) -> Texts {
    toml::from_str(text).expect("the texts are part of the program, and a test reads them")
}

/// A text with one slot filled.
#[must_use]
pub fn filled(text: &str, slot: &str, value: impl ToString) -> String {
    text.replace(&format!("{{{slot}}}"), &value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::commands::Command;

    #[test]
    fn both_languages_explain_every_command() {
        for lang in Lang::ALL {
            let help = &Texts::of(lang).help;
            for command in Command::ALL {
                let name = format!("/{}", command.name());
                assert!(help.iter().any(|(usage, _)| usage.starts_with(&name)), "{lang}: no help for {name}");
            }
            assert_eq!(help.len(), Command::ALL.len());
        }
    }

    #[test]
    fn other_words_for_commands_name_commands() {
        for lang in Lang::ALL {
            for name in Texts::of(lang).commands.values() {
                assert!(Command::ALL.iter().any(|command| command.name() == name), "{lang}: {name}");
            }
        }
    }
}
