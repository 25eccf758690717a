//! The agents of one game: what was named for each seat, what the header says of them, and how they sit down.

use crate::past::Past;
use crate::seat::Player;
use crate::simulate::game_seed;
use lycaon_agents::Agent;
use lycaon_agents::human::Venue;
use lycaon_agents::llm::{self, Access, Endpoint, EndpointError, Gate, LlmAgent, Prices};
use lycaon_agents::process::Process;
use lycaon_agents::remote::{Absent, Hall};
use lycaon_agents::scripted::{Policy, Random, Script, Scripted};
use lycaon_agents::spec::{AgentError, AgentSpec, ModelSpec, Roster};
use lycaon_narrator::{Interrupts, Lang, Narrator};
use lycaon_rules::{Board, Listener, Seat, Seats, View};
use lycaon_transcript::Seating;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// The agent of each seat, in order.
#[derive(Clone, Debug)]
pub struct Cast(Vec<Named>);

/// Why somebody cannot sit down.
#[derive(Debug, thiserror::Error)]
pub enum CastError {
    /// There is no such agent.
    #[error("seat {seat}: {error}")]
    Unknown {
        /// The seat.
        seat: Seat,
        /// What is wrong.
        error: AgentError,
    },
    /// It cannot be reached or started.
    #[error("seat {seat}: {why}")]
    Unready {
        /// The seat.
        seat: Seat,
        /// What is wrong, and what to do.
        why: String,
    },
    /// Scripts are wanted, and it is none.
    #[error("seat {seat}: `{name}` is no script, and a simulation seats scripts only; use `lycaon play`")]
    NoScript {
        /// The seat.
        seat: Seat,
        /// What was named.
        name: String,
    },
}

/// An agent, and the name it was given by.
#[derive(Clone, Debug)]
struct Named {
    name: String,
    spec: AgentSpec,
    /// When it is asked whether it breaks in between two speeches.
    interrupts: Interrupts,
}

impl Cast {
    /// Looks up the agent of every seat; a seat that was given none has the usual one.
    ///
    /// # Errors
    /// When there is no agent of a name.
    pub fn read(
        named: &BTreeMap<Seat, String>,
        usual: &str,
        board: &Board,
        roster: &Roster,
    ) -> Result<Cast, CastError> {
        let read = |seat: Seat| {
            let name = named.get(&seat).map_or(usual, String::as_str);
            let spec = AgentSpec::parse(name, roster).map_err(|error| CastError::Unknown { seat, error })?;
            Ok((name.to_owned(), spec))
        };
        board.seats().map(read).collect::<Result<Vec<_>, _>>().map(Cast::of)
    }

    /// These agents, by name, in the order of the seats.
    #[must_use]
    pub fn of(agents: impl IntoIterator<Item = (String, AgentSpec)>) -> Cast {
        let named = |(name, spec): (String, AgentSpec)| {
            let interrupts = match &spec {
                AgentSpec::Model(model) => model.interrupts,
                _ => Interrupts::EveryHandover,
            };
            Named { name, spec, interrupts }
        };
        Cast(agents.into_iter().map(named).collect())
    }

    /// The same with everybody but scripts asked then, if it is given, whether he breaks in.
    #[must_use]
    pub fn asked_to_break_in(mut self, interrupts: Option<Interrupts>) -> Cast {
        let Some(interrupts) = interrupts else { return self };
        for named in self.0.iter_mut().filter(|named| !matches!(named.spec, AgentSpec::Scripted { .. })) {
            named.interrupts = interrupts;
            if let AgentSpec::Model(model) = &mut named.spec {
                model.interrupts = interrupts;
            }
        }
        self
    }

    /// The same with every model told, or not, to talk as people do who type: for games with people.
    #[must_use]
    pub fn talking_as_people(mut self, manner: bool) -> Cast {
        for named in &mut self.0 {
            if let AgentSpec::Model(model) = &mut named.spec {
                model.mind.manner = manner;
            }
        }
        self
    }

