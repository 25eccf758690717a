//! The record of a game: what it began with, each decision, each event and each call to a model, one line of JSON
//! each, chained by hashes. The format is described in `transcripts/README.md`.
//!
//! The header and the decisions reproduce every event, so a transcript can be verified, resumed and forked: see
//! [`verify()`], [`Transcript::replay`] and [`Transcript::rewrite`].

mod audience;
pub mod call;
mod chain;
mod decision;
mod header;
pub mod import;
mod legal;
mod line;
mod mirror;
mod probe;
mod read;
mod recorder;
mod replay;
mod totals;
mod transcript;
mod verify;
mod write;

pub use call::{Call, Usage};
pub use chain::Link;
pub use decision::{Asked, Decision, DiceDecision, How, SeatDecision, Taken};
pub use header::{FORMAT, Header, Parent, Seating};
pub use legal::{Legal, LegalSet, LegalWords};
pub use line::{CallLine, End, Line, Note, NoteKind};
pub use mirror::Mirror;
pub use probe::{Asks, Belief, Believed, Checkpoint, Doubt, Intent, Probe, SelfReport, StrawBallot};
pub use read::{LINE_MAX, Numbered, ReadError, Reader};
pub use recorder::{Ended, Recorder};
pub use replay::{ReplayError, Replayed};
pub use totals::{Fallbacks, Spent, Totals};
pub use transcript::{ForkError, ResumeError, Transcript};
pub use verify::{FirstDifference, Verdict, verify, verify_lines};
pub use write::{Existing, Flush, Memory, WriteError, Writer};
