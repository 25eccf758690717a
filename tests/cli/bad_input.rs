//! Whatever is wrong is said in one sentence, with exit code 2, and nothing is lost.

use crate::support::Place;
use std::fs::{self, File};

#[track_caller]
fn says(place: &Place, args: &[&str], words: &[&str]) {
    let error = place.run(args).complains();
    assert!(words.iter().all(|word| error.contains(word)), "{args:?}: {error}");
}

#[test]
fn names_that_do_not_exist_are_met_with_those_that_do() {
    let place = Place::new();
    says(&place, &["play", "--deck", "online-9"], &["unknown deck `online-9`", "`online-9p`"]);
    says(&place, &["decks", "nothing.toml"], &["nothing.toml"]);
    says(&place, &["roles", "seerr"], &["unknown role `seerr`", "`seer`"]);
    says(&place, &["options", "wolf_wins"], &["unknown option `wolf_wins`", "`wolf_win`"]);
    says(&place, &["play", "--set", "wolf_wins=parity"], &["wolf_wins", "`wolf_win`"]);
    says(&place, &["play", "--set", "wolf_win=most"], &["wolf_win", "most", "kill_all, parity, side_wipe"]);
    says(&place, &["play", "--set", "wolf_win"], &["OPTION=VALUE"]);
    says(&place, &["play", "--seat", "3=heurstic"], &["seat 3", "`heurstic`", "`heuristic`"]);
    says(&place, &["play", "--seat", "3=scripted:x"], &["seat 3", "`x`", "random"]);
    says(&place, &["agents", "zzz"], &["`zzz`"]);
    says(&place, &["play", "--lang", "fr"], &["`fr`", "zh and en"]);
    says(&place, &["show", "x.jsonl", "--lang", "fr"], &["`fr`"]);
    says(&place, &["play", "--as", "wolf"], &["--as", "seat:N"]);
    says(&place, &["play", "--sed", "1"], &["--sed", "'--seed'"]);
    says(&place, &["paly"], &["'paly'", "'play'"]);
    says(&place, &["fork", "x.jsonl"], &["--at"]);
}

#[test]
fn seats_are_given_once_and_exist() {
    let place = Place::new();
    says(&place, &["play", "--seat", "3=human", "--seat", "3=scripted:random"], &["seat 3", "two agents"]);
    says(&place, &["play", "--seat", "3=scripted:random", "--human", "3"], &["seat 3", "two agents"]);
    says(&place, &["play", "--seat", "12=human"], &["no seat 12", "online-9p"]);
    says(&place, &["play", "--seat", "0=human"], &["0 is not a seat"]);
    says(&place, &["play", "--seat", "human"], &["N=AGENT"]);
    says(&place, &["play", "--as", "seat:10"], &["seat:10"]);
}

#[test]
fn deck_files_are_read_with_care() {
    let place = Place::new();
    place
        .write("syntax.toml", "id = \"x\"\nruleset = \"vanilla\"\n[roles\n")
        .write("role.toml", "id = \"x\"\nruleset = \"vanilla\"\n[roles]\nwerwolf = 1\nvillager = 4\n")
        .write("key.toml", "id = \"x\"\nruleset = \"vanilla\"\nplayers = 3\n[roles]\nwerewolf = 1\n")
        .write(
            "option.toml",
            "id = \"x\"\nruleset = \"vanilla\"\n[roles]\nwerewolf = 1\nvillager = 4\n[options]\ntie = 3\n",
        )
        .write("small.toml", "id = \"x\"\nruleset = \"vanilla\"\n[roles]\nwerewolf = 1\n")
        .write("bytes.toml", b"id = \"x\"\nruleset = \"\xff\"\n");
    says(&place, &["play", "--deck", "syntax.toml"], &["syntax.toml", "line 3"]);
    says(&place, &["play", "--deck", "role.toml"], &["role.toml", "`werwolf`", "`werewolf`"]);
    says(&place, &["play", "--deck", "key.toml"], &["key.toml", "line 3", "players"]);
    says(&place, &["play", "--deck", "option.toml"], &["option.toml", "tie"]);
    says(&place, &["play", "--deck", "small.toml"], &["small.toml", "1 cards"]);
    says(&place, &["play", "--deck", "bytes.toml"], &["bytes.toml", "line 2", "UTF-8"]);
    says(&place, &["play", "--deck", "."], &["."]);
}

