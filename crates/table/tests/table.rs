//! What agents may do to a game, and what they may not.

mod fakes;

use fakes::{Babbles, Cheats, Fails, Hangs, Last, Listens, Panics, Thinks, Wavers};
use lycaon_agents::{Agent, Trouble};
use lycaon_narrator::Unclear;
use lycaon_rules::{Board, Choice, Dice, Fallback, Listener, RoleId, Seat, Setup};
use lycaon_table::{Clock, Deadlines, Kind, Played, Player, Settings, Start, Table, TableError};
use lycaon_transcript::{Decision, Header, How, Line, Memory, Note, NoteKind, Reader, Recorder, SeatDecision, Writer};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::Instant;

const SECOND: Duration = Duration::from_secs(1);

fn settings() -> Settings {
    Settings { deadlines: Deadlines::all(SECOND), clock: Clock::Still, ..Settings::default() }
}

fn setup(deck: &str, seed: u64) -> Setup {
    let board = Board::named(deck).unwrap();
    let deal = board.deal(&mut Dice::new(seed));
    Setup { board: Arc::new(board), deal }
}

/// A wolf of that game: asked by night and by day, and not bitten.
fn wolf(setup: &Setup) -> u8 {
    let wolf = |role: &RoleId| *role == RoleId::Werewolf;
    setup.deal.cards.iter().rposition(wolf).unwrap() as u8 + 1
}

/// The game of most tests, and its odd seat.
fn village() -> (Setup, u8) {
    let setup = setup("vanilla-7-2", 3);
    let odd = wolf(&setup);
    (setup, odd)
}

fn thinkers(seats: u64, pause: impl Fn(u64) -> Vec<u64>) -> Vec<Player> {
    (0..seats).map(|seat| Player::machine(Box::new(Thinks(pause(seat))))).collect()
}

/// Everybody answers at once but for one.
fn all_but(seats: u64, odd: u8, agent: impl Agent + 'static) -> Vec<Player> {
    let mut players = thinkers(seats, |_| vec![]);
    players[usize::from(odd) - 1] = Player::machine(Box::new(agent));
    players
}

struct Recorded {
    played: Played,
    bytes: Vec<u8>,
}

impl Recorded {
    fn lines(&self) -> Vec<Line> {
        Reader::new(&self.bytes[..], "memory").map(|line| line.unwrap().line).collect()
    }

    /// The seats' decisions by number.
    fn decisions(&self) -> Vec<SeatDecision> {
        let seat = |line| if let Line::Decision(Decision::Seat(decision)) = line { Some(decision) } else { None };
        let mut decisions: Vec<_> = self.lines().into_iter().filter_map(seat).collect();
        decisions.sort_by_key(|decision| decision.n);
        decisions
    }

    fn of(&self, seat: u8) -> Vec<SeatDecision> {
        self.decisions().into_iter().filter(|decision| decision.seat == Seat::new(seat)).collect()
    }

    /// How each answer of this seat came about.
    fn hows(&self, seat: u8) -> Vec<(How, u32)> {
        self.of(seat).iter().map(|decision| (decision.taken.how, decision.taken.attempts)).collect()
    }

    fn notes(&self) -> Vec<Note> {
        let note = |line| if let Line::Note(note) = line { Some(note) } else { None };
        self.lines().into_iter().filter_map(note).collect()
    }

    fn notes_of(&self, kind: NoteKind) -> Vec<Note> {
        self.notes().into_iter().filter(|note| note.kind == kind).collect()
    }

    /// Nobody but this seat came to harm.
    fn others_answered(&self, odd: u8) {
        for decision in self.decisions().iter().filter(|decision| decision.seat != Seat::new(odd)) {
            assert_eq!((decision.taken.how, decision.taken.attempts), (How::Answered, 1), "{decision:?}");
        }
    }
}

/// Plays a game and records it.
async fn record(setup: Setup, players: Vec<Player>, settings: Settings) -> Recorded {
    let memory = Memory::new();
    let writer = Writer::to(memory.clone(), "memory");
    let recorder = Recorder::begin(writer, &Header::new("test", &setup, 5)).unwrap();
    let table = Table::new(setup, 5, players, settings).unwrap().recorded_by(recorder);
    let played = tokio::spawn(table.play()).await.unwrap().unwrap();
    Recorded { played, bytes: memory.bytes() }
}

