//! Who won, against what random play comes to (A1 to A4).

use super::collect::{Collector, Played};
use super::{Baselines, LEVEL, Share};
use crate::stats::{Estimate, Interval, Tally, clopper_pearson, clustered_rate, log_odds_lift, wilson};
use crate::value::{Odds, Turn};
use lycaon_rules::{Camp, Group, Opening, Party};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A board.
#[derive(Clone, Debug, Serialize)]
pub struct BoardLine {
    /// Its key.
    pub board: String,
    /// The deck.
    pub deck: String,
    /// The ruleset.
    pub ruleset: String,
    /// The seats.
    pub seats: u8,
    /// Games.
    pub games: usize,
    /// Deals.
    pub deals: usize,
    /// What random play comes to; absent if it was not simulated.
    pub baseline: Option<super::Baseline>,
    /// The village's probability at the start by the value function of WPA: random play without powers.
    pub value_at_start: f64,
}

/// Wins of somebody.
#[derive(Clone, Debug, Serialize)]
pub struct WinLine {
    /// The deck, where wins are told by board.
    pub board: Option<String>,
    /// The agent, where they are told by agent.
    pub agent: Option<String>,
    /// The camp, by the cards that were dealt.
    pub camp: Camp,
    /// The role, where they are told by role.
    pub role: Option<String>,
    /// Games.
    pub games: usize,
    /// Seats of those games; they are what is counted, and a deal's are not independent.
    pub seats: u64,
    /// Deals.
    pub deals: usize,
    /// Of the seats, those that won.
    pub won: u64,
    /// The share.
    pub share: Share,
    /// The exact interval of Clopper and Pearson, if nobody or everybody won: Wilson's then says too much.
    pub exact: Option<Interval>,
    /// What random play comes to on the same boards; absent for a card with a win of its own.
    pub baseline: Option<f64>,
    /// How far above that, in log-odds.
    pub lift: Option<Estimate>,
}

/// How the games of a board end.
#[derive(Clone, Debug, Serialize)]
pub struct Shape {
    /// The deck.
    pub board: String,
    /// Games.
    pub games: usize,
    /// Games that nobody won.
    pub undecided: usize,
    /// Days, on average.
    pub days: f64,
    /// Games by the day of their end.
    pub by_day: BTreeMap<u16, u64>,
    /// Games by why they ended.
    pub reasons: BTreeMap<String, u64>,
    /// The share of the winning camp that was alive at the end, on average.
    pub margin: Option<f64>,
}

/// Games of one agent's wolves against another's village.
#[derive(Clone, Debug, Serialize)]
pub struct Heat {
    /// Who held all wolves.
    pub wolves: String,
    /// Who held all other seats.
    pub village: String,
    /// Games.
    pub games: u64,
    /// Deals.
    pub deals: usize,
    /// The wolves' share of wins.
    pub share: Share,
}

/// What is counted while wins are told.
#[derive(Default)]
struct Count {
    deals: BTreeMap<u32, Tally>,
    games: BTreeSet<usize>,
    baseline: f64,
    known: bool,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    board: Option<u16>,
    agent: Option<u16>,
    camp: Camp,
    role: Option<lycaon_rules::RoleId>,
}

/// The clustered share of tallies.
pub(super) fn share(tallies: &[Tally]) -> Option<Share> {
    let rate = clustered_rate(tallies, LEVEL)?;
    let (hits, trials) = tallies.iter().fold((0.0, 0.0), |(hits, trials), t| (hits + t.sum, trials + t.count));
    Some(Share { rate, wilson: wilson(hits, trials, LEVEL) })
}

/// Wins by whatever `key` makes of a seat.
fn wins(collector: &Collector, baselines: &Baselines, key: impl Fn(&Played, usize) -> Key) -> Vec<WinLine> {
    let mut counts: BTreeMap<Key, Count> = BTreeMap::new();
    for (number, game) in collector.games.iter().enumerate() {
        let baseline = baselines.get(&collector.boards[usize::from(game.board)].0);
        for (seat, seated) in game.seats.iter().enumerate() {
            let count = counts.entry(key(game, seat)).or_insert(Count { known: true, ..Count::default() });
            let tally = count.deals.entry(game.deal).or_default();
            tally.add(f64::from(u8::from(seated.won)), 1.0);
            count.games.insert(number);
            match (baseline, seated.role.card().camp) {
                (Some(baseline), Camp::Village) => count.baseline += baseline.village,
                (Some(baseline), Camp::Wolves) => count.baseline += baseline.wolves,
                _ => count.known = false,
            }
        }
    }
    counts.into_iter().filter_map(|(key, count)| line(collector, key, &count)).collect()
}

fn line(collector: &Collector, key: Key, count: &Count) -> Option<WinLine> {
    let tallies: Vec<Tally> = count.deals.values().copied().collect();
    let share = share(&tallies)?;
    let (won, seats) = tallies.iter().fold((0.0, 0.0), |(won, seats), t| (won + t.sum, seats + t.count));
    let (won, seats) = (won as u64, seats as u64);
    let baseline = count.known.then(|| count.baseline / seats as f64);
    // Where all seats agree, each deal is one observation and no more.
    let exact = (won == 0 || won == seats).then(|| {
        let deals = tallies.len() as u64;
        clopper_pearson(if won == 0 { 0 } else { deals }, deals, LEVEL)
    });
    Some(WinLine {
        board: key.board.map(|board| collector.boards[usize::from(board)].1.deck.clone()),
        agent: key.agent.map(|agent| collector.names[usize::from(agent)].clone()),
        camp: key.camp,
        role: key.role.map(|role| role.id().into()),
        games: count.games.len(),
        seats,
        deals: tallies.len(),
        won,
        lift: baseline.and_then(|baseline| log_odds_lift(won, seats, share.rate.design_effect, baseline, LEVEL)),
        share,
        exact,
        baseline,
    })
}

