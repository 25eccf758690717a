//! What one seat's screen shows, and what its keys do. There is no terminal here: [`crate::draw`] makes a picture of a
//! scene, and whoever has the keyboard presses keys.

mod entered;

use crate::draft::Draft;
use crate::keys::Key;
use crate::log::Log;
use crate::look::Meaning;
use crate::question::{Asked, Due, Given};
use crate::texts::Texts;
use lycaon_agents::human::{self, Command, Desk, filled, plain};
use lycaon_agents::remote::Notice;
use lycaon_agents::{Question, Trouble};
use lycaon_narrator::Narrator;
use lycaon_rules::{Answer, Fact, RoleId, Seat, SeatEvent, View};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How long the card is shown.
const CARD_SHOWN: Duration = Duration::from_secs(5);

/// How many rows of the log a page is.
const PAGE: usize = 10;

/// A text laid over the log.
#[derive(Clone, Debug)]
pub(crate) struct Popup {
    pub title: String,
    pub text: String,
    /// How many of its rows are above the first that is shown.
    pub down: usize,
    until: Option<Instant>,
}

/// What a key asks of whoever has the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Nothing more.
    Nothing,
    /// The game is to stop.
    Interrupt,
    /// The screen is to be drawn anew.
    Redraw,
    /// The draft is to be edited elsewhere.
    Edit,
    /// All is read.
    Dismiss,
}

/// One seat's screen.
#[derive(Debug)]
pub(crate) struct Scene {
    pub view: View,
    pub narrator: Arc<Narrator>,
    pub texts: &'static Texts,
    pub words: &'static human::Texts,
    pub log: Log,
    /// How many rows the log is scrolled up.
    pub up: usize,
    /// How many entries came while it was.
    pub unseen: usize,
    pub asked: Option<Asked>,
    pub draft: Draft,
    pub notes: Vec<String>,
    pub popup: Option<Popup>,
    pub status: Option<(Meaning, String)>,
    /// What is wrong with the connection to the table, as long as something is.
    pub connection: Option<String>,
    /// How to come back to a table that was joined.
    pub way_back: Option<String>,
    /// Where the player of a recorded game stands, if one is watched.
    pub watched: Option<String>,
    /// The whole game, once the person has left it and is shown it.
    pub all: Option<View>,
    /// The game is over.
    pub over: bool,
    /// What the night told, while the first question of the day is open.
    pub recap: Vec<String>,
    reminded: Option<u16>,
    quitting: bool,
    leaving: bool,
    /// The person has left, in this way.
    gone: Option<Trouble>,
}

impl Scene {
    pub(crate) fn new(view: View, narrator: Arc<Narrator>) -> Self {
        let lang = narrator.lang();
        Scene {
            view,
            narrator,
            texts: Texts::of(lang),
            words: human::Texts::of(lang),
            log: Log::default(),
            up: 0,
            unseen: 0,
            asked: None,
            draft: Draft::default(),
            notes: vec![],
            popup: None,
            status: None,
            connection: None,
            way_back: None,
            watched: None,
            all: None,
            over: false,
            recap: vec![],
            reminded: None,
            quitting: false,
            leaving: false,
            gone: None,
        }
    }

    /// Takes in what was heard.
    pub(crate) fn hear(&mut self, view: &View) {
        self.view = view.clone();
        if self.all.is_none() {
            self.log_of(view);
        }
        self.over |= view.heard().last().is_some_and(|event| matches!(event.fact, Fact::Ended { .. }));
    }

    /// Takes in the whole game, which the person sees from now on.
    pub(crate) fn look_on(&mut self, all: View) {
        if self.all.is_none() {
            (self.log, self.up, self.unseen) = (Log::default(), 0, 0);
            self.tell(Meaning::Moderator, self.words.all_is_shown.trim_matches(['—', '-', ' ']).to_owned());
        }
        self.log_of(&all);
        self.all = Some(all);
    }

    fn log_of(&mut self, view: &View) {
        let new = self.log.hear(view, &self.narrator);
        if self.up > 0 {
            self.unseen += new;
        }
    }

    /// The card of a seat, as far as the person may know it.
    pub(crate) fn card_of(&self, seat: Seat) -> Option<RoleId> {
        let truth = |event: &SeatEvent| match &event.fact {
            Fact::Became { role } if event.to.only() == Some(seat) => Some(*role),
            Fact::Dealt { cards, .. } => cards.get(seat.index()).copied(),
            _ => None,
        };
        let known = self.all.as_ref().and_then(|all| all.heard().iter().rev().find_map(truth));
        known.or_else(|| self.desk().card_of(seat))
    }

