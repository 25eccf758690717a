//! The recorder of a game, where there is one, and what the game took so far.

use crate::toll::Toll;
use async_trait::async_trait;
use lycaon_agents::{Journal, Unkept};
use lycaon_rules::{Answer, Event, Outcome, Request, Roll, Seat};
use lycaon_transcript::{Call, Ended, Note, NoteKind, Probe, Recorder, Taken, WriteError};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The record that is kept of a game. Clones are the same record: the table writes to it, and so does everybody who
/// makes a call.
#[derive(Clone)]
pub(crate) struct Record(Arc<Mutex<Book>>);

struct Book {
    /// What writes; with `None` nothing is written.
    recorder: Option<Recorder>,
    /// Why a call or remark could not be written. The table hears of it when it writes next.
    lost: Option<WriteError>,
    toll: Toll,
}

type Written = Result<(), WriteError>;

impl Record {
    pub(crate) fn new(toll: Toll) -> Self {
        Record(Arc::new(Mutex::new(Book { recorder: None, lost: None, toll })))
    }

    /// From now on, writes with this recorder.
    pub(crate) fn write_to(&self, recorder: Recorder) {
        self.book().recorder = Some(recorder);
    }

    pub(crate) fn events(&self, log: &[Event]) -> Written {
        self.write(|recorder| recorder.events(log))
    }

    pub(crate) fn roll(&self, n: u32, roll: Roll, result: u16) -> Written {
        self.write(|recorder| recorder.roll(n, roll, result))
    }

    pub(crate) fn decision(&self, n: u32, request: &Request, answer: &Answer, taken: Taken) -> Written {
        self.write(|recorder| recorder.decision(n, request, answer, taken))
    }

    pub(crate) fn note(
        &self,
        kind: NoteKind,
        seat: Seat,
        n: Option<u32>,
        text: String,
        answer: Option<Answer>,
    ) -> Written {
        self.write(|recorder| recorder.note(&Note { n, seat: Some(seat), answer, ..Note::new(kind, text) }))
    }

    pub(crate) fn probe(&self, probe: &Probe) -> Written {
        self.write(|recorder| recorder.probe(probe))
    }

    /// Writes a remark about the game as a whole.
    pub(crate) fn remark(&self, text: String) -> Written {
        self.write(|recorder| recorder.note(&Note::new(NoteKind::Warning, text)))
    }

    /// The tokens and US dollars that the game took so far, as far as they are known. A record remembers earlier runs.
    pub(crate) fn spent(&self) -> (u64, f64) {
        let book = self.book();
        match &book.recorder {
            Some(recorder) => (recorder.totals().usage.tokens(), recorder.totals().cost_usd.unwrap_or(0.0)),
            None => (book.toll.usage().tokens(), book.toll.cost_usd().unwrap_or(0.0)),
        }
    }

    /// Counts something.
    pub(crate) fn count(&self, count: impl FnOnce(&mut Toll)) {
        count(&mut self.book().toll);
    }

    /// Writes the end of the game.
    pub(crate) fn end(&self, outcome: &Outcome, elapsed_ms: Option<u64>) -> Result<Option<Ended>, WriteError> {
        let mut book = self.book();
        book.found()?;
        book.recorder.take().map(|recorder| recorder.end(outcome, elapsed_ms)).transpose()
    }

    /// Lets go of the file, with nothing left in a buffer: whoever is still out on an errand writes no more. Gives back
    /// what the game took.
    pub(crate) fn close(&self) -> Result<Toll, WriteError> {
        let mut book = self.book();
        book.found()?;
        book.recorder.take().map_or(Ok(()), |mut recorder| recorder.flush())?;
        Ok(std::mem::take(&mut book.toll))
    }

    /// Comes back once what was written is safe in the mirror, if there is one.
    pub(crate) async fn safe(&self) {
        let mirror = self.book().recorder.as_ref().and_then(|recorder| recorder.mirror().cloned());
        if let Some(mirror) = mirror {
            mirror.safe().await;
        }
    }

    fn write(&self, write: impl FnOnce(&mut Recorder) -> Written) -> Written {
        let mut book = self.book();
        book.found()?;
        book.recorder.as_mut().map_or(Ok(()), write)
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Book {
    /// Whether every call could be written.
    fn found(&mut self) -> Written {
        self.lost.take().map_or(Ok(()), Err)
    }
}

/// The calls of one decision.
pub(crate) struct Entry {
    record: Record,
    n: u32,
    seat: Seat,
    /// What an earlier run has recorded of it.
    made: Mutex<VecDeque<Call>>,
}

impl Entry {
    pub(crate) fn new(record: Record, n: u32, seat: Seat, made: VecDeque<Call>) -> Self {
        Entry { record, n, seat, made: Mutex::new(made) }
    }

    fn write(&self, call: &Call) -> Result<(), Unkept> {
        let mut book = self.record.book();
        book.toll.called(self.seat, call);
        let written = book.recorder.as_mut().map_or(Ok(()), |recorder| recorder.call(self.n, self.seat, call));
        written.map_err(|error| {
            let unkept = Unkept(error.to_string());
            book.lost.get_or_insert(error);
            unkept
        })
    }
}

#[async_trait]
impl Journal for Entry {
    fn made(&self) -> Option<Call> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    async fn keep(&self, call: &Call) -> Result<(), Unkept> {
        self.write(call)?;
        self.record.safe().await;
        Ok(())
    }

    fn remark(&self, text: String) {
        let note = Note { n: Some(self.n), seat: Some(self.seat), ..Note::new(NoteKind::Warning, text) };
        let mut book = self.record.book();
        if let Some(Err(error)) = book.recorder.as_mut().map(|recorder| recorder.note(&note)) {
            book.lost.get_or_insert(error);
        }
    }
}
