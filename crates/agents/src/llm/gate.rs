//! How many calls are made to one endpoint at a time.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::provider::{Class, Failure};

/// By how much the limit shrinks when the endpoint turns calls away.
const SHRINK: f64 = 0.8;

/// How long after that, or after a fault of the server, the limit stays as it is. Calls that were under way are turned
/// away for the same reason, and count as one episode.
const COOLDOWN: Duration = Duration::from_secs(15);

/// The bounds within which a gate finds its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Connections {
    /// The most calls at a time, 1 or more.
    pub max: u32,
    /// How many at a time to begin with.
    pub start: u32,
}

impl Default for Connections {
    fn default() -> Self {
        Connections { max: 100, start: 20 }
    }
}

/// The way to one endpoint, shared by all the seats and games that call it.
///
/// The limit doubles while all goes well, until the endpoint first turns a call away; from then on it grows by one at a
/// time and shrinks by a fifth in each such episode. It grows only while it is what holds calls back, and not soon after
/// a fault of the server. Whoever waits is let in by rank, so that the games begun first end first and their prompts are
/// still in the endpoint's cache when they call again.
#[derive(Debug)]
pub struct Gate(Mutex<State>);

#[derive(Debug)]
struct State {
    max: f64,
    limit: f64,
    /// Whether nothing was turned away yet.
    doubling: bool,
    inside: u32,
    waiting: BTreeMap<(u64, u64), oneshot::Sender<()>>,
    tickets: u64,
    /// Calls that went well since the limit last changed.
    good: u32,
    /// Whether anybody had to wait since then.
    was_full: bool,
    shrinks_after: Option<Instant>,
    grows_after: Option<Instant>,
}

impl Gate {
    /// A gate that nobody has passed.
    #[must_use]
    pub fn new(connections: Connections) -> Arc<Self> {
        let max = f64::from(connections.max.max(1));
        let limit = f64::from(connections.start.max(1)).min(max);
        Arc::new(Gate(Mutex::new(State {
            max,
            limit,
            doubling: true,
            inside: 0,
            waiting: BTreeMap::new(),
            tickets: 0,
            good: 0,
            was_full: false,
            shrinks_after: None,
            grows_after: None,
        })))
    }

    /// Waits to be let in. A lower rank goes first; equals in the order in which they came.
    pub async fn enter(self: &Arc<Self>, rank: u64) -> Place {
        let mut queued = {
            let mut state = self.state();
            if state.has_room() && state.waiting.is_empty() {
                state.inside += 1;
                return Place { gate: self.clone() };
            }
            state.was_full = true;
            state.tickets += 1;
            let key = (rank, state.tickets);
            let (call, called) = oneshot::channel();
            state.waiting.insert(key, call);
            Queued { gate: self, key, called, is_in: false }
        };
        // The caller outlives the queue: it stands in the gate itself.
        let _ = (&mut queued.called).await;
        queued.is_in = true;
        Place { gate: self.clone() }
    }

    /// How many may be inside at a time now.
    #[must_use]
    pub fn limit(&self) -> u32 {
        self.state().limit as u32
    }

    /// How many are inside.
    #[must_use]
    pub fn inside(&self) -> u32 {
        self.state().inside
    }

    fn release(&self) {
        let mut state = self.state();
        state.inside -= 1;
        state.let_in();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn has_room(&self) -> bool {
        self.inside < self.limit as u32
    }

    fn let_in(&mut self) {
        while self.has_room()
            && let Some((_, call)) = self.waiting.pop_first()
        {
            // Whoever leaves the queue takes himself out of it first, so somebody hears this.
            if call.send(()).is_ok() {
                self.inside += 1;
            }
        }
    }

    fn learn(&mut self, failure: Option<&Failure>) {
        let now = Instant::now();
        let over = |pause: Option<Instant>| pause.is_none_or(|until| now >= until);
        match failure.map(|failure| failure.class) {
            Some(Class::RateLimit) => {
                self.grows_after = Some(now + COOLDOWN);
                if over(self.shrinks_after) {
                    self.shrinks_after = Some(now + COOLDOWN);
                    self.doubling = false;
                    self.set_limit(self.limit * SHRINK);
                }
            }
            Some(Class::Overloaded | Class::Timeout | Class::Connect) => self.grows_after = Some(now + COOLDOWN),
            _ if !over(self.grows_after) => self.set_limit(self.limit),
            _ => {
                self.good += 1;
                if self.good >= self.limit as u32 && self.was_full {
                    self.set_limit(if self.doubling { self.limit * 2.0 } else { self.limit + 1.0 });
                }
            }
        }
    }

    fn set_limit(&mut self, limit: f64) {
        self.limit = limit.clamp(1.0, self.max);
        self.good = 0;
        self.was_full = !self.waiting.is_empty();
    }
}

/// Somebody who waits. Dropped, he waits no longer.
struct Queued<'a> {
    gate: &'a Gate,
    key: (u64, u64),
    called: oneshot::Receiver<()>,
    is_in: bool,
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        if !self.is_in {
            let was_called = self.gate.state().waiting.remove(&self.key).is_none();
            if was_called {
                self.gate.release();
            }
        }
    }
}

