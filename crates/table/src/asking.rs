//! How a table asks: everybody at once, each in his own time, and what it does with what comes back.

use crate::clock::Clock;
use crate::halt::Halt;
use crate::record::Entry;
use crate::retry::{Said, Terms};
use crate::round::{Decided, Open, Round, spelled};
use crate::seat::{Asked, Back, Nature, Unavailable};
use crate::settings::Kind;
use crate::table::{Table, TableError};
use lycaon_agents::Trouble;
use lycaon_narrator::taboo;
use lycaon_rules::{Answer, Dice, Fallback, Request, Seat};
use lycaon_transcript::{How, NoteKind, Taken};
use std::sync::atomic::Ordering;
use tokio::task::JoinError;
use tokio::time::{Instant, sleep_until};

impl Table<'_> {
    /// Has a batch answered and lets the game go on. False if the table was stopped before.
    pub(crate) async fn ask(&mut self, mut round: Round) -> Result<bool, TableError> {
        loop {
            self.dispatch(&mut round).await?;
            self.write(&mut round)?;
            tokio::select! {
                () = self.record.safe() => {}
                () = self.stop.stopped() => {}
            }
            if round.is_done() {
                self.next = round.n(round.len());
                self.game.advance()?;
                return Ok(true);
            }
            if !self.wait(&mut round).await? || self.halt.is_some() {
                return Ok(false);
            }
        }
    }

    /// Waits for somebody to come back or for a time to be over. False if the table was stopped.
    async fn wait(&mut self, round: &mut Round) -> Result<bool, TableError> {
        let deadline = round.earliest();
        tokio::select! {
            biased;
            () = self.stop.stopped() => {
                // What has come already is paid for, and is kept.
                while let Some(back) = self.out.try_join_next() {
                    self.welcome(Some(&mut *round), rethrown(back))?;
                }
                self.write(round)?;
                return Ok(false);
            }
            Some(back) = self.out.join_next() => self.welcome(Some(round), rethrown(back))?,
            () = at(deadline) => self.expire(round),
        }
        Ok(true)
    }

    /// Sends everybody who is here to hear the news, and to answer if he is asked.
    async fn dispatch(&mut self, round: &mut Round) -> Result<(), TableError> {
        for seat in self.game.board().clone().seats() {
            while let Some(position) = round.next_of(seat) {
                let chair = &self.chairs[seat.index()];
                if self.hands.pass(chair.interrupts, round.request(position)) {
                    round.decide(position, Decided::without(unasked(How::Unraised)));
                    continue;
                }
                if round.open(seat).is_none_or(|open| open.position != position) {
                    let since = Instant::now();
                    let deadline = chair.deadline(round.request(position));
                    round.put(seat, Open { position, since, deadline, attempts: Default::default() });
                }
                match chair.available() {
                    Ok(()) => self.send(seat, Some(&mut *round)).await?,
                    Err(Unavailable::Out) => break,
                    Err(Unavailable::Late) => round.decide(position, Decided::without(unasked(How::TimedOut))),
                    Err(Unavailable::Lost) => round.decide(position, Decided::without(unasked(How::Failed))),
                }
            }
            self.send(seat, None).await?;
        }
        Ok(())
    }

    /// Sends a sitter out, with the question before him if there is a round. A script is back at once.
    pub(crate) async fn send(&mut self, seat: Seat, mut round: Option<&mut Round>) -> Result<(), TableError> {
        let asked = round.as_deref().and_then(|round| {
            let open = round.open(seat)?;
            let n = round.n(open.position);
            let made = self.made.remove(&n).unwrap_or_default();
            let terms = Terms {
                deadline: open.deadline.clone(),
                reasks: self.settings.reasks,
                attempts: open.attempts.clone(),
                journal: Entry::new(self.record.clone(), n, seat, made),
                window: round.window(seat),
            };
            // A person has a tempo of his own.
            let tempo = self.tempo.filter(|_| self.chairs[seat.index()].nature != Nature::Human);
            let request = round.request(open.position).clone();
            Some(Asked { n, request, terms, since: open.since, tempo, step_ends: self.due })
        });
        let chair = &mut self.chairs[seat.index()];
        let inline = chair.nature == Nature::Scripted && self.tempo.is_none();
        if let Some(errand) = chair.send(&self.game.events()[..self.shown], asked) {
            if inline {
                let back = errand.run().await;
                self.welcome(round.take(), back)?;
            } else {
                self.out.spawn(errand.run());
            }
        }
        Ok(())
    }

    /// Takes a sitter back. What he says counts if it is still waited for.
    pub(crate) fn welcome(&mut self, round: Option<&mut Round>, back: Back) -> Result<(), TableError> {
        let seat = back.seat;
        let chair = &mut self.chairs[seat.index()];
        if let Some(why) = chair.hands_over(&back) {
            chair.replace(back);
            return Ok(self.record.note(NoteKind::AgentLeft, seat, None, why, None)?);
        }
        let good = match (chair.nature, &back.said) {
            (Nature::Scripted, _) | (_, Some((_, Said { stand_in: true, .. }))) => How::Scripted,
            (Nature::Machine, _) => How::Answered,
            (Nature::Human, _) => How::Human,
        };
        let (said, broke) = chair.take_back(back);
        if let Some((n, said)) = said {
            if let Err(Trouble::Unreachable(why)) = &said.answer
                && self.settings.stops_without_agents
            {
                self.halt = Some(Halt::Unreachable { seat, why: why.clone() });
                return Ok(());
            }
            let Some((round, open)) = round.and_then(|round| round.awaited(seat, n).map(|open| (round, open))) else {
                return self.late(seat, n, said);
            };
            let attempts = open.attempts.load(Ordering::Relaxed);
            let elapsed = self.settings.clock.ms_since(open.since);
            round.decide(open.position, Decided::from(said, good, attempts, elapsed));
        } else if let Some(why) = broke {
            self.record.note(NoteKind::AgentLeft, seat, None, why, None)?;
        }
        Ok(())
    }

    /// Writes down an answer that came after its time, and drops it.
    fn late(&mut self, seat: Seat, n: u32, said: Said) -> Result<(), TableError> {
        let Said { answer, .. } = said;
        self.record.count(|toll| toll.late(seat));
        let (kind, text, answer) = match answer {
            Ok(answer) => (NoteKind::LateAnswer, "came after its time and was dropped".to_owned(), Some(answer)),
            Err(Trouble::Unclear(unclear)) => (NoteKind::LateAnswer, spelled(&unclear), None),
            Err(Trouble::Failed(why) | Trouble::Unreachable(why)) => (NoteKind::LateAnswer, why, None),
            Err(Trouble::Gone(why) | Trouble::HandedOver(why)) => (NoteKind::AgentLeft, why, None),
        };
        Ok(self.record.note(kind, seat, Some(n), text, answer)?)
    }

    /// Decides for the seats whose time is over.
    fn expire(&mut self, round: &mut Round) {
        for seat in round.overdue() {
            let Some(open) = round.open(seat) else { continue };
            let taken = Taken {
                how: How::TimedOut,
                attempts: open.attempts.load(Ordering::Relaxed),
                elapsed_ms: self.settings.clock.ms_since(open.since),
                raise: None,
            };
            round.decide(open.position, Decided::without(taken));
            self.chairs[seat.index()].is_late();
        }
    }

    /// Takes back whoever comes back next, with nothing asked; false if nobody is out.
    pub(crate) async fn take_in(&mut self) -> Result<bool, TableError> {
        match self.out.join_next().await {
            Some(back) => self.welcome(None, rethrown(back)).map(|()| true),
            None => Ok(false),
        }
    }

    /// Gives decisions to the game and to the record: as they come, or, where no time is measured, in order.
    fn write(&mut self, round: &mut Round) -> Result<(), TableError> {
        while let Some((position, decided)) = round.take_decided(self.settings.clock == Clock::Still) {
            let (n, request) = (round.n(position), round.request(position));
            let Decided { answer, taken, why } = decided;
            let mut answer = answer.unwrap_or_else(|| fallback(self.seed, n, request));
            if let Some(speech) = &mut answer.speech {
                taboo::take_down(self.game.board(), request, speech);
            }
            self.game.answer(position, answer.clone())?;
            if let Some((kind, why)) = why {
                self.record.note(kind, request.seat, Some(n), why, None)?;
            }
            self.record.decision(n, request, &answer, taken)?;
            self.hands.after(request, taken.raise);
            self.record.count(|toll| toll.decided(request.seat, Kind::of(request.ask), taken));
        }
        Ok(())
    }

    /// Lets everybody hear the end, and waits a little for those who are out.
    pub(crate) async fn farewell(&mut self) -> Result<(), TableError> {
        let last = Instant::now() + self.settings.farewell;
        loop {
            self.tell().await?;
            tokio::select! {
                biased;
                () = self.stop.stopped() => break,
                back = self.out.join_next() => match back {
                    Some(back) => self.welcome(None, rethrown(back))?,
                    None => break,
                },
                () = sleep_until(last) => break,
            }
        }
        // Not waited for: whoever blocks his thread would never end.
        self.out.abort_all();
        for chair in &self.chairs {
            if chair.available() == Err(Unavailable::Late) {
                let text = "still owed an answer when the game ended".to_owned();
                self.record.note(NoteKind::Warning, chair.seat, None, text, None)?;
            }
        }
        Ok(())
    }
}

