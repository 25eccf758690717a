//! Two plays of the same deals, game by game: what one change of conditions does.
//!
//! The twin of a game has the same deck, the same cards, the same seed and the same agents in the same seats. What else
//! differs — questions put aside, a prompt, a temperature, a house rule — is what is compared. [`Twins`] takes the stories
//! of both plays in, in any order, and [`Twins::compare`] makes a [`Comparison`] of those that have a twin.

mod compare;
mod conditions;
mod text;

pub use compare::{AgentAnswers, Comparison, Contrast, WinContrast};
pub use conditions::Differs;
pub use text::lines;

use crate::behaviour::{Kind, Measure, observe};
use crate::reading::Story;
use crate::reading::rows::{board_key, dealt};
use crate::stats::Tally;
use crate::value::Odds;
use conditions::Conditions;
use lycaon_narrator::Lang;
use lycaon_rules::{Camp, Party};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Which of the two plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Play {
    /// The one whose values come first, and from which the other's are taken away.
    First,
    /// The other.
    Second,
}

/// What is compared for each agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Compared {
    /// The share of decisions that the table made in the agent's place.
    Fallbacks,
    /// A measure of the report.
    Measure(Measure),
}

impl Compared {
    /// The id: that of the measure, or `fallbacks`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Compared::Fallbacks => "fallbacks",
            Compared::Measure(measure) => measure.id(),
        }
    }

    /// What its values are.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Compared::Fallbacks => Kind::Share,
            Compared::Measure(measure) => measure.kind(),
        }
    }

    /// What it is, in a few words.
    #[must_use]
    pub fn title(self, lang: Lang) -> String {
        match self {
            Compared::Fallbacks => super::words::FALLBACKS.of(lang).into(),
            Compared::Measure(measure) => format!("{} {}", measure.tag(), measure.title(lang)),
        }
    }
}

impl Serialize for Compared {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

/// A game, in as few bytes as its comparison needs.
#[derive(Clone, Debug)]
struct Game {
    /// What its deal is called: games of one deal are not independent.
    deal: String,
    /// The decisions of seats by their numbers: whose, and a hash of what was answered.
    answers: BTreeMap<u32, (u16, u64)>,
    /// Whether the camp's own party won, for each camp of two, by all seats and by each agent that held a card of it.
    won: BTreeMap<(Option<u16>, Camp), bool>,
    /// The sums of what is compared.
    sums: BTreeMap<(Compared, u16), Tally>,
}

/// Takes stories of two plays in.
#[derive(Debug, Default)]
pub struct Twins {
    /// A factor of the experiment whose levels are what is compared, so that it does not tell twins apart.
    factor: Option<String>,
    agents: Vec<String>,
    games: [BTreeMap<String, Game>; 2],
    conditions: [Conditions; 2],
    /// Ids of games that were read twice in one play.
    twice: BTreeSet<String>,
    odds: BTreeMap<String, Odds>,
}

impl Twins {
    /// Nothing taken in yet. `factor` is the factor of the experiment whose levels are compared, if it is that.
    #[must_use]
    pub fn new(factor: Option<String>) -> Self {
        Twins { factor, ..Twins::default() }
    }

    /// Takes a game of one of the plays in. A second game of one play with everything that twins have in common is only
    /// counted.
    pub fn take(&mut self, play: Play, story: &Story) {
        let key = self.key(story);
        let games = &self.games[play as usize];
        if games.contains_key(&key) {
            self.twice.insert(story.header.game.clone());
            return;
        }
        self.conditions[play as usize].take(&story.header);
        let game = self.game(story);
        self.games[play as usize].insert(key, game);
    }

    /// What twins have in common.
    fn key(&self, story: &Story) -> String {
        let header = &story.header;
        let names: Vec<&str> = story.seats().iter().map(|seat| story.agent(seat)).collect();
        let mut levels = header.conditions.get("levels").cloned().unwrap_or(Value::Null);
        if let (Value::Object(levels), Some(factor)) = (&mut levels, &self.factor) {
            levels.remove(factor);
        }
        let json = serde_json::to_vec(&(&header.board.deck, &header.deal, header.seed, names, levels));
        blake3::hash(&json.unwrap_or_default()).to_hex().to_string()
    }

    fn game(&mut self, story: &Story) -> Game {
        let agents: Vec<u16> = story.seats().iter().map(|seat| self.agent(story.agent(seat))).collect();
        let odds = self.odds.entry(board_key(&story.header.board)).or_insert_with(|| Odds::of(&story.header.board));
        let mut sums: BTreeMap<(Compared, u16), Tally> = BTreeMap::new();
        let mut add = |what, agent, value: f64, weight: f64| {
            sums.entry((what, agent)).or_default().add(value, weight);
        };
        for seen in observe(story, odds) {
            add(Compared::Measure(seen.measure), agents[seen.seat.index()], seen.value, seen.weight);
        }
        let mut answers = BTreeMap::new();
        for decided in &story.decisions {
            let decision = &decided.decision;
            let agent = agents[decision.seat.index()];
            add(Compared::Fallbacks, agent, f64::from(u8::from(decision.taken.how.is_fallback())), 1.0);
            answers.insert(decision.n, (agent, hash(&(decision.seat, &decision.answer))));
        }
        Game { deal: dealt(&story.header), answers, won: won(story, &agents), sums }
    }

    fn agent(&mut self, name: &str) -> u16 {
        let known = self.agents.iter().position(|other| other == name);
        known.unwrap_or_else(|| {
            self.agents.push(name.into());
            self.agents.len() - 1
        }) as u16
    }
}

fn hash(value: &impl Serialize) -> u64 {
    let json = serde_json::to_vec(value).unwrap_or_default();
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&blake3::hash(&json).as_bytes()[..8]);
    u64::from_le_bytes(bytes)
}

fn won(story: &Story, agents: &[u16]) -> BTreeMap<(Option<u16>, Camp), bool> {
    let mut won = BTreeMap::new();
    for seat in story.seats().iter() {
        let (camp, party) = match story.card(seat).card().camp {
            Camp::Village => (Camp::Village, Party::Village),
            Camp::Wolves => (Camp::Wolves, Party::Wolves),
            Camp::Loner => continue,
        };
        let theirs = story.end.winners.contains(&party);
        won.insert((None, camp), theirs);
        won.insert((Some(agents[seat.index()]), camp), theirs);
    }
    won
}
