//! A game played in this terminal, whether from the deal or from the middle.

use crate::account::Account;
use crate::clock;
use crate::fault::{Exit, Fault};
use crate::files;
use crate::host::{Hosted, Hosting, Usher};
use crate::interrupt;
use crate::lang::LangArg;
use crate::out::{self, Out};
use crate::perspective::Perspective;
use crate::spent;
use crate::ui::UiArgs;
use clap::{Args, ValueEnum};
use lycaon_agents::human::Venue;
use lycaon_agents::remote::{After, Goodbye};
use lycaon_agents::spec::Roster;
use lycaon_narrator::{Interrupts, Lang, Narrator};
use lycaon_rules::{Board, Event, Listener, Seat, Seats, View};
use lycaon_screen::Screen;
use lycaon_table::{
    Budget, Cast, Clock, Deadlines, Halt, House, Nature, Pace, Player, Probing, Settings, Start, Stop, Table, Terms,
};
use lycaon_transcript::{Flush, Header, Recorder, Transcript};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The condition that says when seats are asked whether they break in.
const INTERRUPTS: &str = "interrupts";

/// The condition that says how fast the table went on.
const PACE: &str = "pace";

/// The condition that says when seats are asked aside.
const PROBES: &str = "probes";

/// The flags that every game has.
#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// Whose view is told while no person sits at the table [default: public]
    #[arg(long = "as", value_name = "public|seat:N|god", value_parser = str::parse::<Perspective>)]
    perspective: Option<Perspective>,

    #[command(flatten)]
    ui: UiArgs,

    /// Several people share this terminal, with a curtain between their turns
    #[arg(long)]
    hot_seat: bool,

    /// What a person at this terminal sees once he has left the game for good
    ///
    /// The whole game is shown only where no other person plays, whether here or from another terminal, and without
    /// event cards, some of which ask the dead or bring them back.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = AfterDeath::WatchPublic)]
    after_death: AfterDeath,

    /// Tells nothing of the game
    #[arg(long)]
    quiet: bool,

    /// Prints the end line of the transcript and nothing else
    #[arg(long)]
    json: bool,

    /// Prompts that replace the built-in ones
    #[arg(long, value_name = "DIR")]
    prompts: Option<PathBuf>,

    /// Agent files, besides those in ./agents and the built-in ones
    #[arg(long, value_name = "DIR")]
    agents: Option<PathBuf>,

    /// How long each answer of a model, a program or somebody who joined is waited for, in seconds; 0 is for ever
    #[arg(long, value_name = "SECONDS", default_value_t = 180.0, value_parser = seconds)]
    deadline: f64,

    /// How long a person may take for each answer, in seconds [default: as long as he likes]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timer: Option<f64>,

    /// How often a seat is asked again after an answer that cannot be used
    #[arg(long, value_name = "N", default_value_t = 2)]
    retries: u32,

    /// When people and models are asked whether they break in between two speeches [default: people at every hand-over,
    /// models as their agent file says, which is usually while they want to be]
    #[arg(long, value_name = "every_handover|raised|own_turn", value_parser = str::parse::<Interrupts>)]
    interrupts: Option<Interrupts>,

    /// How fast the table goes on: `natural` lets no time tell who is a program, who acts or which role is dead
    /// [default: natural where a person sits at a terminal, else instant]
    #[arg(long, value_name = "natural|instant", value_parser = str::parse::<Pace>)]
    pace: Option<Pace>,

    /// How models are told to talk: as people do who type, or in no particular way [default: people where a person
    /// sits, else plain]
    #[arg(long, value_name = "HOW", value_enum)]
    manner: Option<Manner>,

    /// Stops the game, to be resumed, once its calls have used so many tokens
    #[arg(long, value_name = "N")]
    budget_tokens: Option<u64>,

    /// Stops the game, to be resumed, once its calls have cost so many US dollars
    #[arg(long, value_name = "USD", value_parser = amount)]
    budget_usd: Option<f64>,

    /// Stops the game, to be resumed, once it has taken so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    budget_time: Option<f64>,

    /// Prices of models in US dollars per million tokens, besides the built-in ones
    #[arg(long, value_name = "FILE")]
    prices: Option<PathBuf>,

    /// Forces every call and decision to the disk before the game goes on, so that not even a power cut loses one
    #[arg(long)]
    durable: bool,

    #[command(flatten)]
    lang: LangArg,
}

/// Where a game is played.
pub struct Met {
    /// What seats and games share.
    pub house: House,
    /// The full screen, if people are met in one.
    pub screen: Option<Screen>,
    /// Where a person is met who sees the whole game once he has left it.
    pub gallery: Option<Arc<dyn Venue>>,
}

