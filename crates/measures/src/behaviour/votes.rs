//! Ballots and exiles (B1 to B3, B5 to B7 by day, B14, B21).

use super::{Measure, Notes, share, yes};
use crate::reading::{Ballot, Poll};
use crate::stats::entropy_bits;
use lycaon_rules::{About, Seat, Seats};
use std::collections::BTreeMap;

pub(super) fn observe(notes: &mut Notes) {
    let story = notes.story;
    for poll in story.polls.iter().filter(|poll| poll.about == About::Exile && !poll.ballots.is_empty()) {
        for (place, ballot) in poll.ballots.iter().enumerate() {
            alone(notes, poll, ballot);
            if poll.in_turn {
                in_turn(notes, poll, &poll.ballots[..place], ballot);
            }
        }
        pairs(notes, poll);
        together(notes, poll);
        if let Some(out) = poll.out {
            exile(notes, poll, out);
        }
    }
}

fn village(notes: &Notes, poll: &Poll) -> Seats {
    poll.ballots.iter().map(|ballot| ballot.by).filter(|by| notes.is_village(poll.at, *by)).collect()
}

/// What one ballot says by itself.
fn alone(notes: &mut Notes, poll: &Poll, ballot: &Ballot) {
    let (day, by, menu, wolves) = (poll.at.day, ballot.by, ballot.menu, poll.at.wolves);
    if !ballot.how.is_fallback() {
        notes.one(Measure::Abstain, by, day, yes(ballot.onto.is_none()), None);
    }
    let Some(onto) = ballot.onto else { return };
    if notes.is_village(poll.at, by) {
        notes.one(Measure::VoteAccuracy, by, day, yes(wolves.has(onto)), share(wolves, menu));
        if poll.is_pivotal(ballot) {
            let chance = share(menu.minus(wolves), menu);
            notes.one(Measure::PivotalError, by, day, yes(!wolves.has(onto)), chance);
        }
    }
    let partners = menu.and(poll.at.pack()).without(by);
    if wolves.has(by) && !partners.is_empty() {
        notes.one(Measure::Bussing, by, day, yes(partners.has(onto)), share(partners, menu));
    }
    if menu.has(by) {
        notes.one(Measure::SelfVote, by, day, yes(onto == by), share(Seats::one(by), menu));
    }
}

/// What a ballot says that was cast when these had been cast.
fn in_turn(notes: &mut Notes, poll: &Poll, before: &[Ballot], ballot: &Ballot) {
    let (Some(onto), by) = (ballot.onto, ballot.by) else { return };
    let mut votes: BTreeMap<Seat, usize> = BTreeMap::new();
    for onto in before.iter().filter_map(|ballot| ballot.onto) {
        *votes.entry(onto).or_default() += 1;
    }
    let most = votes.values().copied().max().unwrap_or(0);
    let leaders: Seats = votes.iter().filter(|(_, count)| **count == most).map(|(seat, _)| *seat).collect();
    if !leaders.is_empty() {
        notes.one(Measure::Bandwagon, by, poll.at.day, yes(leaders.has(onto)), share(leaders, ballot.menu));
    }
    let partners = poll.at.pack().without(by);
    if poll.at.wolves.has(by) && partners.has(onto) {
        notes.one(Measure::BussingLead, by, poll.at.day, yes(!leaders.has(onto)), None);
    }
}

/// Wolves who vote alike, against how alike two ballots of the village are.
fn pairs(notes: &mut Notes, poll: &Poll) {
    let (mut wolves, mut others): (Vec<(Seat, Seat)>, BTreeMap<Seat, f64>) = (vec![], BTreeMap::new());
    for ballot in &poll.ballots {
        let Some(onto) = ballot.onto else { continue };
        match poll.at.wolves.has(ballot.by) {
            true => wolves.push((ballot.by, onto)),
            false => *others.entry(onto).or_default() += 1.0,
        }
    }
    let total: f64 = others.values().sum();
    if total == 0.0 {
        return;
    }
    let chance: f64 = others.values().map(|votes| (votes / total).powi(2)).sum();
    for (first, (one, onto)) in wolves.iter().enumerate() {
        for (other, other_onto) in &wolves[first + 1..] {
            let pair = Seats::one(*one).with(*other);
            notes.shared(Measure::DayAgreement, pair, poll.at.day, yes(onto == other_onto), chance);
        }
    }
}

/// What all ballots of a vote say together.
fn together(notes: &mut Notes, poll: &Poll) {
    let mut votes: BTreeMap<Seat, f64> = BTreeMap::new();
    for onto in poll.ballots.iter().filter_map(|ballot| ballot.onto) {
        *votes.entry(onto).or_default() += 1.0;
    }
    let counts: Vec<f64> = votes.into_values().collect();
    if counts.is_empty() {
        return;
    }
    let voters = poll.ballots.iter().map(|ballot| ballot.by).collect();
    notes.shared(Measure::BallotEntropy, voters, poll.at.day, entropy_bits(&counts), None);
    let good = village(notes, poll);
    let cast: Vec<Seat> =
        poll.ballots.iter().filter(|ballot| good.has(ballot.by)).filter_map(|ballot| ballot.onto).collect();
    if let [first, rest @ ..] = &cast[..]
        && !rest.is_empty()
    {
        let wrong = rest.iter().all(|onto| onto == first) && !poll.at.wolves.has(*first);
        notes.shared(Measure::UnanimousWrong, good, poll.at.day, yes(wrong), None);
    }
}

/// What an exile says.
fn exile(notes: &mut Notes, poll: &Poll, out: Seat) {
    let (day, wolves) = (poll.at.day, poll.at.wolves);
    let good = village(notes, poll);
    let others = poll.over.minus(wolves);
    let wrong = !wolves.has(out);
    if !good.is_empty() {
        notes.shared(Measure::MisElimination, good, day, yes(wrong), share(others, poll.over));
    }
    if !wrong {
        return;
    }
    let gods = notes.story.gods(others);
    if !good.is_empty() {
        notes.shared(Measure::KeyRoleLoss, good, day, yes(gods.has(out)), share(gods, others));
    }
    let voters: Seats = poll.ballots.iter().map(|ballot| ballot.by).collect();
    let against: Seats =
        poll.ballots.iter().filter(|ballot| ballot.onto == Some(out)).map(|ballot| ballot.by).collect();
    let pack = voters.and(wolves);
    if let Some(part) = share(wolves, against).filter(|_| !pack.is_empty()) {
        notes.shared(Measure::WolfPush, pack, day, part, share(wolves, voters));
    }
}
