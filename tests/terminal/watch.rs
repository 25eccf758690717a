//! Recorded games, watched.

use crate::tmux::{Terminal, is_there};
use std::fs;
use std::io::Write;
use std::process::Command;

/// A directory with a game of scripts in it.
fn recorded() -> tempfile::TempDir {
    let place = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lycaon"));
    let args = ["play", "--seed", "4", "--quiet", "--lang", "zh", "--out", "a.jsonl"];
    assert!(command.current_dir(place.path()).args(args).output().unwrap().status.success());
    place
}

#[test]
fn a_game_is_played_back_paused_and_stepped_through() {
    if !is_there() {
        return;
    }
    let line = "lycaon watch a.jsonl --speed 8; echo \"exit $?\"";
    let terminal = Terminal::run_in(recorded(), 80, 24, line);
    terminal.wait("first day", |screen| screen.contains("第1天"));
    terminal.types("　");
    let paused = terminal.wait_for("暂停");
    assert!(!paused.contains("[仅你]") && !paused.contains("[法官]"), "{paused}");
    terminal.press("Right");
    let next = terminal.wait("next", |screen| screen != paused);
    terminal.press("Left");
    terminal.wait("what was before", |screen| screen != next);
    for _ in 0..60 {
        terminal.types("】");
    }
    terminal.wait("end", |screen| screen.lines().next().unwrap().contains("终局"));
    terminal.press("F3");
    terminal.wait_for("放逐计票");
    terminal.press("Escape");
    terminal.press("C-c");
    terminal.wait_for("exit 0");
    assert_eq!(terminal.tells("#{alternate_on}"), "0");
}

#[test]
fn a_game_is_followed_as_it_is_written_and_from_any_seat() {
    if !is_there() {
        return;
    }
    let place = recorded();
    let all = fs::read_to_string(place.path().join("a.jsonl")).unwrap();
    let lines: Vec<&str> = all.split_inclusive('\n').collect();
    let (begun, rest) = lines.split_at(lines.len() / 2);
    fs::write(place.path().join("b.jsonl"), begun.concat()).unwrap();
    let line = "lycaon watch b.jsonl --follow --as god --speed 32; echo \"exit $?\"";
    let terminal = Terminal::run_in(place, 120, 40, line);
    let before = terminal.wait_for("跟随中");
    assert!(before.contains("[法官]"), "{before}");
    let mut file = fs::OpenOptions::new().append(true).open(terminal.path("b.jsonl")).unwrap();
    file.write_all(rest.concat().as_bytes()).unwrap();
    terminal.wait("end", |screen| screen.lines().next().unwrap().contains("终局"));
    terminal.press("Escape");
    terminal.wait_for("exit 0");
    let place = terminal.into_place();
    let terminal = Terminal::run_in(place, 120, 40, "lycaon watch a.jsonl --as seat:3 --speed 0.125 --lang en");
    let screen = terminal.wait_for("Player 3 you");
    assert!(!screen.contains("[record]"));
}

#[test]
fn without_a_terminal_the_way_to_text_is_named() {
    let place = recorded();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lycaon"));
    let output = command.current_dir(place.path()).args(["watch", "a.jsonl"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("lycaon show a.jsonl"));
}
