//! Structured claims against the truth (B9 b to e, B10, B16, B17, B22).

use super::{Measure, Notes, share, yes};
use crate::reading::{Moment, Poll, Said};
use lycaon_rules::{About, Claim, RoleId, Seat, Seats};
use std::collections::BTreeMap;

pub(super) fn observe(notes: &mut Notes) {
    let story = notes.story;
    for said in &story.speeches {
        for claim in &said.claims {
            stance(notes, said, *claim);
            checked(notes, said, *claim);
        }
    }
    disclosure(notes);
    duels(notes);
    for poll in story.polls.iter().filter(|poll| poll.about == About::Exile && poll.round == 1) {
        announced(notes, poll);
    }
    contradictions(notes);
}

/// Accusations and trust.
fn stance(notes: &mut Notes, said: &Said, claim: Claim) {
    let (at, by) = (said.at, said.seat);
    let others = at.living.without(by);
    match claim {
        Claim::Suspects { seat } if seat != by && at.wolves.has(by) => {
            let partners = at.pack().without(by);
            if !partners.is_empty() {
                let chance = share(partners, others);
                notes.one(Measure::AccusePartner, by, at.day, yes(partners.has(seat)), chance);
            }
        }
        Claim::Suspects { seat } if seat != by && notes.is_village(at, by) => {
            notes.one(Measure::AccuseTrue, by, at.day, yes(at.wolves.has(seat)), share(at.wolves, others));
        }
        Claim::Trusts { seat } if seat != by && notes.is_village(at, by) => {
            let chance = share(others.minus(at.wolves), others);
            notes.one(Measure::TrustTrue, by, at.day, yes(!at.wolves.has(seat)), chance);
        }
        _ => {}
    }
}

/// Claimed checks, and what the village made of true ones.
fn checked(notes: &mut Notes, said: &Said, claim: Claim) {
    let Claim::Checked { seat, wolf, .. } = claim else { return };
    let (story, at, by) = (notes.story, said.at, said.seat);
    if at.wolves.has(by) {
        notes.one(Measure::FakeCheck, by, at.day, yes(wolf != at.wolves.has(seat)), None);
    }
    if story.card(by) != RoleId::Seer {
        return;
    }
    let mut own = story.checks.iter().filter(|check| check.by == by && check.at.day <= at.day);
    let is_true = own.any(|check| check.seat == seat && check.wolf == wolf);
    notes.one(Measure::ClaimTruth, by, at.day, yes(is_true), None);
    // Later speeches of the day repeat the check; the vote that follows is one.
    let first =
        story.speeches.iter().find(|other| other.seat == by && other.at.day == at.day && other.claims.contains(&claim));
    let poll = story.polls.iter().rfind(|poll| poll.about == About::Exile && poll.at.day == at.day);
    let (Some(poll), true, true) = (poll, is_true, first.is_some_and(|first| std::ptr::eq(first, said))) else {
        return;
    };
    let voters: Seats = poll.ballots.iter().map(|b| b.by).filter(|by| notes.is_village(poll.at, *by)).collect();
    if voters.is_empty() || !poll.over.has(seat) {
        return;
    }
    let (out, chance) = (poll.out == Some(seat), 1.0 / poll.over.len() as f64);
    match wolf {
        true => notes.shared(Measure::RedConversion, voters, at.day, yes(out), chance),
        false => notes.shared(Measure::GoldProtect, voters, at.day, yes(!out), 1.0 - chance),
    }
}

/// Whether and when a seer tells that he found a wolf.
fn disclosure(notes: &mut Notes) {
    let story = notes.story;
    let finds = story.checks.iter().filter(|check| check.wolf && story.card(check.by) == RoleId::Seer);
    for check in finds {
        let tells = |said: &&Said| {
            let told = |claim: &Claim| matches!(claim, Claim::Checked { seat, wolf: true, .. } if *seat == check.seat);
            said.seat == check.by && said.at.day >= check.at.day && said.claims.iter().any(told)
        };
        // Who never got to speak again did not keep it to himself.
        if !story.speeches.iter().any(|said| said.seat == check.by && said.at.day >= check.at.day) {
            continue;
        }
        let told = story.speeches.iter().find(tells);
        notes.one(Measure::Disclosed, check.by, check.at.day, yes(told.is_some()), None);
        if let Some(said) = told {
            notes.one(Measure::DisclosureDelay, check.by, check.at.day, f64::from(said.at.day - check.at.day), None);
        }
    }
}

