//! `lycaon status`

use crate::fault::{Exit, Fault};
use crate::out::Out;
use crate::runtime;
use crate::validity;
use lycaon_runs::directory::Directory;
use lycaon_runs::queue::PostgresQueue;
use lycaon_runs::standing::Standing;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The directory of a run
    #[arg(value_name = "DIR")]
    dir: PathBuf,

    /// The database through which the run is shared
    #[arg(long, value_name = "ADDRESS")]
    queue: Option<String>,

    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    runtime::block_on(async {
        let directory = Directory::open(&args.dir)?;
        let standing = match &args.queue {
            Some(address) => Standing::of(&PostgresQueue::open(address, &directory.manifest()?.name).await?).await?,
            None => Standing::of(&directory.index().await?).await?,
        };
        match args.json {
            true => out.json(&standing)?,
            false => validity::table(&standing, out)?,
        }
        Ok(Exit::Done)
    })?
}
