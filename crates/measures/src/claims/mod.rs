//! What is claimed in speeches, beside the truth and beside what the speaker knew.
//!
//! A [`Statement`] has one shape, wherever it comes from: the structured claims of a speech, or, where there are none, its
//! words as [`crate::extract`] reads them. [`label()`] sets it against the engine's truth and against what the speaker held
//! for certain: his own view and nobody else's. [`refuted`] says when everybody could know that it is false.

mod fate;
mod label;
mod rows;

pub use fate::{Refuted, contradicts, refuted};
pub use label::{Belief, Beliefs, Deceit, Label, Labelled, Omission, label, labelled, labelled_by, omissions, probed};
pub use rows::{ClaimRow, claim_rows};

use crate::extract::Listener;
use crate::reading::Story;
use lycaon_rules::{Camp, Claim, RoleId, Seat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One claim of a speech.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Which of the game's public speeches it stands in, from 0.
    pub speech: usize,
    /// Who makes it.
    pub speaker: Seat,
    /// On which day.
    pub day: u16,
    /// What is said.
    pub says: Says,
    /// The night it speaks of, if it names one.
    pub night: Option<u16>,
    /// How it was found.
    pub method: Method,
}

/// What is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Says {
    /// A seat holds this role; of the speaker himself: he comes out.
    Role {
        /// Whose.
        seat: Seat,
        /// Which. A plain werewolf stands for any wolf.
        role: RoleId,
    },
    /// A seat does not hold this role.
    NotRole {
        /// Whose.
        seat: Seat,
        /// Which.
        role: RoleId,
    },
    /// A seat is a wolf, or is none: an accusation, a vouch, or a denial of oneself.
    Camp {
        /// Which.
        seat: Seat,
        /// Whether a wolf.
        wolf: bool,
    },
    /// The speaker looked at a seat.
    Checked {
        /// Which.
        seat: Seat,
        /// Whether he saw a wolf.
        wolf: bool,
    },
    /// The speaker gave a seat the antidote.
    Saved {
        /// Which.
        seat: Seat,
    },
    /// The speaker poisoned a seat.
    Poisoned {
        /// Which.
        seat: Seat,
    },
    /// The speaker protected a seat.
    Guarded {
        /// Which.
        seat: Seat,
    },
    /// The speaker shot a seat.
    Shot {
        /// Which.
        seat: Seat,
    },
    /// The speaker will vote for a seat.
    WillVote {
        /// Which.
        seat: Seat,
    },
}

/// A kind of statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Of a role.
    Role,
    /// Of a role that is not held.
    NotRole,
    /// That a seat is a wolf.
    Suspects,
    /// That a seat is none.
    Trusts,
    /// Of a check.
    Checked,
    /// Of an antidote.
    Healed,
    /// Of poison.
    Poisoned,
    /// Of a protection.
    Guarded,
    /// Of a shot.
    Shot,
    /// Of a vote to come.
    WillVote,
}

/// How a statement was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// The speaker stated it in structured form.
    Stated,
    /// It was read from the words by rules.
    Read,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 10] = [
        Kind::Role,
        Kind::NotRole,
        Kind::Suspects,
        Kind::Trusts,
        Kind::Checked,
        Kind::Healed,
        Kind::Poisoned,
        Kind::Guarded,
        Kind::Shot,
        Kind::WillVote,
    ];
}

