//! What the ratings promise beside coverage (which `recovery.rs` measures).

mod simulation;

use lycaon_measures::ratings::{
    Anchor, Block, Design, Fit, Game, Holder, Model, RatingError, Side, elo, leave_out, pairwise, smallest_flip,
    standings,
};
use lycaon_measures::stats::{Bootstrap, Confidence, Estimate, Interval, Random};
use simulation::{MODELS, TRUTH, design, simulate};

const P95: Confidence = Confidence::P95;
const WOLVES: Block = Block::Strength(Side::Wolves);
const VILLAGE: Block = Block::Strength(Side::Village);

fn rated(anchors: Vec<Anchor>, games: &[Game]) -> (Model, Fit) {
    let model = Model::new(design(anchors), games).expect("games that fit the design");
    let fit = model.fit().expect("a fit");
    (model, fit)
}

#[test]
fn many_games_give_the_truth() {
    let (_, fit) = rated(vec![], &simulate(&TRUTH, 6000, &mut Random::new(1, 11)));
    let wanted = [(WOLVES, &TRUTH.wolf[..]), (VILLAGE, &TRUTH.village), (Block::Board, &TRUTH.boards)];
    for (block, truth) in wanted {
        for (got, want) in fit.values(block).iter().zip(truth) {
            assert!((got - want).abs() < 0.2, "{block:?}: {got} for {want}");
        }
    }
    let covariates = fit.values(Block::Covariate);
    assert!((covariates[0] - TRUTH.seat).abs() < 0.4 && (covariates[1] - TRUTH.order).abs() < 0.2, "{covariates:?}");
}

#[test]
fn the_order_of_the_games_does_not_matter() {
    let mut games = simulate(&TRUTH, 60, &mut Random::new(2, 11));
    let (_, fit) = rated(vec![], &games);
    games.reverse();
    let (_, other) = rated(vec![], &games);
    for block in [WOLVES, VILLAGE, Block::Board, Block::Covariate] {
        for (a, b) in fit.estimates(block, P95).iter().zip(other.estimates(block, P95)) {
            assert!((a.value - b.value).abs() < 1e-6 && (a.se - b.se).abs() < 1e-6, "{a:?} {b:?}");
        }
    }
}

#[test]
fn strengths_sum_to_0_or_are_measured_from_the_anchor() {
    let games = simulate(&TRUTH, 400, &mut Random::new(3, 11));
    let (_, free) = rated(vec![], &games);
    assert!(free.values(WOLVES).iter().sum::<f64>().abs() < 1e-9);
    assert!(free.values(VILLAGE).iter().sum::<f64>().abs() < 1e-9);
    let (model, fixed) = rated(vec![Anchor { model: 3, wolf: 0.5, village: -0.25 }], &games);
    let anchor = fixed.estimates(WOLVES, P95)[3];
    assert!((anchor.value - 0.5).abs() < 1e-6 && anchor.se < 1e-4, "{anchor:?}");
    assert!((fixed.values(VILLAGE)[3] + 0.25).abs() < 1e-6);
    let cloud = model.bootstrap(&fixed, Bootstrap { replicates: 20, ..Bootstrap::default() }).expect("a cloud");
    assert!(cloud.intervals(WOLVES)[3].high - cloud.intervals(WOLVES)[3].low < 1e-3);
    // The distances between models stay, but for the prior, which pulls toward the anchor now.
    for other in 0..MODELS {
        let distance = |fit: &Fit| fit.values(WOLVES)[other] - fit.values(WOLVES)[3];
        assert!((distance(&free) - distance(&fixed)).abs() < 0.1, "{other}");
    }
}

#[test]
fn who_never_played_a_side_is_unknown_on_it() {
    let mut games = simulate(&TRUTH, 200, &mut Random::new(4, 11));
    games.retain(|game| game.wolves.iter().all(|holder| holder.model != 5));
    let (model, fit) = rated(vec![Anchor { model: 0, wolf: 0.0, village: 0.0 }], &games);
    let unseen = fit.estimates(WOLVES, P95)[5];
    assert!(unseen.value.abs() < 1e-6 && (unseen.se - 1.0).abs() < 1e-6, "{unseen:?}");
    let bootstrap = Bootstrap { replicates: 400, ..Bootstrap::default() };
    let interval = model.bootstrap(&fit, bootstrap).expect("a cloud").intervals(WOLVES)[5];
    assert!(interval.low < -1.6 && interval.high > 1.6, "{interval:?}");
}

#[test]
fn one_sided_boards_stay_finite() {
    let mut games = simulate(&TRUTH, 40, &mut Random::new(5, 11));
    games.iter_mut().for_each(|game| game.score = 1.0);
    let (_, fit) = rated(vec![], &games);
    let boards = fit.estimates(Block::Board, P95);
    assert!(boards.iter().all(|board| board.value > 2.0 && board.value < 15.0 && board.se > 1.0), "{boards:?}");
}

