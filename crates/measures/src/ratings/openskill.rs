//! OpenSkill's Plackett-Luce ratings, a secondary column.
//!
//! They depend on the order of the games; so they are averaged over random orders, and the spread over orders is shown.
//! The update is the library's: for two teams, Plackett-Luce and Bradley-Terry give the same formula (Weng and Lin 2011,
//! algorithms 1 and 4 with k = 2).

use serde::Serialize;
use skillratings::Outcomes;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_two_teams};

use super::{Game, Holder};
use crate::stats::Random;
use crate::stats::random::streams;

/// The rating of one model on one side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Skill {
    /// Mean of the final ratings over the orders; a newcomer has 25.
    pub mean: f64,
    /// Mean of the final uncertainties over the orders; a newcomer has 25/3.
    pub sigma: f64,
    /// Standard deviation of the final rating over the orders.
    pub order_deviation: f64,
}

/// The ratings of all models.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Skills {
    /// As wolves.
    pub wolves: Vec<Skill>,
    /// As the village.
    pub village: Vec<Skill>,
}

/// How much uncertainty each game adds back, 25/300.
const DRIFT: f64 = 25.0 / 300.0;

/// The numbers of openskill.py, of which the library's tolerance differs.
fn config() -> WengLinConfig {
    WengLinConfig { beta: 25.0 / 6.0, uncertainty_tolerance: 1e-4 }
}

/// One player of the rating system: a model on a side, or one side of a board, which takes up that the sides differ in
/// size and in chances.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Player(usize);

/// Rates `models` models on both sides over `orders` random orders of the games. Wolf and village ratings of a model are
/// apart, and each side of each of `boards` boards plays along as a partner. A model that holds several seats of a side
/// plays as one. A score above 1/2 is a win of the wolves, 1/2 a draw. Games that name no known model or board are left
/// out; [`super::Model::new`] names them.
#[must_use]
pub fn openskill(games: &[Game], models: usize, boards: usize, orders: usize, seed: u64) -> Skills {
    let known = |holders: &[Holder]| !holders.is_empty() && holders.iter().all(|holder| holder.model < models);
    let rated = |game: &&Game| game.board < boards && known(&game.wolves) && known(&game.village);
    let mut order: Vec<&Game> = games.iter().filter(rated).collect();
    let mut random = Random::new(seed, streams::ORDERS);
    let mut sums = vec![(0.0, 0.0, 0.0); 2 * models];
    for _ in 0..orders {
        random.shuffle(&mut order);
        let ratings = play(&order, models, boards);
        for (sum, rating) in sums.iter_mut().zip(&ratings) {
            sum.0 += rating.rating;
            sum.1 += rating.rating * rating.rating;
            sum.2 += rating.uncertainty;
        }
    }
    let times = orders.max(1) as f64;
    let skill = |(sum, squares, sigma): &(f64, f64, f64)| {
        let mean = sum / times;
        let order_deviation = (squares / times - mean * mean).max(0.0).sqrt();
        Skill { mean, sigma: sigma / times, order_deviation }
    };
    let mut wolves: Vec<Skill> = sums.iter().map(skill).collect();
    let village = wolves.split_off(models);
    Skills { wolves, village }
}

/// The final ratings of all players after the games in this order: models as wolves, models as the village, boards'
/// wolves, boards' villages.
fn play(games: &[&Game], models: usize, boards: usize) -> Vec<WengLinRating> {
    let mut ratings = vec![WengLinRating::new(); 2 * (models + boards)];
    for game in games {
        let wolves = team(&game.wolves, 0, 2 * models + game.board);
        let village = team(&game.village, models, 2 * models + boards + game.board);
        let drifted = |team: &[Player]| -> Vec<WengLinRating> {
            let old = team.iter().map(|player| ratings[player.0]);
            old.map(|r| WengLinRating { uncertainty: r.uncertainty.hypot(DRIFT), ..r }).collect()
        };
        let outcome = match game.score {
            score if score > 0.5 => Outcomes::WIN,
            score if score < 0.5 => Outcomes::LOSS,
            _ => Outcomes::DRAW,
        };
        let (new_wolves, new_village) = weng_lin_two_teams(&drifted(&wolves), &drifted(&village), &outcome, &config());
        let new = wolves.iter().zip(new_wolves).chain(village.iter().zip(new_village));
        new.for_each(|(player, rating)| ratings[player.0] = rating);
    }
    ratings
}

