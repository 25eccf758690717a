//! The runtime of commands that wait.

use crate::fault::Fault;
use std::future::Future;

/// Runs a future to its end. What it left behind, such as a thread that waits for a line of a closed terminal, is not
/// waited for.
pub fn block_on<T>(future: impl Future<Output = T>) -> Result<T, Fault> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Fault::input(format!("no threads can be started: {error}")))?;
    let result = runtime.block_on(future);
    runtime.shutdown_background();
    Ok(result)
}
