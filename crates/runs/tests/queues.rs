//! One suite for every kind of queue.
//!
//! PostgreSQL is started by the test itself from Debian's package. Where its programs are missing the test says so and
//! passes, except under `CI=true`, where it fails.

#[allow(dead_code, reason = "the tests of whole runs need the rest")]
mod postgres;

use lycaon_runs::queue::{Claim, Counts, PostgresQueue, Queue, Report, SqliteQueue, State};
use std::collections::BTreeSet;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

/// Long enough for nothing in a test to lose it by slowness.
const LONG: Duration = Duration::from_secs(600);

/// A lease that is as good as none.
const BRIEF: Duration = Duration::from_millis(1);

/// What makes an empty queue with leases of a length, and opens it again.
trait Maker {
    type Made: Queue + 'static;
    fn open(&self, lease: Duration) -> impl Future<Output = Self::Made> + Send;
}

fn ids(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("game-{number:03}")).collect()
}

async fn one(queue: &dyn Queue) -> Claim {
    queue.claim("w", 1).await.unwrap().pop().expect("a game")
}

async fn a_game_goes_through_its_states(maker: &impl Maker) {
    let queue = maker.open(LONG).await;
    assert_eq!(queue.add(&ids(3)).await.unwrap(), 3);
    assert_eq!(queue.add(&ids(5)).await.unwrap(), 2, "those that are there are not added again");
    let claims = queue.claim("w", 2).await.unwrap();
    let first = |game: &str| Claim { game: game.into(), attempt: 1, failures: 0 };
    assert_eq!(claims, [first("game-000"), first("game-001")], "in the order of the plan");
    assert_eq!(queue.finish(&claims[0], "won").await.unwrap(), Report::Recorded);
    assert_eq!(queue.finish(&claims[0], "lost").await.unwrap(), Report::Stale, "a result is recorded once");
    assert_eq!(queue.fail(&claims[1], "no network", 2).await.unwrap(), Report::Recorded);
    let again = one(&queue).await;
    assert_eq!((again.game.as_str(), again.attempt, again.failures), ("game-001", 2, 1));
    assert_eq!(queue.fail(&claims[1], "late", 2).await.unwrap(), Report::Stale);
    assert_eq!(queue.fail(&again, "no network", 2).await.unwrap(), Report::Recorded);
    let held = one(&queue).await;
    assert_eq!(held.game, "game-002");
    queue.release(std::slice::from_ref(&held)).await.unwrap();
    assert_eq!(queue.finish(&held, "late").await.unwrap(), Report::Stale, "what was given back is not held");
    assert_eq!(queue.counts().await.unwrap(), Counts { queued: 3, running: 0, done: 1, aborted: 1 });
    let done = queue.page(State::Done, 0, 10).await.unwrap();
    assert_eq!((done.len(), done[0].1.result.as_deref()), (1, Some("won")));
    let aborted = queue.page(State::Aborted, 0, 10).await.unwrap();
    assert_eq!((aborted[0].1.failures, aborted[0].1.error.as_deref()), (2, Some("no network")));
    let stuck = queue.claim("gone", 1).await.unwrap();
    queue.abandon("w").await.unwrap();
    assert!(queue.renew(&stuck).await.unwrap().is_empty(), "another worker's games are his");
    queue.abandon("gone").await.unwrap();
    let again = one(&queue).await;
    assert_eq!((&again.game, again.attempt), (&stuck[0].game, stuck[0].attempt + 1), "nobody waits for the vanished");
    queue.release(&[again]).await.unwrap();
    queue.requeue(&ids(2)).await.unwrap();
    assert_eq!(queue.counts().await.unwrap(), Counts { queued: 5, running: 0, done: 0, aborted: 0 });
    queue.restore("game-004", "kept").await.unwrap();
    let (position, row) = queue.page(State::Done, 0, 10).await.unwrap().remove(0);
    assert_eq!(row.result.as_deref(), Some("kept"));
    assert!(queue.page(State::Done, position, 10).await.unwrap().is_empty(), "pages go on after the last row");
    // Another process sees the same.
    assert_eq!(maker.open(LONG).await.counts().await.unwrap().done, 1);
}

async fn a_lost_lease_is_fenced(maker: &impl Maker) {
    let (brief, queue) = (maker.open(BRIEF).await, maker.open(LONG).await);
    queue.add(&ids(3)).await.unwrap();
    let slow = brief.claim("slow", 2).await.unwrap();
    assert!(queue.renew(&slow[..1]).await.unwrap().is_empty());
    tokio::time::sleep(10 * BRIEF).await;
    let taken = one(&queue).await;
    assert_eq!((taken.game.as_str(), taken.attempt), ("game-001", 2), "what has begun is taken up first");
    assert_eq!(one(&queue).await.game, "game-002", "a renewed lease holds");
    assert_eq!(queue.renew(&slow).await.unwrap(), slow[1..], "the lease is lost");
    assert_eq!(queue.finish(&slow[1], "late").await.unwrap(), Report::Stale);
    assert_eq!(queue.finish(&taken, "in time").await.unwrap(), Report::Recorded);
    let done = queue.page(State::Done, 0, 10).await.unwrap();
    assert_eq!(done[0].1.result.as_deref(), Some("in time"));
}

