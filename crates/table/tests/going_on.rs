//! Games that are stopped and gone on with, and games that branch off.

mod fakes;

use fakes::{Last, Listens, Thinks};
use lycaon_rules::{Board, Dice, Listener, Seat, Setup};
use lycaon_table::{Clock, Deadlines, Played, Player, Settings, Stop, Table};
use lycaon_transcript::{Existing, Flush, Header, Recorder, Transcript, Writer, verify};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::tempdir;
use tokio::time::sleep;

const SEATS: u64 = 9;

fn setup() -> Setup {
    let board = Board::named("online-9p").unwrap();
    let deal = board.deal(&mut Dice::new(2));
    Setup { board: board.into(), deal }
}

fn players(pause: u64) -> Vec<Player> {
    // The last of a batch answers first, so that a record may break off with a gap in it.
    (0..SEATS).map(|seat| Player::machine(Box::new(Thinks(vec![pause + (SEATS - seat) * 10])))).collect()
}

fn settings() -> Settings {
    Settings { deadlines: Deadlines::all(Duration::from_secs(9)), clock: Clock::Wall, ..Settings::default() }
}

fn begin(file: &Path) -> Recorder {
    let writer = Writer::create(file, Existing::Refuse, Flush::EachLine).unwrap();
    Recorder::begin(writer, &Header::new("test", &setup(), 5)).unwrap()
}

async fn play(file: &Path, stop: &Stop) -> Played {
    let table = Table::new(setup(), 5, players(100), settings()).unwrap();
    table.recorded_by(begin(file)).stopped_by(stop).play().await.unwrap()
}

fn verified(file: &Path) {
    let verdict = verify(file).unwrap();
    assert!(verdict.ok && !verdict.unfinished, "{verdict:?}");
}

#[tokio::test(start_paused = true)]
async fn a_stopped_game_is_gone_on_with_as_if_nothing_had_been() {
    let folder = tempdir().unwrap();
    let whole = play(&folder.path().join("whole.jsonl"), &Stop::new()).await;
    assert!(whole.outcome.is_some());
    let mut in_the_middle = false;
    for after in (0..10).map(|i| i * 115) {
        let file = folder.path().join(format!("{after}.jsonl"));
        let stop = Stop::new();
        let alarm = stop.clone();
        tokio::spawn(async move {
            sleep(Duration::from_millis(after)).await;
            alarm.now();
        });
        let part = play(&file, &stop).await;
        assert!(part.outcome.is_none() && part.ended.is_none());

        let (recorder, transcript) = Recorder::resume(&file, Flush::EachLine).unwrap();
        let replayed = transcript.replay().unwrap();
        in_the_middle |= replayed.answered.iter().any(Option::is_some);
        let table = Table::new(replayed, 5, players(7), settings()).unwrap();
        let rest = table.recorded_by(recorder).play().await.unwrap();
        assert_eq!(rest.game.events(), whole.game.events(), "stopped after {after} ms");
        assert_eq!(part.toll.decisions + rest.toll.decisions, whole.toll.decisions);
        assert_eq!(rest.ended.unwrap().end.totals.decisions, whole.toll.decisions);
        verified(&file);
    }
    assert!(in_the_middle, "no game was stopped while a batch was open");
}

#[tokio::test(start_paused = true)]
async fn a_fork_shares_the_past_and_goes_its_own_way() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("whole.jsonl");
    let whole = play(&file, &Stop::new()).await;
    let parent = Transcript::open(&file).unwrap();
    for at in [0, 5, 9, whole.toll.decisions] {
        let file = folder.path().join(format!("{at}.jsonl"));
        let writer = Writer::create(&file, Existing::Refuse, Flush::AtEnd).unwrap();
        let mut recorder = Recorder::begin(writer, &parent.child(at)).unwrap();
        let replayed = parent.rewrite(at, &mut recorder).unwrap();
        let shared = replayed.game.events().len();
        let heard = Arc::new(Mutex::new(vec![]));
        let mut players: Vec<_> = (0..SEATS).map(|_| Player::scripted(Box::new(Last))).collect();
        players[0] = Player::machine(Box::new(Listens { pause: Duration::ZERO, heard: heard.clone() }));
        let table = Table::new(replayed, 6, players, settings()).unwrap().recorded_by(recorder);
        let fork = table.play().await.unwrap();
        assert_eq!(fork.game.events()[..shared], whole.game.events()[..shared]);
        assert_eq!(fork.game.events() == whole.game.events(), at == whole.toll.decisions);
        let told = fork.game.view(Listener::Seat(Seat::new(1)));
        assert_eq!(*heard.lock().unwrap(), told.heard(), "a new agent is told the past");
        verified(&file);
    }
}
