//! A local server that plays legal moves, with scripted behaviour and faults. It speaks OpenAI's chat completions,
//! Anthropic's messages and Ollama's chat, streamed and not.
//!
//! It reads the options from the question as the prompts print it, so it needs no knowledge of the game. What it answers
//! follows from the seed and what the conversation says alone, never from the order of arrival, nor from what went wrong
//! before; what fails follows from the body of the request and from how often the same body has arrived, so that a
//! request made again has another chance.

mod cache;
pub mod config;
pub mod draw;
pub mod fault;
mod log;
mod question;
mod request;
mod server;
mod style;
mod visit;
pub mod wait;
mod wire;

use std::io::{self, Write};

pub use config::{Config, ConfigError, Play, Profile, Style, Verbatim};
pub use fault::Fault;
pub use request::Api;
pub use server::{MockServer, Seen};
pub use wait::WaitHeader;

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
