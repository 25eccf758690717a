//! One batch of requests while it is being answered: what is open, what is decided. It knows nothing of agents.

use crate::retry::Said;
use lycaon_agents::{Deadline, Thinking, Trouble, Window};
use lycaon_narrator::Unclear;
use lycaon_rules::{Answer, Request, Seat, Seats};
use lycaon_transcript::{How, NoteKind, Taken};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use tokio::time::Instant;

/// What came of a request. Without an answer the table takes the fallback.
pub(crate) struct Decided {
    pub answer: Option<Answer>,
    pub taken: Taken,
    /// Why there is no answer, where the seat was asked for one and gave none.
    pub why: Option<(NoteKind, String)>,
}

impl Decided {
    /// A request without an answer, and without more to say of it.
    pub(crate) fn without(taken: Taken) -> Self {
        Decided { answer: None, taken, why: None }
    }

    /// What an agent said; `good` labels an answer that can be used.
    pub(crate) fn from(said: Said, good: How, attempts: u32, elapsed_ms: u64) -> Self {
        let Said { answer, raise, .. } = said;
        let none = |how, kind, why| (None, how, Some((kind, why)));
        let (answer, how, why) = match answer {
            Ok(answer) => (Some(answer), good, None),
            Err(Trouble::Unclear(unclear)) => none(How::Invalid, NoteKind::Warning, spelled(&unclear)),
            Err(Trouble::Failed(why) | Trouble::Unreachable(why)) => none(How::Failed, NoteKind::Warning, why),
            Err(Trouble::Gone(why) | Trouble::HandedOver(why)) => none(How::Failed, NoteKind::AgentLeft, why),
        };
        Decided { answer, taken: Taken { how, attempts, elapsed_ms, raise }, why }
    }
}

/// A complaint as it stands in a record.
pub(crate) fn spelled(unclear: &Unclear) -> String {
    serde_json::to_string(unclear).unwrap_or_else(|_| format!("{unclear:?}"))
}

/// The question that a seat has before it.
#[derive(Clone)]
pub(crate) struct Open {
    pub position: usize,
    pub since: Instant,
    pub deadline: Option<Deadline>,
    /// How often the agent was asked so far; it counts while it is out.
    pub attempts: Arc<AtomicU32>,
}

/// How far a request is.
enum Slot {
    Waiting,
    Decided(Box<Decided>),
    Written,
}

/// A batch under way.
pub(crate) struct Round {
    /// The number of the decision at position 0.
    base: u32,
    batch: Vec<Request>,
    slots: Vec<Slot>,
    open: BTreeMap<Seat, Open>,
    thinking: Thinking,
}

impl Round {
    /// The batch, of which the positions in `answered` are written already.
    pub(crate) fn new(base: u32, batch: Vec<Request>, answered: &[bool]) -> Self {
        let slot = |position| if answered.get(position) == Some(&true) { Slot::Written } else { Slot::Waiting };
        let slots: Vec<Slot> = (0..batch.len()).map(slot).collect();
        let asked = batch.iter().zip(&slots).filter(|(_, slot)| matches!(slot, Slot::Waiting));
        let asked: Seats = asked.map(|(request, _)| request.seat).collect();
        Round { base, batch, slots, open: BTreeMap::new(), thinking: Thinking::of(asked) }
    }

    /// The number of the decision at this position.
    pub(crate) fn n(&self, position: usize) -> u32 {
        self.base + position as u32
    }

    /// The request at this position.
    pub(crate) fn request(&self, position: usize) -> &Request {
        &self.batch[position]
    }

    /// How many requests there are.
    pub(crate) fn len(&self) -> usize {
        self.batch.len()
    }

    /// Whether everything is written.
    pub(crate) fn is_done(&self) -> bool {
        self.slots.iter().all(|slot| matches!(slot, Slot::Written))
    }

    /// The next request of this seat that nobody has decided.
    pub(crate) fn next_of(&self, seat: Seat) -> Option<usize> {
        self.waiting_of(seat).next()
    }

    fn waiting_of(&self, seat: Seat) -> impl Iterator<Item = usize> {
        let waits = |position: &usize| matches!(self.slots[*position], Slot::Waiting);
        (0..self.batch.len()).filter(move |position| self.batch[*position].seat == seat && waits(position))
    }

    /// How long this seat may take back its next answer. Only its last of the batch: if it waited for the others with
    /// more to come, two such seats would wait for each other.
    pub(crate) fn window(&self, seat: Seat) -> Option<Window> {
        (self.waiting_of(seat).count() == 1).then(|| self.thinking.window(seat))
    }

    /// The question before this seat.
    pub(crate) fn open(&self, seat: Seat) -> Option<&Open> {
        self.open.get(&seat)
    }

    /// Puts a question before a seat.
    pub(crate) fn put(&mut self, seat: Seat, open: Open) {
        self.open.insert(seat, open);
    }

    /// The question before this seat, if it is decision `n`.
    pub(crate) fn awaited(&self, seat: Seat, n: u32) -> Option<Open> {
        self.open(seat).filter(|open| self.n(open.position) == n).cloned()
    }

    /// Decides a request and takes it away from before its seat.
    pub(crate) fn decide(&mut self, position: usize, decided: Decided) {
        self.slots[position] = Slot::Decided(Box::new(decided));
        self.open.retain(|_, open| open.position != position);
        let seat = self.batch[position].seat;
        if self.next_of(seat).is_none() {
            self.thinking.done(seat);
        }
    }

    /// The next decision to write: the first that is there, or, `in_order`, the first of the batch once it is there.
    pub(crate) fn take_decided(&mut self, in_order: bool) -> Option<(usize, Decided)> {
        for (position, slot) in self.slots.iter_mut().enumerate() {
            match slot {
                Slot::Written => {}
                Slot::Waiting if in_order => return None,
                Slot::Waiting => {}
                Slot::Decided(_) => {
                    let Slot::Decided(decided) = std::mem::replace(slot, Slot::Written) else { continue };
                    return Some((position, *decided));
                }
            }
        }
        None
    }

    /// The earliest moment at which a deadline can pass.
    pub(crate) fn earliest(&self) -> Option<Instant> {
        self.open.values().filter_map(|open| open.deadline.as_ref()).map(Deadline::earliest).min()
    }

    /// The seats whose time is over.
    pub(crate) fn overdue(&self) -> Vec<Seat> {
        let over = |open: &Open| open.deadline.as_ref().is_some_and(Deadline::has_passed);
        self.open.iter().filter(|(_, open)| over(open)).map(|(seat, _)| *seat).collect()
    }
}
