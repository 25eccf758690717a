//! Games of others, played through the rules again and written as transcripts.

mod check;
mod record;
mod script;

use crate::decision::{How, Taken};
use crate::header::{Header, Seating};
use crate::recorder::{Ended, Recorder};
use crate::write::{WriteError, Writer};
use lycaon_rules::{Answer, Board, Deal, Fallback, Game, Menu, Request, Seat, Setup, Waiting};
use record::Record;
use serde::Serialize;
use std::sync::Arc;

/// Why a game could not be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// It is not a record of the kind it is said to be.
    #[error("{file}: is not a record of a nine-player game: {what}")]
    Malformed {
        /// The file.
        file: String,
        /// What is wrong with it.
        what: String,
    },
    /// The transcript could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// What an import found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The file.
    pub file: String,
    /// What was compared with the record, in the order of the game.
    pub compared: Vec<Compared>,
    /// Answers the record does not give, or that the rules do not allow, and what was taken for them.
    pub assumed: Vec<String>,
    /// The end line of the transcript, if the game came to its end.
    pub end: Option<String>,
}

impl Report {
    /// Whether the game came out as it is recorded.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.end.is_some() && self.assumed.is_empty() && self.compared.iter().all(|compared| compared.agrees)
    }

    /// What came out differently.
    pub fn differences(&self) -> impl Iterator<Item = &Compared> {
        self.compared.iter().filter(|compared| !compared.agrees)
    }
}

/// One thing that the record says and the re-played game shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Compared {
    /// What it is, such as `night 2: dead`.
    pub what: String,
    /// What the record says.
    pub recorded: String,
    /// What came out.
    pub replayed: String,
    /// Whether they agree.
    pub agrees: bool,
}

/// What the recorded games need beside the deck `online-9p`: people speak longer than models may.
const HOUSE: [(&str, &str); 1] = [("speech_length", "8000")];

/// Imports a game of nine people played online (werewolf-9p records: `game_state`, `task_time`, `audio`): each question
/// of the rules is answered as the record says, each roll falls so that the recorded order of speeches comes out.
/// `name` stands for the path in messages.
///
/// # Errors
/// When the record cannot be read, or the transcript cannot be written. A game that comes out differently is no
/// error: see [`Report::differences`].
pub fn werewolf_9p(json: &str, name: &str, writer: Writer) -> Result<Report, ImportError> {
    let malformed = |what: String| ImportError::Malformed { file: name.into(), what };
    let record = record::read(json).map_err(malformed)?;
    let setup = setup(&record).map_err(malformed)?;
    let mut recorder = Recorder::begin(writer, &header(&record, name, &setup))?;
    let mut assumed = Vec::new();
    let mut game = Game::new(setup);
    recorder.events(game.events())?;
    while let Some(step) = Step::of(&game) {
        match step {
            Step::Roll => roll(&record, &mut game, &mut recorder)?,
            Step::Ask => ask(&record, &mut game, &mut recorder, &mut assumed)?,
        }
        recorder.events(game.events())?;
    }
    let ended = match game.waiting() {
        Waiting::Over(outcome) => Some(recorder.end(outcome, None)?),
        Waiting::Seats(_) | Waiting::Roll(_) => None,
    };
    let outcome = match game.waiting() {
        Waiting::Over(outcome) => Some(outcome),
        Waiting::Seats(_) | Waiting::Roll(_) => None,
    };
    let compared = check::compare(&record, game.events(), outcome);
    Ok(Report { file: name.into(), compared, assumed, end: ended.map(|Ended { line, .. }| line) })
}

fn setup(record: &Record) -> Result<Setup, String> {
    let mut board = Board::named("online-9p").map_err(|error| error.to_string())?;
    board.options.set_all(HOUSE).map_err(|error| error.to_string())?;
    let deal = Deal { cards: record.cards.clone(), centre: vec![], persons: vec![] };
    let mut dealt = deal.cards.clone();
    dealt.sort();
    let deck: Vec<_> = board.roles.iter().flat_map(|(role, n)| std::iter::repeat_n(*role, usize::from(*n))).collect();
    if dealt != deck {
        return Err(format!("its roles are {dealt:?} and those of online-9p are {deck:?}"));
    }
    Ok(Setup { board: Arc::new(board), deal })
}

fn header(record: &Record, name: &str, setup: &Setup) -> Header {
    let id = std::path::Path::new(name).file_stem().map_or(name.into(), |stem| stem.to_string_lossy());
    let mut header = Header::new(id, setup, 0);
    header.seed = None;
    header.language = "zh".into();
    for (seat, index) in setup.board.seats().zip(0..) {
        let player = record.players.get(index);
        let settings = player.map_or(serde_json::Value::Null, |player| serde_json::json!({ "player": player }));
        header.seats.insert(seat, Seating { agent: "human".into(), model: None, settings });
    }
    header.conditions.insert("imported_from".into(), "werewolf-9p".into());
    if let Some(origin) = &record.origin {
        header.conditions.insert("origin".into(), origin.as_str().into());
    }
    header
}

/// What the game waits for.
enum Step {
    Roll,
    Ask,
}

impl Step {
    fn of(game: &Game) -> Option<Step> {
        match game.waiting() {
            Waiting::Over(_) => None,
            Waiting::Roll(_) => Some(Step::Roll),
            Waiting::Seats(_) => Some(Step::Ask),
        }
    }
}

fn roll(record: &Record, game: &mut Game, recorder: &mut Recorder) -> Result<(), WriteError> {
    for result in script::rolls(record, game) {
        let Waiting::Roll(roll) = game.waiting() else { break };
        recorder.roll(recorder.decided(), roll, result)?;
        game.rolled(result).expect("the result was tried on a copy of the game");
        recorder.events(game.events())?;
    }
    Ok(())
}

fn ask(record: &Record, game: &mut Game, recorder: &mut Recorder, assumed: &mut Vec<String>) -> Result<(), WriteError> {
    let base = recorder.decided();
    for (position, request) in game.batch().to_vec().iter().enumerate() {
        let n = base + position as u32;
        let (answer, taken) = match script::answer(record, game, request) {
            Some((answer, elapsed_ms)) if request.menu.allows(answer.choice) => {
                (answer, Taken { how: How::Human, attempts: 1, elapsed_ms, raise: None })
            }
            other => {
                let answer = fallback(request);
                let wanted = other.map(|(answer, _)| answer.choice);
                assumed.push(assumption(n, request.seat, request, wanted, &answer));
                (answer, Taken { how: How::Invalid, attempts: 1, elapsed_ms: 0, raise: None })
            }
        };
        recorder.decision(n, request, &answer, taken)?;
        game.answer(position, answer).expect("the choice is on the menu");
    }
    game.advance().expect("each request has its answer");
    Ok(())
}

fn assumption(n: u32, seat: Seat, request: &Request, wanted: Option<lycaon_rules::Choice>, taken: &Answer) -> String {
    let recorded = wanted.map_or_else(|| "nothing".into(), |choice| format!("{choice:?}, which is not legal"));
    format!(
        "decision {n}: seat {seat} was asked {:?}; recorded is {recorded}; taken was {:?}",
        request.ask, taken.choice
    )
}

fn fallback(request: &Request) -> Answer {
    match (request.fallback, &request.menu) {
        (_, Menu::Talk { .. }) => Answer::say(""),
        (Fallback::Choice { choice }, _) => choice.into(),
        (Fallback::Lot, menu) => menu.nth(0).into(),
    }
}
