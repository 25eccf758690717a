//! Claims against the truth: how many of each label, and how long lies last.

use super::collect::Collector;
use crate::behaviour::first_lies;
use crate::claims::{Deceit, Label, Labelled, Says, labelled, omissions, refuted};
use crate::reading::Story;
use crate::stats::{Lifetime, kaplan_meier};
use lycaon_rules::{RoleId, Seat};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The claims of an agent with one card, by their labels.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ClaimTruth {
    /// The agent.
    pub agent: String,
    /// The card.
    pub role: String,
    /// Lies that the role asks for.
    pub required: u64,
    /// Other lies.
    pub excess: u64,
    /// False, and the speaker could not know.
    pub false_honest: u64,
    /// True, and known.
    pub known_true: u64,
    /// True, and not known.
    pub bluff_true: u64,
    /// Against the speaker's own belief, where he was asked for it.
    pub insincere: u64,
    /// Neither true nor false.
    pub unverifiable: u64,
    /// Found wolves kept back through a day; these are no claims.
    pub omitted: u64,
}

impl ClaimTruth {
    /// How many claims there are.
    #[must_use]
    pub fn claims(&self) -> u64 {
        self.parts().iter().sum()
    }

    /// The claims by label, in the order in which they are drawn: lies first.
    #[must_use]
    pub fn parts(&self) -> [u64; 7] {
        let ClaimTruth { required, excess, false_honest, known_true, bluff_true, insincere, unverifiable, .. } = *self;
        [excess, required, insincere, false_honest, bluff_true, known_true, unverifiable]
    }

    fn add(&mut self, claim: &Labelled) {
        *match claim.label {
            Label::Lie if claim.deceit.is_some_and(Deceit::is_required) => &mut self.required,
            Label::Lie => &mut self.excess,
            Label::FalseHonest => &mut self.false_honest,
            Label::True => &mut self.known_true,
            Label::BluffTrue => &mut self.bluff_true,
            Label::Insincere => &mut self.insincere,
            Label::Unverifiable => &mut self.unverifiable,
            Label::Omission => &mut self.omitted,
        } += 1;
    }
}

/// How long the lies of an agent last.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LieLife {
    /// The agent.
    pub agent: String,
    /// Its lies; one that is told again is one.
    pub lies: usize,
    /// Those that were refuted in public while the game lasted.
    pub exposed: usize,
    /// The days after which half of them are refuted, by Kaplan and Meier; the end of the game censors. `None` if fewer
    /// than half ever are.
    pub half_life_days: Option<f64>,
}

/// Tallies of claims.
#[derive(Debug, Default)]
pub(super) struct Claims {
    truth: BTreeMap<(u16, RoleId), ClaimTruth>,
    lives: BTreeMap<u16, Vec<Lifetime>>,
    /// How many seats with a card claimed which.
    pub roles: BTreeMap<(u16, RoleId, RoleId), u64>,
}

impl Claims {
    pub fn take(&mut self, story: &Story, agents: &[u16]) {
        let claims = labelled(story);
        let mut claimed: BTreeSet<(Seat, RoleId)> = BTreeSet::new();
        let key = |seat: Seat| (agents[seat.index()], story.card(seat));
        for claim in &claims {
            let speaker = claim.statement.speaker;
            self.truth.entry(key(speaker)).or_default().add(claim);
            match claim.statement.says {
                Says::Role { seat, role } if seat == speaker => {
                    claimed.insert((seat, role));
                }
                _ => {}
            }
        }
        for omission in omissions(story, &claims).into_iter().filter(|omission| omission.kept) {
            self.truth.entry(key(omission.seat)).or_default().omitted += 1;
        }
        for (seat, role) in claimed {
            *self.roles.entry((agents[seat.index()], story.card(seat), role)).or_default() += 1;
        }
        for lie in first_lies(&claims) {
            let (day, fate) = (lie.statement.day, refuted(story, &lie.statement, &claims));
            let last = fate.map_or(story.end.days, |fate| fate.day());
            let life = Lifetime { time: f64::from(last.saturating_sub(day)), ended: fate.is_some() };
            self.lives.entry(agents[lie.statement.speaker.index()]).or_default().push(life);
        }
    }
}

impl Collector {
    /// Claims by label, agent and card.
    pub(super) fn claim_truth(&self) -> Vec<ClaimTruth> {
        let line = |((agent, role), counts): (&(u16, RoleId), &ClaimTruth)| ClaimTruth {
            agent: self.names[usize::from(*agent)].clone(),
            role: role.id().into(),
            ..counts.clone()
        };
        self.claims.truth.iter().map(line).collect()
    }

    /// How long lies last, by agent.
    pub(super) fn lie_lives(&self) -> Vec<LieLife> {
        let line = |(agent, lives): (&u16, &Vec<Lifetime>)| LieLife {
            agent: self.names[usize::from(*agent)].clone(),
            lies: lives.len(),
            exposed: lives.iter().filter(|life| life.ended).count(),
            half_life_days: kaplan_meier(lives).steps.iter().find(|step| step.survival <= 0.5).map(|step| step.time),
        };
        self.claims.lives.iter().map(line).collect()
    }
}
