//! What a run will take is told before it is played.

use crate::run::{models, status};
use crate::server::Server;
use crate::support::Place;
use serde_json::Value;

/// How far a forecast from a few games may be off.
const FACTOR: f64 = 1.5;

fn near(forecast: &Value, actual: &Value) {
    let (forecast, actual) = (forecast.as_f64().unwrap(), actual.as_f64().unwrap());
    assert!(forecast < actual * FACTOR && actual < forecast * FACTOR, "{forecast} was told, and it was {actual}");
}

#[test]
fn a_plan_tells_what_its_run_takes() {
    let place = Place::new();
    place
        .write("trial.toml", models(8, ""))
        .write("prices.toml", "[\"mock/a\"]\ninput = 2.0\ncache_read = 1.0\noutput = 10.0\n");
    let dry = ["run", "trial.toml", "--out", "run", "--prices", "prices.toml", "--dry-run", "--json"];
    // No server is there, and none is needed.
    let forecast = place.run(&dry).json();
    assert!(!place.path("run").exists(), "nothing is written");
    assert_eq!((&forecast["games"], &forecast["recorded"]), (&16.into(), &0.into()));
    assert!(forecast["from"]["mock"].as_u64().unwrap() >= 4, "{forecast}");
    assert_eq!(forecast["cells"][0]["arms"], serde_json::json!({"a:b": 8, "b:a": 8}));
    assert_eq!(forecast["sample"]["seats"].as_object().unwrap().len(), 7);
    assert_eq!(forecast["reach"]["deals"], 8);

    let server = Server::start(&place, &[]);
    let run = ["run", "trial.toml", "--out", "run", "--prices", "prices.toml", "--display", "none"];
    place.run_with(&run, &server.variables()).succeeds();
    let (actual, again) = (status(&place, "run"), place.run(&dry).json());
    assert_eq!(again["from"], serde_json::json!({"recorded": 16}));
    for agent in ["a", "b"] {
        let (told, took, again) = (&forecast["agents"][agent], &actual["agents"][agent], &again["agents"][agent]);
        assert_eq!(told["seats"], took["seats"]);
        near(&told["calls"], &took["calls"]);
        assert_eq!(again["calls"], took["calls"], "all of it is recorded");
        let usage = took["usage"].as_object().unwrap();
        let sum = |buckets: &[&str]| buckets.iter().filter_map(|bucket| usage[*bucket].as_u64()).sum::<u64>();
        near(&told["tokens"], &sum(&["input_uncached", "cache_read", "cache_write", "output"]).into());
    }
    near(&forecast["agents"]["a"]["cost_usd"], &actual["agents"]["a"]["cost_usd"]);
    assert!(forecast["agents"]["b"]["cost_usd"].is_null(), "what is not known is not made up");
    let text = place.run(&["run", "trial.toml", "--out", "run", "--dry-run"]).succeeds();
    assert!(text.contains("16 recorded games") && text.contains("80 % power") && text.contains("first game"), "{text}");
}