#[tokio::test(start_paused = true)]
async fn who_thinks_longer_changes_nothing() {
    for deck in ["vanilla-7-2", "online-9p"] {
        let seats = u64::from(Board::named(deck).unwrap().seats);
        let quick = record(setup(deck, 1), thinkers(seats, |_| vec![]), settings()).await;
        let rising = record(setup(deck, 1), thinkers(seats, |seat| vec![seat * 50, 7]), settings()).await;
        let falling = record(setup(deck, 1), thinkers(seats, |seat| vec![900 - seat * 50, 3, 99]), settings()).await;
        assert!(quick.played.outcome.is_some());
        assert!(quick.bytes == rising.bytes && quick.bytes == falling.bytes);
    }
}

#[tokio::test(start_paused = true)]
async fn answers_are_written_as_they_come_where_time_is_measured() {
    let wall = Settings { clock: Clock::Wall, ..settings() };
    let still = record(setup("vanilla-7-2", 1), thinkers(7, |_| vec![]), settings()).await;
    let falling = record(setup("vanilla-7-2", 1), thinkers(7, |seat| vec![900 - seat * 50]), wall).await;
    assert_eq!(still.played.game.events(), falling.played.game.events());

    let in_file = |recorded: &Recorded| -> Vec<u32> {
        let n = |line| if let Line::Decision(decision) = line { Some(decision.n()) } else { None };
        recorded.lines().into_iter().filter_map(n).collect()
    };
    assert!(in_file(&still).is_sorted());
    assert!(!in_file(&falling).is_sorted(), "the last seat of a batch answered first");
    let slowest = falling.of(1);
    assert!(slowest.iter().all(|decision| (900..=901).contains(&decision.taken.elapsed_ms)), "{slowest:?}");
}

#[tokio::test(start_paused = true)]
async fn scripts_are_asked_on_the_spot_and_choose_the_same() {
    let away = record(setup("online-9p", 1), thinkers(9, |_| vec![]), settings()).await;
    let scripts = (0..9).map(|_| Player::scripted(Box::new(Thinks(vec![])))).collect();
    let here = record(setup("online-9p", 1), scripts, settings()).await;
    assert_eq!(away.played.game.events(), here.played.game.events());
    assert!(here.decisions().iter().all(|decision| decision.taken.how == How::Scripted));
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_hangs_costs_one_deadline_and_takes_its_fallbacks() {
    let (setup, odd) = village();
    let began = Instant::now();
    let recorded = record(setup, all_but(7, odd, Hangs), settings()).await;
    assert!(recorded.played.outcome.is_some());
    assert!(began.elapsed() < SECOND + settings().farewell + Duration::from_millis(100), "{:?}", began.elapsed());

    recorded.others_answered(odd);
    let hows = recorded.hows(odd);
    assert_eq!(hows[0], (How::TimedOut, 1));
    assert!(hows.len() > 1 && hows[1..].iter().all(|how| *how == (How::TimedOut, 0)), "{hows:?}");
    let toll = &recorded.played.toll;
    assert_eq!(toll.fallbacks(), [(How::TimedOut, hows.len() as u32)].into());
    assert_eq!(
        toll.seats[usize::from(odd) - 1].fallbacks.values().map(|by| by[&How::TimedOut]).sum::<u32>(),
        hows.len() as u32
    );
}

#[tokio::test(start_paused = true)]
async fn fallbacks_are_what_the_request_says_or_a_lot_that_the_seed_decides() {
    let players = || (0..10).map(|_| Player::machine(Box::new(Hangs))).collect::<Vec<_>>();
    let recorded = record(setup("thief-and-cupid-10", 3), players(), settings()).await;
    let again = record(setup("thief-and-cupid-10", 3), players(), settings()).await;
    assert!(recorded.bytes == again.bytes);

    let mut lots = 0;
    let mut game = Start::from(setup("thief-and-cupid-10", 3)).game;
    for line in recorded.lines() {
        match line {
            Line::Decision(Decision::Dice(dice)) => game.rolled(dice.result).unwrap(),
            Line::Decision(Decision::Seat(decision)) => {
                let position = game
                    .batch()
                    .iter()
                    .position(|request| decision.request.is(request) && request.seat == decision.seat);
                let position = position.expect("the request is open");
                match game.batch()[position].fallback {
                    Fallback::Choice { choice } => assert_eq!(decision.answer.choice, choice),
                    Fallback::Lot => lots += 1,
                }
                game.answer(position, decision.answer).unwrap();
                if position + 1 == game.batch().len() {
                    game.advance().unwrap();
                }
            }
            _ => {}
        }
    }
    assert!(lots > 0);
    assert_eq!(game.events(), recorded.played.game.events());
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_breaks_fails_for_the_rest_of_the_game_and_alone() {
    for nature in [Player::machine, Player::scripted, Player::human] {
        let (setup, odd) = village();
        let mut players = thinkers(7, |_| vec![]);
        players[usize::from(odd) - 1] = nature(Box::new(Panics));
        let recorded = record(setup, players, settings()).await;
        recorded.others_answered(odd);
        let hows = recorded.hows(odd);
        assert_eq!(hows[0], (How::Failed, 1));
        assert!(hows.len() > 1 && hows[1..].iter().all(|how| *how == (How::Failed, 0)), "{hows:?}");
        let left = recorded.notes_of(NoteKind::AgentLeft);
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].seat, Some(Seat::new(odd)));
        assert!(left[0].text.contains("no idea what to do"), "{}", left[0].text);
    }
}