    /// The name by which the agent of each seat was given.
    #[must_use]
    pub fn names(&self) -> BTreeMap<Seat, String> {
        self.seats().map(|(seat, named)| (seat, named.name.clone())).collect()
    }

    /// The script of each seat.
    ///
    /// # Errors
    /// When something else sits somewhere.
    pub fn scripts(&self) -> Result<Vec<Script>, CastError> {
        let script = |(seat, named): (Seat, &Named)| match named.spec {
            AgentSpec::Scripted { script, .. } => Ok(script),
            _ => Err(CastError::NoScript { seat, name: named.name.clone() }),
        };
        self.seats().map(script).collect()
    }

    /// Where people sit.
    #[must_use]
    pub fn people(&self) -> Seats {
        self.seats().filter(|(_, named)| named.spec == AgentSpec::Human).map(|(seat, _)| seat).collect()
    }

    /// Whether the same seed gives the same game.
    #[must_use]
    pub fn is_scripted(&self) -> bool {
        self.0.iter().all(|named| matches!(named.spec, AgentSpec::Scripted { .. }))
    }

    /// The agents as the header of a transcript names them.
    #[must_use]
    pub fn seatings(&self) -> BTreeMap<Seat, Seating> {
        self.seats().map(|(seat, named)| (seat, named.seating())).collect()
    }

    /// Which agents are set up otherwise than a header says, in one sentence; empty if none is. Their files may have
    /// changed since.
    #[must_use]
    pub fn changed_from(&self, recorded: &BTreeMap<Seat, Seating>) -> String {
        let changed = self.seats().filter(|(seat, named)| recorded.get(seat) != Some(&named.seating()));
        let changed: Vec<String> = changed.map(|(seat, named)| format!("seat {seat} (`{}`)", named.name)).collect();
        if changed.is_empty() { String::new() } else { format!("not set up as before: {}", changed.join(", ")) }
    }

    /// Whether the agent of this seat is set up as it is recorded.
    #[must_use]
    pub fn sits_as(&self, seat: Seat, recorded: Option<&Seating>) -> bool {
        recorded.is_some_and(|recorded| self.0[seat.index()].seating() == *recorded)
    }

    fn seats(&self) -> impl Iterator<Item = (Seat, &Named)> {
        Seat::all(self.0.len()).zip(&self.0)
    }
}

/// What every agent of a game is given.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The seed of the game.
    pub seed: u64,
    /// The language in which the seats are spoken to.
    pub lang: Lang,
    /// The words in which they are.
    pub narrator: Arc<Narrator>,
    /// The rank of the game among those that share an endpoint: calls of lower ranks go first.
    pub rank: u64,
}

impl Cast {
    /// Everybody sits down. In a game that is taken up again, whoever sat there before remembers what was asked of him.
    ///
    /// # Errors
    /// When a model's address or key is missing or nobody answers there, or a program cannot be started.
    pub async fn players(
        &self,
        terms: &Terms,
        past: Option<&Past<'_>>,
        house: &House,
    ) -> Result<Vec<Player>, CastError> {
        let mut players = vec![];
        for (seat, named) in self.seats() {
            let past = past.filter(|past| past.sat(seat) == Some(&named.seating()));
            let player = named.player(seat, terms, past, house).await;
            players.push(player.map_err(|why| CastError::Unready { seat, why })?);
        }
        Ok(players)
    }

    /// Looks whether every model can be called: whether its address and key are there, and somebody answers.
    ///
    /// # Errors
    /// When one cannot.
    pub async fn reach(&self, house: &House) -> Result<(), CastError> {
        for (seat, named) in self.seats() {
            if let AgentSpec::Model(spec) = &named.spec {
                house.model(spec).await.map_err(|why| CastError::Unready { seat, why })?;
            }
        }
        Ok(())
    }

    /// The models at the table that no more calls are made to, with the reason.
    pub async fn closed(&self, house: &House) -> Vec<(String, String)> {
        let mut closed = vec![];
        for (_, named) in self.seats() {
            if let AgentSpec::Model(spec) = &named.spec
                && let Some(why) = house.closed(spec).await
                && closed.iter().all(|(name, _)| *name != named.name)
            {
                closed.push((named.name.clone(), why));
            }
        }
        closed
    }
}

