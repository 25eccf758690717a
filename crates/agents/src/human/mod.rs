//! A person in line mode: plain lines on any pair of a reader and a writer, without escape codes, so that it works in
//! every terminal, over ssh, with a screen reader, and in a pipe.

mod commands;
mod console;
mod texts;

pub use console::Console;

use crate::{Agent, Deadline, Question, Reply, Trouble};
use async_trait::async_trait;
use commands::{Command, Desk};
use console::Typing;
use lycaon_narrator::reply::read_line;
use lycaon_narrator::{Narrator, Unclear};
use lycaon_rules::{Answer, Choice, Fact, Listener, Menu, Request, SeatEvent, View};
use std::sync::Arc;
use std::time::Duration;
use texts::{Texts, filled};

/// The line that begins and ends a speech of several lines.
const QUOTES: &str = "\"\"\"";

/// What is printed before each line that is typed.
const PROMPT: &str = "> ";

/// How long after a deadline a question is given up. The table has counted the seat as silent by then.
const GRACE: Duration = Duration::from_millis(50);

/// How many blank lines hide what is private where several people share a terminal.
const CURTAIN: usize = 60;

/// A person at a console.
#[derive(Debug)]
pub struct Human {
    console: Console,
    narrator: Arc<Narrator>,
    texts: &'static Texts,
    shown: Shown,
    notes: Vec<String>,
    gone: bool,
}

/// How far a view was shown.
#[derive(Debug, Default)]
struct Shown {
    /// The position behind the last public event that was dealt with.
    public: usize,
    /// The position behind the last private one.
    private: usize,
    /// How many public events there were so far.
    count: usize,
}

/// What a line was.
enum Typed {
    /// An answer, and how it is confirmed.
    Answer(Answer),
    /// Nothing that counts; the question stands.
    Nothing,
    /// The person leaves.
    Quit,
}

impl Human {
    /// A person at this console, spoken to by this narrator.
    #[must_use]
    pub fn new(console: Console, narrator: Arc<Narrator>) -> Self {
        console.join();
        let texts = Texts::of(narrator.lang());
        Human { console, narrator, texts, shown: Shown::default(), notes: vec![], gone: false }
    }

    /// Shows what the view has heard. A public event appears once, whoever hears it first. Where several people share
    /// the console, what is private waits until its seat is `asked`, or the game is over.
    fn catch_up(&mut self, view: &View, asked: bool) {
        let shared = self.console.is_shared();
        let over = view.heard().last().is_some_and(|event| matches!(event.fact, Fact::Ended { .. }));
        let private_too = asked || over || !shared;
        let everybody = View::new(Listener::Public, view.board().clone());
        let from = self.shown.public.min(self.shown.private);
        for (index, event) in view.heard().iter().enumerate().skip(from) {
            if event.private {
                if private_too && index >= self.shown.private {
                    self.show(view, event);
                }
            } else if index >= self.shown.public {
                self.shown.count += 1;
                let count = self.shown.count;
                let new = self.console.with_screen(|screen| {
                    let new = count > screen.public;
                    screen.public = screen.public.max(count);
                    new
                });
                if new {
                    // Where several listen, nobody in particular is "you" in what all hear.
                    self.show(if shared { &everybody } else { view }, event);
                }
            }
        }
        self.shown.public = view.heard().len();
        if private_too {
            self.shown.private = view.heard().len();
        }
    }

    /// Shows one event, under a heading if the game has moved on.
    fn show(&self, view: &View, event: &SeatEvent) {
        let Some(sentence) = self.narrator.fact(view, event) else { return };
        let line = format!("{} {sentence}", self.narrator.tag(view, event));
        let heading = self.narrator.heading(event);
        self.console.with_screen(|screen| {
            if screen.chapter.replace((event.phase, event.day)) != Some((event.phase, event.day)) {
                screen.line(&format!("\n{heading}"));
            }
            screen.line(&line);
        });
    }

    /// Asks until there is an answer, or nobody is there to give one.
    async fn ask(&mut self, question: &Question<'_>) -> Result<Answer, Trouble> {
        let console = self.console.clone();
        let mut typing = console.turn().await;
        typing.forget_stale();
        let hidden = console.is_shared() && console.is_interactive();
        if hidden && !self.called_to_keyboard(question.request, &mut typing).await {
            return Err(self.leave());
        }
        self.catch_up(question.view, true);
        self.put(question);
        let answer = loop {
            let Some(line) = typing.line(PROMPT).await else { return Err(self.leave()) };
            if line.cut {
                console.say(&self.texts.line_cut);
            }
            match self.take(&line.text, question, &mut typing).await {
                Typed::Answer(answer) => break answer,
                Typed::Nothing if console.with_screen(|screen| screen.is_gone()) => return Err(self.leave()),
                Typed::Nothing => {}
                Typed::Quit => return Err(self.leave()),
            }
        };
        self.confirm(&answer, question.request);
        if hidden {
            console.say(&"\n".repeat(CURTAIN));
        }
        Ok(answer)
    }

    /// Where several share a terminal: waits for the right one to sit down. False if nobody is there.
    async fn called_to_keyboard(&self, request: &Request, typing: &mut Typing<'_>) -> bool {
        let name = self.narrator.seat_name(request.seat);
        self.console.say(&format!("\n{}", filled(&self.texts.come, "seat", name)));
        typing.line("").await.is_some()
    }