/// How models talk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Manner {
    /// As people do who type at a table of friends
    People,
    /// As they do by themselves
    Plain,
}

/// What a person sees once he has left the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AfterDeath {
    /// What his seat hears
    WatchPublic,
    /// Everything, as the moderator sees it
    WatchAll,
}

/// A game that may begin, or go on.
pub struct Ready {
    /// Where it begins.
    pub start: Start,
    /// Who plays, and on which terms.
    pub cast: Cast,
    /// What everybody is given.
    pub terms: Terms,
    /// Who sits down.
    pub players: Vec<Player>,
    /// The record, which holds everything up to where the game begins.
    pub recorder: Recorder,
    /// Where the record is kept.
    pub path: PathBuf,
    /// The full screen, if people are met in one.
    pub screen: Option<Screen>,
    /// Where a person is met who sees the whole game once he has left it.
    pub gallery: Option<Arc<dyn Venue>>,
    /// How fast the table goes on.
    pub pace: Pace,
    /// When seats are asked aside, if they are.
    pub probing: Option<Probing>,
    /// Where people have joined, if they have.
    pub hosted: Option<Hosted>,
}

/// When seats of a game that goes on are asked aside: as its header has it.
pub fn probing(of: &Transcript) -> Result<Option<Probing>, Fault> {
    let Some(keys) = of.header.conditions.get(PROBES) else { return Ok(None) };
    serde_json::from_value(keys.clone()).map(Some).map_err(|error| {
        Fault::input(format!("{}: the header's `conditions.{PROBES}` cannot be gone on with: {error}", of.file))
    })
}

impl GameArgs {
    /// The agents that can be named.
    pub fn roster(&self) -> Result<Roster, Fault> {
        Ok(Roster::load(self.agents.as_deref())?)
    }

    /// When lines of the record reach the file.
    pub fn flush(&self) -> Flush {
        if self.durable { Flush::Synced } else { Flush::EachLine }
    }

    /// The terms of a new game.
    pub fn terms(&self, seed: u64) -> Result<Terms, Fault> {
        self.terms_in(seed, self.lang.or_locale())
    }

    /// The terms of a game that goes on in its language.
    pub fn terms_of(&self, seed: u64, header: &Header) -> Result<Terms, Fault> {
        self.terms_in(seed, header.language.parse().unwrap_or(Lang::En))
    }

    fn terms_in(&self, seed: u64, lang: Lang) -> Result<Terms, Fault> {
        let narrator = Arc::new(Narrator::with_overrides(lang, self.prompts.as_deref())?);
        Ok(Terms { seed, lang, narrator, rank: 0 })
    }

    /// Lets people join, where somebody hosts the game, and waits until they are here.
    pub async fn gather(
        &self,
        hosting: Option<&Hosting>,
        cast: &Cast,
        terms: &Terms,
        board: &Arc<Board>,
        out: &mut Out,
    ) -> Result<Option<Hosted>, Fault> {
        let Some(hosting) = hosting else { return Ok(None) };
        let seats = hosting.joined(cast.people(), board)?;
        let usher = Usher { narrator: &terms.narrator, quiet: self.quiet, json: self.json };
        hosting.gather(board, seats, &usher, out).await.map(Some)
    }

    /// Where the game is played: in the hall that people have joined, and with the screen at which others are met, if they
    /// are.
    pub fn house(&self, cast: &Cast, hosted: Option<&Hosted>, board: &Arc<Board>) -> Result<Met, Fault> {
        let mut house = House::new(files::prices(self.prices.as_deref())?);
        if let Some(Hosted { hall, absent }) = hosted {
            house = house.with_hall(hall.clone(), *absent);
        }
        let people = at_terminal(cast, hosted);
        let Some(first) = people.first() else { return Ok(Met { house, screen: None, gallery: None }) };
        self.ui.check(people.len(), self.hot_seat, self.json)?;
        let (venue, screen) = self.ui.venue(self.hot_seat, self.json)?;
        let gallery = (self.after_death == AfterDeath::WatchAll).then(|| venue.clone());
        if let Some(gallery) = &gallery {
            gallery.admit(first, board);
        }
        Ok(Met { house: house.with_venue(venue), screen, gallery })
    }

    /// Whether this cast can be played with in this way; `hosted` says whether people join from elsewhere.
    pub fn check(&self, cast: &Cast, board: &Board, hosted: bool) -> Result<(), Fault> {
        self.check_after_death(cast, board, hosted)?;
        let Some(perspective) = self.perspective else { return Ok(()) };
        if !cast.people().is_empty() {
            return Err(Fault::input(
                "--as shows more than a person at the table may know; leave it out, or seat nobody",
            ));
        }
        perspective.on(board).map(|_| ())
    }

