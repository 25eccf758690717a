//! The table: a game, those who sit at it, the dice and the only clock.

use crate::asking::rethrown;
use crate::budget::Overspent;
use crate::clock::{Clock, Stop};
use crate::halt::Halt;
use crate::hands::Hands;
use crate::pace::Tempo;
use crate::record::Record;
use crate::round::Round;
use crate::seat::{Back, Chair, Player};
use crate::settings::Settings;
use crate::toll::Toll;
use lycaon_rules::{Dice, Event, Fact, Game, Outcome, Refusal, Roll, Setup, Waiting};
use lycaon_transcript::{Call, CallLine, Ended, Probe, Recorder, Replayed, WriteError};
use std::collections::{BTreeMap, VecDeque};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

/// Where a table begins: at the deal, or in the middle of a game.
#[derive(Debug)]
pub struct Start {
    /// The game.
    pub game: Game,
    /// The number of the next decision: of position 0, if the game waits for a batch.
    pub next: u32,
    /// By position of the open batch, whether the game has its answer already; empty means none has.
    pub answered: Vec<bool>,
    /// Recorded calls for answers that the game does not have yet, in order: they are not made again.
    pub calls: Vec<CallLine>,
    /// Who is asked whether he breaks in.
    pub hands: Hands,
    /// Recorded questions that were put aside before the open batch: they are not put again.
    pub probes: Vec<Probe>,
    /// How many events there were when seats last answered; questions put aside go by what came since.
    pub before: usize,
}

impl From<Setup> for Start {
    /// The first question of a new game.
    ///
    /// # Panics
    /// When the deal does not fit the board, as [`Game::new`].
    fn from(setup: Setup) -> Self {
        Start {
            game: Game::new(setup),
            next: 0,
            answered: vec![],
            calls: vec![],
            hands: Hands::default(),
            probes: vec![],
            before: 0,
        }
    }
}

impl From<Replayed> for Start {
    /// Where the recorded decisions end.
    fn from(replayed: Replayed) -> Self {
        let hands = Hands { lowered: replayed.lowered, spoke: replayed.spoke };
        let answered = replayed.answered.iter().map(Option::is_some).collect();
        let Replayed { game, base, calls, probes, before, .. } = replayed;
        Start { game, next: base, answered, calls, hands, probes, before }
    }
}

/// Why a game could not be played on. Whatever an agent does is no such reason.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// Not as many players as seats.
    #[error("{players} players cannot sit at a table of {seats} seats; give one for each seat")]
    Players {
        /// How many there are.
        players: usize,
        /// How many there must be.
        seats: usize,
    },
    /// The record could not be written.
    #[error(transparent)]
    Record(#[from] WriteError),
    /// The rules refuse what they offered: a fallback that is not on its own menu.
    #[error("the rules contradict themselves: {0}")]
    Rules(#[from] Refusal),
}

/// A game that was played as far as it went.
#[derive(Debug)]
pub struct Played {
    /// The game at its end, or where it was stopped.
    pub game: Game,
    /// How it ended; `None` if it was stopped. Its record can then be gone on with.
    pub outcome: Option<Outcome>,
    /// Why it stopped by itself, if it did.
    pub halt: Option<Halt>,
    /// What it took since this table was set up.
    pub toll: Toll,
    /// The end of the record, if the game ended and there is a record.
    pub ended: Option<Ended>,
}

type Observer<'t> = Box<dyn FnMut(&Event) + Send + 't>;

/// A game with everybody seated.
///
/// Agents are asked in parallel and their answers are given to the game in its own order, so who thinks longer
/// changes nothing. Nothing an agent does can end or stall the game: it errs, hangs or breaks for its own seat alone.
/// (An agent that blocks its thread needs a runtime with several.)
pub struct Table<'t> {
    pub(crate) game: Game,
    pub(crate) chairs: Vec<Chair>,
    pub(crate) settings: Settings,
    pub(crate) record: Record,
    pub(crate) stop: Stop,
    /// Sitters on errands. Dropping the table ends them.
    pub(crate) out: JoinSet<Back>,
    /// The number of the next decision.
    pub(crate) next: u32,
    pub(crate) seed: u64,
    /// By decision, the calls that an earlier run has made for it.
    pub(crate) made: BTreeMap<u32, VecDeque<Call>>,
    pub(crate) hands: Hands,
    dice: Dice,
    /// Why the table stops by itself.
    pub(crate) halt: Option<Halt>,
    answered: Vec<bool>,
    /// How much of the record was looked through for moments at which seats are asked aside.
    pub(crate) probed: usize,
    /// What an earlier run has asked aside before the open batch.
    pub(crate) believed: Vec<Probe>,
    observers: Vec<Observer<'t>>,
    /// How many events were shown.
    pub(crate) shown: usize,
    /// How many of them are of the past and are shown at once.
    past: usize,
    /// What makes the table wait, if it goes at the pace of people.
    pub(crate) tempo: Option<Tempo>,
    /// When the next public event may be shown.
    pub(crate) due: Instant,
}

