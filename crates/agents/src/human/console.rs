//! A terminal, or a pair of pipes, that people in several seats may share.

use super::texts::Texts;
use super::{Gallery, Human, Venue};
use crate::Agent;
use crate::lines::{Line, LineSource};
use crate::remote::Notice;
use lycaon_narrator::Narrator;
use lycaon_rules::{Board, Event, Phase, Seat, SeatEvent, View};
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Mutex as Turn, MutexGuard as TurnGuard};

/// The longest text of several lines, in bytes. The longest speech any house allows is shorter.
const BLOCK_MAX: usize = 4 * crate::lines::LINE_MAX;

/// Where people read and type. A clone is the same console.
#[derive(Clone, Debug)]
pub struct Console(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// Whoever holds it is being asked; the others wait.
    turn: Turn<LineSource>,
    paper: Mutex<Paper>,
    /// Whether somebody sits there, as opposed to a file or a pipe.
    interactive: bool,
    people: AtomicU32,
}

/// What has been written.
pub(super) struct Paper {
    out: Box<dyn Write + Send>,
    broken: bool,
    /// How many of the public events were shown.
    pub public: usize,
    /// The part of the game that the last heading names.
    pub chapter: Option<(Phase, u16)>,
    /// In whose words those who sit here are told of the place itself, and of a game that they have left.
    pub narrator: Option<Arc<Narrator>>,
    /// The whole game, for whoever has left it.
    gallery: Option<Gallery>,
    /// Whether a question was given up while somebody may have been typing.
    pub given_up: bool,
}

impl std::fmt::Debug for Paper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Paper").field("public", &self.public).finish_non_exhaustive()
    }
}

impl Console {
    /// A console of these two ends. `interactive` says that a person sits there: then prompts are printed, blank lines
    /// are met with a new prompt, and what was typed before a question does not answer it if another was given up.
    ///
    /// # Errors
    /// When the system gives no thread for reading.
    pub fn new(
        input: impl BufRead + Send + 'static,
        out: impl Write + Send + 'static,
        interactive: bool,
    ) -> std::io::Result<Self> {
        let paper = Paper {
            out: Box::new(out),
            broken: false,
            public: 0,
            chapter: None,
            narrator: None,
            gallery: None,
            given_up: false,
        };
        Ok(Console(Arc::new(Shared {
            turn: Turn::new(LineSource::new("console", input)?),
            paper: Mutex::new(paper),
            interactive,
            people: AtomicU32::new(0),
        })))
    }

    /// The standard input and output of this process. Make one and share it: two would take each other's lines.
    ///
    /// # Errors
    /// As [`Console::new`].
    pub fn stdio() -> std::io::Result<Self> {
        let interactive = std::io::stdin().is_terminal();
        Console::new(BufReader::new(std::io::stdin()), std::io::stdout(), interactive)
    }

    /// Another person sits down here, and is spoken to by this narrator.
    pub(super) fn join(&self, narrator: &Arc<Narrator>) {
        self.0.people.fetch_add(1, Ordering::Relaxed);
        self.with_paper(|paper| paper.narrator = Some(narrator.clone()));
    }

    /// Whether people in several seats share it, so that what is private is shown only to who is asked.
    pub(super) fn is_shared(&self) -> bool {
        self.0.people.load(Ordering::Relaxed) > 1
    }

    pub(super) fn is_interactive(&self) -> bool {
        self.0.interactive
    }