    /// Whether the whole game may be shown to whoever has left it.
    fn check_after_death(&self, cast: &Cast, board: &Board, hosted: bool) -> Result<(), Fault> {
        let refused = |why: &str| Err(Fault::input(format!("--after-death watch-all: {why}")));
        match self.after_death {
            AfterDeath::WatchPublic => Ok(()),
            AfterDeath::WatchAll if hosted => refused(
                "people play from other terminals, and nobody who has left may know more than they do; leave it out",
            ),
            AfterDeath::WatchAll if cast.people().len() > 1 => {
                refused("another person plays at this terminal and would see it, too; leave it out")
            }
            AfterDeath::WatchAll if board.reaches_the_dead() => refused(
                "event cards and the gypsy may ask the dead or bring them back; leave it out, or play without them \
                 (--set event_deck=off)",
            ),
            AfterDeath::WatchAll => Ok(()),
        }
    }

    /// Who plays, of those that are named; where nothing is said of interrupts, as the header of a game that goes on has
    /// it.
    pub fn cast(
        &self,
        named: &BTreeMap<Seat, String>,
        usual: &str,
        board: &Board,
        before: Option<&Header>,
    ) -> Result<Cast, Fault> {
        let recorded = before.and_then(|header| header.conditions.get(INTERRUPTS)?.as_str()?.parse().ok());
        let cast = Cast::read(named, usual, board, &self.roster()?)?.asked_to_break_in(self.interrupts.or(recorded));
        let people = self.manner.map_or(!cast.people().is_empty(), |manner| manner == Manner::People);
        Ok(cast.talking_as_people(people))
    }

    /// How fast the table goes on: as asked for, or as the header of a game that goes on has it, or as suits those who
    /// sit there.
    pub fn pace(&self, cast: &Cast, hosted: Option<&Hosted>, before: Option<&Header>) -> Pace {
        let recorded = before.and_then(|header| header.conditions.get(PACE)?.as_str()?.parse().ok());
        let watched = hosted.is_some() || (!cast.people().is_empty() && io::stdin().is_terminal());
        let usual = if watched { Pace::Natural } else { Pace::Instant };
        self.pace.or(recorded).unwrap_or(usual)
    }

    fn budget(&self) -> Budget {
        let time = self.budget_time.map(Duration::from_secs_f64);
        Budget { tokens: self.budget_tokens, usd: self.budget_usd, time }
    }

    /// Writes into a header who plays a game and how.
    pub fn describe(&self, cast: &Cast, terms: &Terms, pace: Pace, header: &mut Header) {
        terms.lang.code().clone_into(&mut header.language);
        header.seats = cast.seatings();
        header.seed = Some(terms.seed);
        header.prompts = None;
        header.created = None;
        if pace != Pace::Instant {
            header.conditions.insert(PACE.into(), pace.id().into());
        }
        if !cast.is_scripted() {
            header.prompts = Some(terms.narrator.hash().to_owned());
            header.created = Some(clock::now());
            header.conditions.insert("deadline_s".into(), self.deadline.into());
            header.conditions.insert("retries".into(), self.retries.into());
            header.conditions.insert("durable".into(), self.durable.into());
            if let Some(interrupts) = self.interrupts {
                header.conditions.insert(INTERRUPTS.into(), interrupts.id().into());
            }
            for (name, value) in [
                ("timer_s", self.timer.map(Value::from)),
                ("budget_tokens", self.budget_tokens.map(Value::from)),
                ("budget_usd", self.budget_usd.map(Value::from)),
                ("budget_time_s", self.budget_time.map(Value::from)),
            ] {
                header.conditions.extend(value.map(|value| (name.to_owned(), value)));
            }
        }
    }

