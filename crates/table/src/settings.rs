//! How long the table waits, for what, and how often it asks.

use crate::budget::Budget;
use crate::clock::Clock;
use crate::pace::Pace;
use crate::probing::Probing;
use lycaon_rules::{Ask, LateVote, Options};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The kinds of request that deadlines and totals tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A power of the night, and the pack's hunt.
    Night,
    /// A speech in turn, or last words.
    Speech,
    /// A ballot, a raised hand, the sheriff's word on a tie.
    Ballot,
    /// An offer to act or a bid to speak, which most let pass.
    Offer,
    /// What a death sets off: a shot, a ban, a badge, a card shown.
    Reaction,
    /// Candidacies, and what the sheriff arranges.
    Office,
}

impl Kind {
    /// Every kind, in order.
    pub const ALL: [Kind; 6] = [Kind::Night, Kind::Speech, Kind::Ballot, Kind::Offer, Kind::Reaction, Kind::Office];

    /// The kind of a question.
    #[must_use]
    pub fn of(ask: Ask) -> Kind {
        match ask {
            Ask::Night { .. } | Ask::Further { .. } | Ask::Hunt { .. } | Ask::Substitute { .. } => Kind::Night,
            Ask::Speak { .. } | Ask::Words => Kind::Speech,
            Ask::Ballot { .. } | Ask::Hand { .. } | Ask::BreakTie { .. } => Kind::Ballot,
            Ask::Offer { .. } | Ask::Bid => Kind::Offer,
            Ask::Shot | Ask::Ban | Ask::Badge | Ask::Deed { .. } | Ask::Flip | Ask::Event { .. } => Kind::Reaction,
            Ask::Stand | Ask::Withdraw | Ask::Refuse | Ask::Order => Kind::Office,
        }
    }

    /// The id, such as `ballot`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Kind::Night => "night",
            Kind::Speech => "speech",
            Kind::Ballot => "ballot",
            Kind::Offer => "offer",
            Kind::Reaction => "reaction",
            Kind::Office => "office",
        }
    }
}

/// How long the table waits for the answer to each kind of request, all attempts together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines([Option<Duration>; Kind::ALL.len()]);

impl Deadlines {
    /// The table waits for ever.
    pub const NONE: Deadlines = Deadlines([None; Kind::ALL.len()]);

    /// The same for every kind.
    #[must_use]
    pub fn all(wait: Duration) -> Self {
        Deadlines([Some(wait); Kind::ALL.len()])
    }

    /// These, with another for one kind; `None` waits for ever.
    #[must_use]
    pub fn with(mut self, kind: Kind, wait: Option<Duration>) -> Self {
        self.0[kind as usize] = wait;
        self
    }

    /// How long the table waits for this kind; `None` for ever.
    #[must_use]
    pub fn of(&self, kind: Kind) -> Option<Duration> {
        self.0[kind as usize]
    }

    /// These under the rules of a house: where it accepts late votes, ballots have no deadline.
    pub(crate) fn under(self, options: &Options) -> Self {
        match options.late_vote {
            LateVote::Void => self,
            LateVote::Accept => self.with(Kind::Ballot, None),
        }
    }
}

/// How a table is run. None of it changes what the same answers lead to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How long to wait for players without deadlines of their own.
    pub deadlines: Deadlines,
    /// How often a seat is asked again after an unclear or illegal answer.
    pub reasks: u32,
    /// How long to wait, after the end, for seats that still listen or whose late answers are still out.
    pub farewell: Duration,
    /// Whether times are measured.
    pub clock: Clock,
    /// What the game may take.
    pub budget: Budget,
    /// Whether the table stops, to be gone on with, where a seat's agent cannot be reached, rather than taking a fallback
    /// for its answer: for experiments, in which a broken line is no behaviour of anybody's.
    pub stops_without_agents: bool,
    /// When seats are asked aside what they believe; `None` never.
    pub probing: Option<Probing>,
    /// How fast the table goes on.
    pub pace: Pace,
}

impl Default for Settings {
    /// Three minutes for each answer, two more attempts, five seconds at the end, no budget, no probes, no pauses.
    fn default() -> Self {
        Settings {
            deadlines: Deadlines::all(Duration::from_secs(180)),
            reasks: 2,
            farewell: Duration::from_secs(5),
            clock: Clock::Wall,
            budget: Budget::default(),
            stops_without_agents: false,
            probing: None,
            pace: Pace::Instant,
        }
    }
}