#[tokio::test(start_paused = true)]
async fn an_unclear_answer_is_asked_for_again_with_the_complaint() {
    let (setup, odd) = village();
    let complaints = Arc::new(Mutex::new(vec![]));
    let babbles = Babbles { times: 2, complaints: complaints.clone() };
    let recorded = record(setup.clone(), all_but(7, odd, babbles), settings()).await;
    assert!(recorded.hows(odd).iter().all(|how| *how == (How::Answered, 3)));
    assert_eq!(complaints.lock().unwrap()[..3], [None, Some(Unclear::NoChoice), Some(Unclear::NoChoice)]);

    let babbles = Babbles { times: 3, complaints };
    let recorded = record(setup, all_but(7, odd, babbles), settings()).await;
    recorded.others_answered(odd);
    assert!(recorded.hows(odd).iter().all(|how| *how == (How::Invalid, 3)));
    let warnings = recorded.notes_of(NoteKind::Warning);
    assert_eq!(warnings.len(), recorded.of(odd).len());
    assert!(warnings.iter().all(|note| note.text.contains("no_choice")));
}

#[tokio::test(start_paused = true)]
async fn an_illegal_answer_is_an_unclear_one() {
    let (setup, odd) = village();
    let recorded = record(setup, all_but(7, odd, Cheats), settings()).await;
    assert!(recorded.hows(odd).iter().all(|how| *how == (How::Answered, 2)), "{:?}", recorded.hows(odd));
    assert!(recorded.of(odd).iter().all(|decision| decision.answer.choice != Choice::Tear));
}

#[tokio::test(start_paused = true)]
async fn a_late_answer_is_noted_and_dropped_and_the_seat_goes_on() {
    let (setup, odd) = village();
    // The first answer comes 0.15 s late; the others take long enough for the seat to be asked once more meanwhile.
    let mut players = thinkers(7, |_| vec![400]);
    players[usize::from(odd) - 1] =
        Player::machine(Box::new(Thinks(vec![1150, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10])));
    let recorded = record(setup, players, settings()).await;
    recorded.others_answered(odd);
    let hows = recorded.hows(odd);
    assert_eq!(hows[0], (How::TimedOut, 1));
    assert!(hows.len() > 1, "the seat must live to be asked again for this test");
    assert_eq!(*hows.last().unwrap(), (How::Answered, 1), "{hows:?}");

    let late = recorded.notes_of(NoteKind::LateAnswer);
    assert_eq!(late.len(), 1);
    assert_eq!((late[0].seat, late[0].n), (Some(Seat::new(odd)), Some(recorded.of(odd)[0].n)));
    assert!(late[0].answer.is_some());
    assert_eq!(recorded.played.toll.seats[usize::from(odd) - 1].late, 1);
}

