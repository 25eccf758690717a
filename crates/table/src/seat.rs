//! A seat: who sits in it, and the errands on which he is sent.

use crate::pace::Tempo;
use crate::retry::{self, Said, Terms};
use crate::settings::{Deadlines, Kind};
use crate::unpanicked::unpanicked;
use async_trait::async_trait;
use lycaon_agents::{Agent, Aside, Deadline, Question, Reply, Trouble};
use lycaon_narrator::Interrupts;
use lycaon_rules::{Board, Event, Listener, Request, Seat, SeatEvent, View};
use std::sync::Arc;
use tokio::time::{Instant, sleep_until};

/// What kind of agent sits in a seat: it labels the decisions, and says how the table waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// Something that may fail, hang or be late: a model, another program.
    Machine,
    /// A person.
    Human,
    /// A script in this program, which answers at once and is waited for.
    Scripted,
}

/// An agent about to be seated.
pub struct Player {
    /// Who answers.
    pub agent: Box<dyn Agent>,
    /// What it is.
    pub nature: Nature,
    /// How long it is waited for; `None` for as long as the table waits for everybody. Scripts are always waited for.
    pub deadlines: Option<Deadlines>,
    /// When it is asked whether it breaks in between two speeches.
    pub interrupts: Interrupts,
    /// The script that plays on if the agent hands its seat over.
    pub stand_in: Option<Box<dyn Agent>>,
}

impl Player {
    /// A model or another program, with the deadlines of the table.
    #[must_use]
    pub fn machine(agent: Box<dyn Agent>) -> Self {
        Player {
            agent,
            nature: Nature::Machine,
            deadlines: None,
            interrupts: Interrupts::EveryHandover,
            stand_in: None,
        }
    }

    /// A person, without deadlines.
    #[must_use]
    pub fn human(agent: Box<dyn Agent>) -> Self {
        Player {
            agent,
            nature: Nature::Human,
            deadlines: Some(Deadlines::NONE),
            interrupts: Interrupts::EveryHandover,
            stand_in: None,
        }
    }

    /// A person at another terminal, with the deadlines of the table: he may be away.
    #[must_use]
    pub fn guest(agent: Box<dyn Agent>) -> Self {
        Player { deadlines: None, ..Player::human(agent) }
    }

    /// A script.
    #[must_use]
    pub fn scripted(agent: Box<dyn Agent>) -> Self {
        Player {
            agent,
            nature: Nature::Scripted,
            deadlines: Some(Deadlines::NONE),
            interrupts: Interrupts::EveryHandover,
            stand_in: None,
        }
    }

    /// The same, with a script that plays on if the agent hands its seat over.
    #[must_use]
    pub fn with_stand_in(self, script: Box<dyn Agent>) -> Self {
        Player { stand_in: Some(script), ..self }
    }
}

/// An agent and what it knows; they are never apart.
pub(crate) struct Sitter {
    agent: Box<dyn Agent>,
    view: View,
}

/// A question on its way to an agent.
pub(crate) struct Asked {
    /// The number of the decision.
    pub n: u32,
    pub request: Request,
    pub terms: Terms,
    /// When it was put.
    pub since: Instant,
    /// What holds the answer back, if anything does.
    pub tempo: Option<Tempo>,
    /// When the moderator's step ends in which it was put.
    pub step_ends: Instant,
}

/// A sitter on its way: to hear what it has not heard, and then to answer.
pub(crate) struct Errand {
    seat: Seat,
    sitter: Sitter,
    news: Vec<Event>,
    asked: Option<Asked>,
}

/// A sitter back from its errand.
pub(crate) struct Back {
    pub seat: Seat,
    /// The decision it was asked for, and what it said.
    pub said: Option<(u32, Said)>,
    sitter: Result<Sitter, String>,
}

impl Errand {
    pub(crate) async fn run(self) -> Back {
        let Errand { seat, sitter, news, asked } = self;
        let n = asked.as_ref().map(|asked| asked.n);
        let outcome = unpanicked(async move {
            let mut sitter = sitter;
            sitter.hear(&news).await;
            let said = match asked {
                Some(asked) => Some(sitter.answer(&asked).await),
                None => None,
            };
            (sitter, said)
        });
        match outcome.await {
            Ok((sitter, said)) => Back { seat, said: n.zip(said), sitter: Ok(sitter) },
            Err(panic) => {
                let why = format!("the agent broke (panic): {panic}");
                let said = Said { answer: Err(Trouble::Gone(why.clone())), raise: None, stand_in: false };
                Back { seat, said: n.map(|n| (n, said)), sitter: Err(why) }
            }
        }
    }
}

impl Sitter {
    async fn hear(&mut self, news: &[Event]) {
        for event in news {
            if self.view.hear(event)
                && let Some(heard) = self.view.heard().last()
            {
                self.agent.hear(&self.view, heard).await;
            }
        }
    }

    async fn answer(&mut self, asked: &Asked) -> Said {
        let Asked { n, request, terms, since, tempo, step_ends } = asked;
        let said = retry::ask(&mut *self.agent, &self.view, request, terms).await;
        if let Some(tempo) = tempo {
            let (answer, deadline) = (said.answer.as_ref().ok(), terms.deadline.as_ref());
            sleep_until(tempo.due(*since, *step_ends, *n, request, answer, deadline)).await;
        }
        said
    }
}

/// A script in the seat of somebody who left it and looks on.
struct StoodIn {
    script: Box<dyn Agent>,
    onlooker: Box<dyn Agent>,
}

