//! Ratings of simulated games whose truth is known: the model must give it back, and its 95 % intervals must contain it
//! in about 95 % of the runs.
//!
//! By default a few runs. The full size, 400 runs of 200 deals:
//! `LYCAON_RECOVERY=full cargo test --release -p lycaon-measures --test recovery -- --nocapture`

mod simulation;

use lycaon_measures::ratings::{Anchor, Block, Model, Side};
use lycaon_measures::stats::{Bootstrap, Confidence, Random};
use simulation::{TRUTH, Truth, design, simulate};

const P95: Confidence = Confidence::P95;

/// The blocks of coefficients and what they should be.
fn wanted(truth: &Truth) -> [(Block, Vec<f64>); 4] {
    [
        (Block::Strength(Side::Wolves), truth.wolf.to_vec()),
        (Block::Strength(Side::Village), truth.village.to_vec()),
        (Block::Board, truth.boards.to_vec()),
        (Block::Covariate, vec![truth.seat, truth.order]),
    ]
}

/// How often intervals contained the truth.
#[derive(Default)]
struct Coverage {
    held: usize,
    of: usize,
}

impl Coverage {
    fn note(&mut self, held: bool) {
        self.held += usize::from(held);
        self.of += 1;
    }

    fn share(&self) -> f64 {
        self.held as f64 / self.of as f64
    }
}

struct Size {
    runs: u64,
    deals: usize,
    replicates: usize,
    /// What the coverage of all coefficients together must lie within.
    bounds: std::ops::RangeInclusive<f64>,
}

fn size() -> Size {
    if std::env::var("LYCAON_RECOVERY").is_ok_and(|size| size == "full") {
        Size { runs: 400, deals: 200, replicates: 400, bounds: 0.93..=0.97 }
    } else {
        // Some 450 intervals, of which those of one run hang together.
        Size { runs: 28, deals: 120, replicates: 60, bounds: 0.89..=0.99 }
    }
}

#[test]
fn known_strengths_come_back() {
    recover(&[]);
}

/// The anchored model's own strengths are given, not estimated, so they do not count.
#[test]
fn known_strengths_come_back_beside_an_anchor() {
    recover(&[Anchor { model: 3, wolf: TRUTH.wolf[3], village: TRUTH.village[3] }]);
}

fn recover(anchors: &[Anchor]) {
    let Size { runs, deals, replicates, bounds } = size();
    let names = ["wolf", "village", "board", "covariate"];
    let (mut sandwich, mut resampled) = (<[Coverage; 4]>::default(), <[Coverage; 4]>::default());
    let mut bias = [0.0; 4];
    for run in 0..runs {
        let games = simulate(&TRUTH, deals, &mut Random::new(run, 11));
        let model = Model::new(design(anchors.to_vec()), &games).expect("games that fit the design");
        let fit = model.fit().expect("a fit");
        let bootstrap = Bootstrap { replicates, seed: run, confidence: P95 };
        let cloud = model.bootstrap(&fit, bootstrap).expect("a cloud");
        for (i, (block, truth)) in wanted(&TRUTH).into_iter().enumerate() {
            let estimates = fit.estimates(block, P95);
            for ((estimate, interval), truth) in estimates.iter().zip(cloud.intervals(block)).zip(&truth) {
                if estimate.se < 1e-4 {
                    continue;
                }
                sandwich[i].note(estimate.interval.contains(*truth));
                resampled[i].note(interval.contains(*truth));
                bias[i] +=
                    (estimate.value - truth) * truth.signum() / (runs as f64 * truth.abs() * estimates.len() as f64);
            }
        }
    }
    for i in 0..4 {
        let (sandwich, resampled) = (100.0 * sandwich[i].share(), 100.0 * resampled[i].share());
        println!("{}: sandwich {sandwich:.1} %, bootstrap {resampled:.1} %, relative bias {:.3}", names[i], bias[i]);
    }
    for (method, parts) in [("sandwich", sandwich), ("bootstrap", resampled)] {
        let all = Coverage { held: parts.iter().map(|c| c.held).sum(), of: parts.iter().map(|c| c.of).sum() };
        println!("{method}: {} of {} intervals held, {:.2} %", all.held, all.of, 100.0 * all.share());
        assert!(bounds.contains(&all.share()), "{method}: {} of {} intervals held", all.held, all.of);
    }
}
