//! `lycaon host`

use crate::commands::play;
use crate::fault::{Exit, Fault};
use crate::host::Hosting;
use crate::out::Out;
use crate::runtime;
use crate::seats::Place;
use clap::ValueEnum;
use lycaon_agents::remote::{self, Address};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct Args {
    /// The seats that people join from their own terminals, such as 1,3 or 2-4; with --resume, all people if it is left
    /// out
    #[arg(long, value_name = "N,N", value_delimiter = ',', required_unless_present = "resume")]
    seats: Vec<Place>,

    /// Where they join; port 0 is any that is free. 127.0.0.1 is this machine alone, 0.0.0.0 every address it has
    ///
    /// What is sent is not encrypted: between machines, use a network you trust, or a tunnel such as ssh -L.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:0", conflicts_with = "socket")]
    listen: Address,

    /// A Unix socket that they join at, for people on this machine: only your own account may open it
    #[arg(long, value_name = "PATH")]
    socket: Option<PathBuf>,

    /// What is done for a player who is away when he is asked
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Absent::Fallback)]
    absent: Absent,

    #[command(flatten)]
    play: play::Args,
}

/// What is done for a player who is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Absent {
    /// He is waited for until the deadline
    Fallback,
    /// A script answers for him until he is back
    Bot,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let hosting = Hosting {
        seats: args.seats.clone(),
        address: args.socket.clone().map_or_else(|| args.listen.clone(), Address::Path),
        absent: match args.absent {
            Absent::Fallback => remote::Absent::Fallback,
            Absent::Bot => remote::Absent::Bot,
        },
    };
    runtime::block_on(play::played(&args.play, Some(&hosting), out))?
}
