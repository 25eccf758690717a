//! A worker: claims games, plays them, reports what came of each.

use crate::directory::{Directory, DirectoryError, ending, summary};
use crate::experiment::{Cell, Experiment};
use crate::plan::{Plan, PlannedGame};
use crate::queue::{Claim, PostgresMirror, PostgresQueue, Queue, QueueError, Report};
use crate::summary::{Summary, Toll};
use lycaon_agents::spec::AgentSpec;
use lycaon_narrator::{Lang, Narrator};
use lycaon_rules::Setup;
use lycaon_table::{
    Cast, CastError, Clock, Deadlines, Halt, House, Past, Probing, Settings, Start, Stop, Table, TableError, Terms,
};
use lycaon_transcript::{
    Existing, Flush, Header, Mirror, Note, NoteKind, ReadError, Recorder, ReplayError, ResumeError, WriteError, Writer,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tracing::warn;

/// What happens in a run, for whoever shows it.
#[derive(Clone, Debug)]
pub enum News {
    /// A game was begun or taken up again.
    Began {
        /// Its id.
        game: String,
    },
    /// A game is recorded.
    Ended {
        /// Its id.
        game: String,
        /// What came of it.
        summary: Box<Summary>,
        /// How often it failed before for reasons of infrastructure.
        failures: u32,
    },
    /// A game failed for reasons of infrastructure.
    Failed {
        /// Its id.
        game: String,
        /// Why.
        why: String,
        /// Whether it was given up.
        aborted: bool,
    },
    /// A game is left for another time or process.
    Parked {
        /// Its id.
        game: String,
        /// Why, such as that no more calls are made to a model that plays in it.
        why: String,
    },
    /// A game was taken over by another worker while this one was cut off; what this one played of it is not recorded.
    Lost {
        /// Its id.
        game: String,
    },
    /// A game was left where it is because the run was stopped.
    Left {
        /// Its id.
        game: String,
    },
}

/// Why a game could not be played that is neither its agents' doing nor the infrastructure's.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The directory.
    #[error(transparent)]
    Directory(#[from] DirectoryError),
    /// The queue.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// An agent cannot sit down.
    #[error(transparent)]
    Cast(#[from] CastError),
    /// A transcript cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A transcript does not fit its game.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A table.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// What every game of a run shares.
pub struct Ground {
    experiment: Experiment,
    games: BTreeMap<String, (u64, PlannedGame)>,
    directory: Directory,
    narrators: BTreeMap<Lang, Arc<Narrator>>,
    house: House,
    /// Where transcripts are kept beside the directory.
    store: Option<Arc<PostgresQueue>>,
    /// What all recorded games together have used and cost, as far as it is known.
    spent: Mutex<(u64, f64)>,
}

/// How a game ended for the worker that played it.
#[derive(Clone)]
pub(crate) enum Done {
    Finished(Box<Summary>),
    Failed { why: String, for_good: bool },
    Parked(String),
    Left,
}

impl Ground {
    /// The ground of a plan in a directory. Prompts are those built in, or those of `prompts`.
    ///
    /// # Errors
    /// When the prompts cannot be read.
    pub fn new(
        experiment: Experiment,
        plan: Plan,
        directory: Directory,
        house: House,
        prompts: Option<&Path>,
    ) -> Result<Self, lycaon_narrator::PromptError> {
        let langs: BTreeSet<Lang> = experiment.cells.iter().map(|cell| cell.lang).collect();
        let narrator = |lang| Ok((lang, Arc::new(Narrator::with_overrides(lang, prompts)?)));
        let narrators = langs.into_iter().map(narrator).collect::<Result<_, _>>()?;
        let games = plan.games.into_iter().enumerate().map(|(rank, game)| (game.id.clone(), (rank as u64, game)));
        Ok(Ground {
            experiment,
            games: games.collect(),
            directory,
            narrators,
            house,
            store: None,
            spent: Mutex::default(),
        })
    }

    /// The same ground with its transcripts kept in the queue's database, line by line as they are written.
    #[must_use]
    pub fn kept_in(self, store: Arc<PostgresQueue>) -> Self {
        Ground { store: Some(store), ..self }
    }

    /// The experiment.
    #[must_use]
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// The directory of the run.
    #[must_use]
    pub fn directory(&self) -> &Directory {
        &self.directory
    }

    /// Counts what a game took against what the run may take.
    pub fn spend(&self, summary: &Summary) {
        self.spend_all(summary.agents.values());
    }

    /// Counts what games took of agents against what the run may take.
    pub fn spend_all<'t>(&self, tolls: impl Iterator<Item = &'t Toll>) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        for toll in tolls {
            spent.0 += toll.all_tokens();
            spent.1 += toll.all_usd().unwrap_or(0.0);
        }
    }

    /// Whether what the run may take is spent.
    #[must_use]
    pub fn is_overspent(&self) -> bool {
        let (tokens, usd) = *self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let limits = &self.experiment.limits;
        limits.run_tokens.is_some_and(|most| tokens >= most) || limits.run_usd.is_some_and(|most| usd >= most)
    }

    /// Looks whether every agent can sit down: whether its address and key are there, and somebody answers.
    ///
    /// # Errors
    /// When one cannot, in a sentence that names it.
    pub async fn preflight(&self) -> Result<(), RunError> {
        for cell in &self.experiment.cells {
            let cast = Cast::of(cell.agents.iter().map(|agent| (agent.name.clone(), agent.spec.clone())));
            cast.reach(&self.house).await?;
        }
        Ok(())
    }

    fn cell(&self, game: &PlannedGame) -> &Cell {
        &self.experiment.cells[game.cell]
    }

    /// Whether nothing but scripts plays in a game.
    fn is_scripted(&self, game: &PlannedGame) -> bool {
        let agents = &self.cell(game).agents;
        game.seats.iter().all(|agent| matches!(agents[*agent].spec, AgentSpec::Scripted { .. }))
    }

    fn cast(&self, game: &PlannedGame) -> Cast {
        let agents = &self.cell(game).agents;
        Cast::of(game.seats.iter().map(|agent| (agents[*agent].name.clone(), agents[*agent].spec.clone())))
    }

    /// Plays a game that this worker holds, from its beginning or from where its transcript ends.
    pub(crate) async fn play(&self, claim: &Claim, stop: &Stop) -> Result<Done, RunError> {
        let Some((rank, game)) = self.games.get(&claim.game) else {
            // The directory's plan was enlarged since this process began: the game is for those that know it.
            return Ok(Done::Parked("it belongs to a larger plan than this process was started with".into()));
        };
        let path = self.directory.transcript(&game.id);
        let mirror = self.mirror(claim, stop).await?;
        if ending(&path).is_some_and(|ending| ending.finished) {
            // Played to its end, and not reported any more.
            match summary(&path) {
                Ok(summary) => return Ok(self.finished(summary, mirror, stop).await),
                Err(error) => self.put_aside(claim, &error)?,
            }
        }
        let cast = self.cast(game);
        if let Some((model, why)) = cast.closed(&self.house).await.into_iter().next() {
            return Ok(Done::Parked(uncallable(&model, &why)));
        }
        let terms = self.terms(game, *rank);
        let (start, players, recorder) = match self.take_up(game, &cast, &terms, claim, &mirror).await? {
            Some(ready) => ready,
            None => {
                let mirror = self.mirror_anew(claim, stop, mirror).await?;
                self.begin(game, &cast, &terms, claim, mirror).await?
            }
        };
        let mirror = recorder.mirror().cloned();
        let table = Table::new(start, game.seed(), players, self.settings(game))?;
        let played = table.recorded_by(recorder).stopped_by(stop).play().await?;
        match played.halt {
            _ if played.outcome.is_some() => Ok(self.finished(summary(&path)?, mirror, stop).await),
            None => Ok(Done::Left),
            Some(halt @ Halt::Overspent(_)) => Ok(Done::Failed { why: halt.to_string(), for_good: true }),
            Some(halt @ Halt::Unreachable { .. }) => match cast.closed(&self.house).await.into_iter().next() {
                Some((model, why)) => Ok(Done::Parked(uncallable(&model, &why))),
                None => Ok(Done::Failed { why: halt.to_string(), for_good: false }),
            },
        }
    }

    /// The mirror of a game, where transcripts are kept in a database, with the file in step with what is kept there.
    async fn mirror(&self, claim: &Claim, stop: &Stop) -> Result<Option<Arc<dyn Mirror>>, RunError> {
        let Some(store) = &self.store else { return Ok(None) };
        let kept = store.lines(&claim.game).await?;
        // Whoever else writes the file must have let go of it.
        self.directory.let_go(&claim.game)?;
        let only_here = self.directory.reconciled(&claim.game, &kept)?;
        let mirror = PostgresMirror::new(store.clone(), claim.clone(), kept.len() as u32, stop.clone());
        only_here.iter().for_each(|line| mirror.take(line));
        Ok(Some(Arc::new(mirror)))
    }

    /// The mirror of a game that is begun.
    async fn mirror_anew(
        &self,
        claim: &Claim,
        stop: &Stop,
        before: Option<Arc<dyn Mirror>>,
    ) -> Result<Option<Arc<dyn Mirror>>, RunError> {
        let (Some(store), Some(before)) = (&self.store, before) else { return Ok(None) };
        // What is still on its way must not arrive after the rest was forgotten.
        tokio::select! {
            () = before.safe() => {}
            () = stop.stopped() => {}
        }
        store.forget(claim).await?;
        Ok(Some(Arc::new(PostgresMirror::new(store.clone(), claim.clone(), 0, stop.clone()))))
    }

    /// What came of a game that was played to its end. It counts when its last line is kept.
    async fn finished(&self, summary: Summary, mirror: Option<Arc<dyn Mirror>>, stop: &Stop) -> Done {
        if let Some(mirror) = mirror {
            tokio::select! {
                () = mirror.safe() => {}
                () = stop.stopped() => return Done::Left,
            }
        }
        Done::Finished(Box::new(summary))
    }

    fn terms(&self, game: &PlannedGame, rank: u64) -> Terms {
        let lang = self.cell(game).lang;
        Terms { seed: game.seed(), lang, narrator: self.narrators[&lang].clone(), rank }
    }

    fn settings(&self, game: &PlannedGame) -> Settings {
        let limits = &self.experiment.limits;
        let clock = if self.is_scripted(game) { Clock::Still } else { Clock::Wall };
        let deadlines = match limits.deadline {
            seconds if seconds > 0.0 => Deadlines::all(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)),
            _ => Deadlines::NONE,
        };
        let budget = limits.game_budget();
        Settings {
            deadlines,
            reasks: limits.retries,
            clock,
            budget,
            stops_without_agents: true,
            probing: self.probing(game),
            ..Settings::default()
        }
    }

    /// When seats of a game are asked what they believe, if they are.
    fn probing(&self, game: &PlannedGame) -> Option<Probing> {
        self.experiment.probes?.on_deal(self.experiment.seed, game.dealt.number)
    }

    /// When lines reach the file: a game of models has paid for each.
    fn flush(&self, game: &PlannedGame) -> Flush {
        match (self.is_scripted(game), self.experiment.limits.durable) {
            (true, _) => Flush::AtEnd,
            (false, true) => Flush::Synced,
            (false, false) => Flush::EachLine,
        }
    }

    /// A new game.
    async fn begin(
        &self,
        game: &PlannedGame,
        cast: &Cast,
        terms: &Terms,
        claim: &Claim,
        mirror: Option<Arc<dyn Mirror>>,
    ) -> Result<Ready, RunError> {
        let setup = Setup { board: self.cell(game).board.clone(), deal: game.dealt.deal.clone() };
        // Nobody is asked before everybody can be.
        let players = cast.players(terms, None, &self.house).await?;
        let path = self.directory.transcript(&game.id);
        let mut writer = Writer::create(&path, Existing::Refuse, self.flush(game))?;
        if let Some(mirror) = mirror {
            writer = writer.mirrored_in(mirror);
        }
        let mut recorder = Recorder::begin(writer, &self.header(game, cast, &setup))?;
        if claim.failures > 0 {
            recorder.note(&Note::new(NoteKind::Warning, format!("begun again after {} failures", claim.failures)))?;
        }
        Ok((setup.into(), players, recorder))
    }

    fn header(&self, game: &PlannedGame, cast: &Cast, setup: &Setup) -> Header {
        let cell = self.cell(game);
        let mut header = Header::new(game.id.clone(), setup, game.seed());
        cell.lang.code().clone_into(&mut header.language);
        header.seats = cast.seatings();
        let conditions = [
            ("experiment", self.experiment.name.clone().into()),
            ("deal", game.dealt.number.into()),
            ("arm", game.arm.clone().into()),
            ("repeat", game.repeat.into()),
            ("levels", serde_json::to_value(&cell.levels).unwrap_or_default()),
        ];
        header.conditions.extend(conditions.map(|(name, value)| (name.to_owned(), value)));
        if let Some(probing) = self.probing(game) {
            header.conditions.insert("probes".into(), serde_json::to_value(probing).unwrap_or_default());
        }
        if !self.is_scripted(game) {
            let limits = &self.experiment.limits;
            header.prompts = Some(self.narrators[&cell.lang].hash().to_owned());
            header.conditions.insert("deadline_s".into(), limits.deadline.into());
            header.conditions.insert("retries".into(), limits.retries.into());
        }
        header
    }

    /// A game that goes on where its transcript ends; nothing where there is none, or one that nothing can be done with:
    /// that one is put aside.
    async fn take_up(
        &self,
        game: &PlannedGame,
        cast: &Cast,
        terms: &Terms,
        claim: &Claim,
        mirror: &Option<Arc<dyn Mirror>>,
    ) -> Result<Option<Ready>, RunError> {
        let path = self.directory.transcript(&game.id);
        let (mut recorder, transcript) = match Recorder::resume(&path, self.flush(game)) {
            Ok(resumed) => resumed,
            Err(ResumeError::Read(ReadError::Io { source, .. })) if source.kind() == std::io::ErrorKind::NotFound => {
                return Ok(None);
            }
            Err(ResumeError::Write(error)) => return Err(error.into()),
            Err(error) => {
                self.put_aside(claim, &error)?;
                return Ok(None);
            }
        };
        let (replayed, past) = match (transcript.replay(), Past::of(&transcript)) {
            (Ok(replayed), Ok(past)) => (replayed, past),
            (Err(error), _) | (_, Err(error)) => {
                drop(recorder);
                self.put_aside(claim, &error)?;
                return Ok(None);
            }
        };
        let players = cast.players(terms, Some(&past), &self.house).await?;
        if let Some(mirror) = mirror {
            recorder = recorder.mirrored_in(mirror.clone());
        }
        if !self.is_scripted(game) {
            let why = if claim.failures > 0 { format!("after {} failures", claim.failures) } else { String::new() };
            recorder.note(&Note::new(NoteKind::Resumed, why))?;
        }
        Ok(Some((replayed.into(), players, recorder)))
    }

    /// Puts the transcript of a game aside, if there is anything in it, and says why.
    fn put_aside(&self, claim: &Claim, why: &dyn std::fmt::Display) -> Result<(), DirectoryError> {
        if let Some(aside) = self.directory.put_aside(&claim.game, claim.attempt)? {
            warn!("{why}; it is kept as {}, and its game begins anew", aside.display());
        }
        Ok(())
    }

    /// Records the result of a game.
    pub(crate) async fn report(&self, claim: &Claim, done: Done, queue: &dyn Queue) -> Result<News, QueueError> {
        let game = claim.game.clone();
        match done {
            Done::Finished(summary) => {
                let result = serde_json::to_string(&summary).unwrap_or_default();
                Ok(match queue.finish(claim, &result).await? {
                    Report::Recorded => News::Ended { game, summary, failures: claim.failures },
                    Report::Stale => News::Lost { game },
                })
            }
            Done::Failed { why, for_good } => {
                let most = if for_good { 1 } else { self.experiment.limits.attempts };
                let aborted = claim.failures + 1 >= most;
                Ok(match queue.fail(claim, &why, most).await? {
                    Report::Recorded => News::Failed { game, why, aborted },
                    Report::Stale => News::Lost { game },
                })
            }
            Done::Parked(why) => Ok(News::Parked { game, why }),
            Done::Left => {
                queue.release(std::slice::from_ref(claim)).await?;
                Ok(News::Left { game })
            }
        }
    }
}

fn uncallable(model: &str, why: &str) -> String {
    format!("no more calls are made to {model}: {why}")
}

/// A game about to be played.
type Ready = (Start, Vec<lycaon_table::Player>, Recorder);
