//! Whether lies are believed (D4), by what listeners believe before and after the speech that tells them.
//!
//! Of a claim that a seat is a wolf, or is none, a listener's belief says how likely he holds it to be true: the
//! probability that he gives the seat, or what is left of it. Asked are the speaker's listeners of the village, without the
//! seat that the claim is about, and only where the hard facts leave it open to them whether the claim is true.

use super::speeches::{Around, around};
use crate::behaviour::{Measure, Observation};
use crate::claims::{Label, Labelled, Says, labelled};
use crate::reading::{Probed, Story};
use lycaon_rules::{RoleId, Seat};

/// What one speech says of whether a seat is a wolf, where its speaker knew, beside what its listeners make of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Credited {
    /// Its place among the public speeches of the game, from 0.
    pub speech: usize,
    /// Whom the claim is about.
    pub about: Seat,
    /// Whether the claim says that this seat is a wolf.
    pub wolf: bool,
    /// Whether it is a lie: false, as the speaker knew. Otherwise it is true, as he knew.
    pub lie: bool,
    /// Who heard it; never empty.
    pub listeners: Vec<Credence>,
}

/// How likely one listener holds a claim to be true, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Credence {
    /// Who.
    pub listener: Seat,
    /// Before the speech; `None` where he was not asked, or where what became known meanwhile moved the hard facts.
    pub before: Option<f64>,
    /// After it.
    pub after: f64,
    /// By the hard facts alone, after it; `None` on boards that have none.
    pub hard: Option<f64>,
}

/// Whether this says of a seat that it is a wolf, or that it is none.
#[must_use]
pub fn on_camp(says: Says) -> Option<(Seat, bool)> {
    match says {
        Says::Camp { seat, wolf } | Says::Checked { seat, wolf } => Some((seat, wolf)),
        // A plain werewolf stands for any wolf.
        Says::Role { seat, role: RoleId::Werewolf } => Some((seat, true)),
        Says::NotRole { seat, role: RoleId::Werewolf } => Some((seat, false)),
        _ => None,
    }
}

/// The claims of a game about who is a wolf whose speakers knew, with what was made of them. What a speech says of a seat
/// in several ways is one claim. A check that was never made is a lie even where the seat is what it is said to be; there is
/// nothing to be misled about then, and it is left out.
#[must_use]
pub fn credited(story: &Story) -> Vec<Credited> {
    if !story.probes.iter().any(Probed::is_plain) {
        return vec![];
    }
    let mut found: Vec<Credited> = vec![];
    for claim in labelled(story) {
        let Some((about, wolf)) = on_camp(claim.statement.says) else { continue };
        let Some(lie) = known(story, &claim, about, wolf) else { continue };
        let speech = claim.statement.speech;
        if found.iter().any(|same| (same.speech, same.about, same.wolf) == (speech, about, wolf)) {
            continue;
        }
        let others = story.seats().without(claim.statement.speaker).without(about);
        let credence = |listener| credence(around(story, speech, listener)?, listener, about, wolf);
        let listeners: Vec<Credence> = others.iter().filter_map(credence).collect();
        if !listeners.is_empty() {
            found.push(Credited { speech, about, wolf, lie, listeners });
        }
    }
    found
}

/// Whether what is claimed of the seat is a lie, if its speaker knew whether it is true.
fn known(story: &Story, claim: &Labelled, about: Seat, wolf: bool) -> Option<bool> {
    let is_so = story.speeches[claim.statement.speech].at.wolves.has(about) == wolf;
    match claim.label {
        Label::Lie => (!is_so).then_some(true),
        Label::True => is_so.then_some(false),
        _ => None,
    }
}

fn credence(around: Around<'_>, listener: Seat, about: Seat, wolf: bool) -> Option<Credence> {
    let of_claim = |p: f64| if wolf { p } else { 1.0 - p };
    let guess = around.after.guesses().find(|guess| guess.seat == about && guess.is_open())?;
    let before = around.before.and_then(|before| before.p(about)).map(of_claim);
    Some(Credence { listener, before, after: of_claim(guess.p), hard: guess.oracle.map(of_claim) })
}

/// Each claim weighs 1, shared out among its listeners, and is its speaker's.
pub(super) fn observe(story: &Story) -> Vec<Observation> {
    let mut seen = vec![];
    for claim in credited(story) {
        let said = &story.speeches[claim.speech];
        let mut note = |measure, value, chance, listeners: usize| {
            let weight = 1.0 / listeners as f64;
            seen.push(Observation { measure, seat: said.seat, day: said.at.day, value, chance, weight });
        };
        let believed = |p: f64| f64::from(u8::from(p >= 0.5));
        let (credence, gain) = match claim.lie {
            true => (Measure::LieCredence, Measure::LieGain),
            false => (Measure::TruthCredence, Measure::TruthGain),
        };
        let all = claim.listeners.len();
        let gains: Vec<f64> = claim.listeners.iter().filter_map(|of| Some(of.after - of.before?)).collect();
        gains.iter().for_each(|grown| note(gain, *grown, None, gains.len()));
        for of in &claim.listeners {
            note(credence, of.after, of.hard, all);
            if claim.lie {
                note(Measure::LieBelieved, believed(of.after), of.hard.map(believed), all);
            }
        }
    }
    seen
}
