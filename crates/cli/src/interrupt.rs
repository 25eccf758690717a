//! Ctrl-C, and the signal that ends a job.

use crate::fault::{Exit, Fault};
use crate::out;
use lycaon_table::Stop;

/// From now on, either of them stops the game between two lines of its record. Must be called within a runtime.
pub fn stops(stop: &Stop) -> Result<(), Fault> {
    let stop = stop.clone();
    let signal = signal()?;
    tokio::spawn(async move {
        signal.await;
        stop.now();
    });
    Ok(())
}

/// The same, and a second one ends the process at once.
pub fn stops_or_ends(stop: &Stop) -> Result<(), Fault> {
    let stop = stop.clone();
    let (first, second) = (signal()?, signal()?);
    tokio::spawn(async move {
        first.await;
        out::say("stopping: games under way are written down as far as they are; once more ends at once");
        stop.now();
        second.await;
        std::process::exit(Exit::Interrupted as i32);
    });
    Ok(())
}

#[cfg(unix)]
fn signal() -> Result<impl Future<Output = ()>, Fault> {
    use tokio::signal::unix::{SignalKind, signal};
    let cannot = |error| Fault::input(format!("signals cannot be heard: {error}"));
    let mut interrupt = signal(SignalKind::interrupt()).map_err(cannot)?;
    let mut terminate = signal(SignalKind::terminate()).map_err(cannot)?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn signal() -> Result<impl Future<Output = ()>, Fault> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