impl Named {
    async fn player(
        &self,
        seat: Seat,
        terms: &Terms,
        past: Option<&Past<'_>>,
        house: &House,
    ) -> Result<Player, String> {
        let player = match &self.spec {
            AgentSpec::Human => house.person(seat, terms)?,
            AgentSpec::Scripted { script, words } => {
                Player::scripted(Box::new(Scripted(policy(*script, *words, seat, terms, past))))
            }
            AgentSpec::Process { command } => {
                let program = Process::start(seat, command);
                Player::machine(Box::new(
                    program.map_err(|error| format!("`{}` cannot be started: {error}", self.spec))?,
                ))
            }
            AgentSpec::Model(spec) => Player::machine(Box::new(model(spec, seat, terms, past, house).await?)),
        };
        Ok(Player { interrupts: self.interrupts, ..player })
    }

    fn seating(&self) -> Seating {
        self.spec.seating(&self.name)
    }
}

/// A script in its seat. One that draws without looking at the game is asked again what it was asked before, so that
/// its next draw is the one it would have been.
fn policy(script: Script, words: bool, seat: Seat, terms: &Terms, past: Option<&Past>) -> Box<dyn Policy> {
    let mut policy = match (script, words) {
        (Script::Random, true) => Box::new(Random::new(terms.seed, seat).with_words(terms.lang)),
        _ => script.policy(terms.seed, seat, terms.lang),
    };
    if let Some(past) = past.filter(|past| past.seed() == Some(terms.seed) && !policy.needs_view()) {
        let nothing = View::new(Listener::Seat(seat), past.board().clone());
        for question in past.questions(seat) {
            policy.decide(&nothing, &question.request);
        }
    }
    policy
}

/// What seats and games share: the terminal, the models, and the ways to their endpoints.
#[derive(Debug, Default)]
pub struct House {
    prices: Prices,
    people: Option<Arc<dyn Venue>>,
    hall: Option<(Arc<Hall>, Absent)>,
    /// The server that stands in for those of all models.
    stand_in: Option<String>,
    models: Mutex<Models>,
}

#[derive(Debug, Default)]
struct Models {
    known: Vec<Known>,
    gates: BTreeMap<(String, Option<String>), Arc<Gate>>,
}

/// A model that somebody in the house has asked for.
#[derive(Debug)]
struct Known {
    spec: ModelSpec,
    access: Access,
    /// Whether its server has been found to answer.
    reached: bool,
}

impl House {
    /// A house in which tokens have these prices.
    #[must_use]
    pub fn new(prices: Prices) -> Self {
        House { prices, ..House::default() }
    }

    /// A house in which people are met here.
    #[must_use]
    pub fn with_venue(self, venue: Arc<dyn Venue>) -> Self {
        House { people: Some(venue), ..self }
    }

    /// A house in which people join this hall, and what is done for those who are away.
    #[must_use]
    pub fn with_hall(self, hall: Arc<Hall>, absent: Absent) -> Self {
        House { hall: Some((hall, absent)), ..self }
    }

    /// A house in which every model is called at this address, whatever its own may be: for rehearsals. No key leaves
    /// the house.
    #[must_use]
    pub fn with_stand_in(self, address: String) -> Self {
        House { stand_in: Some(address), ..self }
    }

    /// Where a model is reached.
    fn endpoint(&self, spec: &ModelSpec) -> Result<Endpoint, EndpointError> {
        let Some(address) = &self.stand_in else { return spec.endpoint(|variable| std::env::var(variable).ok()) };
        let nameless = ModelSpec { base_url_env: None, api_key_env: None, ..spec.clone() };
        nameless.endpoint(|variable| match variable {
            variable if variable.ends_with("_BASE_URL") => Some(address.clone()),
            variable if variable.ends_with("_API_KEY") => Some("none".into()),
            variable => std::env::var(variable).ok(),
        })
    }

