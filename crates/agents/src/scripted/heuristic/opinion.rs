//! What he says he believes when he is asked aside.

use super::beliefs::{Beliefs, CERTAIN, Standpoint};
use super::claims::Claims;
use super::level::Level;
use super::memory::{Memory, PerSeat};
use crate::Inquiry;
use crate::scripted::aside::in_thousandths;
use lycaon_rules::{Seat, Seats};
use lycaon_transcript::Belief;

/// His beliefs after all that this view has heard.
pub(super) fn opinion(inquiry: &Inquiry<'_>, me: Seat, level: Level, hunches: &PerSeat<i32>) -> Belief {
    let memory = Memory::of(inquiry.view, me);
    let claims = Claims::read(&memory);
    let own = Beliefs::form(&memory, &claims, Standpoint::Own, level, hunches);
    let others: Seats = inquiry.others.iter().copied().collect();
    if inquiry.is_of_wolf() {
        let table = Beliefs::form(&memory, &claims, Standpoint::Public, level, &PerSeat::default());
        let would_vote = table.worst(others.minus(inquiry.view.pack()));
        return Belief { suspected: Some(chance(table.of(me))), would_vote, ..Belief::default() };
    }
    let worst = own.worst(others);
    let p_wolf = others.iter().map(|seat| (seat, chance(own.of(seat)))).collect();
    Belief { p_wolf, top_suspect: worst, would_vote: worst, suspected: None }
}

/// The probability that so many points of suspicion stand for: a hundred are one in log-odds, from one in four.
fn chance(points: i32) -> f64 {
    match points {
        points if points >= CERTAIN => 1.0,
        points if points <= -CERTAIN => 0.0,
        points => in_thousandths(1.0 / (1.0 + 3.0 * (-f64::from(points) / 100.0).exp())),
    }
}
