//! What an entered line does: an answer, or a command.

use super::{Popup, Scene};
use crate::log::Log;
use crate::look::Meaning;
use crate::question::Asked;
use crate::texts::Texts;
use lycaon_agents::Trouble;
use lycaon_agents::human::{self, Command, Entry, answer, filled, nothing, plain};
use lycaon_narrator::Lang;
use std::sync::Arc;
use std::time::Instant;

impl Scene {
    /// Does what a line that was entered is for; an empty one confirms what was marked.
    pub(super) fn enter(&mut self) {
        let text = plain(&self.draft.text());
        if let (true, Some(asked)) = (text.trim().is_empty(), &self.asked) {
            // What was chosen is not chosen once more.
            if asked.held.is_some() {
                return;
            }
            if let Some(choice) = asked.meant(&self.draft, &self.narrator) {
                self.submit(choice.into());
            }
            return;
        }
        let quitting = std::mem::take(&mut self.quitting);
        match Entry::read(&text, self.words) {
            Entry::Nothing => self.draft.clear(),
            Entry::Quotes => self.draft.clear(),
            Entry::Words(words) => self.say(words),
            Entry::Unknown(word) => {
                let told = filled(&self.words.unknown_command, "command", format!("/{word}"));
                self.tell(Meaning::Alert, told);
            }
            Entry::Command(command, rest) => {
                self.draft.clear();
                self.obey(command, rest, quitting);
            }
        }
    }

    /// Words that may be an answer.
    fn say(&mut self, words: &str) {
        let Some(asked) = &self.asked else { return self.tell(Meaning::Alert, self.texts.not_asked.clone()) };
        if asked.held.is_some() {
            return self.tell(Meaning::Alert, self.words.chosen_already.clone());
        }
        match answer(words, &asked.request, &self.narrator) {
            Ok(answer) => self.submit(answer),
            Err(unclear) => {
                let complaint = self.narrator.complaint(&unclear, &asked.request);
                self.tell(Meaning::Alert, complaint);
            }
        }
    }

    fn obey(&mut self, command: Command, rest: &str, quitting: bool) {
        match command {
            Command::Help => self.open(1),
            Command::Me => self.open(2),
            Command::Note if rest.is_empty() => self.open(4),
            Command::Note => {
                self.notes.push(rest.to_owned());
                self.tell(Meaning::Dim, self.words.noted.clone());
            }
            Command::Time => self.tell(Meaning::Moderator, self.desk().tell(command, rest)),
            Command::Undo => self.undo(),
            Command::Pass => match self.asked.as_ref().filter(|asked| asked.held.is_none()) {
                Some(asked) => match nothing(&asked.request) {
                    Some(answer) => self.submit(answer),
                    None => self.tell(Meaning::Alert, self.words.cannot_pass.clone()),
                },
                None => self.tell(Meaning::Alert, self.texts.not_asked.clone()),
            },
            Command::Lang => match rest.parse::<Lang>() {
                Ok(lang) => self.speak(lang),
                Err(_) => self.tell(Meaning::Alert, self.words.which_lang.clone()),
            },
            Command::Quit => self.quit(quitting, rest),
            Command::Who | Command::Log | Command::Votes | Command::Rules => {
                let text = self.desk().tell(command, rest);
                let title = if command == Command::Votes { &self.texts.votes } else { &self.texts.told };
                self.popup = Some(Popup { title: title.clone(), text, down: 0, until: None });
            }
        }
    }

    /// Speaks another language from now on, in the words of the same prompts.
    fn speak(&mut self, lang: Lang) {
        match self.narrator.in_lang(lang) {
            Ok(narrator) => self.narrator = Arc::new(narrator),
            Err(error) => return self.tell(Meaning::Alert, error.to_string()),
        }
        (self.texts, self.words) = (Texts::of(lang), human::Texts::of(lang));
        self.log = Log::default();
        self.log.hear(self.all.as_ref().unwrap_or(&self.view), &self.narrator);
        if let Some(asked) = &mut self.asked {
            asked.reword(&self.view, &self.narrator);
        }
        self.recap.clear();
        self.tell(Meaning::Dim, self.words.lang.clone());
    }

    fn quit(&mut self, quitting: bool, rest: &str) {
        let trouble = if self.words.nobody.iter().any(|word| word == rest) {
            Trouble::Gone(self.words.left.clone())
        } else if quitting {
            Trouble::HandedOver(self.words.handed_over.clone())
        } else {
            self.quitting = true;
            return self.tell(Meaning::Alert, self.words.really_quit.clone());
        };
        self.tell(Meaning::Alert, trouble.to_string());
        self.gone = Some(trouble.clone());
        self.give(Err(trouble));
    }

    /// Takes the choice back, if that is possible.
    pub(super) fn undo(&mut self) {
        if self.asked.as_mut().is_some_and(Asked::take_back) {
            // Whether it is in time may be known elsewhere.
            self.tick(Instant::now());
        } else {
            self.tell(Meaning::Moderator, self.words.nothing_to_undo.clone());
        }
    }
}