/// A place inside. Dropped, it is free again.
#[derive(Debug)]
pub struct Place {
    gate: Arc<Gate>,
}

impl Place {
    /// Leaves, and tells the gate what became of the call.
    pub fn leave(self, failure: Option<&Failure>) {
        self.gate.state().learn(failure);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.gate.release();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::sleep;

    const LATENCY: Duration = Duration::from_secs(1);

    fn failure(class: Class) -> Failure {
        Failure::new(class, "")
    }

    async fn call(gate: &Arc<Gate>, rank: u64, failed: Option<Class>) {
        let place = gate.enter(rank).await;
        sleep(LATENCY).await;
        place.leave(failed.map(failure).as_ref());
    }

    /// Makes so many calls at once.
    async fn calls(gate: &Arc<Gate>, count: u64, failed: Option<Class>) {
        let mut all = tokio::task::JoinSet::new();
        for rank in 0..count {
            let gate = gate.clone();
            all.spawn(async move { call(&gate, rank, failed).await });
        }
        while all.join_next().await.is_some() {}
    }

    #[tokio::test(start_paused = true)]
    async fn the_limit_doubles_shrinks_once_an_episode_and_then_grows_by_one() {
        let gate = Gate::new(Connections { max: 100, start: 20 });
        calls(&gate, 200, None).await;
        assert_eq!(gate.limit(), 100, "20, 40, 80 and the ceiling");
        calls(&gate, 50, Some(Class::RateLimit)).await;
        assert_eq!(gate.limit(), 80, "one episode");
        calls(&gate, 200, None).await;
        assert_eq!(gate.limit(), 80, "it cools down");
        sleep(COOLDOWN).await;
        calls(&gate, 100, None).await;
        assert_eq!(gate.limit(), 81);
        for _ in 0..60 {
            sleep(COOLDOWN).await;
            calls(&gate, 1, Some(Class::RateLimit)).await;
        }
        assert_eq!(gate.limit(), 1, "the floor");
        calls(&gate, 3, None).await;
        assert_eq!(gate.inside(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn faults_of_the_server_keep_the_limit_from_growing() {
        let gate = Gate::new(Connections { max: 100, start: 10 });
        calls(&gate, 1, Some(Class::Overloaded)).await;
        calls(&gate, 100, None).await;
        assert_eq!(gate.limit(), 10);
        sleep(COOLDOWN).await;
        calls(&gate, 9, None).await;
        assert_eq!(gate.limit(), 10, "nobody had to wait");
        calls(&gate, 100, None).await;
        assert!(gate.limit() > 10);
    }

    #[tokio::test(start_paused = true)]
    async fn older_games_go_first_and_whoever_leaves_the_queue_takes_no_place() {
        let gate = Gate::new(Connections { max: 1, start: 1 });
        let order = Arc::new(Mutex::new(vec![]));
        let first = gate.enter(9).await;
        let mut queue = vec![];
        for rank in [3, 1, 2, 1] {
            let (gate, order) = (gate.clone(), order.clone());
            queue.push(tokio::spawn(async move {
                call(&gate, rank, None).await;
                order.lock().unwrap().push(rank);
            }));
            tokio::task::yield_now().await;
        }
        queue.remove(2).abort();
        tokio::task::yield_now().await;
        drop(first);
        for seat in queue {
            seat.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [1, 1, 3]);
        assert_eq!(gate.inside(), 0);
    }

    /// Whoever is called in and gone at the same moment must give the place back.
    #[tokio::test(start_paused = true)]
    async fn no_place_is_ever_lost_whoever_gives_up() {
        let gate = Gate::new(Connections { max: 5, start: 5 });
        let mut all = tokio::task::JoinSet::new();
        for n in 0..400_u64 {
            let gate = gate.clone();
            let patience = LATENCY * (n * 7 % 23) as u32 / 2;
            all.spawn(async move {
                let _ = tokio::time::timeout(patience, call(&gate, n % 11, None)).await;
                assert!(gate.inside() <= gate.limit());
            });
        }
        while let Some(ended) = all.join_next().await {
            ended.unwrap();
        }
        assert_eq!((gate.inside(), gate.state().waiting.len()), (0, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn sixty_four_games_keep_thirty_two_connections_busy() {
        const CALLS: u32 = 60;
        let gate = Gate::new(Connections { max: 32, start: 20 });
        let begun = Instant::now();
        let mut games = tokio::task::JoinSet::new();
        for game in 0..64 {
            let gate = gate.clone();
            games.spawn(async move {
                for _ in 0..CALLS {
                    call(&gate, game, None).await;
                }
                Instant::now()
            });
        }
        let mut ends: Vec<Instant> = vec![];
        while let Some(end) = games.join_next().await {
            ends.push(end.unwrap());
        }
        let took = begun.elapsed().as_secs_f64();
        let busy = f64::from(64 * CALLS) * LATENCY.as_secs_f64() / (32.0 * took);
        assert!(busy >= 0.95, "{busy}");
        // Depth first: half of the games are over when half of the calls are made.
        ends.sort();
        assert!((ends[31] - begun).as_secs_f64() < 0.55 * took);
    }
}