    /// The person of a seat: who joins the hall, if it has that seat, or else who sits at the terminal. Whoever hands his
    /// seat over leaves it to a script.
    fn person(&self, seat: Seat, terms: &Terms) -> Result<Player, String> {
        let joining = self.hall.as_ref().and_then(|(hall, absent)| Some((hall.seat(seat)?, *absent)));
        let script =
            || -> Box<dyn Agent> { Box::new(Scripted(Script::Heuristic.policy(terms.seed, seat, terms.lang))) };
        let player = match joining {
            Some((guest, Absent::Fallback)) => Player::guest(Box::new(guest)),
            Some((guest, Absent::Bot)) => Player::guest(Box::new(guest.with_stand_in(script()))),
            None => Player::human(self.venue()?.person(seat, terms.narrator.clone())),
        };
        Ok(player.with_stand_in(script()))
    }

    fn venue(&self) -> Result<&dyn Venue, String> {
        self.people.as_deref().ok_or_else(|| "nobody can be asked here, since there is no terminal".into())
    }

    /// The access to a model. Who asks for the same model shares what is learned about it, and models at the same endpoint
    /// share its connections. Nothing is sent yet.
    ///
    /// # Errors
    /// When the environment lacks what the model's endpoint needs, or it has no address that can be called.
    pub async fn access(&self, spec: &ModelSpec) -> Result<Access, String> {
        Ok(self.known(&mut *self.models.lock().await, spec)?.access.clone())
    }

    /// The access to a model whose server answers.
    async fn model(&self, spec: &ModelSpec) -> Result<Access, String> {
        let mut models = self.models.lock().await;
        let known = self.known(&mut models, spec)?;
        if !known.reached {
            let reached = known.access.provider().reach(REACHED_WITHIN).await;
            reached.map_err(|failure| format!("{} cannot be reached: {}", spec.model, failure.detail))?;
            known.reached = true;
        }
        Ok(known.access.clone())
    }

    fn known<'m>(&self, models: &'m mut Models, spec: &ModelSpec) -> Result<&'m mut Known, String> {
        let at = match models.known.iter().position(|known| known.spec == *spec) {
            Some(at) => at,
            None => {
                let endpoint = self.endpoint(spec).map_err(|error| error.to_string())?;
                let provider = llm::open(endpoint, &spec.patience).map_err(|error| error.to_string())?;
                let (name, address) = spec.endpoint_key();
                let key = (name.to_owned(), address.map(str::to_owned));
                let gate = models.gates.entry(key).or_insert_with(|| Gate::new(spec.connections)).clone();
                let access = Access::new(provider, gate, self.prices.of(&spec.model));
                models.known.push(Known { spec: spec.clone(), access, reached: false });
                models.known.len() - 1
            }
        };
        Ok(&mut models.known[at])
    }

    /// Why no more calls are made to a model, if none are.
    async fn closed(&self, spec: &ModelSpec) -> Option<String> {
        let models = self.models.lock().await;
        let known = models.known.iter().find(|known| known.spec == *spec)?;
        known.access.closed().map(str::to_owned)
    }
}

/// How long a server is waited for before a game begins.
const REACHED_WITHIN: Duration = Duration::from_secs(10);

/// A model in its seat. In a game that is taken up again it has its conversation so far.
async fn model(
    spec: &ModelSpec,
    seat: Seat,
    terms: &Terms,
    past: Option<&Past<'_>>,
    house: &House,
) -> Result<LlmAgent, String> {
    let access = house.model(spec).await?;
    let settings = llm::Settings { sampling: spec.sampling.clone(), patience: spec.patience.clone() };
    let seed = game_seed(terms.seed, seat.number().into());
    let agent = LlmAgent::new(access, terms.narrator.clone(), spec.conditions(), settings, seed);
    let mut agent = agent.with_mind(spec.mind.clone()).of_rank(terms.rank);
    if let Some(past) = past {
        let (calls, told) = past.conversation(seat);
        agent.recall(&calls, told);
    }
    Ok(agent)
}
