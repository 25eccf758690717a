//! How much is said, how often the same, and what should not have been (B12, B23).

use super::{Measure, Notes, yes};
use crate::talk::{likeness, runs, words};
use lycaon_rules::{Camp, Claim, Seat};
use std::collections::{BTreeMap, BTreeSet};

/// How many words in a row count as repeated from the pack's talk. What anybody may say by chance is shorter.
const LEAK: usize = 8;
/// How long the runs are by which a speech is likened to an earlier one.
const RUN: usize = 5;

pub(super) fn observe(notes: &mut Notes) {
    let story = notes.story;
    let mut own: BTreeMap<Seat, Vec<BTreeSet<Vec<String>>>> = BTreeMap::new();
    let mut secret: BTreeSet<Vec<String>> = BTreeSet::new();
    let mut whispers = story.whispers.iter().peekable();
    for (n, said) in story.speeches.iter().enumerate() {
        while let Some((_, _, text)) = whispers.next_if(|(before, ..)| *before <= n) {
            secret.extend(runs(text, LEAK));
        }
        let (seat, day, length) = (said.seat, said.at.day, words(&said.text).len());
        if !said.fallback {
            notes.one(Measure::Words, seat, day, length as f64, None);
            notes.one(Measure::Silence, seat, day, yes(length == 0), None);
        }
        if length >= RUN {
            let (spoken, earlier) = (runs(&said.text, RUN), own.entry(seat).or_default());
            if let Some(most) = earlier.iter().map(|other| likeness(&spoken, other)).max_by(f64::total_cmp) {
                notes.one(Measure::Repetition, seat, day, most, None);
            }
            own.entry(seat).or_default().push(spoken);
        }
        if said.at.wolves.has(seat) && !secret.is_empty() {
            let leaks = runs(&said.text, LEAK).iter().any(|run| secret.contains(run));
            notes.one(Measure::Leak, seat, day, yes(leaks), None);
        }
    }
    exposure(notes);
}

/// Wolves who named themselves wolves while that could still hurt: last words do not count.
fn exposure(notes: &mut Notes) {
    let story = notes.story;
    let alive = || story.speeches.iter().filter(|said| said.floor.is_some() && story.dealt_wolves.has(said.seat));
    let speakers: lycaon_rules::Seats = alive().map(|said| said.seat).collect();
    for wolf in speakers.iter() {
        let wolfish = |claim: &Claim| match *claim {
            Claim::Role { seat, role } => seat == wolf && role.card().camp == Camp::Wolves,
            _ => false,
        };
        let exposed = alive().any(|said| said.seat == wolf && said.claims.iter().any(wolfish));
        notes.one(Measure::SelfExposure, wolf, story.end.days, yes(exposed), None);
    }
}
