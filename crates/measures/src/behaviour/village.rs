//! The badge, and what decisions added to the village's or the wolves' chances (B18, B20).

use super::{Measure, Notes, share, yes};
use crate::value::{Odds, Turn};
use lycaon_rules::{About, Cause, Seat, Seats};
use std::collections::BTreeMap;

pub(super) fn observe(notes: &mut Notes, odds: &Odds) {
    badge(notes);
    followed(notes);
    added(notes, odds);
}

fn badge(notes: &mut Notes) {
    let story = notes.story;
    for (at, from, to) in &story.badges {
        let good = at.living.iter().filter(|seat| notes.is_village(*at, *seat)).collect::<Seats>();
        match from {
            None if story.standing.has(*to) && !good.is_empty() => {
                let chance = share(at.wolves, story.standing);
                notes.shared(Measure::SheriffWolf, good, at.day, yes(at.wolves.has(*to)), chance);
            }
            Some(from) if notes.is_village(*at, *from) => {
                let heirs = at.living.without(*from);
                let chance = share(heirs.minus(at.wolves), heirs);
                notes.one(Measure::BadgeGood, *from, at.day, yes(!at.wolves.has(*to)), chance);
            }
            _ => {}
        }
    }
}

/// Ballots of the village like the sheriff's, in the first round of a vote.
fn followed(notes: &mut Notes) {
    let story = notes.story;
    for poll in story.polls.iter().filter(|poll| poll.about == About::Exile && poll.round == 1) {
        let sheriff = poll.ballots.iter().find(|ballot| Some(ballot.by) == poll.sheriff);
        let Some(lead) = sheriff.and_then(|ballot| ballot.onto) else { continue };
        for ballot in poll.ballots.iter().filter(|ballot| Some(ballot.by) != poll.sheriff && ballot.menu.has(lead)) {
            if let Some(onto) = ballot.onto.filter(|_| notes.is_village(poll.at, ballot.by)) {
                let chance = share(Seats::one(lead), ballot.menu);
                notes.one(Measure::SheriffFollowed, ballot.by, poll.at.day, yes(onto == lead), chance);
            }
        }
    }
}

/// Each exile changes the odds; the change belongs to the village's ballots that made it. Each attack does, too, and its
/// change belongs to the pack. Everybody gets one number a game.
fn added(notes: &mut Notes, odds: &Odds) {
    let story = notes.story;
    let (mut village, mut wolves): (BTreeMap<Seat, f64>, BTreeMap<Seat, f64>) = (BTreeMap::new(), BTreeMap::new());
    for seat in story.seats().iter() {
        let camp = if story.dealt_wolves.has(seat) { &mut wolves } else { &mut village };
        camp.insert(seat, 0.0);
    }
    let share_out = |sums: &mut BTreeMap<Seat, f64>, seats: Seats, change: f64| {
        for seat in seats.iter() {
            if let Some(sum) = sums.get_mut(&seat) {
                *sum += change / seats.len() as f64;
            }
        }
    };
    for death in &story.deaths {
        let (before, after) = (death.at.living, death.at.living.without(death.seat));
        let value = |living, turn| odds.village(story, living, death.at.wolves, turn);
        if death.causes.contains(&Cause::Vote) {
            let poll = story.polls.iter().rfind(|poll| poll.at.day == death.at.day && poll.out == Some(death.seat));
            let Some(poll) = poll else { continue };
            let authors = poll.ballots.iter().filter(|ballot| ballot.onto == Some(death.seat)).map(|ballot| ballot.by);
            let authors = authors.filter(|by| notes.is_village(death.at, *by)).collect();
            share_out(&mut village, authors, value(after, Turn::Night) - value(before, Turn::Day));
        } else if death.causes.contains(&Cause::Wolves) {
            let hunt = story.hunts.iter().rfind(|hunt| hunt.at.day == death.at.day);
            let Some(hunt) = hunt else { continue };
            share_out(&mut wolves, hunt.pack, value(before, Turn::Night) - value(after, Turn::Day));
        }
    }
    for (measure, sums) in [(Measure::WpaVillage, village), (Measure::WpaWolves, wolves)] {
        for (seat, sum) in sums {
            notes.one(measure, seat, story.end.days, sum, None);
        }
    }
}
