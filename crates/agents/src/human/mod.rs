//! A person in line mode: plain lines on any pair of a reader and a writer, without escape codes, so that it works in
//! every terminal, over ssh, with a screen reader, and in a pipe. What can be typed and looked up is the same in every
//! mode: [`Entry`] and [`Desk`].

mod commands;
mod console;
mod desk;
mod gallery;
mod texts;

pub use commands::{Command, Entry, QUOTES, answer, nothing, plain};
pub use console::Console;
pub use desk::Desk;
pub use gallery::Gallery;
pub use texts::{Texts, filled};

use crate::deadline::given_up;
use crate::remote::Notice;
use crate::{Agent, Deadline, Question, Reply, Standing, Trouble, Window};
use async_trait::async_trait;
use console::Typing;
use lycaon_narrator::{Lang, Narrator, Unclear};
use lycaon_rules::{Answer, Board, Event, Fact, Listener, Menu, Request, Seat, SeatEvent, View};
use std::fmt::Debug;
use std::sync::Arc;

/// What is printed before each line that is typed.
const PROMPT: &str = "> ";

/// Where people are met: a console, or a screen.
pub trait Venue: Send + Sync + Debug {
    /// A person sits down in this seat and is spoken to by this narrator.
    fn person(&self, seat: Seat, narrator: Arc<Narrator>) -> Box<dyn Agent>;

    /// Those who sit here are told how their connection to the table is.
    fn notice(&self, notice: Notice);

    /// The person in this seat, who is alone here, is shown the whole game once he has left it for good.
    fn admit(&self, seat: Seat, board: &Arc<Board>);

    /// This happened. It is shown to nobody but whoever was admitted and has left.
    fn show(&self, event: &Event);
}

/// A person at a console.
#[derive(Debug)]
pub struct Human {
    console: Console,
    narrator: Arc<Narrator>,
    texts: &'static Texts,
    shown: Shown,
    notes: Vec<String>,
    /// The day on which the person was last reminded of his night.
    reminded: Option<u16>,
    /// A question was given up since the last news.
    missed: bool,
    /// Leaving was asked for, and not yet confirmed.
    quitting: bool,
    /// Why the seat is empty.
    left: Option<Trouble>,
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
    /// An answer.
    Answer(Answer),
    /// Nothing that counts; the question stands.
    Nothing,
    /// The person leaves.
    Quit(Trouble),
}

impl Human {
    /// A person at this console, spoken to by this narrator.
    #[must_use]
    pub fn new(console: Console, narrator: Arc<Narrator>) -> Self {
        let texts = Texts::of(narrator.lang());
        console.join(&narrator);
        Human {
            console,
            narrator,
            texts,
            shown: Shown::default(),
            notes: vec![],
            reminded: None,
            missed: false,
            quitting: false,
            left: None,
        }
    }