async fn many_workers_take_each_game_once(maker: &impl Maker) {
    const GAMES: usize = 200;
    maker.open(LONG).await.add(&ids(GAMES)).await.unwrap();
    let mut workers = tokio::task::JoinSet::new();
    for worker in 0..8 {
        let queue = Arc::new(maker.open(LONG).await);
        workers.spawn(async move {
            let mut played = vec![];
            loop {
                let claims = queue.claim(&format!("worker-{worker}"), 3).await.unwrap();
                if claims.is_empty() {
                    return played;
                }
                for claim in claims {
                    assert_eq!(queue.finish(&claim, &format!("by {worker}")).await.unwrap(), Report::Recorded);
                    played.push(claim.game);
                }
                tokio::task::yield_now().await;
            }
        });
    }
    let played: Vec<String> = workers.join_all().await.into_iter().flatten().collect();
    assert_eq!(played.len(), GAMES);
    assert_eq!(played.into_iter().collect::<BTreeSet<_>>().len(), GAMES);
    assert_eq!(maker.open(LONG).await.counts().await.unwrap().done, GAMES as u64);
}

struct Sqlite(tempfile::TempDir);

impl Sqlite {
    fn new() -> Self {
        Sqlite(tempfile::tempdir().unwrap())
    }
}

impl Maker for Sqlite {
    type Made = SqliteQueue;
    async fn open(&self, lease: Duration) -> SqliteQueue {
        SqliteQueue::with_lease(&self.0.path().join("index.sqlite"), lease).unwrap()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sqlite() {
    a_game_goes_through_its_states(&Sqlite::new()).await;
    a_lost_lease_is_fenced(&Sqlite::new()).await;
    many_workers_take_each_game_once(&Sqlite::new()).await;
}

#[tokio::test]
async fn a_file_that_is_no_database_is_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("index.sqlite");
    std::fs::write(&path, "this is no database, and it is long enough to be looked at by anybody who tries it")
        .unwrap();
    let error = SqliteQueue::open(&path).unwrap_err();
    assert!(error.is_corruption(), "{error}");
    assert!(error.to_string().contains("index.sqlite"));
    let sound = SqliteQueue::open(&dir.path().join("other.sqlite")).unwrap();
    assert!(sound.is_sound().unwrap());
}

#[tokio::test]
async fn a_clock_that_jumped_back_frees_what_is_held_for_too_long() {
    let maker = Sqlite::new();
    let queue = maker.open(Duration::from_secs(5)).await;
    queue.add(&ids(1)).await.unwrap();
    // Claimed under a clock that was an hour ahead.
    let ahead = maker.open(Duration::from_secs(3600)).await;
    assert_eq!(one(&ahead).await.attempt, 1);
    assert_eq!(one(&queue).await.attempt, 2);
}

struct Postgres<'s> {
    server: &'s postgres::Server,
    run: &'static str,
}

impl Maker for Postgres<'_> {
    type Made = PostgresQueue;
    async fn open(&self, lease: Duration) -> PostgresQueue {
        PostgresQueue::with_lease(&self.server.address(), self.run, lease).await.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres() {
    let Some(server) = postgres::Server::start() else { return };
    let maker = |run| Postgres { server: &server, run };
    a_game_goes_through_its_states(&maker("states")).await;
    a_lost_lease_is_fenced(&maker("leases")).await;
    many_workers_take_each_game_once(&maker("workers")).await;
    lines_are_kept_for_who_holds_the_game(&maker("lines")).await;
}

async fn lines_are_kept_for_who_holds_the_game(maker: &Postgres<'_>) {
    let queue = maker.open(LONG).await;
    queue.add(&ids(1)).await.unwrap();
    let slow = one(&maker.open(BRIEF).await).await;
    let lines: Vec<String> = ["header", "event"].map(String::from).to_vec();
    assert_eq!(queue.append(&slow, 0, &lines).await.unwrap(), Report::Recorded);
    tokio::time::sleep(10 * BRIEF).await;
    let taken = one(&queue).await;
    assert_eq!(queue.lines(&taken.game).await.unwrap(), lines, "whoever goes on finds what was written");
    assert_eq!(queue.append(&slow, 2, &["late".into()]).await.unwrap(), Report::Stale);
    assert_eq!(queue.append(&taken, 2, &["more".into()]).await.unwrap(), Report::Recorded);
    assert_eq!(queue.append(&taken, 2, &["other".into()]).await.unwrap(), Report::Recorded, "said twice, kept once");
    assert_eq!(queue.lines(&taken.game).await.unwrap(), ["header", "event", "more"]);
    queue.forget(&slow).await.unwrap();
    assert_eq!(queue.lines(&taken.game).await.unwrap().len(), 3, "who does not hold it cannot forget it");
    queue.forget(&taken).await.unwrap();
    assert!(queue.lines(&taken.game).await.unwrap().is_empty());
}
