//! Intervals of clustered games hold as often as they say; intervals that take the games for independent do not.

use lycaon_measures::stats::{Bootstrap, Confidence, Random, Tally, clustered_rate, clustered_ratio, wilson};

const RUNS: u64 = 300;
const DEALS: usize = 40;

/// Deals of 2 to 6 games, of which most go the way that the deal makes likely: a win with 0.9 or 0.3, so 0.6 in all.
fn deals(random: &mut Random) -> Vec<Tally> {
    let deal = |_| {
        let (games, p) = (2 + random.below(5), if random.chance(0.5) { 0.9 } else { 0.3 });
        Tally { sum: (0..games).filter(|_| random.chance(p)).count() as f64, count: games as f64 }
    };
    (0..DEALS).map(deal).collect()
}

/// The pooled rate of a resample.
fn rate(deals: &[&Tally]) -> Option<f64> {
    Some(deals.iter().map(|deal| deal.sum).sum::<f64>() / deals.iter().map(|deal| deal.count).sum::<f64>())
}

#[test]
fn intervals_over_deals_hold_and_intervals_over_games_do_not() {
    let confidence = Confidence::P95;
    let [mut student, mut effective, mut percentile, mut naive] = [0; 4];
    for run in 0..RUNS {
        let deals = deals(&mut Random::new(run, 21));
        let ratio = clustered_ratio(&deals, confidence).expect("deals");
        student += u32::from(ratio.interval.contains(0.6));
        effective += u32::from(clustered_rate(&deals, confidence).expect("deals").interval.contains(0.6));
        let bootstrap = Bootstrap { replicates: 300, seed: run, confidence };
        percentile += u32::from(bootstrap.percentile(&deals, rate).expect("deals").interval.contains(0.6));
        let sum = |part: fn(&Tally) -> f64| deals.iter().map(part).sum::<f64>();
        naive += u32::from(wilson(sum(|deal| deal.sum), sum(|deal| deal.count), confidence).contains(0.6));
    }
    // 95 % of 300 is 285, and four standard deviations are 15.
    for (name, held) in [("student", student), ("effective", effective), ("percentile", percentile)] {
        assert!((270..=299).contains(&held), "{name}: {held} of {RUNS}");
    }
    assert!(naive < 255, "{naive} of {RUNS} intervals that ignore the deals");
}
