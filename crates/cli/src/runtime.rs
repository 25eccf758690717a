//! The runtime of commands that wait.

use crate::fault::Fault;
use std::future::Future;
use std::time::Duration;

/// How long what a command left behind may take to let go of what it holds, such as a program it started.
const LEAVE_WITHIN: Duration = Duration::from_millis(300);

/// Runs a future to its end. What it left behind is dropped, and not waited for beyond that: a thread may wait for ever
/// for a line of a terminal.
pub fn block_on<T>(future: impl Future<Output = T>) -> Result<T, Fault> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Fault::input(format!("no threads can be started: {error}")))?;
    let result = runtime.block_on(future);
    runtime.shutdown_timeout(LEAVE_WITHIN);
    Ok(result)
}
