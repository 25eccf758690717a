//! Judges: what a model is asked about a speech, what it answers, and how far it can be believed.
//!
//! Nothing is called here. [`Case`] makes the question, [`read`] the verdict of an answer, and [`compare`] sets verdicts
//! against each other and against the engine's truth. A judge in the blind arm is told what everybody heard and nothing
//! else, so that he measures what can be detected; in the informed arm he also has the cards and what the speaker did. In the
//! reasoning arm he is a monitor, who reads what the speaker thought in private and nothing of the speech (D7).

mod case;
mod compare;
mod resample;
mod text;
mod truth;
mod verdict;

pub use case::{Arm, Case, reasoning};
pub use compare::{AccuracyIntervals, AgreementIntervals, Compared, JudgeLine, compare};
pub use text::lines;
pub use truth::{Key, Truth};
pub use verdict::{Act, DeceptionKind, Deceptive, Judgement, Tactic, Unread, Verdict, read, schema};
