//! The record of a game, for error messages.

use lycaon_rules::{Audience, Event, Phase};
use std::fmt::Write;

/// One line for each event: when, who hears it, what happened.
pub(crate) fn account(events: &[Event]) -> String {
    let mut text = String::new();
    for event in events {
        let when = match event.phase {
            Phase::Setup => "setup".into(),
            Phase::Night => format!("night {}", event.day),
            Phase::Day => format!("day {}", event.day),
            Phase::End => "end".into(),
        };
        let audience = match event.audience {
            Audience::Everyone => "all".into(),
            Audience::Moderator => "record".into(),
            Audience::Only(seats) => format!("to {seats:?}"),
        };
        let _ = writeln!(text, "  {when:<8} {audience:<14} {:?}", event.fact);
    }
    text
}
