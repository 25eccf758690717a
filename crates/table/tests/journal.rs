//! Calls are kept before they count, and made once.

mod fakes;

use async_trait::async_trait;
use fakes::choose;
use lycaon_agents::{Agent, Question, Reply, Trouble};
use lycaon_rules::{Board, Dice, Setup};
use lycaon_table::{Deadlines, Player, Settings, Stop, Table, TableError};
use lycaon_transcript::{Call, Existing, Flush, Header, How, Memory, Recorder, Transcript, Writer, verify};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tempfile::tempdir;
use tokio::time::sleep;

const STEP: Duration = Duration::from_millis(100);

/// Makes two calls for each answer, and counts those it really makes.
struct Calls(Arc<AtomicU32>);

#[async_trait]
impl Agent for Calls {
    async fn answer(&mut self, question: Question<'_>) -> Reply {
        for reply in ["one", "two"] {
            if let Some(made) = question.journal.made() {
                assert_eq!(made.reply.as_deref(), Some(reply), "in the order in which they were made");
                continue;
            }
            sleep(STEP).await;
            self.0.fetch_add(1, Ordering::Relaxed);
            let call = Call { reply: Some(reply.to_owned()), ..Call::default() };
            if let Err(unkept) = question.journal.keep(&call).await {
                return Trouble::Failed(unkept.to_string()).into();
            }
        }
        choose(question).into()
    }
}

fn setup() -> Setup {
    let board = Board::named("vanilla-7-2").unwrap();
    let deal = board.deal(&mut Dice::new(3));
    Setup { board: board.into(), deal }
}

fn callers(made: &Arc<AtomicU32>) -> Vec<Player> {
    (0..7).map(|_| Player::machine(Box::new(Calls(made.clone())))).collect()
}

fn recorder(writer: Writer) -> Recorder {
    Recorder::begin(writer, &Header::new("test", &setup(), 5)).unwrap()
}

#[tokio::test(start_paused = true)]
async fn recorded_calls_of_an_open_decision_are_not_made_again() {
    let folder = tempdir().unwrap();
    let made = Arc::new(AtomicU32::new(0));
    let memory = Memory::new();
    let table = Table::new(setup(), 5, callers(&made), Settings::default()).unwrap();
    let whole = table.recorded_by(recorder(Writer::to(memory, "memory"))).play().await.unwrap();
    let in_all = made.swap(0, Ordering::Relaxed);
    let mut taken_up = 0;
    for (step, flush) in [(1, Flush::EachLine), (2, Flush::Synced), (3, Flush::EachLine)] {
        let file = folder.path().join(format!("{step}.jsonl"));
        let stop = Stop::new();
        let alarm = stop.clone();
        tokio::spawn(async move {
            sleep(STEP * step + STEP / 2).await;
            alarm.now();
        });
        let table = Table::new(setup(), 5, callers(&made), Settings::default()).unwrap();
        let writer = Writer::create(&file, Existing::Refuse, flush).unwrap();
        let part = table.recorded_by(recorder(writer)).stopped_by(&stop).play().await.unwrap();
        assert!(part.outcome.is_none());
        let (recorder, transcript) = Recorder::resume(&file, flush).unwrap();
        let replayed = transcript.replay().unwrap();
        taken_up += replayed.calls.len();
        let table = Table::new(replayed, 5, callers(&made), Settings::default()).unwrap();
        let rest = table.recorded_by(recorder).play().await.unwrap();
        assert_eq!(rest.game.events(), whole.game.events());
        assert_eq!(made.swap(0, Ordering::Relaxed), in_all, "every call was made once");
        assert_eq!(Transcript::open(&file).unwrap().calls.len() as u32, in_all, "and is recorded once");
        assert!(verify(&file).unwrap().ok);
    }
    assert!(taken_up > 0, "no game was stopped between two calls of a decision");
}

/// Takes everything but calls.
struct NoCalls(Memory);

impl Write for NoCalls {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_call = bytes.starts_with(b"{\"t\":\"call\"");
        if is_call { Err(io::Error::other("the disk is full")) } else { self.0.write(bytes) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_cannot_be_written_ends_the_game_and_is_not_used() {
    let memory = Memory::new();
    let writer = Writer::to(NoCalls(memory.clone()), "full.jsonl");
    let table = Table::new(setup(), 5, callers(&Arc::default()), Settings::default()).unwrap();
    let error = table.recorded_by(recorder(writer)).play().await.unwrap_err();
    assert!(matches!(error, TableError::Record(_)));
    assert!(error.to_string().contains("the disk is full") && error.to_string().contains("full.jsonl"), "{error}");
    assert!(Transcript::read(&memory.bytes()[..], "memory").unwrap().decisions.is_empty());
}

/// Queues for longer than its deadline, then answers.
struct Queues(Duration);

#[async_trait]
impl Agent for Queues {
    async fn answer(&mut self, question: Question<'_>) -> Reply {
        let held = question.deadline.map(lycaon_agents::Deadline::hold);
        sleep(60 * STEP).await;
        drop(held);
        sleep(self.0).await;
        choose(question).into()
    }
}

#[tokio::test(start_paused = true)]
async fn a_deadline_stands_still_while_a_seat_queues_and_passes_afterwards() {
    for (thinks, how) in [(8 * STEP, How::Answered), (12 * STEP, How::TimedOut)] {
        let players = (0..7).map(|_| Player::machine(Box::new(Queues(thinks)))).collect();
        let settings = Settings { deadlines: Deadlines::all(10 * STEP), ..Settings::default() };
        let memory = Memory::new();
        let table = Table::new(setup(), 5, players, settings).unwrap();
        table.recorded_by(recorder(Writer::to(memory.clone(), "memory"))).play().await.unwrap();
        let record = Transcript::read(&memory.bytes()[..], "memory").unwrap();
        let hows = record.decisions.iter().filter_map(|decision| match decision {
            lycaon_transcript::Decision::Seat(decision) => Some(decision.taken.how),
            lycaon_transcript::Decision::Dice(_) => None,
        });
        assert!(hows.clone().count() > 0);
        assert!(hows.clone().all(|taken| taken == how), "{how:?}: {:?}", hows.collect::<Vec<_>>());
    }
}
