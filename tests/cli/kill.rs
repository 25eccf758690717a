//! Games that are killed again and again, and lose nothing that was paid for.

use crate::server::Server;
use crate::support::Place;
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::Duration;

/// How often the game is killed; a trial at full size has `LYCAON_TEST_KILLS=50`.
fn kills() -> u32 {
    std::env::var("LYCAON_TEST_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(12)
}

/// Most first answers cannot be read, so that decisions take two calls; nobody blows himself up, so that games are long.
const PROFILE: &str = r#"
[[play]]
contains = "No answer counts as"
style = "broken_json"

[[play]]
contains = "blow up"
always = "0"
"#;

/// Draws from 0 to `below - 1`.
fn draw(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

/// The decisions by number, without what depends on the clock.
fn decided(lines: &[Value]) -> Vec<Value> {
    let mut decisions: Vec<Value> = lines.iter().filter(|line| line["t"] == "decision").cloned().collect();
    for decision in &mut decisions {
        let decision = decision.as_object_mut().unwrap();
        decision.remove("prev");
        decision.remove("elapsed_ms");
    }
    decisions.sort_by_key(|line| line["n"].as_u64());
    decisions
}

/// Whether the file has a whole first line, so that the game can be resumed.
fn has_begun(place: &Place, file: &str) -> bool {
    std::fs::read_to_string(place.path(file)).is_ok_and(|text| text.contains('\n'))
}

#[test]
fn a_killed_game_pays_for_no_recorded_answer_again() {
    let place = Place::new();
    place.write("profile.toml", PROFILE);
    let unbroken = Server::start(&place, &["--profile", "profile.toml"]);
    let flags = ["--profile", "profile.toml", "--latency-ms", "100", "--log", "log.jsonl"];
    let slow = Server::start(&place, &flags);
    let mut chance = 7;
    let (mut left, mut in_the_middle, mut answers) = (kills(), 0, 0);
    for seed in 1.. {
        let (whole, broken, seed) = (format!("a{seed}.jsonl"), format!("k{seed}.jsonl"), seed.to_string());
        let game =
            |file: &str| ["play", "--quiet", "--seed", &seed, "--seat", "*=mock/m", "--out", file].map(String::from);
        place.run_with(&game(&whole).each_ref().map(String::as_str), &unbroken.variables()).succeeds();
        loop {
            let args = if has_begun(&place, &broken) {
                ["play", "--quiet", "--resume", &broken].map(String::from).to_vec()
            } else {
                _ = std::fs::remove_file(place.path(&broken));
                game(&broken).to_vec()
            };
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            if left == 0 {
                place.run_with(&args, &slow.variables()).succeeds();
                break;
            }
            let mut child = place.command(&args).envs(slow.variables()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(50 + draw(&mut chance, 600)));
            if child.try_wait().unwrap().is_some_and(|status| status.success()) {
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            left -= 1;
            in_the_middle += u32::from(open_calls(&place, &broken) > 0);
        }
        let killed = place.lines(&broken);
        assert_eq!(decided(&killed), decided(&place.lines(&whole)));
        place.run(&["verify", &broken]).succeeds();
        answers += killed.iter().filter(|line| line["t"] == "call" && line["error"].is_null()).count();
        if left == 0 {
            break;
        }
    }
    assert!(in_the_middle > 0, "no game was killed between a call and its decision");
    // Requests of one body were answered twice only if the first answer never reached the record.
    let log = place.lines("log.jsonl");
    let good = log.iter().filter(|line| line["status"] == 200 && line["fault"].is_null());
    let bodies: BTreeSet<&str> = good.map(|line| line["body_sha256"].as_str().unwrap()).collect();
    assert_eq!(answers, bodies.len());
}

/// How many calls a cut-off record has for decisions that are not in it.
fn open_calls(place: &Place, file: &str) -> usize {
    let text = std::fs::read_to_string(place.path(file)).unwrap_or_default();
    let lines: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let number = |line: &Value| line["n"].as_u64();
    let taken: BTreeSet<_> = lines.iter().filter(|line| line["t"] == "decision").map(number).collect();
    lines.iter().filter(|line| line["t"] == "call" && !taken.contains(&number(line))).count()
}
