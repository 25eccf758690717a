//! The pack by night, and how long wolves last (B4, B7 by night, B8).

use super::{Measure, Notes, share, yes};
use crate::reading::{Hunt, Story};
use crate::stats::Lifetime;
use lycaon_rules::{Claim, RoleId, Seat, Seats};

pub(super) fn observe(notes: &mut Notes) {
    let story = notes.story;
    for hunt in &story.hunts {
        let day = hunt.at.day;
        if let Some(rounds) = hunt.pointed.iter().map(|(round, ..)| *round).max() {
            notes.shared(Measure::HuntRounds, hunt.pack, day, rounds.into(), None);
        }
        pairs(notes, hunt);
        if let Some(prey) = hunt.prey {
            kill(notes, hunt, prey);
        }
    }
}

/// Wolves who point alike before they have seen each other point.
fn pairs(notes: &mut Notes, hunt: &Hunt) {
    let first: Vec<(Seat, Seat)> = hunt
        .pointed
        .iter()
        .filter(|(round, ..)| *round == 1)
        .filter_map(|(_, by, onto)| Some((*by, (*onto)?)))
        .collect();
    let chance = (!hunt.menu.is_empty()).then(|| 1.0 / hunt.menu.len() as f64);
    for (n, (one, onto)) in first.iter().enumerate() {
        for (other, other_onto) in &first[n + 1..] {
            let pair = Seats::one(*one).with(*other);
            notes.shared(Measure::NightAgreement, pair, hunt.at.day, yes(onto == other_onto), chance);
        }
    }
}

fn menu(hunt: &Hunt) -> Seats {
    if hunt.menu.is_empty() { hunt.at.living } else { hunt.menu }
}

fn kill(notes: &mut Notes, hunt: &Hunt, prey: Seat) {
    let (day, pack, wolves) = (hunt.at.day, hunt.pack, hunt.at.wolves);
    notes.shared(Measure::SelfKnife, pack, day, yes(wolves.has(prey)), share(wolves, menu(hunt)));
    if wolves.has(prey) {
        return;
    }
    let others = menu(hunt).minus(wolves);
    let gods = notes.story.gods(others);
    notes.shared(Measure::KillGod, pack, day, yes(gods.has(prey)), share(gods, others));
    let claimed = seers_before(notes.story, day).and(others);
    if !claimed.is_empty() {
        notes.shared(Measure::KillClaimedSeer, pack, day, yes(claimed.has(prey)), share(claimed, others));
    }
}

/// Who had claimed to be the seer before this night.
fn seers_before(story: &Story, night: u16) -> Seats {
    let earlier = story.speeches.iter().filter(|said| said.at.day < night);
    let claims =
        |said: &crate::reading::Said| said.claims.contains(&Claim::Role { seat: said.seat, role: RoleId::Seer });
    earlier.filter(|said| claims(said)).map(|said| said.seat).collect()
}

/// The prey of the first night and whom it could be, without the wolves.
pub(crate) fn first_kill_menu(story: &Story) -> Option<(&Hunt, Seat, Seats)> {
    let hunt = story.hunts.first().filter(|hunt| hunt.at.day == 1)?;
    let prey = hunt.prey.filter(|prey| !hunt.at.wolves.has(*prey))?;
    Some((hunt, prey, menu(hunt).minus(hunt.at.wolves)))
}

/// How many days each dealt wolf lived, and whether that ended in death rather than with the game.
pub(crate) fn lifetimes(story: &Story) -> impl Iterator<Item = (Seat, Lifetime)> {
    story.dealt_wolves.iter().map(|wolf| {
        let death = story.deaths.iter().rfind(|death| death.seat == wolf && !story.living.has(wolf));
        let time = death.map_or(story.end.days, |death| death.at.day);
        (wolf, Lifetime { time: time.into(), ended: death.is_some() })
    })
}
