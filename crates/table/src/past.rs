//! What lies behind a game that is taken up again, or forked.

use lycaon_rules::{Board, Game, Refusal, Request, Seat};
use lycaon_transcript::{Call, Decision, ReplayError, Seating, Transcript};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A record up to one of its decisions.
pub struct Past<'a> {
    transcript: &'a Transcript,
    board: Arc<Board>,
    questions: Vec<Asked>,
}

/// A question that was put to a seat.
pub struct Asked {
    /// The number of the decision.
    pub n: u32,
    /// The question.
    pub request: Request,
    /// How many events the seat had heard then.
    pub heard: usize,
}

impl<'a> Past<'a> {
    /// The record before this decision.
    ///
    /// # Errors
    /// When a decision before it does not fit the game.
    pub fn before(transcript: &'a Transcript, decision: u32) -> Result<Self, ReplayError> {
        let mut game = Game::new(transcript.header.setup());
        let board = game.board().clone();
        let mut questions = vec![];
        let (mut base, mut given) = (0, 0);
        for decision in transcript.decisions.iter().take_while(|taken| taken.n() < decision) {
            let n = decision.n();
            let misfit = |why: Refusal| ReplayError { file: transcript.file.clone(), n, what: why.to_string() };
            match decision {
                Decision::Dice(roll) => {
                    game.rolled(roll.result).map_err(misfit)?;
                    base += 1;
                }
                Decision::Seat(taken) => {
                    let position = taken.n.saturating_sub(base) as usize;
                    game.answer(position, taken.answer.clone()).map_err(misfit)?;
                    let request = game.batch()[position].clone();
                    let heard = game.events().iter().filter(|event| event.audience.reaches(request.seat)).count();
                    questions.push(Asked { n: taken.n, request, heard });
                    given += 1;
                    // Where the record breaks off, the last of a batch may be there without those before it.
                    if given == game.batch().len() {
                        (base, given) = (base + given as u32, 0);
                        game.advance().map_err(misfit)?;
                    }
                }
            }
        }
        Ok(Past { transcript, board, questions })
    }

    /// The whole record.
    ///
    /// # Errors
    /// When a decision does not fit the game.
    pub fn of(transcript: &'a Transcript) -> Result<Self, ReplayError> {
        Past::before(transcript, u32::MAX)
    }

    /// What sat in the seat.
    pub fn sat(&self, seat: Seat) -> Option<&Seating> {
        self.transcript.header.seats.get(&seat)
    }

    /// The seed of the game.
    pub fn seed(&self) -> Option<u64> {
        self.transcript.header.seed
    }

    /// The board of the game.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// What a seat was asked, in order.
    pub fn questions(&self, seat: Seat) -> impl Iterator<Item = &Asked> {
        self.questions.iter().filter(move |asked| asked.request.seat == seat)
    }

    /// The calls that led to a seat's decisions, in the order in which they were made, and how many events it had heard
    /// when the last of them was.
    pub fn conversation(&self, seat: Seat) -> (Vec<Call>, usize) {
        let heard: BTreeMap<u32, usize> = self.questions(seat).map(|asked| (asked.n, asked.heard)).collect();
        let made = self.transcript.calls.iter().filter(|line| line.seat == seat && heard.contains_key(&line.n));
        let told = made.clone().next_back().map_or(0, |line| heard[&line.n]);
        (made.map(|line| line.call.clone()).collect(), told)
    }
}