#[async_trait]
impl Agent for StoodIn {
    async fn hear(&mut self, view: &View, event: &SeatEvent) {
        self.onlooker.hear(view, event).await;
        self.script.hear(view, event).await;
    }

    async fn answer(&mut self, question: Question<'_>) -> Reply {
        self.script.answer(question).await
    }

    fn fork(&self) -> Option<Box<dyn Aside>> {
        self.script.fork()
    }
}

/// Where a sitter is.
enum Place {
    Here(Sitter),
    /// On an errand; `late` once a deadline has passed meanwhile.
    Out {
        late: bool,
    },
    /// It panicked.
    Lost,
}

/// Why a chair cannot be asked now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unavailable {
    /// It listens or thinks; wait for it.
    Out,
    /// It owes an answer whose time is over.
    Late,
    /// It left or broke.
    Lost,
}

/// A seat of the table.
pub(crate) struct Chair {
    pub seat: Seat,
    pub nature: Nature,
    pub deadlines: Deadlines,
    pub interrupts: Interrupts,
    place: Place,
    stand_in: Option<Box<dyn Agent>>,
    /// It left: it is not asked again, though it may listen.
    left: bool,
    /// How much of the record it was told.
    told: usize,
}

impl Chair {
    pub(crate) fn new(seat: Seat, player: Player, board: Arc<Board>, deadlines: Deadlines) -> Self {
        let deadlines = player.deadlines.unwrap_or(deadlines).under(&board.options);
        let deadlines = if player.nature == Nature::Scripted { Deadlines::NONE } else { deadlines };
        let sitter = Sitter { agent: player.agent, view: View::new(Listener::Seat(seat), board) };
        let Player { nature, interrupts, stand_in, .. } = player;
        Chair { seat, nature, deadlines, interrupts, place: Place::Here(sitter), stand_in, left: false, told: 0 }
    }

    /// When the table stops waiting for the answer to this request, if it is asked now.
    pub(crate) fn deadline(&self, request: &Request) -> Option<Deadline> {
        self.deadlines.of(Kind::of(request.ask)).map(Deadline::after)
    }

    /// Whether it can be asked.
    pub(crate) fn available(&self) -> Result<(), Unavailable> {
        match self.place {
            _ if self.left => Err(Unavailable::Lost),
            Place::Here(_) => Ok(()),
            Place::Out { late: false } => Err(Unavailable::Out),
            Place::Out { late: true } => Err(Unavailable::Late),
            Place::Lost => Err(Unavailable::Lost),
        }
    }

    /// Sends the sitter to hear its part of the record and to answer. `None` if it is not here, or has nothing to do.
    pub(crate) fn send(&mut self, log: &[Event], asked: Option<Asked>) -> Option<Errand> {
        match std::mem::replace(&mut self.place, Place::Out { late: false }) {
            Place::Here(sitter) => {
                let news: Vec<Event> =
                    log[self.told..].iter().filter(|event| event.audience.reaches(self.seat)).cloned().collect();
                self.told = log.len();
                if news.is_empty() && asked.is_none() {
                    self.place = Place::Here(sitter);
                    return None;
                }
                Some(Errand { seat: self.seat, sitter, news, asked })
            }
            elsewhere => {
                self.place = elsewhere;
                None
            }
        }
    }

    /// Why a sitter that comes back hands its seat over, if it does and a script stands in for it.
    pub(crate) fn hands_over(&self, back: &Back) -> Option<String> {
        match (&back.said, &back.sitter, &self.stand_in) {
            (Some((_, Said { answer: Err(Trouble::HandedOver(why)), .. })), Ok(_), Some(_)) => Some(why.clone()),
            _ => None,
        }
    }

    /// Lets the stand-in take the seat of a sitter that hands it over. What was asked of the one who leaves is open
    /// again.
    pub(crate) fn replace(&mut self, back: Back) {
        let (Ok(sitter), Some(script)) = (back.sitter, self.stand_in.take()) else { return };
        let agent = Box::new(StoodIn { script, onlooker: sitter.agent });
        self.place = Place::Here(Sitter { agent, view: sitter.view });
        self.nature = Nature::Scripted;
        self.deadlines = Deadlines::NONE;
    }

    /// Takes the sitter back: what it said for which decision, and why it broke, if it broke.
    pub(crate) fn take_back(&mut self, back: Back) -> (Option<(u32, Said)>, Option<String>) {
        if let Some((_, Said { answer: Err(Trouble::Gone(_) | Trouble::HandedOver(_)), .. })) = &back.said {
            self.left = true;
        }
        let (place, broke) = match back.sitter {
            Ok(sitter) => (Place::Here(sitter), None),
            Err(why) => (Place::Lost, Some(why)),
        };
        self.place = place;
        (back.said, broke)
    }

    /// A copy of the agent that can be asked aside, if there can be one.
    pub(crate) fn fork(&self) -> Result<Option<Box<dyn Aside>>, Unavailable> {
        self.available()?;
        match &self.place {
            Place::Here(sitter) => Ok(sitter.agent.fork()),
            Place::Out { .. } | Place::Lost => Err(Unavailable::Out),
        }
    }

    /// Whether a script sits here, which is back at once.
    pub(crate) fn is_scripted(&self) -> bool {
        self.nature == Nature::Scripted
    }

    /// A deadline passed while it was out.
    pub(crate) fn is_late(&mut self) {
        if let Place::Out { late } = &mut self.place {
            *late = true;
        }
    }
}
