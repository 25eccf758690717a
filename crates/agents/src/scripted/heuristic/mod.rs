//! A player who plays to win with what his own view tells him: he remembers who said and voted what, believes and
//! suspects accordingly, and acts and speaks on it. Wolves hide, and one of them may claim to be the seer.
//!
//! Each answer is a function of the seed, the view and the request alone, so a game that is resumed or forked goes on
//! as if it had never stopped.

mod beliefs;
mod claims;
mod events;
mod level;
mod lines;
mod listen;
mod memory;
mod night;
mod office;
mod opinion;
mod powers;
mod pretence;
mod talk;
mod teams;
#[cfg(test)]
mod tests;
mod vote;

use super::aside::Opinion;
use super::{Lots, Policy};
use crate::{Aside, Inquiry};
use beliefs::{Beliefs, Standpoint};
use claims::Claims;
pub use level::Level;
use lines::Lines;
use lycaon_narrator::Lang;
use lycaon_rules::{
    Answer, Ask, Choice, Fallback, MarkKind, Menu, Request, SEATS_MAX, Seat, Seats, Source, View, Window,
};
use memory::{Memory, PerSeat};

/// Sensible play.
#[derive(Debug)]
pub struct Heuristic {
    seed: u64,
    seat: Seat,
    level: Level,
    lines: &'static Lines,
    hunches: PerSeat<i32>,
    memory: Option<Memory>,
}

impl Heuristic {
    /// The sensible player of this seat in the game of this seed, who speaks this language, at the middle level.
    #[must_use]
    pub fn new(seed: u64, seat: Seat, lang: Lang) -> Self {
        let mut lots = Lots::new(seed, format!("hunches of seat {seat}"));
        let mut hunches = PerSeat::default();
        for other in Seat::all(SEATS_MAX) {
            hunches[other] = lots.below(51) as i32 - 25;
        }
        Heuristic { seed, seat, level: Level::Normal, lines: Lines::of(lang), hunches, memory: None }
    }

    /// The same at another level.
    #[must_use]
    pub fn at(self, level: Level) -> Self {
        Heuristic { level, ..self }
    }
}

impl Policy for Heuristic {
    fn decide(&mut self, view: &View, request: &Request) -> Answer {
        let seat = self.seat;
        let memory = self.memory.get_or_insert_with(|| Memory::of(view, seat));
        memory.catch_up(view);
        let mut mind = Mind::new(self.seed, self.level, memory, &self.hunches, self.lines);
        let answer = mind.answer(request);
        if request.menu.allows(answer.choice) { answer } else { mind.whatever_is_legal(request).into() }
    }

    fn fork(&self) -> Box<dyn Aside> {
        let (seat, level, hunches) = (self.seat, self.level, self.hunches);
        Box::new(Opinion(move |inquiry: &Inquiry<'_>| opinion::opinion(inquiry, seat, level, &hunches)))
    }
}

/// A player's thoughts at one question.
struct Mind<'a> {
    seed: u64,
    level: Level,
    memory: &'a Memory,
    claims: Claims,
    /// What he believes.
    own: Beliefs,
    /// How things look to the table, as far as he can tell: what a wolf argues from.
    table: Beliefs,
    /// Whom he has called a wolf as the seer he is or plays, in this speech or before.
    named: Seats,
    lots: Lots,
    lines: &'static Lines,
}

impl<'a> Mind<'a> {
    fn new(seed: u64, level: Level, memory: &'a Memory, hunches: &PerSeat<i32>, lines: &'static Lines) -> Self {
        let claims = Claims::read(memory);
        let own = Beliefs::form(memory, &claims, Standpoint::Own, level, hunches);
        let table = Beliefs::form(memory, &claims, Standpoint::Public, level, &PerSeat::default());
        let lots = Lots::new(seed, format!("seat {} after {}", memory.me, memory.heard()));
        let named = claims.reports_of(memory.me).filter(|report| report.wolf).map(|report| report.seat).collect();
        Mind { seed, level, memory, claims, own, table, named, lots, lines }
    }

