//! A run of many games by many processes, which are killed again and again: on one machine, and through a database.

use crate::postgres;
use crate::run::{models, status, told, transcripts, verifies};
use crate::server::Server;
use crate::support::Place;
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::{Child, Stdio};
use std::time::Duration;

/// The size of the trial; at full size `LYCAON_TEST_RUN_KILLS=100`: 500 games, 8 processes, 100 kills.
struct Size {
    kills: u32,
    deals: u32,
    processes: usize,
}

fn size() -> Size {
    let kills = std::env::var("LYCAON_TEST_RUN_KILLS").ok().and_then(|kills| kills.parse().ok());
    match kills {
        Some(kills) => Size { kills, deals: 250, processes: 8 },
        None => Size { kills: 8, deals: 20, processes: 3 },
    }
}

/// Some first answers cannot be read, so that decisions take two calls; nobody blows himself up, so that games are long.
/// What comes from the cache depends on who was first, so there is none.
const PROFILE: &str = r#"
cache_mib = 0

[[play]]
contains = "No answer counts as"
share = 0.3
style = "broken_json"

[[play]]
contains = "blow up"
always = "0"
"#;

/// How many games a process plays at once, and how many seats of each may wait for an answer.
const AT_ONCE: usize = 4;
const SEATS: usize = 7;

/// Draws from 0 to `below - 1`.
fn draw(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

/// Through what the processes share the games.
enum Shared {
    /// One directory.
    Directory,
    /// A database, and a directory each.
    Database(postgres::Server),
}

impl Shared {
    fn directory(&self, process: usize) -> String {
        match self {
            Shared::Directory => "killed".into(),
            Shared::Database(_) => format!("killed-{process}"),
        }
    }

    fn address(&self) -> Option<String> {
        match self {
            Shared::Directory => None,
            Shared::Database(database) => Some(database.address()),
        }
    }

    /// Puts the games into one directory, where they are not in one already.
    fn gathered(&self, place: &Place, processes: usize) {
        if let Shared::Database(database) = self {
            let each: Vec<String> = (0..processes).map(|process| self.directory(process)).collect();
            let each = each.iter().map(String::as_str);
            let address = database.address();
            let merge = ["merge"].into_iter().chain(each).chain(["--out", "killed", "--queue", &address]);
            place.run(&merge.collect::<Vec<_>>()).succeeds();
        }
    }
}

fn start(place: &Place, server: &Server, shared: &Shared, process: usize) -> Child {
    let directory = shared.directory(process);
    let args = ["run", "trial.toml", "--out", &directory, "--display", "none", "--fail-on-error", "1"];
    let mut command = place.command(&args);
    command
        .envs(server.variables())
        .envs(shared.address().map(|address| ("LYCAON_QUEUE", address)))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::inherit());
    command.spawn().unwrap()
}

/// What was answered well, by the hash of what was asked.
fn answered(place: &Place, log: &str) -> BTreeMap<String, usize> {
    let mut answered = BTreeMap::new();
    for line in place.lines(log) {
        if line["status"] == 200 && line["fault"].is_null() && line["path"] != "/v1/models" {
            *answered.entry(line["body_sha256"].as_str().unwrap().to_owned()).or_default() += 1;
        }
    }
    answered
}

#[test]
fn a_run_whose_processes_are_killed_is_the_run_that_was_left_alone() {
    is_the_run_that_was_left_alone(&Shared::Directory);
}

#[test]
fn a_run_shared_through_a_database_whose_processes_are_killed_is_too() {
    if let Some(database) = postgres::Server::start() {
        is_the_run_that_was_left_alone(&Shared::Database(database));
    }
}

fn is_the_run_that_was_left_alone(shared: &Shared) {
    let Size { kills, deals, processes } = size();
    let place = Place::new();
    place.write("profile.toml", PROFILE);
    place.write("trial.toml", models(deals, &format!("games_at_once = {AT_ONCE}")));
    let calm = Server::start(&place, &["--profile", "profile.toml", "--log", "calm.jsonl"]);
    let whole = ["run", "trial.toml", "--out", "whole", "--display", "none", "--fail-on-error", "1"];
    place.run_with(&whole, &calm.variables()).succeeds();
    calm.stop();

    let slow = Server::start(&place, &["--profile", "profile.toml", "--latency-ms", "40", "--log", "slow.jsonl"]);
    let mut chance = 11;
    let mut workers: Vec<Child> = (0..processes).map(|process| start(&place, &slow, shared, process)).collect();
    let (mut left, mut under_way, mut kept) = (kills, 0, BTreeMap::<String, Vec<String>>::new());
    while left > 0 {
        std::thread::sleep(Duration::from_millis(100 + draw(&mut chance, 700)));
        let victim = draw(&mut chance, workers.len() as u64) as usize;
        workers[victim].kill().unwrap();
        let ended = workers[victim].wait().unwrap();
        if ended.success() {
            break;
        }
        left -= 1;
        let now = transcripts(&place, &shared.directory(victim));
        under_way +=
            now.values().filter(|lines| !lines.last().is_some_and(|last| last.contains("\"t\":\"end\""))).count();
        kept.extend(now);
        workers[victim] = start(&place, &slow, shared, victim);
    }
    assert!(left < kills / 2 && under_way > 0, "{left} of {kills} kills were left when the run was done");
    for mut worker in workers {
        assert!(worker.wait().unwrap().success());
    }
    slow.stop();

    shared.gathered(&place, processes);
    verifies(&place, "killed");
    assert_eq!(status(&place, "killed"), status(&place, "whole"));
    let (killed, whole) = (transcripts(&place, "killed"), transcripts(&place, "whole"));
    assert_eq!(killed.len(), 2 * deals as usize);
    assert!(killed.keys().eq(whole.keys()));
    for (game, lines) in &killed {
        for kind in ["event", "decision", "call"] {
            assert_eq!(told(lines, kind), told(&whole[game], kind), "{game}");
        }
        // What stood in the file when somebody was killed stands there still: nothing was asked in its place. In a
        // database it counts once it is there.
        if let (Shared::Directory, Some(kept)) = (shared, kept.get(game)) {
            assert_eq!(lines[..kept.len()], kept[..], "{game}");
        }
    }
    let (once, twice) = (answered(&place, "calm.jsonl"), answered(&place, "slow.jsonl"));
    assert!(once.keys().eq(twice.keys()), "other questions were asked");
    let calls: usize = killed.values().flatten().filter(|line| is_answered_call(line)).count();
    let (asked, again) = (once.values().sum::<usize>(), twice.values().sum::<usize>());
    assert_eq!(calls, asked);
    let lost_at_most = (kills - left) as usize * AT_ONCE * SEATS;
    assert!(again <= asked + lost_at_most, "{again} answers for {asked} calls");
    eprintln!(
        "{} kills, {under_way} games under way, {asked} calls, {} answers lost on the way",
        kills - left,
        again - asked
    );
}

fn is_answered_call(line: &str) -> bool {
    let line: Value = serde_json::from_str(line).unwrap();
    line["t"] == "call" && line["error"].is_null()
}
