//! The recorder of a game, where there is one.

use lycaon_rules::{Answer, Event, Outcome, Request, Roll, Seat};
use lycaon_transcript::{Call, Ended, Note, NoteKind, Recorder, Taken, WriteError};

/// The record that is kept of a game; with `None` nothing is.
pub(crate) struct Record(pub Option<Recorder>);

type Written = Result<(), WriteError>;

impl Record {
    pub(crate) fn events(&mut self, log: &[Event]) -> Written {
        self.0.as_mut().map_or(Ok(()), |recorder| recorder.events(log))
    }

    pub(crate) fn roll(&mut self, n: u32, roll: Roll, result: u16) -> Written {
        self.0.as_mut().map_or(Ok(()), |recorder| recorder.roll(n, roll, result))
    }

    pub(crate) fn decision(&mut self, n: u32, request: &Request, answer: &Answer, taken: Taken) -> Written {
        self.0.as_mut().map_or(Ok(()), |recorder| recorder.decision(n, request, answer, taken))
    }

    pub(crate) fn calls(&mut self, n: u32, seat: Seat, calls: &[Call]) -> Written {
        let Some(recorder) = &mut self.0 else { return Ok(()) };
        calls.iter().try_for_each(|call| recorder.call(n, seat, call))
    }

    pub(crate) fn note(
        &mut self,
        kind: NoteKind,
        seat: Seat,
        n: Option<u32>,
        text: String,
        answer: Option<Answer>,
    ) -> Written {
        let Some(recorder) = &mut self.0 else { return Ok(()) };
        recorder.note(&Note { n, seat: Some(seat), answer, ..Note::new(kind, text) })
    }

    pub(crate) fn flush(&mut self) -> Written {
        self.0.as_mut().map_or(Ok(()), Recorder::flush)
    }

    pub(crate) fn end(&mut self, outcome: &Outcome, elapsed_ms: Option<u64>) -> Result<Option<Ended>, WriteError> {
        self.0.take().map(|recorder| recorder.end(outcome, elapsed_ms)).transpose()
    }
}
