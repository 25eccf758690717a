//! The plan: every game of an experiment, each with an id of its own that depends on nothing but what the game is.

use crate::deal::{DealtGame, deal, derived};
use crate::design::Seated;
use crate::experiment::{Cell, Experiment};
use lycaon_transcript::Seating;
use serde::Serialize;
use std::collections::BTreeMap;

/// A game of the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedGame {
    /// Sixteen hexadecimal digits, made of all that the game begins with. The same game has the same id in every plan,
    /// so that a plan with more deals or agents contains the games of the smaller one.
    pub id: String,
    /// The position of its cell in the experiment.
    pub cell: usize,
    /// Its deal.
    pub dealt: DealtGame,
    /// By seat, the position of its agent among the experiment's agents.
    pub seats: Vec<usize>,
    /// What it is in the design.
    pub arm: String,
    /// Which repeat it is, from 1.
    pub repeat: u32,
}

/// All games, in the order in which they are started: a deal is played out before the next is begun, so that an
/// interrupted run still compares like with like.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The games.
    pub games: Vec<PlannedGame>,
}

/// What makes a game that game.
#[derive(Serialize)]
struct Identity<'a> {
    deck: &'a str,
    roles: &'a BTreeMap<lycaon_rules::RoleId, u8>,
    options: &'a lycaon_rules::Options,
    lang: &'a str,
    deal: &'a lycaon_rules::Deal,
    seed: u64,
    seats: Vec<(&'a str, &'a Seating)>,
    repeat: u32,
}

impl Plan {
    /// Lays an experiment out.
    #[must_use]
    pub fn of(experiment: &Experiment) -> Plan {
        let seatings: Vec<Vec<Seating>> = experiment
            .cells
            .iter()
            .map(|cell| cell.agents.iter().map(|agent| agent.spec.seating(&agent.name)).collect())
            .collect();
        let mut games = vec![];
        for number in 0..experiment.deals {
            for (position, cell) in experiment.cells.iter().enumerate() {
                let dealt = deal(&cell.board, experiment.seed, number);
                // Two rows of a mixed table may seat the same agents in the same seats: the second is a repeat.
                let mut times: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
                for Seated { seats, arm } in experiment.design.over(&dealt, &experiment.agents) {
                    let times = times.entry(seats.clone()).or_default();
                    for repeat in *times + 1..=*times + experiment.repeats {
                        let id = id(cell, &dealt, &seats, &seatings[position], repeat);
                        let (dealt, seats, arm) = (dealt.clone(), seats.clone(), arm.clone());
                        games.push(PlannedGame { id, cell: position, dealt, seats, arm, repeat });
                    }
                    *times += experiment.repeats;
                }
            }
        }
        Plan { games }
    }

    /// The hash of the ids of all games, in order.
    #[must_use]
    pub fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for game in &self.games {
            hasher.update(game.id.as_bytes());
        }
        hasher.finalize().to_hex()[..16].to_owned()
    }

    /// The games of one of several shards: whole deals, so that what is compared stays together.
    #[must_use]
    pub fn shard(mut self, number: u32, of: u32) -> Plan {
        self.games.retain(|game| game.dealt.number % of.max(1) == number % of.max(1));
        self
    }
}

impl PlannedGame {
    /// The seed of the rolls and of what the agents draw. It depends on the deal, and not on who sits where: agents that
    /// are exchanged have the same luck. Each repeat has its own.
    #[must_use]
    pub fn seed(&self) -> u64 {
        match self.repeat {
            1 => self.dealt.seed,
            repeat => derived(self.dealt.seed, &["repeat"], repeat.into()),
        }
    }
}

fn id(cell: &Cell, dealt: &DealtGame, seats: &[usize], seatings: &[Seating], repeat: u32) -> String {
    let identity = Identity {
        deck: &cell.board.deck,
        roles: &cell.board.roles,
        options: &cell.board.options,
        lang: cell.lang.code(),
        deal: &dealt.deal,
        seed: dealt.seed,
        seats: seats.iter().map(|agent| (cell.agents[*agent].name.as_str(), &seatings[*agent])).collect(),
        repeat,
    };
    let json = serde_json::to_vec(&identity).expect("an identity is plain data");
    blake3::hash(&json).to_hex()[..16].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lycaon_agents::spec::Roster;
    use std::collections::BTreeSet;
    use std::path::Path;

    fn plan(agents: &str, deals: u32, more: &str) -> Plan {
        let text = format!(
            "name = \"x\"\ndeals = {deals}\nboards = [\"arena-7\"]\n{more}\n[design]\nkind = \"head-to-head\"\n[agents]\n{agents}"
        );
        Plan::of(&Experiment::read("x.toml", &text, Path::new("."), &Roster::built_in()).unwrap())
    }

    fn ids(plan: &Plan) -> BTreeSet<String> {
        plan.games.iter().map(|game| game.id.clone()).collect()
    }

    const TWO: &str = "a = \"scripted:random\"\nb = \"scripted:heuristic\"\n";

    #[test]
    fn more_agents_and_more_deals_add_games_only() {
        let small = plan(TWO, 3, "");
        assert_eq!(small.games.len(), 3 * 2);
        assert_eq!(ids(&small).len(), small.games.len());
        let more_deals = plan(TWO, 5, "");
        assert!(ids(&small).is_subset(&ids(&more_deals)));
        assert_eq!(more_deals.games[..6], small.games[..]);
        let more_agents = plan(&format!("{TWO}c = \"scripted:oracle\"\n"), 3, "");
        assert_eq!(more_agents.games.len(), 3 * 6);
        assert!(ids(&small).is_subset(&ids(&more_agents)));
    }

    #[test]
    fn another_seed_option_language_or_agent_is_another_game() {
        let base = ids(&plan(TWO, 3, ""));
        for other in
            [plan(TWO, 3, "seed = 1"), plan(TWO, 3, "lang = \"zh\""), plan(&TWO.replace("random", "oracle"), 3, "")]
        {
            assert!(ids(&other).is_disjoint(&base));
        }
    }

    #[test]
    fn repeats_share_the_deal_and_not_the_dice() {
        let twice = plan(TWO, 1, "repeats = 2");
        assert_eq!(ids(&twice).len(), 4);
        let [first, again] = &twice.games[..2] else { panic!("two games") };
        assert_eq!((&first.dealt, &first.seats), (&again.dealt, &again.seats));
        assert_ne!(first.seed(), again.seed());
    }

    #[test]
    fn exchanged_agents_have_the_same_luck() {
        let plan = plan(TWO, 1, "");
        assert_ne!(plan.games[0].seats, plan.games[1].seats);
        assert_eq!(plan.games[0].seed(), plan.games[1].seed());
    }
}
