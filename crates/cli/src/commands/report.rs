//! `lycaon report`
use crate::fault::{Exit, Fault};
use crate::out::Out;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(_args: &Args, _out: &mut Out) -> Result<Exit, Fault> {
    Ok(Exit::Done)
}