    fn leave(&mut self) -> Trouble {
        self.gone = true;
        Trouble::Gone(self.texts.left.clone())
    }

    /// Prints the question.
    fn put(&self, question: &Question<'_>) {
        let Question { request, view, complaint, .. } = question;
        let text = self.narrator.question(view, request);
        let asked = filled(&self.texts.asked, "seat", self.narrator.seat_name(request.seat));
        self.console.say(&format!("\n{asked}"));
        if let Some(unclear) = complaint {
            self.console.say(&self.narrator.complaint(unclear, request));
        }
        self.console.say(&text.text);
        for option in &text.options {
            self.console.say(&format!("  {option}"));
        }
        if matches!(request.menu, Menu::Talk { .. }) {
            self.console.say(&self.texts.how_to_speak);
        }
        self.console.say(&text.fallback);
    }

    /// What a line means.
    async fn take(&mut self, line: &str, question: &Question<'_>, typing: &mut Typing<'_>) -> Typed {
        let request = question.request;
        let line = plain(line);
        let line = line.trim();
        if line.is_empty() {
            return Typed::Nothing;
        }
        if line == QUOTES {
            return match typing.block().await {
                Some(text) => self.read(&plain(&text), request),
                None => Typed::Quit,
            };
        }
        match line.strip_prefix(['/', '／']) {
            // Two slashes say one.
            Some(said) if said.starts_with(['/', '／']) => self.read(said, request),
            Some(command) => self.obey(command, question),
            None => self.read(line, request),
        }
    }

    fn read(&self, text: &str, request: &Request) -> Typed {
        match read_line(text, request, self.narrator.lang()) {
            Ok(answer) => Typed::Answer(answer),
            Err(unclear) => self.refuse(&unclear, request),
        }
    }

    fn refuse(&self, unclear: &Unclear, request: &Request) -> Typed {
        self.console.say(&self.narrator.complaint(unclear, request));
        Typed::Nothing
    }

    fn obey(&mut self, line: &str, question: &Question<'_>) -> Typed {
        let (command, rest) = match Command::read(line, self.texts) {
            Ok(read) => read,
            Err(word) => {
                self.console.say(&filled(&self.texts.unknown_command, "command", format!("/{word}")));
                return Typed::Nothing;
            }
        };
        match command {
            Command::Quit => return Typed::Quit,
            Command::Pass => return self.pass(question.request),
            Command::Note if !rest.is_empty() => {
                self.notes.push(rest.to_owned());
                self.console.say(&self.texts.noted);
            }
            _ => {
                let desk = Desk {
                    narrator: &self.narrator,
                    texts: self.texts,
                    view: question.view,
                    notes: &self.notes,
                    deadline: question.deadline,
                };
                self.console.say(&desk.tell(command, rest));
            }
        }
        Typed::Nothing
    }

    /// Nothing chosen, where that is allowed; an empty speech.
    fn pass(&self, request: &Request) -> Typed {
        let nothing = match request.menu {
            Menu::Talk { .. } => return Typed::Answer(Answer::say("")),
            Menu::Subset { min: 0, .. } => Choice::Set { seats: lycaon_rules::Seats::NONE },
            _ if request.menu.allows(Choice::Pass) => Choice::Pass,
            _ => Choice::Bid { level: 0 },
        };
        if request.menu.allows(nothing) {
            return Typed::Answer(nothing.into());
        }
        self.console.say(&self.texts.cannot_pass);
        Typed::Nothing
    }

    /// Says how an answer was understood.
    fn confirm(&self, answer: &Answer, request: &Request) {
        let words = answer.speech.as_ref().map_or(0, |speech| speech.text.chars().count());
        let Menu::Talk { limit } = request.menu else {
            let choice = self.narrator.choice(request, answer.choice);
            return self.console.say(&filled(&self.texts.chosen, "choice", choice));
        };
        if words > usize::from(limit) {
            self.console.say(&filled(&self.texts.too_long, "limit", limit));
        }
        self.console.say(&filled(&self.texts.spoken, "count", words.min(usize::from(limit))));
    }
}

/// The text without control characters, except for the ends of lines.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control() || *letter == '\n').collect()
}

/// Waits until some time after the deadline; without one, for ever.
async fn expired(deadline: Option<&Deadline>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.earliest() + GRACE).await,
        None => std::future::pending().await,
    }
}

#[async_trait]
impl Agent for Human {
    async fn hear(&mut self, view: &View, _event: &SeatEvent) {
        if !self.gone {
            self.catch_up(view, false);
        }
    }

    async fn answer(&mut self, question: Question<'_>) -> Reply {
        if self.gone {
            return Trouble::Gone(self.texts.left.clone()).into();
        }
        let (console, texts) = (self.console.clone(), self.texts);
        let answer = tokio::select! {
            answer = self.ask(&question) => answer,
            () = expired(question.deadline) => {
                console.with_screen(|screen| screen.given_up = true);
                console.say(&texts.time_up);
                Err(Trouble::Failed(texts.time_up.clone()))
            }
        };
        answer.into()
    }
}

#[cfg(test)]
mod tests;