    /// Shows what the view has heard. A public event appears once, whoever hears it first. Where several people share
    /// the console, what is private waits until its seat is `asked`, or the game is over.
    fn catch_up(&mut self, view: &View, asked: bool) {
        if self.console.with_paper(|paper| paper.shows_all()) {
            return;
        }
        let shared = self.console.is_shared();
        let over = view.heard().last().is_some_and(|event| matches!(event.fact, Fact::Ended { .. }));
        let private_too = asked || over || !shared;
        let everybody = View::new(Listener::Public, view.board().clone());
        let from = self.shown.public.min(self.shown.private);
        if from < view.heard().len() && std::mem::take(&mut self.missed) {
            self.console.say(&format!("\n{}", self.texts.meanwhile));
        }
        for (index, event) in view.heard().iter().enumerate().skip(from) {
            if event.private {
                if private_too && index >= self.shown.private {
                    self.show(view, event);
                }
            } else if index >= self.shown.public {
                self.shown.count += 1;
                let count = self.shown.count;
                let new = self.console.with_paper(|paper| {
                    let new = count > paper.public;
                    paper.public = paper.public.max(count);
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
        self.console.with_paper(|paper| paper.event(&self.narrator, view, event));
    }

    /// Asks until there is an answer that stands, or nobody is there to give one.
    async fn ask(&mut self, question: &Question<'_>) -> Result<Answer, Trouble> {
        let console = self.console.clone();
        let mut typing = console.turn().await;
        typing.forget_stale();
        self.catch_up(question.view, true);
        self.put(question);
        loop {
            let Some(line) = typing.line(PROMPT).await else { return Err(self.hung_up()) };
            if line.cut {
                console.say(&self.texts.line_cut);
            }
            match self.take(&line.text, question, &mut typing).await {
                Typed::Answer(answer) => {
                    self.desk(question).understood(&answer, question.request).iter().for_each(|line| console.say(line));
                    if self.stands(&answer, question, &mut typing).await {
                        return Ok(answer);
                    }
                }
                Typed::Nothing if console.with_paper(|paper| paper.is_gone()) => return Err(self.hung_up()),
                Typed::Nothing => {}
                Typed::Quit(trouble) => return Err(trouble),
            }
        }
    }

    /// Lets the person take a choice back while others still decide. False if he did. What was said is said, and where
    /// several share the console nobody waits for another.
    async fn stands(&mut self, answer: &Answer, question: &Question<'_>, typing: &mut Typing<'_>) -> bool {
        let unsaid = !matches!(question.request.menu, Menu::Talk { .. }) && !self.console.is_shared();
        let Some(window) = question.window.filter(|_| unsaid) else { return true };
        window.choose(answer);
        if heard(window, question.deadline).await != Standing::Held {
            return true;
        }
        self.console.say(&self.texts.may_undo);
        loop {
            let texts = self.texts;
            let undoes = |line: &str| matches!(Entry::read(line, texts), Entry::Command(Command::Undo, _));
            let line = tokio::select! {
                biased;
                () = window.settled(question.deadline) => return true,
                line = typing.aside(undoes) => line,
            };
            let Some(line) = line else {
                window.settled(question.deadline).await;
                return true;
            };
            let line = plain(&line.text);
            match Entry::read(&line, texts) {
                Entry::Command(Command::Undo, _) => {
                    window.take_back();
                    let undone = heard(window, question.deadline).await == Standing::Open;
                    self.console.say(if undone { &texts.undone } else { &texts.nothing_to_undo });
                    return !undone;
                }
                Entry::Nothing => {}
                Entry::Words(_) | Entry::Quotes | Entry::Command(Command::Pass | Command::Quit, _) => {
                    self.console.say(&texts.chosen_already);
                }
                Entry::Command(command, rest) => self.obey(command, rest, question),
                Entry::Unknown(word) => self.unknown(word),
            }
        }
    }

    /// Nobody types any more.
    fn hung_up(&mut self) -> Trouble {
        if self.quitting {
            return Trouble::HandedOver(self.texts.handed_over.clone());
        }
        Trouble::Gone(self.texts.input_ended.clone())
    }

    /// Prints the question, in the first of a day after what the night has told.
    fn put(&mut self, question: &Question<'_>) {
        let Question { request, view, complaint, .. } = question;
        let mut lines = vec![String::new()];
        let recap = self.desk(question).recap();
        if !recap.is_empty() && self.reminded.replace(view.day()) != Some(view.day()) {
            lines.push(self.texts.recap.clone());
            lines.extend(recap);
        }
        let text = self.narrator.question(view, request);
        lines.push(filled(&self.texts.asked, "seat", self.narrator.seat_name(request.seat)));
        lines.extend(complaint.map(|unclear| self.narrator.complaint(unclear, request)));
        lines.push(text.text);
        lines.extend(text.options.iter().map(|option| format!("  {option}")));
        if matches!(request.menu, Menu::Talk { .. }) {
            lines.push(self.texts.how_to_speak.clone());
        }
        lines.push(text.fallback);
        if let Some(deadline) = question.deadline {
            lines.push(filled(&self.texts.time_left, "left", deadline.left().as_secs()));
        }
        self.console.say(&lines.join("\n"));
    }

    /// What a line means.
    async fn take(&mut self, line: &str, question: &Question<'_>, typing: &mut Typing<'_>) -> Typed {
        let request = question.request;
        let line = plain(line);
        let quitting = std::mem::take(&mut self.quitting);
        match Entry::read(&line, self.texts) {
            Entry::Nothing => {
                self.quitting = quitting;
                Typed::Nothing
            }
            Entry::Quotes => match typing.block().await {
                Some(text) => self.read(&plain(&text), request),
                None => Typed::Quit(self.hung_up()),
            },
            Entry::Words(words) => self.read(words, request),
            Entry::Unknown(word) => {
                self.unknown(word);
                Typed::Nothing
            }
            Entry::Command(Command::Quit, rest) => self.quit(quitting, rest),
            Entry::Command(Command::Pass, _) => match nothing(request) {
                Some(answer) => Typed::Answer(answer),
                None => {
                    self.console.say(&self.texts.cannot_pass);
                    Typed::Nothing
                }
            },
            Entry::Command(command, rest) => {
                self.obey(command, rest, question);
                Typed::Nothing
            }
        }
    }

    fn read(&self, text: &str, request: &Request) -> Typed {
        match answer(text, request, &self.narrator) {
            Ok(answer) => Typed::Answer(answer),
            Err(unclear) => self.refuse(&unclear, request),
        }
    }

    fn refuse(&self, unclear: &Unclear, request: &Request) -> Typed {
        self.console.say(&self.narrator.complaint(unclear, request));
        Typed::Nothing
    }

    fn unknown(&self, word: &str) {
        self.console.say(&filled(&self.texts.unknown_command, "command", format!("/{word}")));
    }

    /// Leaves, if it was asked for twice or said for whom.
    fn quit(&mut self, quitting: bool, rest: &str) -> Typed {
        if self.texts.nobody.iter().any(|word| word == rest) {
            return Typed::Quit(Trouble::Gone(self.texts.left.clone()));
        }
        if quitting {
            return Typed::Quit(Trouble::HandedOver(self.texts.handed_over.clone()));
        }
        self.quitting = true;
        self.console.say(&self.texts.really_quit);
        Typed::Nothing
    }

    /// Does what a command says that is no answer.
    fn obey(&mut self, command: Command, rest: &str, question: &Question<'_>) {
        let told = match command {
            Command::Note if !rest.is_empty() => {
                self.notes.push(rest.to_owned());
                self.texts.noted.clone()
            }
            Command::Lang => match rest.parse::<Lang>() {
                Ok(lang) => {
                    self.speak(lang);
                    return self.put(question);
                }
                Err(_) => self.texts.which_lang.clone(),
            },
            _ => self.desk(question).tell(command, rest),
        };
        self.console.say(&told);
    }

    /// Speaks another language from now on, in the words of the same prompts.
    fn speak(&mut self, lang: Lang) {
        match self.narrator.in_lang(lang) {
            Ok(narrator) => self.narrator = Arc::new(narrator),
            Err(error) => return self.console.say(&error.to_string()),
        }
        self.texts = Texts::of(lang);
        self.console.with_paper(|paper| paper.narrator = Some(self.narrator.clone()));
        self.console.say(&self.texts.lang);
    }

    fn desk<'a>(&'a self, question: &Question<'a>) -> Desk<'a> {
        Desk {
            narrator: &self.narrator,
            texts: self.texts,
            view: question.view,
            notes: &self.notes,
            deadline: question.deadline,
        }
    }
}

/// How a choice stands once the table has heard of it; what it counts for if that takes until the deadline.
async fn heard(window: &Window, deadline: Option<&Deadline>) -> Standing {
    tokio::select! {
        biased;
        standing = window.heard() => standing,
        () = window.settled(deadline) => Standing::Final,
    }
}

#[async_trait]
impl Agent for Human {
    async fn hear(&mut self, view: &View, _event: &SeatEvent) {
        // Who handed the seat over may look on.
        if matches!(self.left, None | Some(Trouble::HandedOver(_))) {
            self.catch_up(view, false);
        }
    }

    async fn answer(&mut self, question: Question<'_>) -> Reply {
        if let Some(left) = &self.left {
            return left.clone().into();
        }
        let (console, texts) = (self.console.clone(), self.texts);
        let answer = tokio::select! {
            answer = self.ask(&question) => answer,
            () = given_up(question.deadline) => {
                console.with_paper(|paper| paper.given_up = true);
                console.say(&texts.time_up);
                self.missed = true;
                Err(Trouble::Failed(texts.time_up.clone()))
            }
        };
        if let Err(trouble @ (Trouble::Gone(why) | Trouble::HandedOver(why))) = &answer {
            self.console.say(why);
            self.left = Some(trouble.clone());
        }
        answer.into()
    }
}

#[cfg(test)]
mod tests;
