//! What a seat said when it was asked aside, beside what it could know and what is true.

use super::rows::word;
use super::{Moment, Story};
use crate::posterior::Posterior;
use lycaon_rules::{Camp, Event, Listener, RoleId, Seat, View};
use lycaon_transcript::{Asks, Header, Probe, SelfReport};
use serde::Serialize;
use std::sync::Arc;

/// A question that was put aside to a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Probed {
    /// When.
    pub at: Moment,
    /// The question and its answer, without the calls behind it.
    pub probe: Probe,
    /// How many public speeches came before it, the one that is left out included.
    pub speeches: usize,
    /// How many votes were opened before it.
    pub polls: usize,
    /// The probability of the hard facts, as the seat has heard them, that each seat is a wolf, from seat 1; `None` on
    /// boards that have none, and where the question is not about beliefs.
    pub oracle: Option<Vec<f64>>,
}

/// What a seat said of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    /// The other.
    pub seat: Seat,
    /// Its probability that the other is a wolf.
    pub p: f64,
    /// The probability of the hard facts.
    pub oracle: Option<f64>,
    /// Whether the other is one.
    pub wolf: bool,
}

impl Guess {
    /// Whether the hard facts leave it open what the other is.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.oracle.is_none_or(|p| p > 0.0 && p < 1.0)
    }
}

impl Probed {
    /// What it said of each seat, by seat; nothing where there is no answer, and of wolves, who are asked something else.
    pub fn guesses(&self) -> impl Iterator<Item = Guess> {
        self.probe.answer.iter().flat_map(|belief| &belief.p_wolf).map(|(seat, p)| Guess {
            seat: *seat,
            p: *p,
            oracle: self.oracle.as_ref().map(|oracle| oracle[seat.index()]),
            wolf: self.at.wolves.has(*seat),
        })
    }

    /// The same of those whom the hard facts leave open.
    #[must_use]
    pub fn open_guesses(&self) -> Vec<Guess> {
        self.guesses().filter(Guess::is_open).collect()
    }

    /// The probability that it gave a seat.
    #[must_use]
    pub fn p(&self, seat: Seat) -> Option<f64> {
        self.probe.answer.as_ref()?.p_wolf.get(&seat).copied()
    }

    /// Whether it asks, for the first time, what the seat believes after what really happened.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.probe.asks == Asks::Beliefs && !self.probe.silenced && self.probe.repeat == 0
    }
}

/// What a seat said of another when it was asked what it believes; a wolf has one row, about itself. A ballot of a poll, a
/// report and a doubt, which is about the speaker, have one row each.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ProbeRow {
    /// The game.
    pub game: String,
    /// The deal.
    pub deal: String,
    /// The number of the next decision.
    pub n: u32,
    /// The day.
    pub day: u16,
    /// What was asked: `beliefs`, `poll`, `report` or `doubt`.
    pub asks: String,
    /// The moment: `dawn`, `floor`, `discussion`, `exile` or `speech`.
    pub checkpoint: String,
    /// The number of the event that brought it about.
    pub event: u32,
    /// Whether it was asked as if the speech had been a silent turn.
    pub silenced: bool,
    /// 1 where it was asked the same once more.
    pub repeat: u8,
    /// Who was asked.
    pub seat: u8,
    /// The agent.
    pub agent: String,
    /// The card it was dealt.
    pub role: String,
    /// Whether the seat is a wolf.
    pub wolf: bool,
    /// What came of it: `answered`, `unreadable`, `failed`, `no_fork` or `away`.
    pub how: String,
    /// About whom; empty without an answer.
    pub about: Option<u8>,
    /// The place of that seat in the question, from 1.
    pub place: Option<usize>,
    /// The probability that was given: that the seat is a wolf, or of a wolf, how likely the others hold it for one.
    pub p: Option<f64>,
    /// The probability of the hard facts that the seat is a wolf.
    pub oracle: Option<f64>,
    /// Whether it is one.
    pub about_wolf: Option<bool>,
    /// Whether it was named as the most suspected.
    pub top_suspect: Option<bool>,
    /// Whether it was named as the one to be voted out.
    pub would_vote: Option<bool>,
    /// Of a report: how the speech was meant.
    pub intent: Option<String>,
    /// Of a report: whether something was held for false.
    pub lie: Option<bool>,
    /// Of a report: how sure the seat is of that.
    pub confidence: Option<f64>,
    /// Of a doubt: the probability that was given that the speaker holds for false something that he said.
    pub p_lie: Option<f64>,
}

