//! A game as text, told as it goes.

use crate::fault::Fault;
use crate::out::Out;
use lycaon_narrator::Narrator;
use lycaon_rules::{Event, Phase, View};
use std::sync::Arc;

/// Tells what one listener hears: a heading for each night and day, a line for each event.
pub struct Account {
    narrator: Arc<Narrator>,
    view: View,
    chapter: Option<(Phase, u16)>,
}

impl Account {
    /// Begins with a view that has heard nothing yet.
    pub fn new(narrator: Arc<Narrator>, view: View) -> Self {
        Account { narrator, view, chapter: None }
    }

    /// Tells an event, if the listener hears it and there is something to say.
    pub fn tell(&mut self, event: &Event, out: &mut Out) -> Result<(), Fault> {
        if !self.view.hear(event) {
            return Ok(());
        }
        let Some(heard) = self.view.heard().last() else { return Ok(()) };
        let Some(sentence) = self.narrator.fact(&self.view, heard) else { return Ok(()) };
        let chapter = (heard.phase, heard.day);
        if self.chapter != Some(chapter) {
            if self.chapter.replace(chapter).is_some() {
                out.line("")?;
            }
            out.line(self.narrator.heading(heard))?;
        }
        out.line(format_args!("{} {sentence}", self.narrator.tag(&self.view, heard)))
    }
}
