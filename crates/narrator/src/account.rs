//! A listener's stream as text: who hears an event, what is new, and the whole account.

use crate::narrator::Narrator;
use crate::sources::PromptError;
use crate::terms::Term;
use crate::values::seats;
use lycaon_rules::{Ceiling, Fact, Listener, Phase, SeatEvent, View};
use minijinja::context;
use std::ops::Range;

pub(crate) fn tag(narrator: &Narrator, listener: Listener, event: &SeatEvent) -> Result<String, PromptError> {
    let tag = |name: &str| narrator.say(&format!("ui.tag.{name}"), context! { me => () });
    match (event.private, listener) {
        (false, _) => tag("all"),
        (true, Listener::Moderator) if event.fact.ceiling() != Ceiling::Some => {
            if event.to.is_empty() {
                tag("record")
            } else {
                narrator.say("ui.tag.seats", context! { me => (), seats => seats(event.to) })
            }
        }
        (true, _) => tag(circle(&event.fact)),
    }
}

pub(crate) fn heading(narrator: &Narrator, event: &SeatEvent) -> Result<String, PromptError> {
    narrator.say(&format!("ui.heading.{}", event.phase.id()), context! { me => (), day => event.day })
}

/// Which circle a private fact is for. It goes by the fact and not by how many heard it: the last wolf is still a pack.
fn circle(fact: &Fact) -> &'static str {
    match fact {
        Fact::Pack { .. } | Fact::Pointed { .. } | Fact::Prey { .. } | Fact::Caught { .. } | Fact::Taken { .. } => {
            "pack"
        }
        Fact::Lovers { .. } => "lovers",
        Fact::Enlisted { .. } => "pack",
        Fact::Charmed { .. } => "charmed",
        _ => "you",
    }
}

pub(crate) fn news(narrator: &Narrator, view: &View, from: usize) -> String {
    heard(narrator, view, from..view.heard().len())
}

pub(crate) fn heard(narrator: &Narrator, view: &View, positions: Range<usize>) -> String {
    let heard = view.heard().get(positions).unwrap_or_default();
    let lines: Vec<String> = heard.iter().filter_map(|event| line(narrator, view, event)).collect();
    lines.join("\n")
}

pub(crate) fn account(narrator: &Narrator, view: &View) -> String {
    let mut text = String::new();
    let mut chapter: Option<(Phase, u16)> = None;
    for event in view.heard() {
        let Some(line) = line(narrator, view, event) else { continue };
        if chapter != Some((event.phase, event.day)) {
            if chapter.is_some() {
                text.push('\n');
            }
            chapter = Some((event.phase, event.day));
            text.push_str(&narrator.heading(event));
            text.push('\n');
        }
        text.push_str(&line);
        text.push('\n');
    }
    text
}

fn line(narrator: &Narrator, view: &View, event: &SeatEvent) -> Option<String> {
    let sentence = narrator.fact(view, event)?;
    Some(format!("{} {sentence}", narrator.tag(view, event)))
}