impl ProbeRow {
    /// The rows of a question of this game.
    #[must_use]
    pub fn of(probed: &Probed, story: &Story, deal: &str) -> Vec<ProbeRow> {
        let Probed { at, probe, .. } = probed;
        let row = || ProbeRow {
            game: story.header.game.clone(),
            deal: deal.into(),
            n: probe.n,
            day: at.day,
            asks: probe.asks.id().into(),
            checkpoint: probe.checkpoint.id().into(),
            event: probe.event,
            silenced: probe.silenced,
            repeat: probe.repeat,
            seat: probe.seat.number(),
            agent: story.agent(probe.seat).into(),
            role: story.card(probe.seat).id().into(),
            wolf: at.wolves.has(probe.seat),
            how: word(probe.how),
            ..ProbeRow::default()
        };
        let place = |of: Seat| probe.order.iter().position(|seat| *seat == of).map(|place| place + 1);
        if let Some(seat) = probe.ballot.and_then(|ballot| ballot.vote) {
            let about_wolf = Some(at.wolves.has(seat));
            let (about, would_vote) = (Some(seat.number()), Some(true));
            return vec![ProbeRow { about, place: place(seat), about_wolf, would_vote, ..row() }];
        }
        if let Some(SelfReport { intent, lie, confidence }) = probe.report {
            let intent = Some(intent.id().into());
            return vec![ProbeRow { intent, lie: Some(lie), confidence: Some(confidence), ..row() }];
        }
        if probe.asks == Asks::Doubt {
            let (speaker, p_lie) = (probe.order.first(), probe.doubt.map(|doubt| doubt.p_lie));
            let (about, about_wolf) = (speaker.map(|seat| seat.number()), speaker.map(|seat| at.wolves.has(*seat)));
            return vec![ProbeRow { about, about_wolf, p_lie, ..row() }];
        }
        let Some(belief) = &probe.answer else { return vec![row()] };
        if let Some(suspected) = belief.suspected {
            let about = Some(probe.seat.number());
            return vec![ProbeRow { about, p: Some(suspected), about_wolf: Some(true), ..row() }];
        }
        let about = |guess: Guess| ProbeRow {
            about: Some(guess.seat.number()),
            place: place(guess.seat),
            p: Some(guess.p),
            oracle: guess.oracle,
            about_wolf: Some(guess.wolf),
            top_suspect: belief.top_suspect.map(|seat| seat == guess.seat),
            would_vote: belief.would_vote.map(|seat| seat == guess.seat),
            ..row()
        };
        probed.guesses().map(about).collect()
    }
}

/// What every seat hears, where seats are probed: enough to say what each could know.
pub(super) struct Ears(Vec<View>);

impl Ears {
    /// Those of a game, if its seats are probed.
    pub fn of(header: &Header) -> Option<Ears> {
        let board = Arc::new(header.board.clone());
        let ear = |seat| View::new(Listener::Seat(seat), board.clone());
        header.conditions.contains_key("probes").then(|| Ears(board.seats().map(ear).collect()))
    }

    pub fn hear(&mut self, event: &Event) {
        for view in &mut self.0 {
            view.hear(event);
        }
    }

    /// What the hard facts say to whoever is asked now what he believes, after these questions. Copies of one question are
    /// asked of one state of knowledge.
    pub fn oracle(&self, probe: &Probe, before: &[Probed]) -> Option<Vec<f64>> {
        if probe.asks != Asks::Beliefs {
            return None;
        }
        let own = |probed: &&Probed| probed.probe.asks == Asks::Beliefs && probed.probe.seat == probe.seat;
        match before.iter().rev().take_while(|probed| probed.probe.n == probe.n).find(own) {
            Some(same) => same.oracle.clone(),
            None => Some(Posterior::of(self.0.get(probe.seat.index())?)?.wolves()),
        }
    }
}

/// Whether a seat is of the village: no wolf now, and dealt no card with a win of its own.
pub(crate) fn is_village(at: Moment, card: RoleId, seat: Seat) -> bool {
    !at.wolves.has(seat) && card.card().camp != Camp::Loner
}
