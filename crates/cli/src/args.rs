//! The command line as a whole: what every command has in common, and how wrong usage is told.

use crate::commands::Command;
use crate::fault::Exit;
use crate::out;
use clap::builder::BoolishValueParser;
use clap::error::ErrorKind;
use clap::{ArgAction, CommandFactory, FromArgMatches, Parser};

/// What stands below the help of each command.
const VARIABLES: &str = "Every flag is an environment variable, too: --seed is LYCAON_SEED.";

/// A research harness for the game of Werewolf (狼人杀)
///
/// Every flag can also be given as an environment variable: LYCAON_SEED=7 stands for --seed 7. Several values of a
/// flag that may be repeated are separated there by semicolons. The command line counts before the environment.
#[derive(Debug, Parser)]
#[command(name = "lycaon", version, max_term_width = 100, propagate_version = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    /// Logs more, on stderr; -vv and -vvv still more. LYCAON_LOG takes a filter instead
    #[arg(short, long, global = true, action = ArgAction::Count, display_order = 1000)]
    pub verbose: u8,
}

/// What was asked. If it is nothing that can be done, it is told why, or help is given, and this is the exit code.
pub fn parse() -> Result<Cli, Exit> {
    let parsed = command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    parsed.map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // A reader that has gone needs no help.
            let _ = error.print();
            Exit::Done
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            Exit::Unusable
        }
        _ => {
            out::complain(&sentence(&error.to_string()));
            Exit::Unusable
        }
    })
}

/// The command line, with an environment variable for every flag.
fn command() -> clap::Command {
    with_variables(Cli::command())
}

fn with_variables(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| {
        let Some(variable) = arg.get_long().and_then(variable) else { return arg };
        // An empty variable is what a shell leaves of one that is not set.
        if std::env::var_os(&variable).is_some_and(|value| value.is_empty()) {
            return arg;
        }
        let arg = arg.env(variable).hide_env(true);
        if matches!(arg.get_action(), ArgAction::SetTrue) { arg.value_parser(BoolishValueParser::new()) } else { arg }
    });
    command.mut_subcommands(|command| with_variables(command).after_help(VARIABLES))
}

/// The environment variable of a flag. `LYCAON_LOG` is the filter of the log, so the file of that name has another.
fn variable(flag: &str) -> Option<String> {
    match flag {
        "help" | "version" => None,
        "log" => Some("LYCAON_LOG_FILE".into()),
        flag => Some(format!("LYCAON_{}", flag.replace('-', "_").to_uppercase())),
    }
}

/// What clap says over several paragraphs, in one sentence: the error and its hints, without the usage.
fn sentence(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let said = message.split("\n\nUsage:").next().unwrap_or(message).split("\n\nFor more information").next();
    let lines = said.unwrap_or(message).lines().map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<&str> = lines.map(|line| line.strip_prefix("tip: ").unwrap_or(line)).collect();
    let mut sentence = String::new();
    for line in lines {
        let glue = match sentence.chars().last() {
            None => "",
            Some(':') => " ",
            Some(_) => "; ",
        };
        sentence.push_str(glue);
        sentence.push_str(line);
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn every_flag_has_its_variable_and_every_command_and_flag_its_help() {
        fn check(command: &clap::Command) {
            assert!(command.get_about().is_some(), "{} has no help", command.get_name());
            for arg in command.get_arguments().filter(|arg| !matches!(arg.get_id().as_str(), "help" | "version")) {
                assert!(arg.get_help().is_some(), "{} {} has no help", command.get_name(), arg.get_id());
                let Some(flag) = arg.get_long() else { continue };
                let expected = if flag == "log" { "LYCAON_LOG_FILE".into() } else { format!("LYCAON_{flag}") };
                let env = arg.get_env().expect("a variable").to_string_lossy();
                assert_eq!(env, expected.replace('-', "_").to_uppercase());
            }
            command.get_subcommands().for_each(check);
        }
        check(&command());
    }

    #[test]
    fn paragraphs_become_a_sentence() {
        let error = command().try_get_matches_from(["lycaon", "play", "--sed", "1"]).unwrap_err().to_string();
        assert_eq!(sentence(&error), "unexpected argument '--sed' found; a similar argument exists: '--seed'");
        let error = command().try_get_matches_from(["lycaon", "fork", "a.jsonl"]).unwrap_err().to_string();
        assert_eq!(sentence(&error), "the following required arguments were not provided: --at <K>");
    }
}
