//! Running a game again from its decisions.

use crate::decision::{Asked, Decision, DiceDecision, How, SeatDecision};
use crate::line::CallLine;
use crate::probe::Probe;
use lycaon_rules::{Answer, Ask, Fallback, Game, Refusal, Request, Seat, Seats, Setup, Waiting};

/// A game that has been run again up to some decision.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The game. Where the record breaks off in the middle of a batch, the answers it has are given and the batch is
    /// open.
    pub game: Game,
    /// The number of the first decision of the open batch, or of the roll the game waits for.
    pub base: u32,
    /// The recorded answers of the open batch, by position; the others are still to be asked.
    pub answered: Vec<Option<Answer>>,
    /// The recorded calls that were made for answers which are still to be given, in order. They are not to be made
    /// again.
    pub calls: Vec<CallLine>,
    /// The recorded questions that were put aside before the open batch. They are not to be put again.
    pub probes: Vec<Probe>,
    /// How many events there were when seats last answered: all later ones are news since then.
    pub before: usize,
    /// Who last said that he need not be asked whether he breaks in.
    pub lowered: Seats,
    /// Who had the last turn to speak.
    pub spoke: Option<Seat>,
}

/// Why recorded decisions do not fit the game they are said to be of.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: decision {n} does not fit the game: {what}")]
pub struct ReplayError {
    /// The file.
    pub file: String,
    /// The decision.
    pub n: u32,
    /// What is wrong with it.
    pub what: String,
}

/// A decision that is not the one the game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// It is not its turn.
    OutOfTurn(String),
    /// It is, and something about it is wrong.
    Wrong(String),
}

impl Misfit {
    pub fn what(&self) -> &str {
        match self {
            Misfit::OutOfTurn(what) | Misfit::Wrong(what) => what,
        }
    }
}

impl Replayed {
    /// The beginning of a game.
    #[must_use]
    pub fn start(setup: Setup) -> Self {
        let game = Game::new(setup);
        let answered = vec![None; game.batch().len()];
        Replayed {
            game,
            base: 0,
            answered,
            calls: vec![],
            probes: vec![],
            before: 0,
            lowered: Seats::NONE,
            spoke: None,
        }
    }

    /// Whether the game is over.
    #[must_use]
    pub fn over(&self) -> bool {
        matches!(self.game.waiting(), Waiting::Over(_))
    }

    /// Whether the answer to this decision is still to be given, though the question has been put.
    pub(crate) fn is_open(&self, n: u32) -> bool {
        self.position(n).is_some_and(|position| self.answered[position].is_none())
    }

    /// The position in the open batch of the decision with this number.
    pub(crate) fn position(&self, n: u32) -> Option<usize> {
        let position = n.checked_sub(self.base)? as usize;
        (position < self.game.batch().len()).then_some(position)
    }

    /// Takes the next decision, if it is one the game waits for, and runs the game on once its batch is whole.
    pub(crate) fn take(&mut self, decision: &Decision) -> Result<(), Misfit> {
        match decision {
            Decision::Seat(decision) => self.answer(decision),
            Decision::Dice(decision) => self.rolled(decision),
        }
    }

    fn answer(&mut self, decision: &SeatDecision) -> Result<(), Misfit> {
        let Some(position) = self.position(decision.n) else {
            return Err(self.out_of_turn(decision.n));
        };
        if self.answered[position].is_some() {
            return Err(Misfit::OutOfTurn(format!("decision {} stands twice", decision.n)));
        }
        let request = &self.game.batch()[position];
        fits(decision, request).map_err(Misfit::Wrong)?;
        self.game.answer(position, decision.answer.clone()).map_err(|refusal| Misfit::Wrong(refusal.to_string()))?;
        self.answered[position] = Some(decision.answer.clone());
        match decision.taken.raise {
            Some(true) => self.lowered = self.lowered.without(decision.seat),
            Some(false) => self.lowered.insert(decision.seat),
            None => {}
        }
        if matches!(decision.request.ask, Ask::Speak { .. }) {
            self.spoke = Some(decision.seat);
        }
        if self.answered.iter().all(Option::is_some) {
            let taken = self.answered.len() as u32;
            self.before = self.game.events().len();
            let run = self.game.advance();
            self.next(taken, run)?;
        }
        Ok(())
    }

    fn rolled(&mut self, decision: &DiceDecision) -> Result<(), Misfit> {
        let DiceDecision { n, roll, result } = *decision;
        match self.game.waiting() {
            Waiting::Roll(_) if n != self.base => Err(self.out_of_turn(n)),
            Waiting::Roll(due) if due != roll => {
                Err(Misfit::Wrong(format!("the game waits for {due:?} and {roll:?} is recorded")))
            }
            Waiting::Roll(_) => {
                let run = self.game.rolled(result);
                self.next(1, run)
            }
            Waiting::Seats(_) | Waiting::Over(_) => Err(self.out_of_turn(n)),
        }
    }

    fn next(&mut self, taken: u32, run: Result<(), Refusal>) -> Result<(), Misfit> {
        run.map_err(|refusal| Misfit::Wrong(refusal.to_string()))?;
        self.base += taken;
        self.answered = vec![None; self.game.batch().len()];
        Ok(())
    }

    fn out_of_turn(&self, n: u32) -> Misfit {
        let (base, batch) = (self.base, self.game.batch().len() as u32);
        Misfit::OutOfTurn(match self.game.waiting() {
            Waiting::Over(_) => format!("decision {n} comes after the end of the game"),
            Waiting::Roll(roll) => {
                format!("decision {n} is not due; decision {base}, a roll for {:?}, is", roll.purpose)
            }
            Waiting::Seats(_) if batch == 1 => format!("decision {n} is not due; decision {base} is"),
            Waiting::Seats(_) => format!("decision {n} is not due; decisions {base} to {} are", base + batch - 1),
        })
    }
}

/// Whether the decision answers this request, and legally.
fn fits(decision: &SeatDecision, request: &Request) -> Result<(), String> {
    let SeatDecision { n, seat, .. } = *decision;
    if seat != request.seat {
        return Err(format!("decision {n} is recorded of seat {seat}, and seat {} was asked", request.seat));
    }
    if !decision.request.is(request) {
        let text = |asked: &Asked| serde_json::to_string(asked).unwrap_or_default();
        return Err(format!("`request` is {} and must be {}", text(&decision.request), text(&Asked::of(request))));
    }
    let how = decision.taken.how;
    match request.fallback {
        Fallback::Choice { choice }
            if (how.is_fallback() || how == How::Unraised) && choice != decision.answer.choice =>
        {
            Err(format!(
                "`choice` is {:?}, and the fallback that `how` claims it to be is {choice:?}",
                decision.answer.choice
            ))
        }
        _ => Ok(()),
    }
}
