//! Ctrl-C, and the signal that ends a job.

use crate::fault::{Exit, Fault};
use crate::out;
use lycaon_table::Stop;

/// From now on, either of them stops the game between two lines of its record. Must be called within a runtime.
pub fn stops(stop: &Stop) -> Result<(), Fault> {
    let stop = stop.clone();
    let mut signals = Signals::heard()?;
    tokio::spawn(async move {
        signals.next().await;
        stop.now();
    });
    Ok(())
}

/// The same, and a second one ends the process at once.
pub fn stops_or_ends(stop: &Stop) -> Result<(), Fault> {
    let stop = stop.clone();
    let mut signals = Signals::heard()?;
    tokio::spawn(async move {
        signals.next().await;
        out::say("stopping: games under way are written down as far as they are; once more ends at once");
        stop.now();
        signals.next().await;
        std::process::exit(Exit::Interrupted as i32);
    });
    Ok(())
}

/// What asks the process to end, one signal after the other.
#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn heard() -> Result<Self, Fault> {
        use tokio::signal::unix::{SignalKind, signal};
        let cannot = |error| Fault::input(format!("signals cannot be heard: {error}"));
        let interrupt = signal(SignalKind::interrupt()).map_err(cannot)?;
        let terminate = signal(SignalKind::terminate()).map_err(cannot)?;
        Ok(Signals { interrupt, terminate })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// What asks the process to end, one signal after the other.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn heard() -> Result<Self, Fault> {
        Ok(Signals)
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
