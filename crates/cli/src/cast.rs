//! The agents of one game: what was named for each seat, what the header says of them, and how they sit down.

use crate::fault::Fault;
use crate::past::Past;
use lycaon_agents::human::{Console, Human};
use lycaon_agents::llm::{self, Access, Gate, LlmAgent, Prices};
use lycaon_agents::process::Process;
use lycaon_agents::scripted::{Policy, Random, Script, Scripted};
use lycaon_agents::spec::{AgentSpec, ModelSpec, Roster};
use lycaon_narrator::{Interrupts, Lang, Narrator};
use lycaon_rules::{Board, Listener, Seat, Seats, View};
use lycaon_table::{Player, game_seed};
use lycaon_transcript::Seating;
use std::collections::BTreeMap;
use std::io::{self, BufReader, IsTerminal};
use std::sync::Arc;
use std::time::Duration;

/// The agent of each seat, in order.
pub struct Cast(Vec<Named>);

/// An agent, and the name it was given by.
struct Named {
    name: String,
    spec: AgentSpec,
    /// When it is asked whether it breaks in between two speeches.
    interrupts: Interrupts,
}

impl Cast {
    /// Looks up the agent of every seat; a seat that was given none has the usual one.
    pub fn read(named: &BTreeMap<Seat, String>, usual: &str, board: &Board, roster: &Roster) -> Result<Cast, Fault> {
        let read = |seat: Seat| {
            let name = named.get(&seat).map_or(usual, String::as_str);
            let spec = AgentSpec::parse(name, roster).map_err(|error| Fault::input(format!("seat {seat}: {error}")))?;
            let interrupts = match &spec {
                AgentSpec::Model(model) => model.interrupts,
                _ => Interrupts::EveryHandover,
            };
            Ok(Named { name: name.to_owned(), spec, interrupts })
        };
        board.seats().map(read).collect::<Result<_, _>>().map(Cast)
    }

    /// The same with everybody but scripts asked then, if it is given, whether he breaks in.
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

    /// The script of each seat; an error if something else sits somewhere.
    pub fn scripts(&self) -> Result<Vec<Script>, Fault> {
        let script = |(seat, named): (Seat, &Named)| match named.spec {
            AgentSpec::Scripted { script, .. } => Ok(script),
            _ => Err(Fault::input(format!(
                "seat {seat}: `{}` is no script, and a simulation seats scripts only; use `lycaon play`",
                named.name
            ))),
        };
        self.seats().map(script).collect()
    }

    /// Where people sit.
    pub fn people(&self) -> Seats {
        self.seats().filter(|(_, named)| named.spec == AgentSpec::Human).map(|(seat, _)| seat).collect()
    }

    /// Whether the same seed gives the same game.
    pub fn is_scripted(&self) -> bool {
        self.0.iter().all(|named| matches!(named.spec, AgentSpec::Scripted { .. }))
    }

    /// The agents as the header of a transcript names them.
    pub fn seatings(&self) -> BTreeMap<Seat, Seating> {
        self.seats().map(|(seat, named)| (seat, named.spec.seating(&named.name))).collect()
    }

    /// Which agents are set up otherwise than a header says, in one sentence; empty if none is. Their files may have
    /// changed since.
    pub fn changed_from(&self, recorded: &BTreeMap<Seat, Seating>) -> String {
        let changed = self.seats().filter(|(seat, named)| recorded.get(seat) != Some(&named.spec.seating(&named.name)));
        let changed: Vec<String> = changed.map(|(seat, named)| format!("seat {seat} (`{}`)", named.name)).collect();
        if changed.is_empty() { String::new() } else { format!("not set up as before: {}", changed.join(", ")) }
    }

    /// Whether the agent of this seat is set up as it is recorded.
    pub fn sits_as(&self, seat: Seat, recorded: Option<&Seating>) -> bool {
        recorded.is_some_and(|recorded| self.0[seat.index()].spec.seating(&self.0[seat.index()].name) == *recorded)
    }

