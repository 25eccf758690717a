//! Recording a game while it is played.

use crate::call::Call;
use crate::decision::{Asked, Decision, DiceLine, SeatDecision, SeatLine, Taken};
use crate::header::{Header, HeaderLine};
use crate::line::{CallLineRef, End, EventLine, Note};
use crate::mirror::Mirror;
use crate::probe::Probe;
use crate::totals::{Tally, Totals};
use crate::write::{WriteError, Writer};
use lycaon_rules::{Answer, Event, Outcome, Request, Roll, Seat};
use std::sync::Arc;

/// Records one game: its header, then events, decisions, calls and notes as they come, then its end. Without
/// [`Recorder::end`] the file is an unfinished game, which can be resumed.
pub struct Recorder {
    writer: Writer,
    tally: Tally,
}

/// A finished recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// The end of the game.
    pub end: End,
    /// The same as it stands in the file.
    pub line: String,
}

impl Recorder {
    /// Begins a recording.
    ///
    /// # Errors
    /// When the header cannot be written.
    pub fn begin(mut writer: Writer, header: &Header) -> Result<Self, WriteError> {
        writer.line(&HeaderLine::from(header))?;
        Ok(Recorder { writer, tally: Tally::new(header) })
    }

    /// Goes on with a recording of which this much has been counted.
    pub(crate) fn continued(writer: Writer, tally: Tally) -> Self {
        Recorder { writer, tally }
    }

    /// From now on, every line goes to this mirror too; what was written before is for the caller to put there.
    #[must_use]
    pub fn mirrored_in(self, mirror: Arc<dyn Mirror>) -> Self {
        Recorder { writer: self.writer.mirrored_in(mirror), ..self }
    }

    /// The mirror, if there is one.
    #[must_use]
    pub fn mirror(&self) -> Option<&Arc<dyn Mirror>> {
        self.writer.mirror()
    }

    /// Records what is new in the record of the game; to be given `Game::events` whole.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn events(&mut self, log: &[Event]) -> Result<(), WriteError> {
        let known = self.tally.totals().events as usize;
        for event in log.get(known..).unwrap_or_default() {
            self.writer.line(&EventLine::from(event))?;
            self.tally.event();
        }
        Ok(())
    }

    /// How many decisions have been recorded. Before the answers of a batch come in, this is the number of its first.
    #[must_use]
    pub fn decided(&self) -> u32 {
        self.tally.totals().decisions
    }

    /// What the game took so far, in this run and in those before it.
    #[must_use]
    pub fn totals(&self) -> &Totals {
        self.tally.totals()
    }

    /// Records a decision of another recording once more.
    pub(crate) fn again(&mut self, decision: &Decision) -> Result<(), WriteError> {
        match decision {
            Decision::Seat(SeatDecision { n, seat, request, answer, taken }) => {
                self.answered(SeatLine { n: *n, seat: *seat, request, answer, taken: *taken })
            }
            Decision::Dice(decision) => self.roll(decision.n, decision.roll, decision.result),
        }
    }

    /// Records a seat's decision. `n` is the number of the batch's first decision plus the request's position, so
    /// that the lines of one batch may be written in whichever order the answers arrive.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn decision(&mut self, n: u32, request: &Request, answer: &Answer, taken: Taken) -> Result<(), WriteError> {
        self.answered(SeatLine { n, seat: request.seat, request: &Asked::of(request), answer, taken })
    }

    fn answered(&mut self, line: SeatLine<'_>) -> Result<(), WriteError> {
        self.writer.line(&line)?;
        self.tally.decision(line.n, line.taken.how);
        self.writer.secure()
    }

    /// Records a roll of the dice.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn roll(&mut self, n: u32, roll: Roll, result: u16) -> Result<(), WriteError> {
        self.writer.line(&DiceLine { n, dice: roll.purpose, sides: roll.sides, result })?;
        self.tally.roll();
        Ok(())
    }

    /// Records a call to a model, made for decision `n` of this seat.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn call(&mut self, n: u32, seat: Seat, call: &Call) -> Result<(), WriteError> {
        self.writer.line(&CallLineRef { n, seat, call })?;
        self.tally.call(n, seat, call);
        self.writer.secure()
    }

    /// Records a question put aside.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn probe(&mut self, probe: &Probe) -> Result<(), WriteError> {
        self.writer.line(probe)?;
        self.tally.probe(probe);
        self.writer.secure()
    }

    /// Records a remark.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn note(&mut self, note: &Note) -> Result<(), WriteError> {
        self.writer.line(note)
    }

    /// Records the end of the game and leaves nothing in a buffer. `elapsed_ms` is how long the game took; without it
    /// the same game has the same bytes.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn end(mut self, outcome: &Outcome, elapsed_ms: Option<u64>) -> Result<Ended, WriteError> {
        let totals = Totals { elapsed_ms, ..self.tally.totals().clone() };
        let end = End::new(outcome, totals);
        self.writer.line(&end)?;
        self.writer.finish()?;
        Ok(Ended { end, line: self.writer.last().to_owned() })
    }

    /// Hands everything over to the system.
    ///
    /// # Errors
    /// When it does not take it.
    pub fn flush(&mut self) -> Result<(), WriteError> {
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recorder_can_be_carried_by_a_task_that_moves_between_threads() {
        fn carried<T: Send + 'static>() {}
        carried::<Recorder>();
    }
}
