//! What a hall keeps for one seat, whether or not its player is connected: what he is to be told, and what he is asked.

use super::key::{Key, Lock};
use super::wire::{Letter, Put, Word, line};
use crate::{Deadline, Question, Standing, Trouble, Window};
use lycaon_rules::{Answer, Menu, Seat, SeatEvent};
use serde_json::json;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{oneshot, watch};
use tokio::time::Instant;

/// The longest reason a guest may give, in characters.
const REASON_MAX: usize = 200;

/// One seat of a hall.
#[derive(Debug)]
pub(super) struct Booth {
    pub seat: Seat,
    code: Lock,
    state: Mutex<State>,
    changed: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct State {
    /// The key for coming back, once somebody has joined.
    token: Option<(Lock, Key)>,
    /// The number of the latest connection; earlier ones are no longer the seat's.
    connection: u64,
    here: bool,
    /// Since when the player is away.
    away: Option<Instant>,
    /// The seat's events, each as a line.
    events: Vec<Arc<str>>,
    /// How many questions were put.
    asked: u64,
    open: Option<Open>,
    /// How the answer to a question stands that could be taken back.
    stands: Option<Stand>,
    /// Why the player has left for good.
    left: Option<Trouble>,
    /// What the record should say of his comings and goings.
    remarks: Vec<String>,
    /// The last lines, after which the connection ends.
    parting: Option<Arc<str>>,
}

/// A question without an answer.
#[derive(Debug)]
struct Open {
    put: Put,
    deadline: Option<Deadline>,
    /// How long an answer may be taken back, if it may.
    window: Option<Window>,
    /// The answer, while it may be taken back.
    held: Option<Word>,
    answer: oneshot::Sender<Word>,
}

/// What a key opens.
pub(super) enum Opens {
    /// Nothing here.
    Nothing,
    /// It was a code and is used up.
    Used,
    /// The seat, on this connection. The key for coming back is the seat's.
    Seat { connection: u64, token: Key, back: bool },
}

/// How the answer to a question stands after so many deeds of its player: each is heard, though it should change nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stand {
    ask: u64,
    standing: Standing,
    deeds: u32,
}

/// How far a connection has told its player.
#[derive(Debug)]
pub(super) struct Told {
    pub connection: u64,
    pub events: usize,
    pub ask: u64,
    pub stands: Option<Stand>,
}

/// What a connection is to send.
pub(super) struct Due {
    pub text: String,
    /// Whether there will be no more.
    pub last: bool,
}

impl Booth {
    pub(super) fn new(seat: Seat, code: &Key) -> Self {
        Booth { seat, code: code.lock(), state: Mutex::default(), changed: watch::Sender::new(()) }
    }

    /// Tries a key; one that fits makes a new connection the seat's.
    pub(super) fn open(&self, key: &Lock) -> std::io::Result<Opens> {
        let mut state = self.state();
        let (code, token) = (self.code.fits(key), state.token.as_ref().is_some_and(|(token, _)| token.fits(key)));
        let back = state.token.is_some();
        if !code && !token {
            return Ok(Opens::Nothing);
        }
        if code && back {
            return Ok(Opens::Used);
        }
        let token = match &state.token {
            Some((_, token)) => token.clone(),
            None => {
                let token = Key::new()?;
                state.token = Some((token.lock(), token.clone()));
                token
            }
        };
        state.connection += 1;
        if back && !state.here {
            state.remarks.push("the player is back".into());
        }
        (state.here, state.away) = (true, None);
        // That something was taken back is news only to whoever did it.
        state.stands.take_if(|stands| stands.standing == Standing::Open);
        let connection = state.connection;
        drop(state);
        self.changed.send_replace(());
        Ok(Opens::Seat { connection, token, back })
    }

    /// A connection has ended. True if its player is missed now.
    pub(super) fn close(&self, connection: u64) -> bool {
        let mut state = self.state();
        if state.connection != connection || !state.here {
            return false;
        }
        (state.here, state.away) = (false, Some(Instant::now()));
        let missed = state.left.is_none() && state.parting.is_none();
        if missed {
            state.remarks.push("the player's connection was lost".into());
        }
        drop(state);
        self.changed.send_replace(());
        missed
    }

    /// What this connection has not sent yet; `None` if it is no longer the seat's.
    pub(super) fn due(&self, told: &mut Told) -> Option<Due> {
        let state = self.state();
        if state.connection != told.connection {
            return None;
        }
        let mut text = String::new();
        if let Some(Stand { ask, standing, .. }) = state.stands.filter(|stands| told.stands != Some(*stands)) {
            text.push_str(&line(&Letter::Stands { ask, stands: standing }));
            told.stands = state.stands;
        }
        text.extend(state.events.get(told.events..).unwrap_or_default().iter().map(|event| &**event));
        told.events = told.events.max(state.events.len());
        if let Some(open) = state.open.as_ref().filter(|open| open.put.ask != told.ask) {
            told.ask = open.put.ask;
            let left = open.deadline.as_ref().map(|deadline| deadline.left().as_millis());
            let put = Put { left_ms: left.map(|left| u64::try_from(left).unwrap_or(u64::MAX)), ..copy(&open.put) };
            text.push_str(&line(&put));
        }
        text.extend(state.parting.as_deref());
        Some(Due { text, last: state.parting.is_some() })
    }

    /// Takes what a guest says. False if nothing was asked that it could answer.
    pub(super) fn take(&self, connection: u64, word: Word) -> bool {
        let mut state = self.state();
        if state.connection != connection {
            return false;
        }
        let taken = state.take(word);
        drop(state);
        self.changed.send_replace(());
        taken
    }

