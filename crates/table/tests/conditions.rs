//! What a table may be told to save: questions between speeches, and calls beyond a budget.

mod fakes;

use async_trait::async_trait;
use fakes::choose;
use lycaon_agents::{Agent, Question, Reply};
use lycaon_narrator::Interrupts;
use lycaon_rules::{Answer, Ask, Board, Choice, Dice, Event, Game, Seat, Setup, Window};
use lycaon_table::{Budget, Clock, Halt, Overspent, Played, Player, Settings, Stop, Table};
use lycaon_transcript::{
    Call, Decision, Existing, Flush, Header, How, Recorder, SeatDecision, Transcript, Usage, Writer, verify,
};
use std::path::Path;
use std::time::Duration;
use tempfile::tempdir;
use tokio::time::sleep;

/// Lets every offer pass, says the same of its hand each time, and makes a call for each answer.
struct Passes {
    raise: Option<bool>,
}

const USAGE: Usage =
    Usage { input_uncached: Some(10), cache_read: Some(5), cache_write: None, output: Some(5), reasoning: None };

#[async_trait]
impl Agent for Passes {
    async fn answer(&mut self, question: Question<'_>) -> Reply {
        sleep(Duration::from_millis(100)).await;
        if question.journal.made().is_none() {
            let call = Call { usage: USAGE, cost_usd: Some(0.01), ..Call::default() };
            question.journal.keep(&call).await.expect("a record that takes it");
        }
        let answer = match question.request.ask {
            Ask::Offer { .. } => Answer::from(Choice::Pass),
            _ => choose(question),
        };
        Reply { raise: self.raise, ..answer.into() }
    }
}

fn setup() -> Setup {
    let board = Board::named("online-9p").unwrap();
    let deal = board.deal(&mut Dice::new(2));
    Setup { board: board.into(), deal }
}

fn players(interrupts: Interrupts, raise: Option<bool>) -> Vec<Player> {
    (0..9).map(|_| Player { interrupts, ..Player::machine(Box::new(Passes { raise })) }).collect()
}

fn settings(budget: Budget) -> Settings {
    Settings { clock: Clock::Still, budget, ..Settings::default() }
}

async fn play(file: &Path, players: Vec<Player>, budget: Budget, stop: &Stop) -> Played {
    let writer = Writer::create(file, Existing::Refuse, Flush::EachLine).unwrap();
    let recorder = Recorder::begin(writer, &Header::new("test", &setup(), 5)).unwrap();
    let table = Table::new(setup(), 5, players, settings(budget)).unwrap();
    table.recorded_by(recorder).stopped_by(stop).play().await.unwrap()
}

async fn go_on(file: &Path, players: Vec<Player>, budget: Budget) -> Played {
    let (recorder, transcript) = Recorder::resume(file, Flush::EachLine).unwrap();
    let table = Table::new(transcript.replay().unwrap(), 5, players, settings(budget)).unwrap();
    table.recorded_by(recorder).play().await.unwrap()
}

/// The offers between speeches, each with whose turn to speak was last.
fn offers(file: &Path) -> Vec<(SeatDecision, Option<Seat>)> {
    let mut spoke = None;
    let mut offers = vec![];
    for decision in Transcript::open(file).unwrap().decisions {
        let Decision::Seat(decision) = decision else { continue };
        match decision.request.ask {
            Ask::Speak { .. } => spoke = Some(decision.seat),
            Ask::Offer { window: Window::Floor | Window::Hustings } => offers.push((decision, spoke)),
            _ => {}
        }
    }
    offers
}

fn verified(file: &Path) {
    let verdict = verify(file).unwrap();
    assert!(verdict.ok && !verdict.unfinished, "{verdict:?}");
}

fn events(played: &Played) -> &[Event] {
    assert!(played.outcome.is_some());
    Game::events(&played.game)
}

