//! A local OpenAI-compatible server that plays legal moves, with scripted behaviour and faults.
//!
//! It reads the options from the question as the prompts print it, so it needs no knowledge of the game. What it answers
//! follows from the seed and the body of the request alone, never from the order of arrival; what fails, from how often
//! the same body has arrived too, so that a request made again has another chance.

pub mod config;
pub mod draw;
pub mod fault;
mod log;
mod question;
mod server;
mod style;
mod wire;

use std::io::{self, Write};

pub use config::{Config, ConfigError, Play, Profile, Style, Verbatim};
pub use fault::Fault;
pub use server::{MockServer, Seen};

/// Serves until Ctrl-C. The base of the API is printed as one line on stdout.
///
/// # Errors
/// When the server cannot start or stdout is closed.
pub async fn run(config: Config) -> io::Result<()> {
    let server = MockServer::start(config).await?;
    let mut stdout = io::stdout();
    writeln!(stdout, "{}", server.base_url())?;
    stdout.flush()?;
    tokio::signal::ctrl_c().await?;
    server.stop().await;
    Ok(())
}
