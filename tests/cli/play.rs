//! `play` without people.

use crate::support::{Place, ended};
use std::io::{BufRead, BufReader};

#[test]
fn no_flag_is_needed() {
    let place = Place::new();
    let ran = place.run(&["play"]);
    let (seed, at) = {
        let mut words = ran.stderr.split_whitespace();
        assert_eq!(words.next(), Some("seed"));
        let seed = words.next().unwrap().to_owned();
        assert_eq!(words.next(), Some("transcript"));
        (seed, words.next().unwrap().to_owned())
    };
    let account = ran.succeeds();
    assert_eq!(at, format!("transcripts/runs/online-9p-{seed}.jsonl"));
    assert!(account.starts_with("== Setup ==\n[all] ") && account.contains("The game is over"), "{account}");
    assert_eq!(account, place.run(&["show", &at]).succeeds());
    let header = &place.lines(&at)[0];
    assert_eq!((header["deck"].as_str(), header["seed"].to_string()), (Some("online-9p"), seed));
    assert_eq!(header["seats"]["9"]["agent"], "scripted:heuristic");
    place.run(&["verify", &at]).succeeds();
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let place = Place::new();
    place.game("a.jsonl", &["--seed", "5"]);
    place.game("b.jsonl", &["--seed", "5"]);
    place.game("c.jsonl", &["--seed", "6"]);
    assert_eq!(place.read("a.jsonl"), place.read("b.jsonl"));
    assert_ne!(place.read("a.jsonl"), place.read("c.jsonl"));
}

#[test]
fn games_of_one_seed_do_not_overwrite_each_other() {
    let place = Place::new();
    for _ in 0..2 {
        place.run(&["play", "--quiet", "--seed", "5"]).succeeds();
    }
    let id =
        |name: &str| place.lines(&format!("transcripts/runs/{name}.jsonl"))[0]["game"].as_str().unwrap().to_owned();
    assert_eq!((id("online-9p-5"), id("online-9p-5-2")), ("online-9p-5".into(), "online-9p-5-2".into()));
}

#[test]
fn json_prints_the_end_line_and_nothing_else() {
    let place = Place::new();
    let end = place.run(&["play", "--seed", "5", "--json", "--out", "a.jsonl"]).json();
    assert_eq!(end["t"], "end");
    assert_eq!(Some(&end), place.lines("a.jsonl").last());
}

#[test]
fn quiet_prints_nothing() {
    let ran = Place::new().run(&["play", "--seed", "5", "--quiet"]);
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, "", ""));
}

#[test]
fn deck_options_and_agents_are_those_that_were_given() {
    let place = Place::new();
    place.write("mine.toml", "id = \"mine\"\nruleset = \"vanilla\"\n[roles]\nwerewolf = 1\nvillager = 4\n");
    let seats = ["--seat", "*=scripted:random", "--seat", "2-3=heuristic", "--seat", "3=scripted:oracle"];
    let lines = place.game("a.jsonl", &[&["--deck", "mine.toml", "--set", "wolf_win=kill_all"], &seats[..]].concat());
    let header = &lines[0];
    assert_eq!((&header["deck"], &header["options"]["wolf_win"]), (&"mine".into(), &"kill_all".into()));
    let agents: Vec<&str> = (1..=5).map(|n| header["seats"][n.to_string()]["agent"].as_str().unwrap()).collect();
    assert_eq!(agents, ["scripted:random", "heuristic", "scripted:oracle", "scripted:random", "scripted:random"]);
}

#[test]
fn the_account_is_told_from_where_it_was_asked_for() {
    let place = Place::new();
    let told = |perspective: &str, file: &str| {
        place.run(&["play", "--seed", "5", "--as", perspective, "--out", file]).succeeds()
    };
    for (perspective, file) in [("public", "a.jsonl"), ("seat:4", "b.jsonl"), ("god", "c.jsonl")] {
        let account = told(perspective, file);
        // The moderator's page of `show` begins with who sits where.
        assert!(place.run(&["show", file, "--as", perspective]).succeeds().ends_with(&account), "{perspective}");
    }
    let (public, god) = (place.run(&["show", "a.jsonl"]).stdout, place.run(&["show", "a.jsonl", "--as", "god"]).stdout);
    assert!(god.lines().count() > public.lines().count());
}

#[test]
fn a_program_can_sit_down() {
    let place = Place::new();
    // It answers every question with the first choice, or a word.
    place.write(
        "bot.sh",
        "while read -r line; do case \"$line\" in\n\
         *'\"menu\":\"talk\"'*) echo '{\"speech\":\"hm\"}';;\n\
         '{\"request\"'*) echo '{\"choice\":1}';;\nesac; done\n",
    );
    let lines = place.game("a.jsonl", &["--deck", "vanilla-5-1", "--seat", "2=process:sh bot.sh", "--seed", "1"]);
    let answered = lines.iter().filter(|line| line["t"] == "decision" && line["seat"] == 2);
    let hows: Vec<&str> = answered.map(|line| line["how"].as_str().unwrap()).collect();
    assert!(!hows.is_empty() && hows.iter().all(|how| *how == "answered"), "{hows:?}");
    assert!(lines[0]["created"].is_string() && lines[0]["conditions"]["deadline_s"] == 180.0);
    place.run(&["verify", "a.jsonl"]).succeeds();
}

#[test]
fn a_program_that_breaks_or_hangs_costs_its_own_seat_alone() {
    let place = Place::new();
    let seats = ["--seat", "1=process:false", "--seat", "2=process:sleep 600", "--deadline", "0.05", "--retries", "0"];
    let lines = place.game("a.jsonl", &[&["--deck", "vanilla-5-1", "--seed", "1"], &seats[..]].concat());
    let hows = |seat: u64| -> Vec<&str> {
        let own = lines.iter().filter(|line| line["t"] == "decision" && line["seat"] == seat);
        own.map(|line| line["how"].as_str().unwrap()).collect()
    };
    assert!(hows(1).iter().all(|how| *how == "failed"), "{:?}", hows(1));
    assert!(hows(2).iter().all(|how| *how == "timed_out"), "{:?}", hows(2));
    assert_eq!(lines.last().unwrap()["t"], "end");
    place.run(&["verify", "a.jsonl"]).succeeds();
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_it_quietly_and_leaves_a_transcript_to_go_on_with() {
    let place = Place::new();
    let mut child =
        place.spawn(&["play", "--seed", "5", "--out", "a.jsonl", "--seat", "1=process:sleep 600", "--deadline", "1"]);
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    drop(stdout);
    let ran = ended(child);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(line.starts_with("== "));
    assert_ne!(place.lines("a.jsonl").last().unwrap()["t"], "end");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_transcript_that_can_be_resumed() {
    let place = Place::new();
    let args = ["play", "--seed", "5", "--out", "a.jsonl", "--seat", "*=process:sleep 600", "--deck", "vanilla-5-1"];
    let mut child = place.spawn(&args);
    let mut stdout = BufReader::new(child.stdout.take().unwrap()).lines();
    // The first night has begun, so the game waits for the programs.
    while !stdout.next().unwrap().unwrap().contains("Night 1") {}
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let ran = ended(child);
    assert_eq!(ran.code, 130, "{ran:?}");
    assert!(ran.stderr.contains("lycaon play --resume a.jsonl"), "{ran:?}");
    assert!(place.run(&["verify", "a.jsonl"]).succeeds().contains("unfinished"));
}