#[tokio::test(start_paused = true)]
async fn an_agent_that_fails_is_asked_again_and_one_that_left_is_not() {
    let (setup, odd) = village();
    let failing = Fails(Trouble::Failed("no connection".into()));
    let recorded = record(setup.clone(), all_but(7, odd, failing), settings()).await;
    recorded.others_answered(odd);
    assert!(recorded.hows(odd).iter().all(|how| *how == (How::Failed, 1)));
    let warnings = recorded.notes_of(NoteKind::Warning);
    assert_eq!(warnings.len(), recorded.of(odd).len());
    assert!(warnings.iter().all(|note| note.text == "no connection"));

    let gone = Fails(Trouble::Gone("stdin is closed".into()));
    let recorded = record(setup, all_but(7, odd, gone), settings()).await;
    let hows = recorded.hows(odd);
    assert_eq!(hows[0], (How::Failed, 1));
    assert!(hows.len() > 1 && hows[1..].iter().all(|how| *how == (How::Failed, 0)));
    assert_eq!(recorded.notes_of(NoteKind::AgentLeft).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn who_hands_the_seat_over_is_stood_in_for_from_the_open_question_on() {
    let (setup, odd) = village();
    let leaves = || Box::new(Fails(Trouble::HandedOver("went home".into())));
    let mut players = thinkers(7, |_| vec![]);
    players[usize::from(odd) - 1] = Player::human(leaves()).with_stand_in(Box::new(Last));
    let recorded = record(setup.clone(), players, settings()).await;
    recorded.others_answered(odd);
    let hows = recorded.hows(odd);
    assert!(!hows.is_empty() && hows.iter().all(|how| *how == (How::Scripted, 1)), "{hows:?}");
    let notes = recorded.notes_of(NoteKind::AgentLeft);
    assert_eq!(notes.len(), 1);
    assert_eq!((notes[0].seat, notes[0].text.as_str()), (Some(Seat::new(odd)), "went home"));

    let mut players = thinkers(7, |_| vec![]);
    players[usize::from(odd) - 1] = Player::human(leaves());
    let recorded = record(setup, players, settings()).await;
    let hows = recorded.hows(odd);
    assert!(hows[0] == (How::Failed, 1) && hows[1..].iter().all(|how| *how == (How::Failed, 0)), "{hows:?}");
}

#[tokio::test(start_paused = true)]
async fn seats_that_wait_for_the_others_before_they_stand_by_a_choice_never_wait_for_each_other() {
    for deck in ["vanilla-7-2", "online-9p", "jingcheng-12p-hunter-guard"] {
        let setup = setup(deck, 3);
        let seats = u64::from(setup.board.seats);
        let all = |pause: u64, wavered: &Arc<Mutex<Vec<bool>>>| -> Vec<Player> {
            let waver = |seat: u64| -> Box<dyn Agent> {
                if seat == 0 { Box::new(Thinks(vec![pause])) } else { Box::new(Wavers(wavered.clone())) }
            };
            (0..seats).map(|seat| Player::machine(waver(seat))).collect()
        };
        let wavered = Arc::new(Mutex::new(vec![]));
        let slow = record(setup.clone(), all(700, &wavered), settings()).await;
        assert!(wavered.lock().unwrap().contains(&true), "{deck}: nothing could be taken back");
        assert!(slow.decisions().iter().all(|decision| decision.taken.how == How::Answered), "{deck}");
        let quick = record(setup, thinkers(seats, |_| vec![]), settings()).await;
        assert_eq!(slow.played.game.events(), quick.played.game.events(), "{deck}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_seat_hears_its_stream_and_a_slow_ear_stalls_nobody() {
    for pause in [Duration::ZERO, Duration::from_millis(400)] {
        let (setup, odd) = village();
        let began = Instant::now();
        let heard = Arc::new(Mutex::new(vec![]));
        let slow = Listens { pause, heard: heard.clone() };
        let recorded = record(setup, all_but(7, odd, slow), settings()).await;
        recorded.others_answered(odd);
        if pause.is_zero() {
            let view = recorded.played.game.view(Listener::Seat(Seat::new(odd)));
            assert_eq!(*heard.lock().unwrap(), view.heard());
        } else {
            let asked = recorded.of(odd).len() as u32;
            assert!(recorded.hows(odd).contains(&(How::TimedOut, 0)));
            assert!(began.elapsed() <= SECOND * asked + settings().farewell);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn where_the_house_accepts_late_votes_ballots_are_waited_for() {
    for (late_vote, how) in [("void", How::TimedOut), ("accept", How::Answered)] {
        let mut setup = setup("vanilla-7-2", 3);
        Arc::make_mut(&mut setup.board).options.set("late_vote", late_vote).unwrap();
        let players = thinkers(7, |_| vec![1200]);
        let recorded = record(setup, players, settings()).await;
        let ballots: Vec<_> = recorded
            .decisions()
            .into_iter()
            .filter(|decision| Kind::of(decision.request.ask) == Kind::Ballot)
            .collect();
        assert_eq!(ballots[0].taken.how, how, "{late_vote}");
    }
}

#[tokio::test]
async fn a_table_wants_one_player_a_seat() {
    let refused = Table::new(setup("vanilla-7-2", 1), 1, thinkers(6, |_| vec![]), settings()).err().unwrap();
    assert!(matches!(refused, TableError::Players { players: 6, seats: 7 }));
}

#[tokio::test]
async fn screens_are_shown_every_event_once() {
    let mut shown = vec![];
    let table = Table::new(setup("vanilla-7-2", 1), 1, thinkers(7, |_| vec![]), settings()).unwrap();
    let played = table.observed_by(|event| shown.push(event.clone())).play().await.unwrap();
    assert_eq!(shown, played.game.events());
}
