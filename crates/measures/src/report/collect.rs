//! Taking stories in, one at a time.

use super::beliefs::Gather;
use super::deception::Claims;
use super::{ClaimCell, Health};
use super::{asides, doubts};
use crate::behaviour::{Measure, Observation, first_kill_menu, lifetimes, observe};
use crate::reading::rows::{board_key, deal_key};
use crate::reading::{Left, Story, Why};
use crate::stats::{Lifetime, Tally};
use crate::value::Odds;
use lycaon_rules::{Board, Camp, Party, RoleId, Seat};
use lycaon_transcript::{How, Usage};
use std::collections::{BTreeMap, BTreeSet};

/// One finished game, in few bytes.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub deal: u32,
    pub board: u16,
    pub winners: Vec<Party>,
    pub days: u16,
    /// The living of the dealt wolves and of the others at the end, with how many were dealt.
    pub left: [(u8, u8); 2],
    pub reason: String,
    pub language: String,
    pub seats: Vec<Seated>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Seated {
    pub agent: u16,
    pub role: RoleId,
    pub won: bool,
    /// Its place in the order of the first day's speeches, from 1; 0 if it has none.
    pub place: u8,
}

impl Seated {
    pub fn is_wolf(self) -> bool {
        self.role.card().camp == Camp::Wolves
    }
}

/// The sums of one measure over the observations of a deal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    pub value: Tally,
    /// Sums of chance, and of the values that have one, over their weights.
    pub chance: f64,
    pub against: f64,
    pub weight: f64,
}

impl Sum {
    fn add(&mut self, observation: &Observation) {
        let Observation { value, chance, weight, .. } = *observation;
        self.value.add(value, weight);
        if let Some(chance) = chance {
            self.chance += weight * chance;
            self.against += weight * value;
            self.weight += weight;
        }
    }
}

/// What calls of an agent took.
#[derive(Clone, Debug, Default)]
pub(super) struct Spent {
    pub usage: Usage,
    pub cost_usd: Option<f64>,
    /// Milliseconds of calls, by powers of 1.1: enough for quantiles, and of bounded size.
    pub latency: BTreeMap<i32, u64>,
}

/// Takes stories in and keeps tallies.
#[derive(Debug, Default)]
pub struct Collector {
    pub(super) names: Vec<String>,
    /// Agents that are uniformly random, which anchor the ratings.
    pub(super) random: BTreeSet<u16>,
    pub(super) deals: BTreeMap<String, u32>,
    pub(super) boards: Vec<(String, Board)>,
    pub(super) games: Vec<Played>,
    ids: BTreeSet<String>,
    pub(super) twice: Vec<Left>,
    pub(super) behaviour: BTreeMap<(Measure, u16), BTreeMap<u32, Sum>>,
    pub(super) by_day: BTreeMap<(u16, u16), BTreeMap<u32, Sum>>,
    /// Words by agent, deal and whether as a wolf.
    pub(super) words: BTreeMap<(u16, u32), [Tally; 2]>,
    pub(super) lives: BTreeMap<u16, Vec<Lifetime>>,
    pub(super) first_kills: BTreeMap<u16, (Vec<u64>, Vec<f64>)>,
    pub(super) claims: Claims,
    pub(super) health: Vec<Health>,
    pub(super) beliefs: Gather,
    pub(super) asides: asides::Gather,
    pub(super) doubts: doubts::Gather,
    pub(super) spent: Vec<Spent>,
    odds: Vec<Odds>,
}

impl Collector {
    /// Nothing taken in yet.
    #[must_use]
    pub fn new() -> Self {
        Collector::default()
    }

    /// The boards that were played, by key.
    #[must_use]
    pub fn boards(&self) -> &[(String, Board)] {
        &self.boards
    }

    /// Takes a game in. One that was taken in before, by its id, is only listed.
    pub fn take(&mut self, story: &Story) {
        if !self.ids.insert(story.header.game.clone()) {
            let what = format!("{}: the game {} was read from another file already", story.file, story.header.game);
            self.twice.push(Left { file: story.file.clone(), why: Why::Twice, what });
            return;
        }
        let agents: Vec<u16> = story.seats().iter().map(|seat| self.agent(story, seat)).collect();
        let deals = self.deals.len() as u32;
        let deal = *self.deals.entry(deal_key(&story.header)).or_insert(deals);
        let board = self.board(story);
        self.games.push(played(story, &agents, deal, board));
        for observation in observe(story, &self.odds[usize::from(board)]) {
            self.observe(&observation, agents[observation.seat.index()], deal, story);
        }
        for (seat, life) in lifetimes(story) {
            self.lives.entry(agents[seat.index()]).or_default().push(life);
        }
        self.first_kill(story, &agents);
        self.claims.take(story, &agents);
        self.protocol(story, &agents);
        self.beliefs.take(story, &agents, deal);
        self.asides.take(story, &agents, deal);
        self.doubts.take(story, &agents, deal);
    }