impl Says {
    /// Its kind.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Says::Role { .. } => Kind::Role,
            Says::NotRole { .. } => Kind::NotRole,
            Says::Camp { wolf: true, .. } => Kind::Suspects,
            Says::Camp { wolf: false, .. } => Kind::Trusts,
            Says::Checked { .. } => Kind::Checked,
            Says::Saved { .. } => Kind::Healed,
            Says::Poisoned { .. } => Kind::Poisoned,
            Says::Guarded { .. } => Kind::Guarded,
            Says::Shot { .. } => Kind::Shot,
            Says::WillVote { .. } => Kind::WillVote,
        }
    }

    /// Whom it is about.
    #[must_use]
    pub fn about(self) -> Seat {
        match self {
            Says::Role { seat, .. }
            | Says::NotRole { seat, .. }
            | Says::Camp { seat, .. }
            | Says::Checked { seat, .. }
            | Says::Saved { seat }
            | Says::Poisoned { seat }
            | Says::Guarded { seat }
            | Says::Shot { seat }
            | Says::WillVote { seat } => seat,
        }
    }

    /// The role it names.
    #[must_use]
    pub fn role(self) -> Option<RoleId> {
        match self {
            Says::Role { role, .. } | Says::NotRole { role, .. } => Some(role),
            _ => None,
        }
    }

    /// Whether it says that a wolf is there, or none.
    #[must_use]
    pub fn wolf(self) -> Option<bool> {
        match self {
            Says::Camp { wolf, .. } | Says::Checked { wolf, .. } => Some(wolf),
            _ => None,
        }
    }
}

impl Statement {
    /// Whether it speaks against the seat it is about (1) or for it (-1). A role that somebody claims for himself does
    /// neither.
    #[must_use]
    pub fn stance(&self) -> Option<f64> {
        let against = match self.says {
            Says::Camp { wolf, .. } | Says::Checked { wolf, .. } => wolf,
            Says::WillVote { .. } => true,
            Says::Role { seat, role } if seat != self.speaker => role.card().camp == Camp::Wolves,
            _ => return None,
        };
        Some(if against { 1.0 } else { -1.0 })
    }
}

/// What a structured claim says, and of which night.
fn stated(claim: Claim) -> (Says, Option<u16>) {
    match claim {
        Claim::Role { seat, role } => (Says::Role { seat, role }, None),
        Claim::Checked { seat, wolf, night } => (Says::Checked { seat, wolf }, Some(night)),
        Claim::Healed { seat } => (Says::Saved { seat }, None),
        Claim::Poisoned { seat } => (Says::Poisoned { seat }, None),
        Claim::Suspects { seat } => (Says::Camp { seat, wolf: true }, None),
        Claim::Trusts { seat } => (Says::Camp { seat, wolf: false }, None),
        Claim::WillVote { seat } => (Says::WillVote { seat }, None),
    }
}

/// The statements of a game, speech by speech. A speech with structured claims says those and nothing else; of any other
/// the words are read.
#[must_use]
pub fn statements(story: &Story) -> Vec<Statement> {
    let mut found = vec![];
    let mut roles: BTreeMap<Seat, RoleId> = BTreeMap::new();
    let mut ears: Option<Listener> = None;
    for (speech, said) in story.speeches.iter().enumerate() {
        let from = found.len();
        let one =
            |(says, night), method| Statement { speech, speaker: said.seat, day: said.at.day, says, night, method };
        if !said.claims.is_empty() {
            let known = said.claims.iter().map(|claim| stated(*claim));
            let seated = known.filter(|(says, _)| story.seats().has(says.about()));
            found.extend(seated.map(|claim| one(claim, Method::Stated)));
        } else if !said.text.is_empty() {
            let ears = ears.get_or_insert_with(|| listener(story));
            let heard = ears.claims(&said.text, said.seat, roles.get(&said.seat).copied());
            found.extend(heard.into_iter().map(|says| one((says, None), Method::Read)));
        }
        for statement in &found[from..] {
            match statement.says {
                Says::Role { seat, role } if seat == statement.speaker => roles.insert(seat, role),
                _ => None,
            };
        }
    }
    found
}

/// What a speech states in structured form, of seats that are at the table.
#[must_use]
pub fn stated_in(story: &Story, speech: usize) -> Vec<Says> {
    let claims = story.speeches.get(speech).map(|said| &said.claims[..]).unwrap_or_default();
    claims.iter().map(|claim| stated(*claim).0).filter(|says| story.seats().has(says.about())).collect()
}

/// Who hears the speeches of a game: seats are called by their numbers.
#[must_use]
pub fn listener(story: &Story) -> Listener {
    Listener::new(story.seats(), vec![], &story.header.board.possible_roles())
}
