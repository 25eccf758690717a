//! The crew of one process: as many games at once as its limits allow, from one queue.

use crate::queue::{Claim, Queue, QueueError};
use crate::worker::{Done, Ground, News, RunError};
use lycaon_table::Stop;
use lycaon_transcript::WriteError;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use tracing::warn;

/// How long is waited before something that another process holds, or a database that does not answer, is tried again.
const PATIENCE: Duration = Duration::from_millis(500);

/// Where news of the run goes.
pub type Tell = Arc<dyn Fn(&News) + Send + Sync>;

/// One process that plays.
pub struct Crew {
    ground: Arc<Ground>,
    queue: Arc<dyn Queue>,
    name: String,
    /// How often leases are renewed.
    renewal: Duration,
    tell: Tell,
}

/// Why a crew stopped working.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// There is nothing left that it could play.
    Dry,
    /// It was stopped.
    Stopped,
    /// What the run may take is spent.
    Overspent,
}

type Played = (Claim, Result<Done, RunError>);

impl Crew {
    /// A crew of this name, which no other process has. `renewal` is how often it says that it lives: a third of the
    /// queue's lease, or less.
    #[must_use]
    pub fn new(ground: Arc<Ground>, queue: Arc<dyn Queue>, name: String, renewal: Duration, tell: Tell) -> Self {
        Crew { ground, queue, name, renewal, tell }
    }

    /// Plays until nothing is left, or until it is stopped: then every game stops where it is, and what is written can
    /// be gone on with.
    ///
    /// # Errors
    /// When a file cannot be written or the index cannot be used. Games that were under way can be gone on with.
    pub async fn work(&self, stop: &Stop) -> Result<Ended, RunError> {
        let mut shift = Shift { crew: self, tables: JoinSet::new(), held: BTreeMap::new(), parked: vec![] };
        let mut worked = shift.run(stop).await;
        // Whatever ended the shift, others need not wait for the leases. What went wrong first is what is told.
        shift.halt();
        while let Some(played) = shift.tables.join_next().await {
            let (claim, done) = played.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
            if let Ok(done) = done
                && let Err(error) = shift.settle(&claim, done).await
            {
                worked = worked.and(Err(error));
            }
        }
        let released = self.queue.release(&shift.parked).await;
        worked.and_then(|ended| released.map(|()| ended).map_err(RunError::from))
    }
}

/// The games of a crew that are under way.
struct Shift<'c> {
    crew: &'c Crew,
    tables: JoinSet<Played>,
    held: BTreeMap<String, (Claim, Stop)>,
    /// Games that wait for a model that is not called any more.
    parked: Vec<Claim>,
}

impl Shift<'_> {
    async fn run(&mut self, stop: &Stop) -> Result<Ended, RunError> {
        let at_once = self.crew.ground.experiment().limits.games_at_once.max(1);
        let mut renewal = tokio::time::interval(self.crew.renewal);
        let mut dry = false;
        loop {
            if stop.is_stopped() {
                return Ok(Ended::Stopped);
            }
            let overspent = self.crew.ground.is_overspent();
            if !dry && !overspent && self.tables.len() < at_once {
                let claims = passing(self.crew.queue.claim(&self.crew.name, at_once - self.tables.len()).await)?;
                dry = claims.as_ref().is_some_and(Vec::is_empty);
                claims.into_iter().flatten().for_each(|claim| self.begin(claim));
            }
            if self.tables.is_empty() {
                if overspent {
                    return Ok(Ended::Overspent);
                }
                if dry && self.nobody_plays().await? {
                    return Ok(Ended::Dry);
                }
                dry = false;
            }
            tokio::select! {
                biased;
                () = stop.stopped() => {}
                Some(played) = self.tables.join_next() => {
                    let (claim, done) = played.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
                    dry = false;
                    self.settle(&claim, done?).await?;
                }
                _ = renewal.tick() => self.renew().await?,
                () = tokio::time::sleep(PATIENCE), if self.tables.is_empty() => {}
            }
        }
    }

    fn begin(&mut self, claim: Claim) {
        let stop = Stop::new();
        let ground = self.crew.ground.clone();
        (self.crew.tell)(&News::Began { game: claim.game.clone() });
        self.held.insert(claim.game.clone(), (claim.clone(), stop.clone()));
        self.tables.spawn(async move {
            loop {
                match ground.play(&claim, &stop).await {
                    // A process that was thought dead still has the file: it plays the game to its end, or ends.
                    Err(RunError::Write(WriteError::Locked { .. })) if !stop.is_stopped() => {
                        tokio::time::sleep(PATIENCE).await;
                    }
                    Err(RunError::Write(WriteError::Locked { .. })) => return (claim, Ok(Done::Left)),
                    Err(RunError::Queue(error)) if error.is_passing() && !stop.is_stopped() => {
                        warn!("{error}; the game {} is begun again", claim.game);
                        tokio::time::sleep(PATIENCE).await;
                    }
                    Err(RunError::Queue(error)) if error.is_passing() => return (claim, Ok(Done::Left)),
                    Err(RunError::Cast(error)) => {
                        return (claim, Ok(Done::Failed { why: error.to_string(), for_good: false }));
                    }
                    done => return (claim, done),
                }
            }
        });
    }

    /// Reports what came of a game, and says it. A database that does not answer is waited for: the game is paid for.
    async fn settle(&mut self, claim: &Claim, done: Done) -> Result<(), RunError> {
        let news = loop {
            match self.crew.ground.report(claim, done.clone(), &*self.crew.queue).await {
                Err(error) if error.is_passing() => {
                    warn!("{error}; what came of the game {} is reported again", claim.game);
                    tokio::time::sleep(PATIENCE).await;
                }
                reported => break reported?,
            }
        };
        match &news {
            News::Parked { .. } => self.parked.push(claim.clone()),
            News::Ended { summary, .. } => self.crew.ground.spend(summary),
            _ => {}
        }
        self.held.remove(&claim.game);
        (self.crew.tell)(&news);
        Ok(())
    }

    async fn renew(&mut self) -> Result<(), RunError> {
        let claims: Vec<Claim> = self.held.values().map(|(claim, _)| claim).chain(&self.parked).cloned().collect();
        if claims.is_empty() {
            return Ok(());
        }
        for lost in passing(self.crew.queue.renew(&claims).await)?.unwrap_or_default() {
            self.parked.retain(|claim| *claim != lost);
            if let Some((_, stop)) = self.held.get(&lost.game) {
                stop.now();
            }
        }
        Ok(())
    }

    /// Whether no game is left that this crew may come to play: others may still fail, or vanish.
    async fn nobody_plays(&self) -> Result<bool, RunError> {
        let Some(counts) = passing(self.crew.queue.counts().await)? else { return Ok(false) };
        if counts.queued > 0 {
            return Ok(false);
        }
        if counts.running <= self.parked.len() as u64 {
            return Ok(true);
        }
        for name in self.crew.ground.directory().vanished(&self.crew.name) {
            passing(self.crew.queue.abandon(&name).await)?;
        }
        Ok(false)
    }

    fn halt(&self) {
        self.held.values().for_each(|(_, stop)| stop.now());
    }
}

/// The value, or nothing where the queue cannot be asked for now.
fn passing<T>(asked: Result<T, QueueError>) -> Result<Option<T>, QueueError> {
    match asked {
        Err(error) if error.is_passing() => {
            warn!("{error}");
            Ok(None)
        }
        asked => asked.map(Some),
    }
}