#[test]
fn pairs_and_ranks() {
    let games = simulate(&TRUTH, 600, &mut Random::new(6, 11));
    let (model, fit) = rated(vec![], &games);
    let pairs = pairwise(&fit, Side::Wolves, P95);
    assert_eq!(pairs.len(), MODELS * (MODELS - 1) / 2);
    assert!(pairs.iter().all(|pair| pair.adjusted >= pair.p_value));
    let extreme = pairs.iter().find(|pair| (pair.first, pair.second) == (0, 5)).expect("all pairs");
    assert!(extreme.adjusted < 1e-3 && extreme.difference.interval.low > 0.0, "{extreme:?}");
    let cloud = model.bootstrap(&fit, Bootstrap { replicates: 200, ..Bootstrap::default() }).expect("a cloud");
    let standings = standings(&fit, &cloud, Side::Wolves);
    for standing in &standings {
        assert!(standing.best <= standing.rank && standing.rank <= standing.worst, "{standing:?}");
        assert!((standing.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
    assert_eq!((standings[0].rank, standings[0].cautious, standings[5].worst), (1, 1, 6));
    assert!(standings[5].cautious > 1);
}

#[test]
fn an_order_that_hangs_on_few_deals_is_found_out() {
    let games = simulate(&TRUTH, 300, &mut Random::new(7, 11));
    let (model, fit) = rated(vec![], &games);
    let few = leave_out(&model, &fit, Side::Wolves, 3, 20, 1).expect("fits");
    let many = leave_out(&model, &fit, Side::Wolves, 150, 20, 1).expect("fits");
    assert_eq!((few.same_leader, few.left_out), (1.0, 3));
    assert!(many.same_order <= few.same_order && many.kendall <= few.kendall && many.kendall > 0.5, "{many:?}");
    let none = leave_out(&model, &fit, Side::Wolves, 0, 2, 1).expect("fits");
    assert_eq!((none.same_order, none.kendall), (1.0, 1.0));

    let flip = smallest_flip(&model, &fit, Side::Wolves).expect("fits").expect("half of the deals suffice");
    let lead = |fit: &Fit| fit.values(WOLVES)[flip.leader] - fit.values(WOLVES)[flip.challenger];
    assert!(lead(&fit) > 0.0 && flip.deals.len() > 1 && flip.deals.len() < 100, "{flip:?}");
    let kept: Vec<Game> = games.into_iter().filter(|game| !flip.deals.contains(&game.deal)).collect();
    assert!(lead(&rated(vec![], &kept).1) <= 0.0, "the order did not turn");
}

#[test]
fn the_scale_of_elo() {
    let strength = Estimate { value: 1.0, se: 0.5, interval: Interval { low: 0.0, high: std::f64::consts::LN_10 } };
    let points = elo(strength);
    assert!((points.value - 1673.7178).abs() < 1e-4 && (points.se - 86.8589).abs() < 1e-4);
    assert!((points.interval.low - 1500.0).abs() < 1e-9 && (points.interval.high - 1900.0).abs() < 1e-9);
}

#[test]
fn games_that_do_not_fit_are_named() {
    let good = simulate(&TRUTH, 2, &mut Random::new(8, 11));
    let error = |change: fn(&mut Game)| {
        let mut games = good.clone();
        change(&mut games[1]);
        Model::new(design(vec![]), &games).map(|_| ()).expect_err("a bad game")
    };
    let empty = RatingError::Empty { game: 1, side: Side::Village };
    assert_eq!(error(|game| game.village.clear()), empty);
    assert_eq!(error(|game| game.village.iter_mut().for_each(|holder| holder.weight = 0.0)), empty);
    assert_eq!(error(|game| game.score = 2.0), RatingError::Score { game: 1, score: 2.0 });
    assert_eq!(error(|game| game.covariates.clear()), RatingError::Covariates { game: 1, known: 2 });
    assert_eq!(
        error(|game| game.wolves = Holder::equal(&[9])).to_string(),
        "game 1 names model 9, but the design has 6; count from 0"
    );
    assert_eq!(error(|game| game.board = 2).to_string(), "game 1 names board 2, but the design has 2; count from 0");
    let refuse = |design: Design, games: &[Game]| Model::new(design, games).map(|_| ()).expect_err("a bad design");
    assert_eq!(refuse(design(vec![]), &[]), RatingError::NoGames);
    let stranger = Anchor { model: 6, wolf: 0.0, village: 0.0 };
    assert_eq!(refuse(design(vec![stranger]), &good), RatingError::Anchor(6));
    assert_eq!(refuse(Design { deviation: 0.0, ..design(vec![]) }, &good), RatingError::Deviation(0.0));
}
