//! The log: what the seat has heard, in sentences.

use crate::look::Meaning;
use crate::text;
use lycaon_narrator::Narrator;
use lycaon_rules::{Listener, Phase, SeatEvent, View};

/// One entry: a heading, or what happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub meaning: Meaning,
    pub text: String,
    /// At which position of the view it stands; a heading at that of what follows.
    pub at: usize,
}

/// The log so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    entries: Vec<Entry>,
    /// How much of the view is in it.
    heard: usize,
    chapter: Option<(Phase, u16)>,
}

/// A line of the log at some width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub meaning: Meaning,
    pub text: String,
}

impl Log {
    /// Takes in what the view has heard since; tells how many entries are new.
    pub(crate) fn hear(&mut self, view: &View, narrator: &Narrator) -> usize {
        let before = self.entries.len();
        for (at, event) in view.heard().iter().enumerate().skip(self.heard) {
            let Some(sentence) = narrator.fact(view, event) else { continue };
            let chapter = (event.phase, event.day);
            if self.chapter.replace(chapter) != Some(chapter) {
                let text = heading(narrator, event);
                self.entries.push(Entry { meaning: Meaning::Moderator, text: format!("── {text} ──"), at });
            }
            let text = format!("{} {sentence}", narrator.tag(view, event));
            self.entries.push(Entry { meaning: meaning(view.listener(), event), text, at });
        }
        self.heard = view.heard().len();
        self.entries.len() - before
    }

    /// The lines that fill so many rows, `up` rows above the end, and how far up there is anything to see.
    pub(crate) fn rows(&self, columns: u16, height: usize, up: usize) -> (Vec<Row>, usize) {
        let wanted = height + up;
        let mut rows: Vec<Row> = vec![];
        for entry in self.entries.iter().rev() {
            if rows.len() >= wanted {
                break;
            }
            let lines = text::wrap(&entry.text, columns, 2).into_iter().rev();
            rows.extend(lines.map(|text| Row { meaning: entry.meaning, text }));
        }
        let up = up.min(rows.len().saturating_sub(height));
        let mut rows: Vec<Row> = rows.into_iter().skip(up).take(height).collect();
        rows.reverse();
        (rows, up)
    }

    /// The entries, oldest first.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

/// The heading of the part of the game an event falls in, without ornament.
pub(crate) fn heading(narrator: &Narrator, event: &SeatEvent) -> String {
    narrator.heading(event).trim_matches(['=', ' ']).to_owned()
}

fn meaning(listener: Listener, event: &SeatEvent) -> Meaning {
    match listener {
        _ if !event.private => Meaning::Public,
        Listener::Moderator => Meaning::Dim,
        _ if event.shared => Meaning::Circle,
        _ => Meaning::OnlyYou,
    }
}