    fn answer(&mut self, request: &Request) -> Answer {
        let menu = &request.menu;
        let choice = match request.ask {
            Ask::Speak { floor } => return self.speak(Some(floor), menu).into_answer(),
            Ask::Words => return self.speak(None, menu).into_answer(),
            Ask::Hunt { round } => {
                // Who hunts in the wolves' place goes after them.
                let choice = if self.memory.am_wolf() {
                    self.hunt(round, menu)
                } else {
                    self.own.worst(self.targets(menu)).map(target)
                };
                return self.with_word_to_the_pack(request, choice);
            }
            Ask::Night { role } => self.night(role, menu),
            Ask::Further { .. } => self.own.worst(self.targets(menu)).map(target),
            Ask::Substitute { girl } => self.substitute(girl),
            Ask::Shot => self.shot(menu),
            Ask::Ban => self.ban(menu),
            Ask::Badge => self.badge(menu),
            Ask::Deed { .. } => self.own.best(self.targets(menu)).map(target),
            Ask::Bid => Some(Choice::Bid { level: self.urgency() }),
            Ask::Ballot { about, .. } => self.ballot(about, menu),
            Ask::Hand { candidate } => Some(self.hand(candidate)),
            Ask::Stand => Some(yes(self.stands())),
            Ask::Withdraw => Some(yes(self.withdraws())),
            Ask::Refuse => Some(Choice::Pass),
            Ask::BreakTie { tied } => self.break_tie(tied, menu),
            Ask::Order => None,
            Ask::Flip => Some(Choice::Yes),
            // A card in hand is there to be played.
            Ask::Event { part: 0, .. } => Some(Choice::Yes),
            Ask::Event { event, of, .. } => self.event(event, of, menu),
            Ask::Offer { window } => match request.from {
                Source::Role(role) | Source::Borrowed(role) | Source::Gift(role) => self.offer(role, window, menu),
                Source::Mark(MarkKind::Building(building)) => self.trade(building, menu),
                Source::Mark(MarkKind::Sheriff) => self.own.best(self.targets(menu)).map(target),
                Source::House | Source::Mark(_) | Source::Event(_) => Some(yes(self.breaks_in())),
            },
        };
        choice.unwrap_or_else(|| self.whatever_is_legal(request)).into()
    }

    /// What to answer where there is nothing to think about.
    fn whatever_is_legal(&mut self, request: &Request) -> Choice {
        match request.fallback {
            Fallback::Choice { choice } if request.menu.allows(choice) => choice,
            _ => request.menu.nth(self.lots.below(request.menu.size())),
        }
    }

    /// The seats that may be targeted, without a lover.
    fn targets(&self, menu: &Menu) -> Seats {
        let all: Seats = match menu {
            Menu::OneOf { choices } => choices
                .iter()
                .filter_map(|choice| match *choice {
                    Choice::Target { seat } => Some(seat),
                    _ => None,
                })
                .collect(),
            Menu::Subset { of, .. } => *of,
            Menu::Talk { .. } => Seats::NONE,
        };
        match self.memory.lover() {
            Some(lover) => all.without(lover),
            None => all,
        }
    }

    /// The target of the highest score; equal scores are settled by lot.
    fn target_by(&mut self, seats: Seats, score: impl Fn(&Self, Seat) -> i32) -> Option<Seat> {
        let scores: Vec<(i32, Seat)> = seats.iter().map(|seat| (score(self, seat), seat)).collect();
        let top = scores.iter().map(|(score, _)| *score).max()?;
        let best: Seats = scores.iter().filter(|(score, _)| *score == top).map(|(_, seat)| *seat).collect();
        self.lots.seat(best)
    }

    /// Whether a shown idiot speaks out of turn, now and then.
    fn breaks_in(&mut self) -> bool {
        !self.own.suspects(self.memory.others(), 150).is_empty() && self.lots.percent(5)
    }

    /// Whether a wolf blows himself up: whom a believed seer has named gives the day up before he has spoken, as long
    /// as others of the pack live on.
    fn explodes(&mut self, window: Window) -> bool {
        let memory = self.memory;
        let exposed = self.table.of(memory.me) > 300 && memory.speeches_today[memory.me] == 0;
        let alone = memory.pack.and(memory.living).len() < 2;
        window == Window::Floor && exposed && !alone && self.lots.percent(8)
    }
}

/// A yes-or-no answer.
fn yes(yes: bool) -> Choice {
    if yes { Choice::Yes } else { Choice::Pass }
}

/// A choice of one seat.
fn target(seat: Seat) -> Choice {
    Choice::Target { seat }
}
