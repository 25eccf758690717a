//! The question before a seat, and what becomes of it.

use crate::draft::Draft;
use lycaon_agents::human::answer;
use lycaon_agents::{Deadline, Question, Standing, Trouble, Window};
use lycaon_narrator::{Narrator, QuestionText};
use lycaon_rules::{Answer, Choice, Menu, Request, View};
use std::time::Duration;
use tokio::sync::oneshot;

/// How long before the deadline an answer is given as it stands: a half-typed speech, a choice that could be taken back.
const MARGIN: Duration = Duration::from_millis(200);

/// How much time is left when the bell rings.
const BELL: Duration = Duration::from_secs(10);

/// What the screen gives back to the table.
pub(crate) type Given = Result<Answer, Trouble>;

/// A question that is open.
#[derive(Debug)]
pub(crate) struct Asked {
    pub request: Request,
    pub text: QuestionText,
    /// What was wrong with the answer before.
    pub complaint: Option<String>,
    /// The option that is marked.
    pub picked: Option<usize>,
    /// The choice that was made and does not count yet.
    pub held: Option<Answer>,
    /// How it stood when it was last looked at.
    stood: Standing,
    /// How much time is left, and how much there was.
    pub time: Option<(Duration, Duration)>,
    deadline: Option<Deadline>,
    window: Option<Window>,
    rang: bool,
    reply: oneshot::Sender<Given>,
}

/// What time does to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// Nothing.
    Nothing,
    /// The bell is to be rung.
    Bell,
    /// The choice that was made can be taken back.
    MayUndo,
    /// It was taken back.
    Undone,
    /// What was held back is to be given.
    Held,
    /// Time is up.
    Up,
}

impl Asked {
    /// A question as it is put, and where its answer will be.
    pub(crate) fn new(question: &Question<'_>, narrator: &Narrator) -> (Self, oneshot::Receiver<Given>) {
        let (reply, given) = oneshot::channel();
        let left = question.deadline.map(Deadline::left);
        let asked = Asked {
            request: question.request.clone(),
            text: narrator.question(question.view, question.request),
            complaint: question.complaint.map(|unclear| narrator.complaint(unclear, question.request)),
            picked: None,
            held: None,
            stood: Standing::Open,
            time: left.map(|left| (left, left)),
            deadline: question.deadline.cloned(),
            window: question.window.cloned(),
            rang: false,
            reply,
        };
        (asked, given)
    }

    /// Puts it in the words of another language.
    pub(crate) fn reword(&mut self, view: &View, narrator: &Narrator) {
        self.text = narrator.question(view, &self.request);
        self.complaint = None;
    }

    /// Gives nobody time to change his mind.
    pub(crate) fn without_window(self) -> Self {
        Asked { window: None, ..self }
    }

    /// Whether a speech is asked for.
    pub(crate) fn is_speech(&self) -> bool {
        matches!(self.request.menu, Menu::Talk { .. })
    }

    /// The longest speech, in characters.
    pub(crate) fn limit(&self) -> Option<u16> {
        if let Menu::Talk { limit } = self.request.menu { Some(limit) } else { None }
    }

    /// The choices in the order of the options.
    pub(crate) fn choices(&self) -> &[Choice] {
        if let Menu::OneOf { choices } = &self.request.menu { choices } else { &[] }
    }

    pub(crate) fn deadline(&self) -> Option<&Deadline> {
        self.deadline.as_ref()
    }

    /// The choice that Enter would make: what was typed, or the option that is marked.
    pub(crate) fn meant(&self, draft: &Draft, narrator: &Narrator) -> Option<Choice> {
        let text = draft.text();
        match self.picked {
            _ if self.is_speech() || text.trim_start().starts_with(['/', '／']) => None,
            picked if text.trim().is_empty() => self.choices().get(picked?).copied(),
            _ => answer(&text, &self.request, narrator).ok().map(|answer| answer.choice),
        }
    }

    /// Marks the next or the previous option.
    pub(crate) fn step(&mut self, forward: bool) {
        let count = self.choices().len();
        if count > 0 {
            self.picked = Some(match (self.picked, forward) {
                (None, true) => 0,
                (None, false) => count - 1,
                (Some(at), true) => (at + 1) % count,
                (Some(at), false) => (at + count - 1) % count,
            });
        }
    }

    /// Makes a choice; true if it does not count at once, since others think or have to be asked whether they do.
    pub(crate) fn choose(&mut self, answer: &Answer) -> bool {
        let Some(window) = self.window.clone().filter(|_| !self.is_speech()) else { return false };
        window.choose(answer);
        self.held = Some(answer.clone()).filter(|_| window.standing() != Standing::Final);
        self.held.is_some()
    }

    /// Takes the choice back. False if there is none that could be.
    pub(crate) fn take_back(&mut self) -> bool {
        let Some(window) = self.window.as_ref().filter(|window| window.standing() == Standing::Held) else {
            return false;
        };
        window.take_back();
        window.standing() != Standing::Final
    }

    /// What time has done to it.
    pub(crate) fn tick(&mut self) -> Due {
        let left = self.deadline.as_ref().map(Deadline::left);
        if let (Some(left), Some(time)) = (left, &mut self.time) {
            time.0 = left;
        }
        let up = left.is_some_and(|left| left <= MARGIN);
        if self.held.is_some() {
            let stands = self.window.as_ref().map_or(Standing::Final, Window::standing);
            let stood = std::mem::replace(&mut self.stood, stands);
            return match stands {
                Standing::Final => Due::Held,
                _ if up => Due::Held,
                Standing::Held if stood != Standing::Held => Due::MayUndo,
                Standing::Open => {
                    self.held = None;
                    Due::Undone
                }
                Standing::Held | Standing::Sent => Due::Nothing,
            };
        }
        if up {
            return Due::Up;
        }
        if left.is_some_and(|left| left <= BELL) && !std::mem::replace(&mut self.rang, true) {
            return Due::Bell;
        }
        Due::Nothing
    }

    /// Gives the answer. The table may have stopped waiting.
    pub(crate) fn give(self, given: Given) {
        let _ = self.reply.send(given);
    }
}