    /// Puts a question. What was being typed stays.
    pub(crate) fn ask(&mut self, question: &Question<'_>, alone: bool) -> oneshot::Receiver<Given> {
        let (asked, given) = Asked::new(question, &self.narrator);
        let asked = if alone { asked } else { asked.without_window() };
        if let Some(trouble) = &self.gone {
            asked.give(Err(trouble.clone()));
            return given;
        }
        self.hear(question.view);
        let recap = self.desk().recap();
        let day = Some(self.view.day());
        self.recap = if self.reminded == day { vec![] } else { recap };
        if !self.recap.is_empty() {
            self.reminded = day;
        }
        // That the last question was missed is still to be read.
        self.status = self.status.take().filter(|(meaning, _)| *meaning == Meaning::Alert);
        self.asked = Some(asked);
        given
    }

    /// Lets time pass; true if the bell is to be rung.
    pub(crate) fn tick(&mut self, now: Instant) -> bool {
        if self.popup.as_ref().and_then(|popup| popup.until).is_some_and(|until| until <= now) {
            self.popup = None;
        }
        let Some(asked) = &mut self.asked else { return false };
        match asked.tick() {
            Due::Nothing => {}
            Due::Bell => return true,
            Due::MayUndo => {
                if let Some(answer) = asked.held.clone() {
                    let told = [self.understood(&answer), self.words.may_undo.clone()].join("  ");
                    self.tell(Meaning::Moderator, told);
                }
            }
            Due::Undone => self.tell(Meaning::Moderator, self.words.undone.clone()),
            Due::Held => {
                if let Some(answer) = asked.held.take() {
                    self.give(Ok(answer));
                }
            }
            Due::Up if asked.is_speech() && !self.draft.is_empty() => {
                let said = self.draft.text();
                self.draft.clear();
                self.give(Ok(Answer::say(said)));
            }
            // Silence is for the table to find out.
            Due::Up => {}
        }
        false
    }

    /// The table does not wait for the answer any more.
    pub(crate) fn give_up(&mut self) {
        self.asked = None;
        self.recap.clear();
        self.tell(Meaning::Alert, self.words.time_up.clone());
    }

    /// What time may change: the seconds left, whether something is asked, whether something is laid over the log, what
    /// was said last.
    pub(crate) fn stamp(&self) -> (Option<u64>, bool, bool, Option<String>) {
        let seconds = self.asked.as_ref().and_then(|asked| asked.time).map(|(left, _)| left.as_secs());
        let status = self.status.as_ref().map(|(_, status)| status.clone());
        (seconds, self.asked.is_some(), self.popup.is_some(), status)
    }

    /// Does what a key is for.
    pub(crate) fn press(&mut self, key: Key) -> Act {
        if key != Key::Leave {
            self.leaving = false;
        }
        if self.popup.is_some() && self.press_in_popup(&key) {
            return Act::Nothing;
        }
        match key {
            Key::Leave if self.leaving => return Act::Interrupt,
            Key::Leave => {
                self.leaving = true;
                let told = match &self.way_back {
                    Some(way_back) => filled(&self.texts.really_leave_joined, "command", way_back),
                    None => self.texts.really_leave.clone(),
                };
                self.tell(Meaning::Alert, told);
            }
            Key::Redraw => return Act::Redraw,
            Key::Edit => return Act::Edit,
            Key::Enter if self.over && self.asked.is_none() && self.draft.is_empty() => return Act::Dismiss,
            Key::Enter => self.enter(),
            Key::Type(text) => {
                self.draft.insert(&text);
                self.status = None;
            }
            Key::Esc => self.escape(),
            Key::Clear => self.draft.clear(),
            Key::F(number) => self.open(number),
            Key::Tab | Key::BackTab => self.step(key == Key::Tab),
            Key::Up | Key::Down if self.draft.is_empty() && self.chooses() => self.step(key == Key::Down),
            Key::Up => self.scroll(1, true),
            Key::Down => self.scroll(1, false),
            Key::PageUp => self.scroll(PAGE, true),
            Key::PageDown => self.scroll(PAGE, false),
            Key::Home if self.draft.is_empty() => self.scroll(usize::MAX / 2, true),
            Key::End if self.draft.is_empty() => self.scroll(usize::MAX / 2, false),
            Key::Home => self.draft.home(),
            Key::End => self.draft.end(),
            Key::Left => self.draft.left(),
            Key::Right => self.draft.right(),
            Key::Backspace => self.draft.backspace(),
            Key::Delete => self.draft.delete(),
        }
        Act::Nothing
    }

