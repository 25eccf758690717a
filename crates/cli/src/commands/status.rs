//! `lycaon status`

use crate::commands::run::recorded;
use crate::fault::{Exit, Fault};
use crate::out::Out;
use crate::runtime;
use crate::validity;
use lycaon_runs::directory::Directory;
use lycaon_runs::standing::Standing;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The directory of a run
    #[arg(value_name = "DIR")]
    dir: PathBuf,

    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    runtime::block_on(async {
        let directory = Directory::open(&args.dir)?;
        let standing = Standing::of(&directory.index(recorded).await?).await?;
        match args.json {
            true => out.json(&standing)?,
            false => validity::table(&standing, out)?,
        }
        Ok(Exit::Done)
    })?
}