impl<'t> Table<'t> {
    /// Seats one player at each seat, in order. The seed is that of the rolls still to come and of the lots that stand
    /// in for answers; a game gone on with under its old seed rolls on as it would have.
    ///
    /// # Errors
    /// When there are not as many players as seats.
    pub fn new(
        start: impl Into<Start>,
        seed: u64,
        players: Vec<Player>,
        settings: Settings,
    ) -> Result<Self, TableError> {
        let Start { game, next, answered, calls, hands, probes, before } = start.into();
        let board = game.board().clone();
        let seats = usize::from(board.seats);
        if players.len() != seats {
            return Err(TableError::Players { players: players.len(), seats });
        }
        let seated = board.seats().zip(players);
        let chairs: Vec<Chair> =
            seated.map(|(seat, player)| Chair::new(seat, player, board.clone(), settings.deadlines)).collect();
        let past = if next == 0 { 0 } else { game.events().len() };
        let mut made: BTreeMap<u32, VecDeque<Call>> = BTreeMap::new();
        for CallLine { n, call, .. } in calls {
            made.entry(n).or_default().push_back(call);
        }
        Ok(Table {
            dice: dice_after(seed, game.events()),
            game,
            chairs,
            settings,
            record: Record::new(Toll::of(board.seats())),
            stop: Stop::new(),
            out: JoinSet::new(),
            next,
            seed,
            made,
            hands,
            halt: None,
            answered,
            probed: before,
            believed: probes,
            observers: vec![],
            shown: 0,
            past,
            tempo: Tempo::of(settings.pace, seed),
            due: Instant::now(),
        })
    }

    /// Keeps a record. What the start has behind it must be in the recorder already.
    #[must_use]
    pub fn recorded_by(self, recorder: Recorder) -> Self {
        self.record.write_to(recorder);
        self
    }

    /// Shows every event to a screen as it happens, those of the past first. It sees what the moderator sees: what it
    /// prints should come from a [`View`](lycaon_rules::View) of its own that hears these events.
    #[must_use]
    pub fn observed_by(mut self, observer: impl FnMut(&Event) + Send + 't) -> Self {
        self.observers.push(Box::new(observer));
        self
    }

    /// Lets the game be stopped from outside.
    #[must_use]
    pub fn stopped_by(mut self, stop: &Stop) -> Self {
        self.stop = stop.clone();
        self
    }

    /// Plays to the end, or until it is stopped.
    ///
    /// # Errors
    /// When the record cannot be written.
    pub async fn play(mut self) -> Result<Played, TableError> {
        let began = Instant::now();
        let outcome = loop {
            self.show().await?;
            if self.stop.is_stopped() {
                break None;
            }
            match self.game.waiting() {
                Waiting::Over(outcome) => break Some(outcome.clone()),
                Waiting::Roll(roll) => self.roll(roll)?,
                Waiting::Seats(batch) => {
                    if let Some(overspent) = self.overspent(began) {
                        self.halt = Some(Halt::Overspent(overspent));
                        break None;
                    }
                    let batch = batch.to_vec();
                    let answered = std::mem::take(&mut self.answered);
                    if !self.probe(&answered).await? {
                        break None;
                    }
                    let round = Round::new(self.next, batch, &answered);
                    if !self.ask(round).await? {
                        break None;
                    }
                }
            }
        };
        let ended = match &outcome {
            Some(outcome) => {
                self.farewell().await?;
                let elapsed = (self.settings.clock == Clock::Wall).then(|| self.settings.clock.ms_since(began));
                self.record.end(outcome, elapsed)?
            }
            None => None,
        };
        if let Some(halt) = &self.halt {
            self.record.remark(format!("stopped: {halt}"))?;
        }
        let mut toll = self.record.close()?;
        toll.events = self.game.events().len() as u32;
        Ok(Played { game: self.game, outcome, halt: self.halt, toll, ended })
    }

    fn overspent(&self, began: Instant) -> Option<Overspent> {
        let (tokens, usd) = self.record.spent();
        self.settings.budget.overspent(tokens, usd, began.elapsed())
    }

    fn roll(&mut self, roll: Roll) -> Result<(), TableError> {
        let result = self.dice.roll(roll);
        self.game.rolled(result)?;
        self.record.roll(self.next, roll, result)?;
        self.record.count(Toll::rolled);
        self.next += 1;
        Ok(())
    }

    /// Writes the events that are new, and shows each at its time: what not all may hear at once, so that whoever has
    /// something to do has the whole step for it. Where there is no tempo, seats hear theirs when they are asked next.
    async fn show(&mut self) -> Result<(), TableError> {
        self.record.events(self.game.events())?;
        while self.shown < self.game.events().len() {
            let tempo = self.tempo.filter(|_| self.shown >= self.past);
            let step = tempo.and_then(|tempo| tempo.step(&self.game.events()[self.shown]));
            if step.is_some() && !self.until_due().await? {
                return Ok(());
            }
            let event = &self.game.events()[self.shown];
            self.observers.iter_mut().for_each(|observer| observer(event));
            self.shown += 1;
            if let Some(step) = step {
                self.due = Instant::now() + step;
            }
            if tempo.is_some() {
                self.tell().await?;
            }
        }
        Ok(())
    }

    /// Waits until the next public event may be shown, with those who hear and answer late. False if the table was stopped.
    async fn until_due(&mut self) -> Result<bool, TableError> {
        while Instant::now() < self.due {
            tokio::select! {
                biased;
                () = self.stop.stopped() => return Ok(false),
                Some(back) = self.out.join_next() => self.welcome(None, rethrown(back))?,
                () = sleep_until(self.due) => {}
            }
        }
        Ok(true)
    }

    /// Sends everybody who is here to hear the news.
    pub(crate) async fn tell(&mut self) -> Result<(), TableError> {
        for seat in self.game.board().clone().seats() {
            self.send(seat, None).await?;
        }
        Ok(())
    }
}

/// Dice that have rolled what was rolled in this record.
fn dice_after(seed: u64, log: &[Event]) -> Dice {
    let mut dice = Dice::new(seed);
    for event in log {
        if let Fact::Rolled { purpose, sides, .. } = event.fact {
            dice.roll(Roll { purpose, sides });
        }
    }
    dice
}
