//! A future whose panic is an error.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// Runs a future; what it says when it panics is the error.
pub(crate) async fn unpanicked<T>(future: impl Future<Output = T>) -> Result<T, String> {
    let mut future = pin!(future);
    poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(value)) => Poll::Ready(Ok(value)),
        Err(panic) => Poll::Ready(Err(said(panic.as_ref()))),
    })
    .await
}

/// The words of a panic.
fn said(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    words.unwrap_or("it did not say why").to_owned()
}
