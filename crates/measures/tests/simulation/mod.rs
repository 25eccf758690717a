//! Games of models whose strengths are known.

use lycaon_measures::ratings::{Anchor, Design, Game, Holder};
use lycaon_measures::stats::Random;

/// How many models play.
pub const MODELS: usize = 6;
const SEATS: usize = 9;
const WOLVES: usize = 3;

/// What governs the simulated games, in logits.
pub struct Truth {
    pub wolf: [f64; MODELS],
    pub village: [f64; MODELS],
    pub boards: [f64; 2],
    /// Per share of the pack that sits in the first seat.
    pub seat: f64,
    /// If a wolf speaks last.
    pub order: f64,
}

/// Strengths that sum to 0 on each side, as those that are estimated without an anchor do.
pub const TRUTH: Truth = Truth {
    wolf: [1.2, 0.6, 0.1, -0.2, -0.5, -1.2],
    village: [-0.8, 1.0, 0.3, -0.5, -0.7, 0.7],
    boards: [0.8, -0.4],
    seat: 0.9,
    order: 0.5,
};

pub fn design(anchors: Vec<Anchor>) -> Design {
    Design { models: MODELS, boards: 2, covariates: 2, anchors, deviation: 1.0 }
}

/// Each deal is played twice. Of four deals, three seat one model as the whole pack against one as the whole village and
/// then the other way round; the fourth mixes models within the sides.
pub fn simulate(truth: &Truth, deals: usize, random: &mut Random) -> Vec<Game> {
    let mut games = Vec::new();
    for deal in 0..deals {
        let mut seats: Vec<usize> = (0..SEATS).collect();
        random.shuffle(&mut seats);
        let pack = &seats[..WOLVES];
        let last_speaker = random.below(SEATS);
        let seat = f64::from(pack.contains(&0)) / WOLVES as f64 - 1.0 / SEATS as f64;
        let order = f64::from(pack.contains(&last_speaker)) - WOLVES as f64 / SEATS as f64;
        let (one, other) = (random.below(MODELS), random.below(MODELS));
        let mixed = deal % 4 == 3;
        for (wolf, village) in [(one, other), (other, one)] {
            let mut team = |model: usize, size: usize| -> Vec<usize> {
                (0..size).map(|_| if mixed { random.below(MODELS) } else { model }).collect()
            };
            let (wolves, villagers) = (team(wolf, WOLVES), team(village, SEATS - WOLVES));
            let mean = |team: &[usize], strength: &[f64]| {
                team.iter().map(|model| strength[*model]).sum::<f64>() / team.len() as f64
            };
            let board = deal % 2;
            let eta = truth.boards[board] + mean(&wolves, &truth.wolf) - mean(&villagers, &truth.village)
                + truth.seat * seat
                + truth.order * order;
            games.push(Game {
                deal: deal as u64,
                board,
                wolves: Holder::equal(&wolves),
                village: Holder::equal(&villagers),
                score: f64::from(random.chance(1.0 / (1.0 + (-eta).exp()))),
                covariates: vec![seat, order],
            });
        }
    }
    games
}
