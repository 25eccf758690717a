//! Ctrl-C, and the signal that ends a job.

use crate::fault::Fault;
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