/// Real and fake claims of the seer: who countered, who was believed.
fn duels(notes: &mut Notes) {
    let story = notes.story;
    let mut claimed: BTreeMap<Seat, (usize, Moment)> = BTreeMap::new();
    for (n, said) in story.speeches.iter().enumerate() {
        if said.floor.is_some() && said.claims.contains(&Claim::Role { seat: said.seat, role: RoleId::Seer }) {
            claimed.entry(said.seat).or_insert((n, said.at));
        }
    }
    let real = claimed.iter().find(|(seat, _)| story.card(**seat) == RoleId::Seer);
    let Some((real, (_, at))) = real.map(|(seat, first)| (*seat, *first)) else { return };
    let pack = at.pack();
    let by_then = |(seat, (_, when)): (&Seat, &(usize, Moment))| pack.has(*seat) && when.day <= at.day + 1;
    if !pack.is_empty() {
        notes.shared(Measure::CounterClaim, pack, at.day, yes(claimed.iter().any(by_then)), None);
    }
    let fakes: Seats = claimed.keys().copied().filter(|seat| at.wolves.has(*seat)).collect();
    if fakes.is_empty() {
        return;
    }
    let claimants = fakes.with(real);
    let good: Seats = at.living.iter().filter(|seat| notes.is_village(at, *seat)).collect();
    let exile = story.polls.iter().find_map(|poll| poll.out.filter(|out| claimants.has(*out)).map(|out| (poll, out)));
    if let Some((poll, out)) = exile.filter(|_| !good.is_empty()) {
        notes.shared(Measure::DuelFake, good, poll.at.day, yes(fakes.has(out)), share(fakes, claimants));
    }
    for poll in story.polls.iter().filter(|poll| poll.about == About::Exile && poll.over.has(real)) {
        let up = claimants.and(poll.over);
        for ballot in poll
            .ballots
            .iter()
            .filter(|ballot| up.len() > 1 && notes.is_village(poll.at, ballot.by))
            .collect::<Vec<_>>()
        {
            if let Some(onto) = ballot.onto.filter(|onto| up.has(*onto) && ballot.by != real) {
                notes.one(Measure::SeerDoubt, ballot.by, poll.at.day, yes(fakes.has(onto)), share(fakes, up));
            }
        }
    }
}

/// Whether the first ballot of the day is what was announced.
fn announced(notes: &mut Notes, poll: &Poll) {
    let story = notes.story;
    for ballot in &poll.ballots {
        let Some(onto) = ballot.onto else { continue };
        let (by, day) = (ballot.by, poll.at.day);
        let own = || story.speeches.iter().filter(|said| said.seat == by && said.at.day == day && said.floor.is_some());
        let claims = || own().flat_map(|said| &said.claims);
        let word = claims()
            .filter_map(|claim| if let Claim::WillVote { seat } = claim { Some(*seat) } else { None })
            .next_back();
        if let Some(word) = word.filter(|word| ballot.menu.has(*word)) {
            notes.one(Measure::WordKept, by, day, yes(onto == word), share(Seats::one(word), ballot.menu));
        }
        let accused: Seats = claims()
            .filter_map(|claim| if let Claim::Suspects { seat } = claim { Some(*seat) } else { None })
            .collect();
        let accused = accused.and(ballot.menu);
        if !accused.is_empty() {
            notes.one(Measure::AccusedVoted, by, day, yes(accused.has(onto)), share(accused, ballot.menu));
        }
    }
}

/// Seats that claimed two roles for themselves, or two results of a check on the same seat.
fn contradictions(notes: &mut Notes) {
    let story = notes.story;
    let mut roles: BTreeMap<Seat, Vec<RoleId>> = BTreeMap::new();
    let mut checks: BTreeMap<(Seat, Seat), Vec<bool>> = BTreeMap::new();
    for said in &story.speeches {
        for claim in &said.claims {
            match *claim {
                Claim::Role { seat, role } if seat == said.seat => roles.entry(seat).or_default().push(role),
                Claim::Checked { seat, wolf, .. } => checks.entry((said.seat, seat)).or_default().push(wolf),
                _ => {}
            }
        }
    }
    let claimants: Seats = roles.keys().copied().chain(checks.keys().map(|(by, _)| *by)).collect();
    for by in claimants.iter() {
        let two_roles = roles.get(&by).is_some_and(|roles| roles.iter().any(|role| *role != roles[0]));
        let mut own = checks.iter().filter(|((seat, _), _)| *seat == by);
        let two_results = own.any(|(_, results)| results.iter().any(|result| *result != results[0]));
        notes.one(Measure::Contradiction, by, story.end.days, yes(two_roles || two_results), None);
    }
}
