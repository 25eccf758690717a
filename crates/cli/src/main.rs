//! `lycaon`, the command line. Each command is one file in `commands/`; none of them knows the rules of the game.

mod account;
mod args;
mod asking;
mod baseline;
mod board;
mod clock;
mod commands;
mod fault;
mod files;
mod forecast;
mod game;
mod games;
mod host;
mod interrupt;
mod lang;
mod logging;
mod out;
mod perspective;
mod progress;
mod record;
mod runtime;
mod seats;
mod seed;
mod spent;
mod ui;
mod validity;

use fault::{Exit, Fault};
use out::Out;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match args::parse() {
        Ok(cli) => cli,
        Err(exit) => return exit.into(),
    };
    logging::start(cli.verbose);
    let mut out = Out::stdout();
    let ended = cli.command.run(&mut out).and_then(|exit| out.flush().map(|()| exit));
    match ended {
        Ok(exit) => exit.into(),
        // Whoever read stdout has seen enough.
        Err(Fault::ReaderGone) => Exit::Done.into(),
        Err(fault) => {
            out::complain(&fault);
            Exit::Unusable.into()
        }
    }
}
