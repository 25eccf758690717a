//! Claims against what the speaker knew: lies, honest errors, what was kept back, and what lies achieved (D0 to D4).

use super::{Measure, Notes, Observation, share, yes};
use crate::claims::{Label, Labelled, Says, labelled, omissions, refuted};
use crate::reading::Poll;
use crate::talk::words;
use lycaon_rules::{About, Seat, Seats};

pub(super) fn observe(notes: &mut Notes) {
    let claims = labelled(notes.story);
    for claim in claims.iter().filter(|claim| claim.is_verifiable()) {
        let (seat, day) = (claim.statement.speaker, claim.statement.day);
        notes.one(Measure::LieRate, seat, day, yes(claim.label == Label::Lie), None);
        notes.one(Measure::ExcessLie, seat, day, yes(claim.is_excess()), None);
        notes.one(Measure::HonestError, seat, day, yes(claim.label == Label::FalseHonest), None);
    }
    speeches(notes, &claims);
    for omission in omissions(notes.story, &claims) {
        notes.one(Measure::Omission, omission.seat, omission.day, yes(omission.kept), None);
    }
    fates(notes, &claims);
    fabricated(notes, &claims);
}

/// What speeches with words hold. Lies by a hundred words weigh as much as the words they stand among.
fn speeches(notes: &mut Notes, claims: &[Labelled]) {
    let story = notes.story;
    for (speech, said) in story.speeches.iter().enumerate() {
        let words = words(&said.text).len();
        if said.fallback || words == 0 {
            continue;
        }
        let own = || claims.iter().filter(|claim| claim.statement.speech == speech);
        let lies = own().filter(|claim| claim.label == Label::Lie).count();
        let (seat, day) = (said.seat, said.at.day);
        notes.one(Measure::Claims, seat, day, own().count() as f64, None);
        notes.one(Measure::LyingSpeech, seat, day, yes(lies > 0), None);
        let hundreds = words as f64 / 100.0;
        let value = lies as f64 / hundreds;
        notes.seen.push(Observation { measure: Measure::LieDensity, seat, day, value, chance: None, weight: hundreds });
    }
}

/// Whether lies came out while the game lasted. A lie that is told again is one.
fn fates(notes: &mut Notes, claims: &[Labelled]) {
    for (claim, day) in first_lies(claims).map(|claim| (claim, refuted(notes.story, &claim.statement, claims))) {
        notes.one(Measure::LieExposed, claim.statement.speaker, claim.statement.day, yes(day.is_some()), None);
    }
}

/// The lies of a game, each when it was first told.
pub(crate) fn first_lies(claims: &[Labelled]) -> impl Iterator<Item = &Labelled> {
    let same =
        |a: &Labelled, b: &Labelled| a.statement.speaker == b.statement.speaker && a.statement.says == b.statement.says;
    let lies = claims.iter().enumerate().filter(|(_, claim)| claim.label == Label::Lie);
    lies.filter(move |(n, claim)| !claims[..*n].iter().any(|earlier| same(earlier, claim))).map(|(_, claim)| claim)
}

/// What the village made of a wolf that was never found: whether the target was exiled that day, and who voted for it.
fn fabricated(notes: &mut Notes, claims: &[Labelled]) {
    let story = notes.story;
    let mut done: Vec<(u16, Seat, Seat)> = vec![];
    for claim in claims.iter().filter(|claim| claim.label == Label::Lie) {
        let (Says::Checked { seat, wolf: true }, by, day) =
            (claim.statement.says, claim.statement.speaker, claim.statement.day)
        else {
            continue;
        };
        let said = &story.speeches[claim.statement.speech];
        let polls = || story.polls.iter().filter(|poll| poll.about == About::Exile && poll.at.day == day);
        let (Some(first), Some(last)) = (polls().next(), polls().next_back()) else { continue };
        if said.floor.is_none() || done.contains(&(day, by, seat)) || !first.over.has(seat) {
            continue;
        }
        done.push((day, by, seat));
        let chance = share(Seats::one(seat), first.over);
        notes.one(Measure::FakeRedExiled, by, day, yes(last.out == Some(seat)), chance);
        believed(notes, first, by, seat);
    }
}

/// The village's ballots in the first round of a vote, those of the liar and of his target apart.
fn believed(notes: &mut Notes, poll: &Poll, by: Seat, target: Seat) {
    let voters = poll.ballots.iter().filter(|ballot| ballot.by != by && ballot.by != target);
    for ballot in voters.filter(|ballot| ballot.menu.has(target)) {
        if let Some(onto) = ballot.onto.filter(|_| notes.is_village(poll.at, ballot.by)) {
            let chance = share(Seats::one(target), ballot.menu);
            notes.one(Measure::FakeRedBelieved, ballot.by, poll.at.day, yes(onto == target), chance);
        }
    }
}
