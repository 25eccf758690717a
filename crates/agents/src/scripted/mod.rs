//! Agents that are programs: fast, seeded, and the same for the same seed.

mod aside;
mod by_camp;
mod heuristic;
mod lots;
mod oracle;
#[cfg(test)]
pub(crate) mod probe;
mod random;

pub use by_camp::ByCamp;
pub use heuristic::{Heuristic, Level};
pub use oracle::Oracle;
pub use random::Random;

use crate::{Agent, Aside, Question, Reply};
use async_trait::async_trait;
use lots::Lots;
use lycaon_narrator::Lang;
use lycaon_rules::{Answer, Request, Seat, View};

/// A seat that answers at once and by itself. [`Scripted`] makes an [`Agent`] of it; a simulation asks it directly.
pub trait Policy: Send {
    /// Whether it looks at its view. If not, whoever runs it may pass a view that has heard nothing.
    fn needs_view(&self) -> bool {
        true
    }

    /// Its answer, which is always on the request's menu.
    fn decide(&mut self, view: &View, request: &Request) -> Answer;

    /// A copy that can be asked what it believes. One that does not look at its view believes what the deck says.
    fn fork(&self) -> Box<dyn Aside> {
        Box::new(aside::Unmoved)
    }
}

impl<P: Policy + ?Sized> Policy for Box<P> {
    fn needs_view(&self) -> bool {
        (**self).needs_view()
    }

    fn decide(&mut self, view: &View, request: &Request) -> Answer {
        (**self).decide(view, request)
    }

    fn fork(&self) -> Box<dyn Aside> {
        (**self).fork()
    }
}

/// A policy as an agent.
#[derive(Debug)]
pub struct Scripted<P>(pub P);

#[async_trait]
impl<P: Policy> Agent for Scripted<P> {
    async fn answer(&mut self, question: Question<'_>) -> Reply {
        self.0.decide(question.view, question.request).into()
    }

    fn fork(&self) -> Option<Box<dyn Aside>> {
        Some(self.0.fork())
    }
}

/// The scripts, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Script {
    /// Uniform over the legal answers.
    Random,
    /// The random play whose odds are known exactly.
    Oracle,
    /// A beginner's play.
    Easy,
    /// Sensible play.
    Heuristic,
    /// Sensible play that plans.
    Hard,
}

impl Script {
    /// Every script, in the order they are listed.
    pub const ALL: [Script; 5] = [Script::Random, Script::Oracle, Script::Easy, Script::Heuristic, Script::Hard];

    /// The name, as in `scripted:random`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Script::Random => "random",
            Script::Oracle => "oracle",
            Script::Easy => "easy",
            Script::Heuristic => "heuristic",
            Script::Hard => "hard",
        }
    }

    /// The script of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Script> {
        Script::ALL.into_iter().find(|script| script.name() == name)
    }

    /// The script at a seat of one game. The same seed, seat and questions give the same answers.
    #[must_use]
    pub fn policy(self, seed: u64, seat: Seat, lang: Lang) -> Box<dyn Policy> {
        let sensible = |level| Box::new(Heuristic::new(seed, seat, lang).at(level));
        match self {
            Script::Random => Box::new(Random::new(seed, seat)),
            Script::Oracle => Box::new(Oracle::new(seed, seat)),
            Script::Easy => sensible(Level::Easy),
            Script::Heuristic => sensible(Level::Normal),
            Script::Hard => sensible(Level::Hard),
        }
    }
}