/// The distinct models of a side, whose players begin at `first`, and the board's own player.
fn team(holders: &[Holder], first: usize, board: usize) -> Vec<Player> {
    let mut team: Vec<Player> = Vec::new();
    for player in holders.iter().map(|holder| Player(first + holder.model)).chain([Player(board)]) {
        if !team.contains(&player) {
            team.push(player);
        }
    }
    team
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIXTURES: &str = include_str!("../../tests/data/fixtures.json");

    fn rating((rating, uncertainty): (f64, f64)) -> WengLinRating {
        WengLinRating { rating, uncertainty }
    }

    /// The documented example of openskill.py, and two wolves who beat five villagers with its defaults.
    #[test]
    fn the_update_is_that_of_openskill() {
        let fixtures: serde_json::Value = serde_json::from_str(FIXTURES).expect("the fixtures are JSON");
        let near = |got: &[WengLinRating], want: &serde_json::Value| {
            for (got, want) in got.iter().zip(want.as_array().expect("a team")) {
                assert!((got.rating - want[0].as_f64().expect("a number")).abs() < 1e-10, "{got:?} {want}");
                assert!((got.uncertainty - want[1].as_f64().expect("a number")).abs() < 1e-10, "{got:?} {want}");
            }
        };
        let winner = [(25.0, 25.0 / 3.0), (32.444, 5.123)].map(rating);
        let loser = [(43.381, 2.421), (25.188, 6.211)].map(rating);
        let (winner, loser) = weng_lin_two_teams(&winner, &loser, &Outcomes::WIN, &config());
        near(&winner, &fixtures["openskill_pl_no_tau"]["output"][0]);
        near(&loser, &fixtures["openskill_pl_no_tau"]["output"][1]);
        let new = rating((25.0, (25.0f64 / 3.0).hypot(DRIFT)));
        let (wolves, village) = weng_lin_two_teams(&[new; 2], &[new; 5], &Outcomes::WIN, &config());
        near(&wolves, &fixtures["openskill_pl_defaults_2v5"]["output"][0]);
        near(&village, &fixtures["openskill_pl_defaults_2v5"]["output"][1]);
    }

    fn game(wolves: &[usize], village: &[usize], score: f64) -> Game {
        let (wolves, village) = (Holder::equal(wolves), Holder::equal(village));
        Game { deal: 0, board: 0, wolves, village, score, covariates: vec![] }
    }

    #[test]
    fn the_better_side_rises_and_the_board_takes_up_the_chances() {
        // Wolves win nine of ten; model 1 wins all its games as the village.
        let mut games: Vec<Game> = (0..18).map(|_| game(&[0, 0], &[0, 0, 0, 0, 0], 1.0)).collect();
        games.extend((0..4).map(|_| game(&[0, 0], &[1; 5], 0.0)));
        let skills = openskill(&games, 2, 1, 20, 7);
        assert!(skills.village[1].mean > skills.village[0].mean + 3.0, "{skills:?}");
        assert!(skills.wolves[1] == Skill { mean: 25.0, sigma: 25.0 / 3.0, order_deviation: 0.0 }, "{skills:?}");
        assert!(skills.village[1].order_deviation > 0.0 && skills.village[1].sigma < 8.0);
        assert_eq!(skills, openskill(&games, 2, 1, 20, 7));
        // Unknown models are left out.
        assert_eq!(openskill(&[game(&[5], &[0], 1.0)], 2, 1, 3, 7).wolves[0].mean, 25.0);
    }
}
