//! Seats asked aside, while the game stands still: what they believe, whom they would vote out, how they meant a speech,
//! and whether they take that of another for a lie.
//!
//! At a checkpoint the table asks a **fork** of a seat's agent and writes down what it says. The agents, their dice and the
//! game hear nothing of it, so a game with probes is the game without them.

mod errand;
mod moments;
mod settings;

pub use settings::{Probing, ProbingError};

use crate::seat::Unavailable;
use crate::table::{Table, TableError};
use errand::Errand;
use lycaon_agents::{Aside, Deadline};
use lycaon_rules::{Dice, Event, Fact, Listener, Seat, View};
use lycaon_transcript::{Asks, Believed, Probe};
use moments::{Due, due};
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::sleep;

impl Table<'_> {
    /// Asks whatever is due before the next question, but for what is recorded already. False if the table was stopped.
    pub(crate) async fn probe(&mut self, answered: &[bool]) -> Result<bool, TableError> {
        let news = due(&self.game.events()[self.probed..]);
        self.probed = self.game.events().len();
        let made = std::mem::take(&mut self.believed);
        let Some(probing) = self.settings.probing else { return Ok(true) };
        // Where somebody has answered already, all was asked before he was.
        if answered.contains(&true) {
            return Ok(true);
        }
        let mut lines = self.lines(&probing, &news);
        lines.retain(|line| !made.iter().any(|made| made.how.is_final() && made.asks_the_same(line)));
        if lines.is_empty() {
            return Ok(true);
        }
        let patience = probing.patience();
        if !self.gather(patience).await? {
            return Ok(false);
        }
        let mut out = JoinSet::new();
        for probe in lines {
            let aside = match self.aside(probe.seat) {
                Ok(aside) => aside,
                Err(how) => {
                    self.record.probe(&Probe { how, ..probe })?;
                    continue;
                }
            };
            let scripted = self.chairs[probe.seat.index()].is_scripted();
            let view = self.heard_by(probe.seat, probe.silenced.then_some(probe.event));
            let errand = Errand { aside, view, deadline: Deadline::after(patience), probe };
            if scripted {
                self.record.probe(&errand.run().await)?;
            } else {
                out.spawn(errand.run());
            }
        }
        self.await_forks(out).await
    }

    /// Writes down what the forks say, as they come.
    async fn await_forks(&mut self, mut out: JoinSet<Probe>) -> Result<bool, TableError> {
        loop {
            let next = tokio::select! {
                biased;
                () = self.stop.stopped() => {
                    // What has come already is paid for, and is kept.
                    while let Some(Ok(probe)) = out.try_join_next() {
                        self.record.probe(&probe)?;
                    }
                    return Ok(false);
                }
                next = out.join_next() => next,
            };
            match next {
                None => break,
                Some(probe) => {
                    self.record.probe(&probe.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic())))?;
                }
            }
        }
        tokio::select! {
            () = self.record.safe() => Ok(true),
            () = self.stop.stopped() => Ok(false),
        }
    }

    /// What is asked now, line by line: beliefs in the order of the seats, then a poll, then reports, then doubts.
    fn lines(&self, probing: &Probing, news: &[Due]) -> Vec<Probe> {
        let mut lines = self.beliefs(probing, news);
        lines.extend(self.poll(probing, news));
        let reports = news.iter().filter(|_| probing.reports).filter_map(|due| Some((due.reporter()?, due)));
        lines.extend(reports.map(|(speaker, due)| Probe { asks: Asks::Report, ..self.line(speaker, due) }));
        lines.extend(self.doubts(probing, news));
        for line in &mut lines {
            Dice::new(self.seed).shuffle(&stream(line), &mut line.order);
        }
        lines
    }

    fn beliefs(&self, probing: &Probing, news: &[Due]) -> Vec<Probe> {
        let asked: Vec<&Due> = news.iter().filter(|due| probing.asks_at(due.checkpoint)).collect();
        let mut lines = vec![];
        for seat in self.game.view(Listener::Public).living().iter() {
            // Of moments that come together one is enough: nothing is heard between them.
            let plain = asked.iter().rev().find(|due| due.speaker() != Some(seat));
            if let Some(due) = plain {
                lines.extend(self.perhaps_twice(probing, self.about_others(seat, due)));
            }
            let speeches = asked.iter().filter(|due| due.speaker().is_some_and(|speaker| speaker != seat));
            for due in speeches.filter(|_| probing.silenced) {
                lines.push(Probe { silenced: true, ..self.about_others(seat, due) });
            }
        }
        lines
    }

    /// Whom everybody would vote out. The speaker is asked, too: his ballot is one of those before the next speech.
    fn poll(&self, probing: &Probing, news: &[Due]) -> Vec<Probe> {
        let due = news.iter().rev().find(|due| due.is_of_poll()).filter(|_| probing.polls);
        let Some(due) = due else { return vec![] };
        let living = self.game.view(Listener::Public).living();
        let ballot = |seat| Probe { asks: Asks::Poll, ..self.about_others(seat, due) };
        living.iter().flat_map(|seat| self.perhaps_twice(probing, ballot(seat))).collect()
    }

    /// Of each speech with words, how far all the living but its speaker take it for a lie.
    fn doubts(&self, probing: &Probing, news: &[Due]) -> Vec<Probe> {
        let living = self.game.view(Listener::Public).living();
        let worded = news.iter().filter(|_| probing.doubts).filter_map(|due| Some((due.reporter()?, due)));
        let of = |(speaker, due): (Seat, &Due)| {
            let ask = |seat| Probe { asks: Asks::Doubt, order: vec![speaker], ..self.line(seat, due) };
            living.without(speaker).iter().map(ask).collect::<Vec<_>>()
        };
        worded.flat_map(of).collect()
    }

    /// The question, and once more where it is drawn for that.
    fn perhaps_twice(&self, probing: &Probing, line: Probe) -> Vec<Probe> {
        let again = Probe { repeat: 1, ..line.clone() };
        let retested = probing.retests(&mut Dice::new(self.seed), &stream(&line));
        if retested { vec![line, again] } else { vec![line] }
    }

    fn about_others(&self, seat: Seat, due: &Due) -> Probe {
        let others = self.game.view(Listener::Public).living().without(seat);
        Probe { order: others.iter().collect(), ..self.line(seat, due) }
    }

    fn line(&self, seat: Seat, due: &Due) -> Probe {
        Probe::unanswered(self.next, seat, due.checkpoint, due.event)
    }

    /// The fork of a seat's agent, or why there is none.
    fn aside(&self, seat: Seat) -> Result<Box<dyn Aside>, Believed> {
        match self.chairs[seat.index()].fork() {
            Ok(Some(aside)) => Ok(aside),
            Ok(None) => Err(Believed::NoFork),
            Err(Unavailable::Out | Unavailable::Late | Unavailable::Lost) => Err(Believed::Away),
        }
    }

    /// What a seat has heard, with this speech as a silent turn.
    fn heard_by(&self, seat: Seat, silent: Option<u32>) -> View {
        let mut view = View::new(Listener::Seat(seat), self.game.board().clone());
        for event in self.game.events() {
            match (&event.fact, silent) {
                (Fact::Spoke { seat, floor, .. }, Some(n)) if event.n == n => {
                    let fact = Fact::Spoke { seat: *seat, floor: *floor, text: String::new(), claims: vec![] };
                    view.hear(&Event { fact, ..event.clone() })
                }
                _ => view.hear(event),
            };
        }
        view
    }

    /// Waits until everybody is back who only listens. False if the table was stopped.
    async fn gather(&mut self, patience: Duration) -> Result<bool, TableError> {
        let stop = self.stop.clone();
        while self.chairs.iter().any(|chair| chair.available() == Err(Unavailable::Out)) {
            tokio::select! {
                biased;
                () = stop.stopped() => return Ok(false),
                more = self.take_in() => if !more? { break },
                () = sleep(patience) => break,
            }
        }
        Ok(true)
    }
}

/// The stream of draws that a line has for itself.
fn stream(probe: &Probe) -> String {
    let Probe { seat, n, asks, checkpoint, event, silenced, repeat, .. } = probe;
    let what = match asks {
        Asks::Beliefs => "probe".to_owned(),
        other => format!("{} by probe", other.id()),
    };
    format!("{what} of seat {seat} before {n}, {checkpoint} {event} {silenced} {repeat}")
}