    /// Plays it to its end, or until it is interrupted. Must be called within a runtime.
    pub async fn play(&self, game: Ready, out: &mut Out) -> Result<Exit, Fault> {
        let settings = self.settings(&game);
        let Ready { start, cast, terms, mut players, recorder, path, screen, gallery, hosted, .. } = game;
        let mut account = self.account(&cast, hosted.as_ref(), &terms, start.game.board())?;
        let stop = Stop::new();
        let mut trouble = None;
        let show = |event: &Event| {
            if let Some(gallery) = &gallery {
                gallery.show(event);
            }
            let Some(account) = account.as_mut().filter(|_| trouble.is_none()) else { return };
            if let Err(fault) = account.tell(event, out).and_then(|()| out.flush()) {
                trouble = Some(fault);
                stop.now();
            }
        };
        if let Some(seconds) = self.timer.filter(|seconds| *seconds > 0.0) {
            let deadlines = Deadlines::all(Duration::from_secs_f64(seconds));
            let people = players.iter_mut().filter(|player| player.nature == Nature::Human);
            people.for_each(|player| player.deadlines = Some(deadlines));
        }
        let table = Table::new(start, terms.seed, players, settings)?;
        let table = table.recorded_by(recorder).stopped_by(&stop).observed_by(show);
        interrupt::stops(&stop)?;
        if let Some(screen) = &screen {
            let stop = stop.clone();
            screen.on_interrupt(move || stop.now());
        }
        let played = table.play().await?;
        if let Some(fault) = trouble {
            return Err(fault);
        }
        let over = played.ended.is_some().then(|| played.game.view(Listener::Moderator));
        if let Some(Hosted { hall, .. }) = hosted {
            let goodbye = if over.is_some() { Goodbye::Over } else { Goodbye::Stopped };
            let after = over
                .as_ref()
                .map(|view| After { heard: view.heard().to_vec(), agents: cast.names().into_iter().collect() });
            hall.close(goodbye, after).await;
        }
        if let Some(screen) = screen {
            tokio::select! {
                () = screen.close(over.is_some()) => {}
                () = stop.stopped() => screen.close(false).await,
            }
        }
        let path = path.display();
        match played.ended {
            Some(ended) => {
                if self.json {
                    out.line(ended.line)?;
                } else if let Some(view) = over.filter(|_| !self.quiet && !cast.people().is_empty())
                    && let Some(text) = self.narrator(&terms)?.after(&view, &cast.names(), &[])
                {
                    out.line(format_args!("\n{}", text.trim_end()))?;
                    out.flush()?;
                }
                let lang = self.lang.or(terms.lang);
                spent::lines(&ended.end.totals, lang).iter().for_each(|line| self.say(line));
                self.say(format_args!("transcript {path}"));
                Ok(Exit::Done)
            }
            None => {
                let why = match played.halt {
                    Some(halt @ Halt::Overspent(_)) => format!("stopped: {halt}; with a larger one,"),
                    Some(halt) => format!("stopped: {halt};"),
                    None => "interrupted;".to_owned(),
                };
                self.say(format_args!("{why} `lycaon play --resume {path}` goes on"));
                Ok(Exit::Interrupted)
            }
        }
    }

    /// A remark beside the game.
    pub fn say(&self, text: impl Display) {
        if !self.quiet {
            out::say(text);
        }
    }

    /// What is told while the game goes on: nothing where a person sits at the terminal, who is told what his seat hears.
    fn account(
        &self,
        cast: &Cast,
        hosted: Option<&Hosted>,
        terms: &Terms,
        board: &Arc<Board>,
    ) -> Result<Option<Account>, Fault> {
        if self.quiet || self.json || !at_terminal(cast, hosted).is_empty() {
            return Ok(None);
        }
        let listener = self.perspective.map_or(Ok(Listener::Public), |perspective| perspective.on(board))?;
        Ok(Some(Account::new(self.narrator(terms)?, View::new(listener, board.clone()))))
    }

    /// Who speaks to whoever looks at this terminal.
    fn narrator(&self, terms: &Terms) -> Result<Arc<Narrator>, Fault> {
        Ok(match self.lang.or(terms.lang) {
            lang if lang == terms.lang => terms.narrator.clone(),
            lang => Arc::new(Narrator::with_overrides(lang, self.prompts.as_deref())?),
        })
    }

    fn settings(&self, game: &Ready) -> Settings {
        let Ready { cast, pace, probing, .. } = game;
        let wait = Some(self.deadline).filter(|seconds| *seconds > 0.0).map(Duration::from_secs_f64);
        let clock = if cast.is_scripted() { Clock::Still } else { Clock::Wall };
        let deadlines = wait.map_or(Deadlines::NONE, Deadlines::all);
        let (budget, pace, probing) = (self.budget(), *pace, *probing);
        Settings { deadlines, reasks: self.retries, clock, pace, budget, probing, ..Settings::default() }
    }
}

/// The people who sit at this terminal.
fn at_terminal(cast: &Cast, hosted: Option<&Hosted>) -> Seats {
    cast.people().minus(hosted.map_or(Seats::NONE, |hosted| hosted.hall.seats()))
}

/// A sum of money, 0 or more.
fn amount(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(amount) if (0.0..f64::INFINITY).contains(&amount) => Ok(amount),
        _ => Err("it must be a number, 0 or more".into()),
    }
}

/// A number of seconds, from 0 to a year.
fn seconds(text: &str) -> Result<f64, String> {
    const YEAR: f64 = 366.0 * 86_400.0;
    match text.parse() {
        Ok(seconds) if (0.0..=YEAR).contains(&seconds) => Ok(seconds),
        _ => Err("it must be a number of seconds, 0 or more".into()),
    }
}