#[tokio::test(start_paused = true)]
async fn nobody_can_tell_who_is_asked_between_speeches() {
    let folder = tempdir().unwrap();
    let cases = [
        (Interrupts::EveryHandover, None),
        (Interrupts::Raised, None),
        (Interrupts::Raised, Some(true)),
        (Interrupts::Raised, Some(false)),
        (Interrupts::OwnTurn, None),
    ];
    let mut games = vec![];
    for (n, (interrupts, raise)) in cases.into_iter().enumerate() {
        let file = folder.path().join(format!("{n}.jsonl"));
        games.push(play(&file, players(interrupts, raise), Budget::default(), &Stop::new()).await);
        verified(&file);
        // The whole log is the same, and so is every seat's part of it.
        assert_eq!(events(&games[n]), events(&games[0]), "{interrupts:?} {raise:?}");
        let offers = offers(&file);
        let unraised = offers.iter().filter(|(offer, _)| offer.taken.how == How::Unraised).count();
        match (interrupts, raise) {
            (Interrupts::Raised, Some(false)) => {
                assert!(unraised > offers.len() / 2, "{unraised} of {}", offers.len());
                let mut asked: Vec<Seat> =
                    offers.iter().filter(|(o, _)| o.taken.how != How::Unraised).map(|(o, _)| o.seat).collect();
                let all = asked.len();
                asked.dedup();
                assert_eq!(asked.len(), all, "a seat is asked again after it said no");
            }
            (Interrupts::OwnTurn, _) => {
                assert!(unraised > 0);
                for (offer, spoke) in &offers {
                    assert_eq!(offer.taken.how != How::Unraised, *spoke == Some(offer.seat), "{offer:?}");
                }
            }
            _ => assert_eq!(unraised, 0),
        }
        assert!(offers.iter().filter(|(o, _)| o.taken.how == How::Unraised).all(|(o, _)| o.taken.attempts == 0));
        let end = Transcript::open(&file).unwrap().end.unwrap();
        assert_eq!((end.totals.unraised as usize, end.totals.fallbacks), (unraised, Default::default()));
    }
}

#[tokio::test(start_paused = true)]
async fn a_lowered_hand_stays_down_when_the_game_is_resumed() {
    let folder = tempdir().unwrap();
    let whole = folder.path().join("whole.jsonl");
    let thinned = || players(Interrupts::Raised, Some(false));
    play(&whole, thinned(), Budget::default(), &Stop::new()).await;
    for after in [1150, 1750, 2350] {
        let file = folder.path().join(format!("{after}.jsonl"));
        let stop = Stop::new();
        let alarm = stop.clone();
        tokio::spawn(async move {
            sleep(Duration::from_millis(after)).await;
            alarm.now();
        });
        assert!(play(&file, thinned(), Budget::default(), &stop).await.outcome.is_none());
        go_on(&file, thinned(), Budget::default()).await;
        verified(&file);
        assert_eq!(offers(&file), offers(&whole), "stopped after {after} ms");
    }
}

#[tokio::test(start_paused = true)]
async fn a_spent_budget_stops_the_game_and_a_larger_one_goes_on_with_it() {
    let folder = tempdir().unwrap();
    let all = || players(Interrupts::EveryHandover, None);
    let whole = play(&folder.path().join("whole.jsonl"), all(), Budget::default(), &Stop::new()).await;
    let tokens = whole.toll.usage().tokens();
    let budgets = [
        Budget { tokens: Some(tokens / 2), ..Budget::default() },
        Budget { usd: Some(0.3), ..Budget::default() },
        Budget { time: Some(Duration::from_millis(950)), ..Budget::default() },
    ];
    for (n, budget) in budgets.into_iter().enumerate() {
        let file = folder.path().join(format!("{n}.jsonl"));
        let part = play(&file, all(), budget, &Stop::new()).await;
        assert!(part.outcome.is_none());
        let Some(Halt::Overspent(overspent)) = part.halt else { panic!("the budget is not spent: {:?}", part.halt) };
        match overspent {
            Overspent::Tokens { used, allowed } => {
                // A batch that was begun is ended, and no seat of it is asked more than once.
                assert!(used >= allowed && used - allowed < 9 * USAGE.tokens(), "{used} of {allowed}");
            }
            Overspent::Usd { used, allowed } => assert!(used >= allowed && used < allowed + 0.09),
            Overspent::Time { allowed } => assert_eq!(Some(allowed), budget.time),
        }
        if budget.time.is_none() {
            // What earlier runs took is remembered: with the same budget nothing more is asked.
            let again = go_on(&file, all(), budget).await;
            assert!(again.halt.is_some());
            assert_eq!(again.toll.calls(), 0);
        }
        let rest = go_on(&file, all(), Budget::default()).await;
        assert_eq!(events(&rest), events(&whole));
        let end = rest.ended.unwrap().end;
        assert_eq!(end.totals.usage.tokens(), tokens);
        assert_eq!(end.totals.fallbacks, Default::default(), "nobody was played for");
        let calls: u32 = end.totals.seats.values().map(|spent| spent.calls).sum();
        let by_role: u32 = end.totals.roles.values().map(|spent| spent.calls).sum();
        assert_eq!((calls, by_role), (end.totals.calls, end.totals.calls));
        verified(&file);
    }
}
