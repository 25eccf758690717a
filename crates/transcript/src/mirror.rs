//! A second place for the lines of a transcript.

use std::pin::Pin;

/// A second place, on another machine, for the lines of a transcript while it is written, so that the game can be gone
/// on with where its file cannot be read.
pub trait Mirror: Send + Sync {
    /// Takes a line that was written, without its newline. It does not wait.
    fn take(&self, line: &str);

    /// Comes back once every line taken so far is safe there; never, if it must not be written there any more. Then
    /// whoever set the mirror up stops the game.
    fn safe(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}
