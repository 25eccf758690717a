//! `lycaon merge`

use crate::fault::{Exit, Fault};
use crate::out::Out;
use crate::runtime;
use crate::validity;
use lycaon_runs::directory::{Directory, Merged};
use lycaon_runs::queue::PostgresQueue;
use lycaon_runs::standing::Standing;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The directories of the shards
    #[arg(value_name = "DIR", required = true)]
    shards: Vec<PathBuf>,

    /// The directory of the whole; what is there already stays
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Fetches what is recorded in the database through which the run was shared, too
    #[arg(long, value_name = "ADDRESS")]
    queue: Option<String>,

    /// Prints where the whole stands as one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    runtime::block_on(async {
        let shards = args.shards.iter().map(|path| Directory::open(path)).collect::<Result<Vec<_>, _>>()?;
        let (directory, Merged { copied, unfinished }) = Directory::merge(&args.out, &shards)?;
        let fetched = match &args.queue {
            Some(address) => {
                let queue = PostgresQueue::open(address, &directory.manifest()?.name).await?;
                directory.fetch_all(&queue).await?
            }
            None => 0,
        };
        let standing = Standing::of(&directory.index().await?).await?;
        match args.json {
            true => out.json(&standing)?,
            false => {
                out.line(format_args!("{copied} games copied, {unfinished} are not finished in their directory"))?;
                if args.queue.is_some() {
                    out.line(format_args!("{fetched} games fetched from the database"))?;
                }
                validity::table(&standing, out)?;
            }
        }
        Ok(Exit::Done)
    })?
}
