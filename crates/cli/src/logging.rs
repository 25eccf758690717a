//! The log, on stderr.

use std::io::{self, IsTerminal};
use tracing_subscriber::EnvFilter;

/// The variable that holds a filter such as `lycaon_agents=debug`; it replaces `-v`.
const VARIABLE: &str = "LYCAON_LOG";

/// Starts the log: warnings, and more of it the more often `-v` is given.
pub fn start(verbose: u8) {
    let level = match verbose {
        0 => "warn",
        1 => "info",
        2 => "debug",
        _ => "trace",
    };
    let wanted = std::env::var(VARIABLE).unwrap_or_default();
    let (filter, refused) = match EnvFilter::try_new(&wanted) {
        Ok(filter) if !wanted.is_empty() => (filter, None),
        Ok(_) => (EnvFilter::new(level), None),
        Err(error) => (EnvFilter::new(level), Some(error)),
    };
    let colour = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(colour).init();
    if let Some(error) = refused {
        tracing::warn!("{VARIABLE} is no filter ({error}) and is ignored");
    }
}