/// What is taken where no answer is. Each decision has its own stream of lots, so that the lot of one does not depend
/// on how many were drawn before it.
fn fallback(seed: u64, n: u32, request: &Request) -> Answer {
    match request.fallback {
        Fallback::Choice { choice } => choice.into(),
        Fallback::Lot => {
            let menu = &request.menu;
            menu.nth(Dice::new(seed).below(&format!("fallback {n}"), menu.size())).into()
        }
    }
}

/// How a decision was taken that its seat was never asked for.
fn unasked(how: How) -> Taken {
    Taken { how, attempts: 0, elapsed_ms: 0, raise: None }
}

/// Waits until the deadline; without one, for ever.
async fn at(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

/// What a task brought back. Errands catch the panics of agents; any other panic is one of the table.
pub(crate) fn rethrown(back: Result<Back, JoinError>) -> Back {
    back.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Player, Settings};
    use async_trait::async_trait;
    use lycaon_agents::{Agent, Question, Reply};
    use lycaon_rules::{Ask, Board, Choice, Menu, Setup, Source};
    use std::time::Duration;
    use tokio::time::sleep;

    /// Takes its time, a second more for each answer.
    struct Slower(u64);

    #[async_trait]
    impl Agent for Slower {
        async fn answer(&mut self, question: Question<'_>) -> Reply {
            self.0 += 1;
            sleep(Duration::from_secs(self.0)).await;
            Answer::from(question.request.menu.nth(0)).into()
        }
    }

    fn request(seat: u8, ask: Ask, choice: Choice) -> Request {
        let menu = Menu::OneOf { choices: vec![choice, Choice::Pass] };
        let fallback = Fallback::Choice { choice: Choice::Pass };
        Request { seat: Seat::new(seat), ask, menu, fallback, from: Source::House, chat: false }
    }

    /// The answers to a batch in which seat 1 is asked twice, with this deadline for each.
    async fn asked_twice(deadline: Duration) -> Vec<(Option<Choice>, How, u32, u64)> {
        let board = Board::named("vanilla-3-1").unwrap();
        let deal = board.deal(&mut Dice::new(1));
        let settings = Settings { deadlines: crate::Deadlines::all(deadline), ..Settings::default() };
        let players = (0..3).map(|_| Player::machine(Box::new(Slower(0)))).collect();
        let mut table = Table::new(Setup { board: board.into(), deal }, 1, players, settings).unwrap();
        let batch = vec![
            request(1, Ask::Shot, Choice::Target { seat: Seat::new(2) }),
            request(3, Ask::Badge, Choice::Tear),
            request(1, Ask::Badge, Choice::Target { seat: Seat::new(3) }),
        ];
        let mut round = Round::new(0, batch, &[]);
        loop {
            table.dispatch(&mut round).await.unwrap();
            if (1..=3).all(|seat| round.next_of(Seat::new(seat)).is_none()) {
                break;
            }
            table.wait(&mut round).await.unwrap();
        }
        let decided = std::iter::from_fn(|| round.take_decided(true));
        decided
            .map(|(_, Decided { answer, taken, .. })| {
                (answer.map(|answer| answer.choice), taken.how, taken.attempts, taken.elapsed_ms)
            })
            .collect()
    }

    #[tokio::test(start_paused = true)]
    async fn a_seat_asked_twice_answers_in_order_with_a_deadline_for_each() {
        let [two, three] = [2, 3].map(|seat| Some(Choice::Target { seat: Seat::new(seat) }));
        let tear = Some(Choice::Tear);
        let answered = How::Answered;
        assert_eq!(
            asked_twice(Duration::from_millis(2500)).await,
            [(two, answered, 1, 1000), (tear, answered, 1, 1000), (three, answered, 1, 2000)]
        );
        assert_eq!(
            asked_twice(Duration::from_millis(1500)).await,
            [(two, answered, 1, 1000), (tear, answered, 1, 1000), (None, How::TimedOut, 1, 1500)]
        );
        assert_eq!(
            asked_twice(Duration::from_millis(500)).await,
            [(None, How::TimedOut, 1, 500), (None, How::TimedOut, 1, 500), (None, How::TimedOut, 0, 0)]
        );
    }
}
