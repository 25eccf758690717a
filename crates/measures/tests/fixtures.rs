//! The statistics against reference values that another program computed (`data/fixtures.json`).

use lycaon_measures::stats::{
    Confidence, Interval, McNemar, Planned, Scale, Weights, clopper_pearson, cohen_kappa, krippendorff_alpha,
    log_odds_lift, logit, mcnemar, newcombe, wilson, wilson_effective,
};
use serde_json::Value;

fn fixtures(section: &str) -> Vec<(String, Value)> {
    let all: Value = serde_json::from_str(include_str!("data/fixtures.json")).expect("the fixtures are JSON");
    let entries = all[section].as_object().unwrap_or_else(|| panic!("no fixtures {section}"));
    entries.iter().map(|(key, value)| (key.clone(), value.clone())).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// "58/60" as hits and trials.
fn share(text: &str) -> (u64, u64) {
    let (hits, trials) = text.split_once('/').expect("a share");
    (hits.parse().expect("hits"), trials.parse().expect("trials"))
}

/// "0.5 vs 0.9" as two rates.
fn rates(text: &str) -> (f64, f64) {
    let (p, q) = text.split_once(" vs ").expect("two rates");
    (p.parse().expect("a rate"), q.parse().expect("a rate"))
}

fn assert_near(got: Interval, want: &Value, what: &str) {
    assert!((got.low - number(&want[0])).abs() < 1e-9 && (got.high - number(&want[1])).abs() < 1e-9, "{what}: {got:?}");
}

#[test]
fn intervals_of_shares() {
    for (key, want) in fixtures("wilson95") {
        let (hits, trials) = share(&key);
        assert_near(wilson(hits as f64, trials as f64, Confidence::P95), &want, &key);
        assert_near(wilson_effective(hits, trials, 0.3, Confidence::P95), &want, &key);
        assert_near(wilson_effective(2 * hits, 2 * trials, 2.0, Confidence::P95), &want, &key);
    }
    for (key, want) in fixtures("clopper95") {
        let (hits, trials) = share(&key);
        assert_near(clopper_pearson(hits, trials, Confidence::P95), &want, &key);
    }
    let everything = Interval { low: 0.0, high: 1.0 };
    assert_eq!(wilson(0.0, 0.0, Confidence::P95), everything);
    assert_eq!(clopper_pearson(0, 0, Confidence::P95), everything);
}

#[test]
fn differences_of_shares() {
    for (key, want) in fixtures("newcombe_diff95") {
        let (first, second) = key.split_once('-').expect("a difference");
        let difference = newcombe(share(first), share(second), Confidence::P95).expect("trials");
        assert_near(difference.interval, &want, &key);
    }
    assert_eq!(newcombe((1, 2), (0, 0), Confidence::P95), None);
}

/// Fagerland, Lydersen and Laake (2013): airway reactivity before and after, 1 and 7 changed. Printed: 0.070
/// exact, 0.039 mid-p.
#[test]
fn mcnemar_of_the_literature() {
    let McNemar { exact, mid_p } = mcnemar(1, 7);
    assert!((exact - 18.0 / 256.0).abs() < 1e-12 && (mid_p - 10.0 / 256.0).abs() < 1e-12, "{exact} {mid_p}");
    assert_eq!(mcnemar(7, 1), mcnemar(1, 7));
    assert_eq!(mcnemar(0, 0), McNemar { exact: 1.0, mid_p: 1.0 });
    let even = mcnemar(3, 3);
    assert!((even.exact - 1.0).abs() < 1e-12 && (even.mid_p - 1.0).abs() < 1e-12, "{even:?}");
}

#[test]
fn lift_over_chance() {
    let lift = log_odds_lift(70, 100, 1.0, 0.5, Confidence::P95).expect("a finite lift");
    assert!((lift.value - logit(0.7)).abs() < 1e-12 && (lift.se - 1.0 / 21f64.sqrt()).abs() < 1e-12);
    let repeated = log_odds_lift(70, 100, 4.0, 0.5, Confidence::P95).expect("a finite lift");
    assert!((repeated.se - 2.0 * lift.se).abs() < 1e-12);
    assert_eq!(log_odds_lift(0, 100, 1.0, 0.5, Confidence::P95), None);
    assert_eq!(log_odds_lift(100, 100, 1.0, 0.5, Confidence::P95), None);
    assert_eq!(log_odds_lift(50, 100, 1.0, 1.0, Confidence::P95), None);
}

#[test]
fn sample_sizes() {
    for (section, alpha) in [("n_per_arm_alpha05_power80", 0.05), ("n_per_arm_bonferroni21_power80", 0.05 / 21.0)] {
        for (key, want) in fixtures(section) {
            let (p, q) = rates(&key);
            assert_eq!(Planned { alpha, power: 0.8 }.games_per_model(p, q), want.as_u64(), "{section} {key}");
        }
    }
    for (key, want) in fixtures("n_pairs_0.5_vs_0.6") {
        let correlation = key.trim_start_matches("rho=").parse().expect("a correlation");
        assert_eq!(Planned::default().deals(0.5, 0.6, correlation), want.as_u64(), "{key}");
    }
}

#[test]
fn agreement() {
    for (key, example) in fixtures("kripp_alpha_nominal_example").into_iter().filter(|(key, _)| key == "units") {
        let units: Vec<Vec<f64>> = serde_json::from_value(example).expect("units");
        let want =
            fixtures("kripp_alpha_nominal_example").into_iter().find(|(key, _)| key == "alpha").expect("alpha").1;
        let alpha = krippendorff_alpha(&units, Scale::Nominal).expect("disagreement");
        assert!((alpha - number(&want)).abs() < 1e-12, "{key}: {alpha}");
    }
    let example: std::collections::BTreeMap<String, Value> = fixtures("cohen_kappa_example").into_iter().collect();
    let cells: Vec<(usize, usize, usize)> = serde_json::from_value(example["pairs"].clone()).expect("cells");
    let pairs: Vec<(usize, usize)> = cells.iter().flat_map(|(a, b, n)| std::iter::repeat_n((*a, *b), *n)).collect();
    let kappa = cohen_kappa(&pairs, 2, Weights::Equal).expect("pairs");
    assert!((kappa - number(&example["kappa"])).abs() < 1e-12, "{kappa}");
}