#[test]
fn other_files_are_read_with_care_too() {
    let place = Place::new();
    fs::create_dir_all(place.path("agents")).unwrap();
    place.write("agents/bad.toml", "kind = \"llm\"\nmodle = \"a/b\"\n");
    says(&place, &["play", "--seat", "1=bad"], &["seat 1", "bad.toml:2", "modle"]);
    says(&place, &["play", "--agents", "nowhere"], &["nowhere"]);
    says(&place, &["play", "--prompts", "nowhere"], &["nowhere"]);
    says(&place, &["play", "--seat", "1=process:/no/such/program"], &["seat 1", "/no/such/program"]);
    assert!(!place.path("transcripts").exists(), "no transcript is begun of a game that cannot be");
}

#[test]
fn transcripts_are_read_with_care() {
    let place = Place::new();
    place.game("a.jsonl", &["--seed", "1", "--deck", "vanilla-5-1"]);
    let text = place.read("a.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    let with = |line: &[u8]| [lines[0].as_bytes(), b"\n", line, b"\n", lines[2].as_bytes(), b"\n"].concat();
    place
        .write("empty.jsonl", "")
        .write("other.jsonl", "{\"a\":1}\n")
        .write("text.jsonl", "hello\n")
        .write("headless.jsonl", lines[1..].join("\n"))
        .write("bytes.jsonl", with(b"\xff\xfe"))
        .write("broken.jsonl", with(b"{\"t\":\"event\","))
        .write("twice.jsonl", with(lines[0].as_bytes()));
    for (file, word) in [
        ("empty.jsonl", "empty"),
        ("other.jsonl", "not a transcript"),
        ("text.jsonl", "not a transcript"),
        ("headless.jsonl", "header"),
        ("bytes.jsonl", ":2"),
        ("broken.jsonl", ":2"),
        ("twice.jsonl", ":2"),
        ("absent.jsonl", "absent.jsonl"),
        (".", "."),
    ] {
        for args in [&["show", file][..], &["fork", file, "--at", "1"], &["play", "--resume", file]] {
            says(&place, args, &[file, word]);
        }
    }
    assert_eq!(place.read("a.jsonl"), text);
}

#[test]
fn a_line_without_end_is_not_read_to_its_end() {
    let place = Place::new();
    place.game("a.jsonl", &["--seed", "1", "--deck", "vanilla-5-1"]);
    // A gigabyte of nothing, which takes no room on the disk.
    let text = place.read("a.jsonl");
    let header = text.lines().next().unwrap().to_owned() + "\n";
    for (file, start) in [("zeros.jsonl", ""), ("line.jsonl", header.as_str())] {
        place.write(file, start);
        File::options().append(true).open(place.path(file)).unwrap().set_len(1 << 30).unwrap();
        says(&place, &["show", file], &[file, "longer than"]);
    }
    assert_eq!(place.run(&["verify", "line.jsonl"]).code, 1);
    assert!(place.run(&["verify", "zeros.jsonl"]).complains().contains("longer than"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_or_a_closed_directory_is_said() {
    let place = Place::new();
    says(&place, &["play", "--out", "/dev/full"], &["/dev/full", "No space left"]);
    says(&place, &["play", "--out", "no/such/dir.jsonl"], &["no/such/dir.jsonl"]);
    says(&place, &["play", "--out", "."], &["."]);
    place.write("kept.jsonl", "mine");
    says(&place, &["play", "--out", "kept.jsonl"], &["kept.jsonl", "exists"]);
    assert_eq!(place.read("kept.jsonl"), "mine");
    place.write("transcripts", "a file where a directory should be");
    says(&place, &["play"], &["transcripts/runs"]);
}

#[test]
fn the_screen_that_does_not_exist_is_said_to_be_missing() {
    says(&Place::new(), &["play", "--human", "1", "--ui", "full"], &["--ui full", "--ui line"]);
}