/// Wins by board and camp, by agent and camp, by agent and role.
pub(super) fn all_wins(collector: &Collector, baselines: &Baselines) -> [Vec<WinLine>; 3] {
    let camp = |game: &Played, seat: usize| game.seats[seat].role.card().camp;
    let agent = |game: &Played, seat: usize| Some(game.seats[seat].agent);
    [
        wins(collector, baselines, |game, seat| Key {
            board: Some(game.board),
            agent: None,
            camp: camp(game, seat),
            role: None,
        }),
        wins(collector, baselines, |game, seat| Key {
            board: None,
            agent: agent(game, seat),
            camp: camp(game, seat),
            role: None,
        }),
        wins(collector, baselines, |game, seat| Key {
            board: None,
            agent: agent(game, seat),
            camp: camp(game, seat),
            role: Some(game.seats[seat].role),
        }),
    ]
}

/// The boards.
pub(super) fn boards(collector: &Collector, baselines: &Baselines) -> Vec<BoardLine> {
    let line = |(number, (key, board)): (usize, &(String, lycaon_rules::Board))| {
        let own = || collector.games.iter().filter(|game| usize::from(game.board) == number);
        let count = |wanted: &dyn Fn(Group) -> bool| {
            let roles = board.roles.iter().filter(|(role, _)| wanted(role.group(&board.options)));
            roles.map(|(_, count)| *count).sum::<u8>()
        };
        let (gods, wolves) = (count(&|group| group == Group::God), count(&|group| group == Group::Wolf));
        let turn = if board.options.opening == Opening::Day { Turn::Day } else { Turn::Night };
        BoardLine {
            board: key.clone(),
            deck: board.deck.clone(),
            ruleset: board.ruleset.clone(),
            seats: board.seats,
            games: own().count(),
            deals: own().map(|game| game.deal).collect::<BTreeSet<_>>().len(),
            baseline: baselines.get(key).cloned(),
            value_at_start: Odds::of(board).at((gods, board.seats.saturating_sub(gods + wolves), wolves), turn),
        }
    };
    collector.boards.iter().enumerate().map(line).collect()
}

/// How games end.
pub(super) fn shapes(collector: &Collector) -> Vec<Shape> {
    let shape = |(number, (_, board)): (usize, &(String, lycaon_rules::Board))| {
        let games: Vec<&Played> = collector.games.iter().filter(|game| usize::from(game.board) == number).collect();
        let (mut by_day, mut reasons): (BTreeMap<u16, u64>, BTreeMap<String, u64>) = Default::default();
        let mut margins = vec![];
        for game in &games {
            *by_day.entry(game.days).or_default() += 1;
            *reasons.entry(game.reason.clone()).or_default() += 1;
            let won = |party| game.winners.contains(&party);
            let (left, dealt) = if won(Party::Wolves) { game.left[0] } else { game.left[1] };
            if (won(Party::Wolves) || won(Party::Village)) && dealt > 0 {
                margins.push(f64::from(left) / f64::from(dealt));
            }
        }
        Shape {
            board: board.deck.clone(),
            games: games.len(),
            undecided: games.iter().filter(|game| game.winners.is_empty()).count(),
            days: games.iter().map(|game| f64::from(game.days)).sum::<f64>() / games.len().max(1) as f64,
            by_day,
            reasons,
            margin: (!margins.is_empty()).then(|| margins.iter().sum::<f64>() / margins.len() as f64),
        }
    };
    collector.boards.iter().enumerate().map(shape).collect()
}

/// Wins of wolves in games in which each side is of one agent.
pub(super) fn heat(collector: &Collector) -> Vec<Heat> {
    let mut cells: BTreeMap<(u16, u16), BTreeMap<u32, Tally>> = BTreeMap::new();
    for game in &collector.games {
        let side = |wolf: bool| {
            let mut agents = game.seats.iter().filter(|seated| seated.is_wolf() == wolf).map(|seated| seated.agent);
            agents.next().filter(|first| agents.all(|other| other == *first))
        };
        let (Some(wolves), Some(village)) = (side(true), side(false)) else { continue };
        let tally = cells.entry((wolves, village)).or_default().entry(game.deal).or_default();
        tally.add(f64::from(u8::from(game.winners.contains(&Party::Wolves))), 1.0);
    }
    let cell = |((wolves, village), deals): ((u16, u16), BTreeMap<u32, Tally>)| {
        let tallies: Vec<Tally> = deals.values().copied().collect();
        Some(Heat {
            wolves: collector.names[usize::from(wolves)].clone(),
            village: collector.names[usize::from(village)].clone(),
            games: tallies.iter().map(|tally| tally.count).sum::<f64>() as u64,
            deals: tallies.len(),
            share: share(&tallies)?,
        })
    };
    cells.into_iter().filter_map(cell).collect()
}
