//! Seats asked aside what they believe, while the game stands still.
//!
//! At a checkpoint the table asks a **fork** of every living seat's agent and writes down what it says. The agents, their
//! dice and the game hear nothing of it, so a game with probes is the game without them.

mod moments;
mod settings;

pub use settings::{Probing, ProbingError};

use crate::seat::Unavailable;
use crate::table::{Table, TableError};
use crate::unpanicked::unpanicked;
use lycaon_agents::{Aside, Calls, Deadline, Inquiry, Trouble};
use lycaon_rules::{Dice, Event, Fact, Listener, Seat, View};
use lycaon_transcript::{Belief, Believed, Probe};
use moments::{Due, due};
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::{sleep, sleep_until};

/// A fork on its way, and what it will be asked.
struct Errand {
    aside: Box<dyn Aside>,
    view: View,
    deadline: Deadline,
    /// The line to be written, with nothing in it yet.
    probe: Probe,
}

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
        for line in lines {
            match self.errand(line, patience) {
                Ok(errand) if self.chairs[errand.probe.seat.index()].is_scripted() => {
                    self.record.probe(&errand.run().await)?;
                }
                Ok(errand) => _ = out.spawn(errand.run()),
                Err(line) => self.record.probe(&line)?,
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

    /// What is asked now, line by line, in the order of the seats.
    fn lines(&self, probing: &Probing, news: &[Due]) -> Vec<Probe> {
        let living = self.game.view(Listener::Public).living();
        let asked: Vec<&Due> = news.iter().filter(|due| probing.asks_at(due.checkpoint)).collect();
        let mut lines = vec![];
        for seat in living.iter() {
            // Of moments that come together one is enough: nothing is heard between them.
            let plain = asked.iter().rev().find(|due| due.speaker != Some(seat));
            if let Some(due) = plain {
                let first = self.line(seat, due, living.without(seat).iter().collect());
                let again = Probe { repeat: 1, ..first.clone() };
                let retested = probing.retests(&mut Dice::new(self.seed), &stream(&first));
                lines.push(first);
                lines.extend(retested.then_some(again));
            }
            let speeches = asked.iter().filter(|due| due.speaker.is_some_and(|speaker| speaker != seat));
            for due in speeches.filter(|_| probing.silenced) {
                let line = self.line(seat, due, living.without(seat).iter().collect());
                lines.push(Probe { silenced: true, ..line });
            }
        }
        for line in &mut lines {
            Dice::new(self.seed).shuffle(&stream(line), &mut line.order);
        }
        lines
    }

    fn line(&self, seat: Seat, due: &Due, order: Vec<Seat>) -> Probe {
        let Due { checkpoint, event, .. } = *due;
        Probe {
            n: self.next,
            seat,
            checkpoint,
            event,
            silenced: false,
            repeat: 0,
            order,
            how: Believed::Failed,
            answer: None,
            why: None,
            calls: vec![],
        }
    }

    /// The fork that is to be asked; or the line as it is written where there is none.
    fn errand(&self, probe: Probe, patience: Duration) -> Result<Errand, Box<Probe>> {
        match self.chairs[probe.seat.index()].fork() {
            Ok(Some(aside)) => {
                let view = self.heard_by(probe.seat, probe.silenced.then_some(probe.event));
                Ok(Errand { aside, view, deadline: Deadline::after(patience), probe })
            }
            Ok(None) => Err(Probe { how: Believed::NoFork, ..probe }.into()),
            Err(Unavailable::Out | Unavailable::Late | Unavailable::Lost) => {
                Err(Probe { how: Believed::Away, ..probe }.into())
            }
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
    let Probe { seat, n, checkpoint, event, silenced, repeat, .. } = probe;
    format!("probe of seat {seat} before {n}, {checkpoint} {event} {silenced} {repeat}")
}

impl Errand {
    async fn run(self) -> Probe {
        let Errand { mut aside, view, deadline, probe } = self;
        let journal = Calls::new();
        let inquiry = Inquiry { view: &view, others: &probe.order, deadline: Some(&deadline), journal: &journal };
        let answer = tokio::select! {
            answer = unpanicked(aside.believe(inquiry)) => answer.unwrap_or_else(|panic| Err(Trouble::Failed(panic))),
            () = passed(&deadline) => Err(Trouble::Failed("no answer came in time".into())),
        };
        let calls = journal.take();
        let (how, answer, why) = told(answer, &probe.order);
        Probe { how, answer, why, calls, ..probe }
    }
}

/// What came of it. An answer that holds no probabilities is as good as none.
fn told(answer: Result<Belief, Trouble>, order: &[Seat]) -> (Believed, Option<Belief>, Option<String>) {
    let is_probability = |p: &f64| (0.0..=1.0).contains(p);
    match answer {
        Ok(belief) => {
            let of_others = belief.p_wolf.iter().all(|(seat, p)| order.contains(seat) && is_probability(p));
            if of_others && belief.suspected.iter().all(is_probability) {
                return (Believed::Answered, Some(belief), None);
            }
            (Believed::Unreadable, None, Some("it holds numbers that are no probabilities of these seats".into()))
        }
        Err(Trouble::Unclear(unclear)) => (Believed::Unreadable, None, Some(crate::round::spelled(&unclear))),
        Err(Trouble::Failed(why) | Trouble::Unreachable(why) | Trouble::Gone(why)) => {
            (Believed::Failed, None, Some(why))
        }
    }
}

/// Waits until the deadline has passed, which stands still while its calls queue.
async fn passed(deadline: &Deadline) {
    while !deadline.has_passed() {
        sleep_until(deadline.earliest()).await;
    }
}
