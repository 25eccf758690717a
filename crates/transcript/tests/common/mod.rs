//! Games of random legal play, recorded.

#![allow(dead_code, reason = "each test file uses some of it")]

use lycaon_rules::{Answer, Board, Dice, Fallback, Game, Menu, Request, Seat, Setup, Waiting};
use lycaon_transcript::{
    Asks, Belief, Believed, Call, Checkpoint, Doubt, Header, How, Intent, Memory, Note, NoteKind, Probe, Recorder,
    Seating, SelfReport, StrawBallot, Taken, Usage, Verdict, WriteError, Writer, call::Message, verify_lines,
};

/// A way to play that is the same for the same seed.
pub struct Player {
    pub seed: u64,
    pub dice: Dice,
    /// Whether some answers come from models, with calls, or fall back.
    pub models: bool,
}

impl Player {
    pub fn new(seed: u64, models: bool) -> Self {
        Player { seed, dice: Dice::new(seed), models }
    }

    pub fn answer(&self, n: u32, request: &Request) -> (Answer, Taken, Option<Call>) {
        let mut lots = Dice::new(self.seed + (u64::from(n) << 32));
        let choice = request.menu.nth(lots.below("choice", request.menu.size()));
        let answer = match request.menu {
            Menu::Talk { .. } => Answer::say(format!("第{n}个决定：I am “{}”.\n", request.seat)),
            _ => choice.into(),
        };
        if !self.models {
            return (answer, Taken::scripted(), None);
        }
        match (n % 5, request.fallback) {
            (0, Fallback::Choice { choice }) => {
                let answer = Answer { choice, speech: None };
                (answer, Taken { how: How::TimedOut, attempts: 2, elapsed_ms: 1000, raise: None }, None)
            }
            _ => (answer, Taken { how: How::Answered, attempts: 1, elapsed_ms: 7, raise: None }, Some(call(n))),
        }
    }
}

fn call(n: u32) -> Call {
    Call {
        attempt: 1,
        provider: "mock".into(),
        model: "mock/one".into(),
        answered_by: Some("one-2".into()),
        delta: vec![Message { role: "user".into(), content: format!("question {n}") }],
        settings: serde_json::json!({ "temperature": 0.7 }),
        reply: Some(format!("reply {n}")),
        reasoning: None,
        finish: Some("stop".into()),
        usage: Usage { input_uncached: Some(u64::from(n)), output: Some(3), ..Usage::default() },
        cost_usd: Some(0.1),
        ms: 12,
        ..Call::default()
    }
}

pub fn setup(deck: &str, seed: u64, options: &[(&str, &str)]) -> Setup {
    let mut board = Board::named(deck).unwrap();
    board.options.set_all(options.iter().copied()).unwrap();
    let deal = board.deal(&mut Dice::new(seed));
    Setup { board: board.into(), deal }
}

pub fn header(setup: &Setup, seed: u64) -> Header {
    let mut header = Header::new(format!("game-{seed}"), setup, seed);
    for seat in setup.board.seats() {
        let seating = Seating { agent: "scripted:random".into(), model: None, settings: serde_json::json!({}) };
        header.seats.insert(seat, seating);
    }
    header
}

/// Plays on until `stop` decisions have been recorded or the game is over; gives the recorder back if it is not.
pub fn play_on(
    game: &mut Game,
    player: &mut Player,
    mut recorder: Recorder,
    stop: u32,
) -> Result<Option<Recorder>, WriteError> {
    recorder.events(game.events())?;
    loop {
        if recorder.decided() >= stop {
            return Ok(Some(recorder));
        }
        let base = recorder.decided();
        match game.waiting() {
            Waiting::Over(outcome) => {
                recorder.end(outcome, None)?;
                return Ok(None);
            }
            Waiting::Roll(roll) => {
                let result = player.dice.roll(roll);
                recorder.roll(base, roll, result)?;
                game.rolled(result).unwrap();
            }
            Waiting::Seats(batch) => {
                let batch = batch.to_vec();
                for (position, request) in batch.iter().enumerate() {
                    let n = base + position as u32;
                    if n >= stop {
                        return Ok(Some(recorder));
                    }
                    let (answer, taken, call) = player.answer(n, request);
                    if let Some(call) = call {
                        recorder.call(n, request.seat, &call)?;
                    }
                    recorder.decision(n, request, &answer, taken)?;
                    game.answer(position, answer).unwrap();
                }
                game.advance().unwrap();
                if player.models && base.is_multiple_of(4) {
                    recorder.note(&Note { seat: Some(batch[0].seat), ..Note::new(NoteKind::Warning, "slow") })?;
                    recorder.probe(&Probe {
                        order: vec![Seat::new(3)],
                        how: Believed::Answered,
                        answer: Some(Belief { p_wolf: [(Seat::new(3), 0.4)].into(), ..Belief::default() }),
                        calls: vec![Call::default()],
                        ..Probe::unanswered(base, batch[0].seat, Checkpoint::Dawn, 1)
                    })?;
                    recorder.probe(&Probe {
                        asks: Asks::Poll,
                        how: Believed::Answered,
                        ballot: Some(StrawBallot { vote: None }),
                        ..Probe::unanswered(base, batch[0].seat, Checkpoint::Floor, 1)
                    })?;
                    let report = SelfReport { intent: Intent::Omission, lie: false, confidence: 0.75 };
                    recorder.probe(&Probe {
                        asks: Asks::Report,
                        how: Believed::Answered,
                        report: Some(report),
                        ..Probe::unanswered(base, batch[0].seat, Checkpoint::Speech, 1)
                    })?;
                    recorder.probe(&Probe {
                        asks: Asks::Doubt,
                        order: vec![Seat::new(3)],
                        how: Believed::Answered,
                        doubt: Some(Doubt { p_lie: 0.25 }),
                        ..Probe::unanswered(base, batch[0].seat, Checkpoint::Speech, 1)
                    })?;
                }
            }
        }
        recorder.events(game.events())?;
    }
}

/// The bytes of a whole recorded game.
pub fn recorded(deck: &str, seed: u64, options: &[(&str, &str)], models: bool) -> Vec<u8> {
    let setup = setup(deck, seed, options);
    let memory = Memory::new();
    let recorder = Recorder::begin(Writer::to(memory.clone(), "memory"), &header(&setup, seed)).unwrap();
    let mut game = Game::new(setup);
    let rest = play_on(&mut game, &mut Player::new(seed, models), recorder, u32::MAX).unwrap();
    assert!(rest.is_none(), "the game came to its end");
    memory.bytes()
}

pub fn verdict(bytes: &[u8]) -> Verdict {
    verify_lines(lycaon_transcript::Reader::new(bytes, "game.jsonl")).unwrap()
}