    fn agent(&mut self, story: &Story, seat: Seat) -> u16 {
        let name = story.agent(seat);
        let known = self.names.iter().position(|other| other == name);
        let agent = known.unwrap_or_else(|| {
            self.names.push(name.into());
            self.health.push(Health { agent: name.into(), ..Health::default() });
            self.spent.push(Spent::default());
            self.names.len() - 1
        }) as u16;
        let seating = story.header.seats.get(&seat);
        let policy = seating.and_then(|seating| seating.settings.get("policy")).and_then(|policy| policy.as_str());
        if policy == Some("random") {
            self.random.insert(agent);
        }
        agent
    }

    fn board(&mut self, story: &Story) -> u16 {
        let key = board_key(&story.header.board);
        let known = self.boards.iter().position(|(other, _)| *other == key);
        known.unwrap_or_else(|| {
            self.odds.push(Odds::of(&story.header.board));
            self.boards.push((key, story.header.board.clone()));
            self.boards.len() - 1
        }) as u16
    }

    fn observe(&mut self, observation: &Observation, agent: u16, deal: u32, story: &Story) {
        let measure = observation.measure;
        self.behaviour.entry((measure, agent)).or_default().entry(deal).or_default().add(observation);
        if measure == Measure::VoteAccuracy {
            self.by_day.entry((agent, observation.day)).or_default().entry(deal).or_default().add(observation);
        }
        if measure == Measure::Words {
            let wolf = usize::from(story.dealt_wolves.has(observation.seat));
            let tally = &mut self.words.entry((agent, deal)).or_default()[wolf];
            tally.add(observation.value, 1.0);
        }
    }

    fn first_kill(&mut self, story: &Story, agents: &[u16]) {
        let Some((hunt, prey, menu)) = first_kill_menu(story) else { return };
        let mut pack = hunt.pack.iter().map(|wolf| agents[wolf.index()]);
        let Some(agent) = pack.next().filter(|first| pack.all(|other| other == *first)) else { return };
        let (counts, expected) = self.first_kills.entry(agent).or_default();
        let seats = counts.len().max(story.seats().len());
        counts.resize(seats, 0);
        expected.resize(seats, 0.0);
        counts[prey.index()] += 1;
        menu.iter().for_each(|seat| expected[seat.index()] += 1.0 / menu.len() as f64);
    }

    fn protocol(&mut self, story: &Story, agents: &[u16]) {
        agents.iter().for_each(|agent| self.health[usize::from(*agent)].seats += 1);
        for decided in &story.decisions {
            let health = &mut self.health[usize::from(agents[decided.decision.seat.index()])];
            let taken = decided.decision.taken;
            health.decisions += u64::from(taken.how != How::Unraised);
            health.fallbacks += u64::from(taken.how.is_fallback());
            health.reasked += u64::from(taken.attempts > 1);
            match taken.how {
                How::TimedOut => health.timed_out += 1,
                How::Invalid => health.invalid += 1,
                How::Failed => health.failed += 1,
                How::Answered | How::Human | How::Scripted | How::Unraised => {}
            }
        }
        for line in &story.calls {
            let agent = usize::from(agents[line.seat.index()]);
            *self.health[agent].calls.entry(line.call.outcome().to_owned()).or_default() += 1;
            let spent = &mut self.spent[agent];
            spent.usage.add(&line.call.usage);
            if let Some(cost) = line.call.cost_usd {
                *spent.cost_usd.get_or_insert(0.0) += cost;
            }
            *spent.latency.entry((line.call.ms.max(1) as f64).log(1.1).round() as i32).or_default() += 1;
        }
    }

    /// The matrix of claimed roles.
    pub(super) fn claim_cells(&self) -> Vec<ClaimCell> {
        let cell = |((agent, role, claimed), seats): (&(u16, RoleId, RoleId), &u64)| ClaimCell {
            agent: self.names[usize::from(*agent)].clone(),
            role: role.id().into(),
            claimed: claimed.id().into(),
            seats: *seats,
        };
        self.claims.roles.iter().map(cell).collect()
    }
}

fn played(story: &Story, agents: &[u16], deal: u32, board: u16) -> Played {
    let others = story.seats().minus(story.dealt_wolves);
    let left = [story.dealt_wolves, others].map(|camp| (camp.and(story.living).len() as u8, camp.len() as u8));
    let place =
        |seat: Seat| story.first_order.iter().position(|other| *other == seat).map_or(0, |place| place as u8 + 1);
    let seated = |seat: Seat| Seated {
        agent: agents[seat.index()],
        role: story.card(seat),
        won: story.end.winning_seats.has(seat),
        place: place(seat),
    };
    Played {
        deal,
        board,
        winners: story.end.winners.clone(),
        days: story.end.days,
        left,
        reason: crate::reading::rows::word(story.end.reason),
        language: story.header.language.clone(),
        seats: story.seats().iter().map(seated).collect(),
    }
}
