//! A table of hostile programs: what they say reaches a person as words, in both modes.

use crate::play::full;
use crate::tmux::{Terminal, is_there};
use crate::tricks::{is_unwanted, tricks};
use crate::{ZH, hows, lines};
use serde_json::json;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

/// Answers each request with the next of its lines.
const BOT: &str = r#"n=$$
while read -r line; do
  case "$line" in '{"request"'*) n=$((n + 1)); sed -n "$((n % 32 + 1))p" tricks.jsonl ;; esac
done
"#;

/// A directory with the program and its tricks in it.
fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let lines: Vec<String> =
        tricks().iter().map(|trick| json!({"choice": 1, "speech": trick}).to_string() + "\n").collect();
    assert_eq!(lines.len(), 32, "the program counts so far");
    fs::write(place.path().join("tricks.jsonl"), lines.concat()).unwrap();
    fs::write(place.path().join("bot.sh"), BOT).unwrap();
    place
}

#[test]
fn a_hostile_table_paints_nothing_on_the_screen() {
    if !is_there() {
        return;
    }
    let line = "lycaon play --seat '*=process:sh bot.sh' --human 9 --seed 4 --lang zh --out a.jsonl --ui full --deadline 20; echo \"exit $?\"";
    let terminal = Terminal::run_in(place(), 80, 24, line);
    let title = terminal.tells("#{pane_title}");
    full(&terminal, &ZH, |screen| {
        let rows: Vec<&str> = screen.lines().collect();
        assert_eq!(rows.len(), 24, "{screen}");
        assert!(rows[0].starts_with("─ ") && rows[0].ends_with(" ─"), "{screen}");
        assert!(rows[23].contains("F1"), "{screen}");
        // The wall between the seats and the log stands where it stood.
        assert!(rows[1..10].iter().all(|row| row.contains('│') || row.is_empty()), "{screen}");
        assert!(!screen.chars().any(|letter| letter != '\n' && is_unwanted(letter)), "{screen:?}");
    });
    assert_eq!(terminal.tells("#{pane_title} #{alternate_on}"), format!("{title} 1"));
    terminal.press("C-u");
    terminal.press("Enter");
    terminal.wait_for("exit 0");
    let said = lines(&terminal, "a.jsonl");
    let said = said.iter().filter(|line| line["fact"]["kind"] == "spoke").count();
    assert!(said > 3, "the programs spoke {said} times");
}

#[test]
fn a_hostile_table_prints_nothing_but_lines() {
    let place = place();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lycaon"));
    let args =
        ["play", "--seat", "*=process:sh bot.sh", "--human", "9", "--seed", "4", "--lang", "zh", "--out", "a.jsonl"];
    command.current_dir(place.path()).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let answers = (ZH.answers.join("\n") + "\n").repeat(100);
    let writer = std::thread::spawn(move || _ = stdin.write_all(answers.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.matches("发言：「").count() > 3, "the programs were heard: {told}");
    assert!(!told.chars().any(|letter| letter != '\n' && is_unwanted(letter)));
    let record = fs::read_to_string(place.path().join("a.jsonl")).unwrap();
    let record: Vec<serde_json::Value> = record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(hows(&record, 9).iter().all(|how| how == "human"));
}