    /// Waits until an answer that was held counts, and gives it.
    pub(super) async fn settled(&self, ask: u64, window: Option<&Window>, deadline: Option<&Deadline>) -> Word {
        let Some(window) = window else { return std::future::pending().await };
        let mut changes = self.changes();
        loop {
            if !self.holds(ask) {
                if changes.changed().await.is_err() {
                    return std::future::pending().await;
                }
                continue;
            }
            tokio::select! {
                () = window.settled(deadline) => if let Some(word) = self.settle(ask) { return word },
                _ = changes.changed() => {}
            }
        }
    }

    fn holds(&self, ask: u64) -> bool {
        self.state().open.as_ref().is_some_and(|open| open.put.ask == ask && open.held.is_some())
    }

    /// Lets the answer count that is held for this question, if one is.
    pub(super) fn settle(&self, ask: u64) -> Option<Word> {
        let mut state = self.state();
        let open = state.open.take_if(|open| open.put.ask == ask && open.held.is_some())?;
        state.stand(ask, Standing::Final);
        drop(state);
        self.changed.send_replace(());
        open.held
    }

    /// Tells an event.
    pub(super) fn tell(&self, event: &SeatEvent) {
        self.state().events.push(line(&json!({ "event": event })).into());
        self.changed.send_replace(());
    }

    /// Puts a question; gives back its number and what will bring the answer.
    pub(super) fn put(&self, question: &Question<'_>) -> (u64, oneshot::Receiver<Word>) {
        let (answer, receiver) = oneshot::channel();
        let mut state = self.state();
        state.asked += 1;
        // What was said is said.
        let window = question.window.filter(|_| !matches!(question.request.menu, Menu::Talk { .. })).cloned();
        let put = Put {
            request: question.request.clone(),
            ask: state.asked,
            attempt: question.attempt,
            complaint: question.complaint.cloned(),
            left_ms: None,
            undo: window.is_some(),
        };
        state.open = Some(Open { put, deadline: question.deadline.cloned(), window, held: None, answer });
        let ask = state.asked;
        drop(state);
        self.changed.send_replace(());
        (ask, receiver)
    }

    /// Takes a question back.
    pub(super) fn withdraw(&self, ask: u64) {
        self.state().open.take_if(|open| open.put.ask == ask);
    }

    /// Why the player has left for good, if he has.
    pub(super) fn left(&self) -> Option<Trouble> {
        self.state().left.clone()
    }

    /// What the record has not been told yet.
    pub(super) fn remarks(&self) -> Vec<String> {
        std::mem::take(&mut self.state().remarks)
    }

    /// Says these last lines to whoever is here or comes, and then nothing more.
    pub(super) fn part(&self, lines: &str) {
        self.state().parting.get_or_insert_with(|| lines.into());
        self.changed.send_replace(());
    }

    /// Whether the player is connected.
    pub(super) fn is_here(&self) -> bool {
        self.state().here
    }

    /// Waits until the player is connected, or, if `here` is false, until he is not.
    pub(super) async fn until(&self, here: bool) {
        let mut changes = self.changes();
        while self.is_here() != here {
            if changes.changed().await.is_err() {
                return;
            }
        }
    }

    /// Waits until the player has been away for so long.
    pub(super) async fn missed(&self, patience: Duration) {
        let mut changes = self.changes();
        loop {
            let (here, away) = {
                let state = self.state();
                (state.here, state.away)
            };
            let until = away.unwrap_or_else(Instant::now) + patience;
            tokio::select! {
                changed = changes.changed() => if changed.is_err() { return },
                () = tokio::time::sleep_until(until), if !here => return,
            }
        }
    }

    /// Tells of every change.
    pub(super) fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn stand(&mut self, ask: u64, standing: Standing) {
        let deeds = self.stands.map_or(0, |stands| stands.deeds + 1);
        self.stands = Some(Stand { ask, standing, deeds });
    }

    /// Takes what the player says. False if nothing was asked that it could answer.
    fn take(&mut self, word: Word) -> bool {
        let ask = match &word {
            Word::Leave { leave, hand_over } => {
                let why = leave.chars().take(REASON_MAX).collect();
                self.left.get_or_insert(if *hand_over { Trouble::HandedOver(why) } else { Trouble::Gone(why) });
                if let Some(open) = self.open.take() {
                    _ = open.answer.send(word);
                }
                return true;
            }
            Word::Answer { ask, .. } | Word::Failed { ask, .. } | Word::Undo { undo: ask } => *ask,
        };
        let Some(open) = self.open.as_mut().filter(|open| open.put.ask == ask) else { return false };
        if let Some(window) = &open.window {
            match &word {
                Word::Answer { choice, speech, .. } => {
                    window.choose(&Answer { choice: *choice, speech: speech.clone() });
                    let stands = window.standing();
                    if stands == Standing::Held {
                        open.held = Some(word);
                        self.stand(ask, stands);
                        return true;
                    }
                    self.stand(ask, stands);
                }
                Word::Undo { .. } => {
                    window.take_back();
                    let stands = window.standing();
                    if stands == Standing::Open {
                        open.held = None;
                        self.stand(ask, stands);
                    }
                    return stands == Standing::Open;
                }
                Word::Failed { .. } | Word::Leave { .. } => {}
            }
        } else if matches!(word, Word::Undo { .. }) {
            return false;
        }
        self.open.take().is_some_and(|open| open.answer.send(word).is_ok())
    }
}

fn copy(put: &Put) -> Put {
    Put { request: put.request.clone(), complaint: put.complaint.clone(), ..*put }
}