    /// Waits until nobody else is being asked.
    pub(super) async fn turn(&self) -> Typing<'_> {
        Typing { lines: self.0.turn.lock().await, console: self }
    }

    /// Does something with the paper.
    pub(super) fn with_paper<T>(&self, draw: impl FnOnce(&mut Paper) -> T) -> T {
        draw(&mut self.0.paper.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Writes a line.
    pub(super) fn say(&self, text: &str) {
        self.with_paper(|paper| paper.line(text));
    }
}

impl Venue for Console {
    fn person(&self, _seat: Seat, narrator: Arc<Narrator>) -> Box<dyn Agent> {
        Box::new(Human::new(self.clone(), narrator))
    }

    /// Of the tries to come back ever fewer are told.
    fn notice(&self, notice: Notice) {
        if matches!(notice, Notice::Trying(count) if !count.is_power_of_two()) {
            return;
        }
        self.with_paper(|paper| {
            if let Some(narrator) = &paper.narrator {
                paper.line(&Texts::of(narrator.lang()).of_connection(notice));
            }
        });
    }

    fn admit(&self, seat: Seat, board: &Arc<Board>) {
        self.with_paper(|paper| paper.gallery = Some(Gallery::new(seat, board.clone())));
    }

    fn show(&self, event: &Event) {
        self.with_paper(|paper| paper.show(event));
    }
}

impl Paper {
    /// Writes a line. A reader that is gone is found out by [`Paper::is_gone`].
    pub(super) fn line(&mut self, text: &str) {
        self.write(text, "\n");
    }

    /// Writes what happened, under a heading if the game has moved on.
    pub(super) fn event(&mut self, narrator: &Narrator, view: &View, event: &SeatEvent) {
        let Some(sentence) = narrator.fact(view, event) else { return };
        if self.chapter.replace((event.phase, event.day)) != Some((event.phase, event.day)) {
            self.line(&format!("\n{}", narrator.heading(event)));
        }
        self.line(&format!("{} {sentence}", narrator.tag(view, event)));
    }

    /// Whether the person has left the game and is shown all of it.
    pub(super) fn shows_all(&self) -> bool {
        self.gallery.as_ref().is_some_and(|gallery| gallery.view().is_some())
    }

    /// This happened. Whoever has just left is shown all that was before.
    fn show(&mut self, event: &Event) {
        let Some((mut gallery, narrator)) = self.gallery.take().zip(self.narrator.clone()) else { return };
        let before = gallery.view().is_some();
        gallery.hear(event);
        if let Some(all) = gallery.view() {
            if before {
                let last = all.heard().last();
                last.into_iter().for_each(|last| self.event(&narrator, all, last));
            } else {
                let texts = Texts::of(narrator.lang());
                self.line(&format!("\n{}\n\n{}", texts.all_is_shown, narrator.account(all).trim_end()));
                self.chapter = all.heard().last().map(|last| (last.phase, last.day));
            }
        }
        self.gallery = Some(gallery);
    }

    fn write(&mut self, text: &str, end: &str) {
        if !self.broken {
            let written = self.out.write_all(text.as_bytes()).and_then(|()| self.out.write_all(end.as_bytes()));
            self.broken = written.and_then(|()| self.out.flush()).is_err();
        }
    }

    /// Whether nobody reads any more.
    pub(super) fn is_gone(&self) -> bool {
        self.broken
    }
}

/// The right to read what is typed.
pub(super) struct Typing<'a> {
    lines: TurnGuard<'a, LineSource>,
    console: &'a Console,
}

impl Typing<'_> {
    /// Forgets what was typed for a question that was given up.
    pub(super) fn forget_stale(&mut self) {
        let given_up = self.console.with_paper(|paper| std::mem::take(&mut paper.given_up));
        if given_up && self.console.is_interactive() {
            self.lines.discard_ready();
        }
    }

    /// The next line, after a prompt where somebody sits; `None` at the end.
    pub(super) async fn line(&mut self, prompt: &str) -> Option<Line> {
        if self.console.is_interactive() {
            self.console.with_paper(|paper| paper.write(prompt, ""));
        }
        self.lines.next().await
    }

    /// The next line of somebody who has answered and waits for others. In a pipe lines belong to the questions still to
    /// come, all but those that this one takes.
    pub(super) async fn aside(&mut self, takes: impl Fn(&str) -> bool) -> Option<Line> {
        if self.console.is_interactive() {
            return self.line(super::PROMPT).await;
        }
        match self.lines.peek().await {
            Some(line) if takes(&line.text) => self.lines.next().await,
            _ => std::future::pending().await,
        }
    }

    /// The lines up to one of three quotes, or to the end if that comes first; `None` if there is nothing at all.
    pub(super) async fn block(&mut self) -> Option<String> {
        let mut text: Option<String> = None;
        while let Some(line) = self.line("").await {
            if line.text.trim() == super::commands::QUOTES {
                return Some(text.unwrap_or_default());
            }
            let text = text.get_or_insert_default();
            if text.len() < BLOCK_MAX {
                text.push_str(&line.text);
                text.push('\n');
            }
        }
        text
    }
}
