//! What recorded games say, with intervals that may be believed.
//!
//! - [`reading`]: transcripts into stories of games, and stories into tidy rows.
//! - [`behaviour`]: what seats did, each observation beside what chance would have done.
//! - [`claims`]: what is claimed in speeches, beside the truth and what the speaker knew; [`extract`] reads claims from words.
//! - [`judges`]: what a model is asked about a speech, and how far its verdicts can be believed.
//! - [`beliefs`]: what seats said they believe, beside the hard facts and the truth.
//! - [`polls`]: what speeches do to ballots, by polls held aside; [`selfreport`]: what speakers say of their own speeches;
//!   [`doubts`]: which of them listeners take for lies.
//! - [`value`]: how likely the village is to win, by exact calculation, and what decisions added to it.
//! - [`posterior`]: what the hard facts say of hidden cards, to one listener.
//! - [`report`]: all of it over many games, as tables and as one page.
//! - [`inspect`]: games as a log that Inspect reads.
//! - [`stats`]: plain numbers in, plain numbers out: rates, differences, resampling, agreement, calibration, survival.
//! - [`ratings`]: how strong each model is as a wolf and as a villager, and how sure one may be of the order.
//!
//! The unit of replication is the **deal** (cards, names, order of speech and dice of a game), not the game and never
//! the ballot: games of one deal resemble each other, and so do the ballots of one game. Whatever gives an interval here
//! therefore wants to know which observations belong to the same deal.
//!
//! Functions that need data give `None` when there is too little of it to say anything; their documentation says when.
//! None of them panics on odd input: a value that is not a number gives a result that is not a number.

pub mod behaviour;
pub mod beliefs;
pub mod claims;
pub mod doubts;
pub mod extract;
pub mod inspect;
pub mod judges;
pub mod polls;
pub mod posterior;
pub mod ratings;
pub mod reading;
pub mod report;
pub mod selfreport;
pub mod stats;
pub mod talk;
pub mod value;
