//! `simulate`

use crate::support::Place;
use serde_json::Value;

fn simulated(more: &[&str]) -> Value {
    let args = [&["simulate", "--games", "400", "--seed", "7", "--json"], more].concat();
    Place::new().run(&args).json()
}

/// The same without what depends on the machine.
fn results(mut summary: Value) -> Value {
    for key in ["jobs", "games_per_s"] {
        summary.as_object_mut().unwrap().remove(key).unwrap();
    }
    summary
}

#[test]
fn the_summary_has_its_keys_and_adds_up() {
    let summary = simulated(&["--deck", "vanilla-9-2"]);
    let keys: Vec<&str> = summary.as_object().unwrap().keys().map(String::as_str).collect();
    let expected =
        ["deck", "ruleset", "games", "seed", "jobs", "wins", "days_mean", "decisions", "events", "games_per_s"];
    assert_eq!(keys, expected);
    let wins = summary["wins"].as_object().unwrap();
    assert!(["village", "wolves", "none"].iter().all(|party| wins.contains_key(*party)));
    assert_eq!(wins.values().map(|n| n.as_u64().unwrap()).sum::<u64>(), 400);
    assert!(summary["days_mean"].as_f64().unwrap() > 1.0);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = results(simulated(&["--deck", "piper-12", "--jobs", "1"]));
    let three = results(simulated(&["--deck", "piper-12", "--jobs", "3"]));
    assert_eq!(one, three);
}

/// P(wolves) of nine seats with two wolves: 27/32 if the night is first, 221/315 if the day is.
#[test]
fn random_play_of_vanilla_decks_has_the_odds_that_were_computed() {
    for (opening, exact) in [("night", 27.0 / 32.0), ("day", 221.0 / 315.0)] {
        let set = format!("opening={opening}");
        let args = ["simulate", "--deck", "vanilla-9-2", "--games", "20000", "--seed", "1", "--json", "--set", &set];
        let wolves = Place::new().run(&args).json()["wins"]["wolves"].as_f64().unwrap() / 20_000.0;
        let sigma = (exact * (1.0 - exact) / 20_000.0_f64).sqrt();
        assert!((wolves - exact).abs() < 4.0 * sigma, "{opening}: {wolves} and {exact}");
    }
}

#[test]
fn scripts_can_be_seated_and_nobody_else() {
    let sensible = simulated(&["--seat", "*=scripted:heuristic"]);
    assert_ne!(results(simulated(&[])), results(sensible));
    let error = Place::new().run(&["simulate", "--seat", "3=human"]).complains();
    assert!(error.contains("seat 3") && error.contains("`human`"), "{error}");
}

#[test]
fn the_wolves_cards_can_be_played_by_another() {
    let wins = |args: &[&str]| simulated(args)["wins"]["wolves"].as_u64().unwrap();
    let alone = wins(&["--seat", "*=easy", "--wolves", "easy"]);
    assert_eq!(alone, wins(&["--seat", "*=easy"]), "the same wolves in the same seats");
    assert!(wins(&["--seat", "*=hard", "--wolves", "easy"]) < alone, "a better village loses less");
    let error = Place::new().run(&["simulate", "--wolves", "human"]).complains();
    assert!(error.contains("`human`"), "{error}");
}

#[test]
fn people_are_told_intervals_and_the_seed() {
    let ran = Place::new().run(&["simulate", "--games", "50"]);
    assert!(ran.stderr.starts_with("seed "), "{ran:?}");
    let text = ran.succeeds();
    assert!(text.contains("95 %") && text.contains('['), "{text}");
}
