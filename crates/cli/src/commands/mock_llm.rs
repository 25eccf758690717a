//! `lycaon mock-llm`

use crate::fault::{Exit, Fault};
use crate::runtime;
use lycaon_mock_llm::{Config, Profile};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The port on 127.0.0.1; 0 takes a free one. The address is printed on stdout
    #[arg(long, value_name = "P", default_value_t = 0)]
    port: u16,

    /// Scripted behaviour, as TOML
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,

    /// How long each answer takes before its first byte, in milliseconds
    #[arg(long, value_name = "N", default_value_t = 0)]
    latency_ms: u64,

    /// How long each token of an answer takes after that, in milliseconds
    #[arg(long, value_name = "N", default_value_t = 0)]
    drip_ms: u64,

    /// Which part of the requests fails, 0 to 1. Which fault it is, is drawn from those the profile names, or all
    #[arg(long, value_name = "RATE", default_value_t = 0.0)]
    faults: f64,

    /// What is drawn comes from this seed and from what each request says
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Where one line of JSON is written for each request
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

pub fn run(args: Args) -> Result<Exit, Fault> {
    let profile = args.profile.as_deref().map(Profile::load).transpose()?.unwrap_or_default();
    let config = Config {
        port: args.port,
        seed: args.seed,
        latency: Duration::from_millis(args.latency_ms),
        drip: Duration::from_millis(args.drip_ms),
        faults: args.faults,
        log: args.log,
        keep: false,
        profile,
    };
    config.check()?;
    let log = config.log.as_ref().map(|path| format!(" with the log {}", path.display())).unwrap_or_default();
    let ran = runtime::block_on(lycaon_mock_llm::run(config))?;
    ran.map_err(|error| Fault::input(format!("the server cannot run at port {}{log}: {error}", args.port)))?;
    Ok(Exit::Done)
}
