//! The commands, one file each.

mod agents;
mod compare;
mod decks;
mod events;
mod export;
mod extract;
mod fork;
mod host;
mod import;
mod join;
mod judge;
mod merge;
mod mock_llm;
mod options;
mod play;
mod report;
mod roles;
mod run;
mod show;
mod simulate;
mod status;
mod verify;
mod watch;

use crate::fault::{Exit, Fault};
use crate::out::Out;
use clap::Subcommand;

/// What the program can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Plays one game in this terminal
    Play(play::Args),
    /// Plays one game that people join from their own terminals
    Host(host::Args),
    /// Sits down in a game that somebody hosts
    Join(join::Args),
    /// Plays the games of an experiment, or goes on with them
    Run(run::Args),
    /// Tells where a run stands
    Status(status::Args),
    /// Puts the shards of a run together
    Merge(merge::Args),
    /// Measures, ratings and plots of recorded games
    Report(report::Args),
    /// Sets two plays of the same deals against each other: what one change of conditions does
    Compare(compare::Args),
    /// Asks models to judge speeches, and compares their verdicts with each other and with the truth
    Judge(judge::Args),
    /// Asks models which claims speeches make, and compares them with the rules and with what speakers stated
    Extract(extract::Args),
    /// Recorded games as tables, or as a log that others read
    Export(export::Args),
    /// Shows a transcript as text: what one perspective may know, nothing more
    Show(show::Args),
    /// Plays a transcript back in full screen, or follows a game as it is written
    Watch(watch::Args),
    /// Runs the decisions of transcripts again and compares every event, the hash chain and every view
    Verify(verify::Args),
    /// Plays a recorded game on from just before a decision, with other agents
    Fork(fork::Args),
    /// Plays scripted games in memory and counts who wins
    Simulate(simulate::Args),
    /// Turns real games of others into transcripts, re-played through the rules
    Import(import::Args),
    /// The roles, as the engine plays them
    Roles(roles::Args),
    /// The event cards, as the engine plays them
    Events(events::Args),
    /// The decks: which cards are dealt, under which house rules
    Decks(decks::Args),
    /// The house rules that can be chosen
    Options(options::Args),
    /// The agents that can sit down
    Agents(agents::Args),
    /// A local server for models that plays legal moves, with scripted behaviour and faults
    MockLlm(mock_llm::Args),
}

impl Command {
    /// Does it.
    pub fn run(self, out: &mut Out) -> Result<Exit, Fault> {
        match self {
            Command::Play(args) => play::run(&args, out),
            Command::Host(args) => host::run(&args, out),
            Command::Join(args) => join::run(&args, out),
            Command::Run(args) => run::run(&args, out),
            Command::Status(args) => status::run(&args, out),
            Command::Merge(args) => merge::run(&args, out),
            Command::Report(args) => report::run(&args, out),
            Command::Compare(args) => compare::run(&args, out),
            Command::Judge(args) => judge::run(&args, out),
            Command::Extract(args) => extract::run(&args, out),
            Command::Export(args) => export::run(&args, out),
            Command::Show(args) => show::run(&args, out),
            Command::Watch(args) => watch::run(&args),
            Command::Verify(args) => verify::run(&args, out),
            Command::Fork(args) => fork::run(&args, out),
            Command::Simulate(args) => simulate::run(&args, out),
            Command::Import(args) => import::run(&args, out),
            Command::Roles(args) => roles::run(&args, out),
            Command::Events(args) => events::run(&args, out),
            Command::Decks(args) => decks::run(&args, out),
            Command::Options(args) => options::run(&args, out),
            Command::Agents(args) => agents::run(&args, out),
            Command::MockLlm(args) => mock_llm::run(args),
        }
    }
}