    /// Whether the popup had a use for the key.
    fn press_in_popup(&mut self, key: &Key) -> bool {
        let Some(popup) = &mut self.popup else { return false };
        match key {
            Key::Down => popup.down += 1,
            Key::Up => popup.down = popup.down.saturating_sub(1),
            Key::PageDown => popup.down += PAGE,
            Key::PageUp => popup.down = popup.down.saturating_sub(PAGE),
            // The card is hidden at any key; every popup is closed by what is no use to it.
            key => {
                self.popup = None;
                return matches!(key, Key::Esc | Key::Enter);
            }
        }
        true
    }

    /// Whether one of several options is asked for.
    fn chooses(&self) -> bool {
        self.asked.as_ref().is_some_and(|asked| asked.held.is_none() && !asked.choices().is_empty())
    }

    fn step(&mut self, forward: bool) {
        let chooses = self.chooses();
        if let Some(asked) = self.asked.as_mut().filter(|_| chooses) {
            self.draft.clear();
            asked.step(forward);
        }
    }

    fn scroll(&mut self, rows: usize, up: bool) {
        self.up = if up { self.up.saturating_add(rows) } else { self.up.saturating_sub(rows) };
        if self.up == 0 {
            self.unseen = 0;
        }
    }

    fn escape(&mut self) {
        if self.asked.as_ref().is_some_and(|asked| asked.held.is_some()) {
            return self.undo();
        }
        self.draft.clear();
        self.status = None;
        if let Some(asked) = &mut self.asked {
            asked.picked = None;
        }
    }

    fn open(&mut self, number: u8) {
        let (title, text, until) = match number {
            1 => (&self.texts.help, self.help(), None),
            2 => {
                let until = Instant::now() + CARD_SHOWN;
                (&self.texts.card, self.desk().tell(Command::Me, ""), Some(until))
            }
            3 => (&self.texts.votes, self.desk().votes(""), None),
            4 => (&self.texts.notes, self.desk().own_notes(), None),
            _ => return,
        };
        self.popup = Some(Popup { title: title.clone(), text, down: 0, until });
    }

    fn help(&self) -> String {
        let line = |(key, about): &(String, String)| format!("{key}: {about}");
        let mut keys: Vec<String> = self.texts.keys.iter().map(line).collect();
        keys.extend(self.way_back.as_ref().map(|command| filled(&self.texts.way_back, "command", command)));
        format!("{}\n\n{}", keys.join("\n"), self.desk().tell(Command::Help, ""))
    }

    /// Says how the connection to the table is.
    pub(crate) fn notice(&mut self, notice: Notice) {
        let told = self.words.of_connection(notice);
        if notice == Notice::Back {
            self.connection = None;
            self.tell(Meaning::Moderator, told);
        } else {
            self.connection = Some(told);
        }
    }

    /// Takes in what an editor made of the draft.
    pub(crate) fn edited(&mut self, edited: std::io::Result<String>) {
        match edited {
            Ok(text) => self.draft.replace(&text),
            Err(why) => {
                let told = filled(&self.texts.editor_failed, "why", plain(&why.to_string()));
                self.tell(Meaning::Alert, told);
            }
        }
    }

    /// Makes a choice, which can be taken back while others still think.
    fn submit(&mut self, answer: Answer) {
        let Some(asked) = &mut self.asked else { return };
        // What is typed while a choice is held back is for later.
        self.draft.clear();
        if asked.choose(&answer) {
            self.tell(Meaning::Moderator, self.understood(&answer));
            self.tick(Instant::now());
            return;
        }
        self.give(Ok(answer));
    }

    /// Ends the question with an answer, or without one.
    fn give(&mut self, given: Given) {
        if let Ok(answer) = &given {
            let told = self.understood(answer);
            self.tell(Meaning::Moderator, told);
        }
        let Some(asked) = self.asked.take() else { return };
        self.recap.clear();
        asked.give(given);
    }

    fn understood(&self, answer: &Answer) -> String {
        self.asked.as_ref().map_or_else(String::new, |asked| self.desk().understood(answer, &asked.request).join("  "))
    }

    fn tell(&mut self, meaning: Meaning, text: String) {
        self.status = Some((meaning, text));
    }

    pub(crate) fn desk(&self) -> Desk<'_> {
        Desk {
            narrator: &self.narrator,
            texts: self.words,
            view: &self.view,
            notes: &self.notes,
            deadline: self.asked.as_ref().and_then(Asked::deadline),
        }
    }
}
