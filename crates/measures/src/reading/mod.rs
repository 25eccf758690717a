//! Reading: transcripts one at a time into [`Story`]s, and stories into tidy [`rows`].
//!
//! An unfinished game, and a file that cannot be read or whose chain is broken, is listed and never counted.

mod files;
mod knowledge;
mod probed;
pub mod rows;
mod story;
mod table;
mod teller;

pub use files::{Left, Why, each_story, transcripts};
pub use knowledge::{Act, Deed, Knowledge};
pub(crate) use probed::is_village;
pub use probed::{Guess, ProbeRow, Probed};
pub use rows::{Rows, Tables};
pub use story::{Ballot, Check, Death, Decided, Hunt, Moment, Poll, Said, Shown, Story};
pub use table::{TableKind, cells, header};