    fn seats(&self) -> impl Iterator<Item = (Seat, &Named)> {
        Seat::all(self.0.len()).zip(&self.0)
    }
}

/// What every agent of a game is given.
pub struct Terms {
    /// The seed of the game.
    pub seed: u64,
    /// The language in which the seats are spoken to.
    pub lang: Lang,
    /// The words in which they are.
    pub narrator: Arc<Narrator>,
    /// What tokens cost.
    pub prices: Prices,
    /// Whether stdout is kept free of the game.
    pub stdout_is_taken: bool,
}

impl Cast {
    /// Everybody sits down. In a game that is taken up again, whoever sat there before remembers what was asked of him.
    ///
    /// # Errors
    /// When a model's address or key is missing or nobody answers there, or a program cannot be started.
    pub async fn players(&self, terms: &Terms, past: Option<&Past<'_>>) -> Result<Vec<Player>, Fault> {
        let mut house = House::default();
        let mut players = vec![];
        for (seat, named) in self.seats() {
            let past = past.filter(|past| past.sat(seat) == Some(&named.spec.seating(&named.name)));
            let player = named.player(seat, terms, past, &mut house).await;
            players.push(player.map_err(|why| Fault::input(format!("seat {seat}: {why}")))?);
        }
        Ok(players)
    }
}

impl Named {
    async fn player(
        &self,
        seat: Seat,
        terms: &Terms,
        past: Option<&Past<'_>>,
        house: &mut House,
    ) -> Result<Player, String> {
        let player = match &self.spec {
            AgentSpec::Human => Player::human(Box::new(Human::new(house.console(terms)?, terms.narrator.clone()))),
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

/// What several seats share.
#[derive(Default)]
struct House {
    console: Option<Console>,
    models: Vec<(ModelSpec, Access)>,
    gates: BTreeMap<(String, Option<String>), Arc<Gate>>,
}

impl House {
    /// The terminal. Where the game is asked for its end alone, people are met on stderr.
    fn console(&mut self, terms: &Terms) -> Result<Console, String> {
        if let Some(console) = &self.console {
            return Ok(console.clone());
        }
        let console = match terms.stdout_is_taken {
            false => Console::stdio(),
            true => Console::new(BufReader::new(io::stdin()), io::stderr(), io::stdin().is_terminal()),
        };
        let console = console.map_err(|error| format!("the terminal cannot be read: {error}"))?;
        Ok(self.console.insert(console).clone())
    }

    /// The access to a model. Seats with the same model share what is learned about it, and models at the same endpoint
    /// share its connections.
    async fn model(&mut self, spec: &ModelSpec, terms: &Terms) -> Result<Access, String> {
        if let Some((_, access)) = self.models.iter().find(|(known, _)| known == spec) {
            return Ok(access.clone());
        }
        let endpoint = spec.endpoint(|variable| std::env::var(variable).ok()).map_err(|error| error.to_string())?;
        let provider = llm::open(endpoint, &spec.patience).map_err(|error| error.to_string())?;
        let reached = provider.reach(REACHED_WITHIN).await;
        reached.map_err(|failure| format!("{} cannot be reached: {}", spec.model, failure.detail))?;
        let (name, address) = spec.endpoint_key();
        let key = (name.to_owned(), address.map(str::to_owned));
        let gate = self.gates.entry(key).or_insert_with(|| Gate::new(spec.connections)).clone();
        let access = Access::new(provider, gate, terms.prices.of(&spec.model));
        self.models.push((spec.clone(), access.clone()));
        Ok(access)
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
    house: &mut House,
) -> Result<LlmAgent, String> {
    let access = house.model(spec, terms).await?;
    let settings = llm::Settings { sampling: spec.sampling.clone(), patience: spec.patience.clone() };
    let seed = game_seed(terms.seed, seat.number().into());
    let agent = LlmAgent::new(access, terms.narrator.clone(), spec.conditions(), settings, seed);
    let mut agent = agent.with_mind(spec.mind.clone());
    if let Some(past) = past {
        let (calls, told) = past.conversation(seat);
        agent.recall(&calls, told);
    }
    Ok(agent)
}
