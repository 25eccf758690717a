//! Variables, locales and streams.

use crate::support::Place;

#[test]
fn a_variable_stands_for_its_flag_and_the_flag_counts_before_it() {
    let place = Place::new();
    let header = |args: &[&str], variables: &[(&str, &str)]| {
        let args = [&["play", "--quiet", "--out", "a.jsonl"], args].concat();
        place.run_with(&args, variables).succeeds();
        let header = place.lines("a.jsonl").remove(0);
        std::fs::remove_file(place.path("a.jsonl")).unwrap();
        header
    };
    let variables = [
        ("LYCAON_SEED", "7"),
        ("LYCAON_DECK", "vanilla-5-1"),
        ("LYCAON_SET", "wolf_win=kill_all;tie=pk_once,none"),
        ("LYCAON_SEAT", "*=scripted:random;2=scripted:oracle"),
    ];
    let from_variables = header(&[], &variables);
    assert_eq!((&from_variables["seed"], &from_variables["deck"]), (&7.into(), &"vanilla-5-1".into()));
    assert_eq!(from_variables["options"]["wolf_win"], "kill_all");
    assert_eq!(from_variables["options"]["tie"], "pk_once,none");
    assert_eq!(from_variables["seats"]["2"]["agent"], "scripted:oracle");
    assert_eq!(from_variables["seats"]["5"]["agent"], "scripted:random");
    let from_flags = header(&["--seed", "8", "--deck", "vanilla-6-1", "--set", "wolf_win=parity"], &variables);
    assert_eq!((&from_flags["seed"], &from_flags["deck"]), (&8.into(), &"vanilla-6-1".into()));
    assert_eq!(from_flags["options"]["wolf_win"], "parity");
}

#[test]
fn switches_have_variables_too() {
    let place = Place::new();
    for (value, quiet) in [("1", true), ("true", true), ("0", false), ("no", false)] {
        let ran = place.run_with(&["play", "--seed", "1", "--deck", "vanilla-5-1"], &[("LYCAON_QUIET", value)]);
        assert_eq!(ran.succeeds().is_empty(), quiet, "{value}");
    }
    place.run_with(&["play", "--quiet"], &[("LYCAON_SEED", ""), ("LYCAON_DECK", "")]).succeeds();
    let error = place.run_with(&["play"], &[("LYCAON_SEED", "many")]).complains();
    assert!(error.contains("many") && error.contains("--seed"), "{error}");
}

#[test]
fn the_locale_chooses_the_language() {
    let place = Place::new();
    let first = |variables: &[(&str, &str)], args: &[&str]| {
        let args = [&["play", "--seed", "1", "--deck", "vanilla-5-1"], args].concat();
        place.run_with(&args, variables).succeeds().lines().next().unwrap().to_owned()
    };
    let (zh, en) = ("== 开局 ==", "== Setup ==");
    assert_eq!(first(&[], &[]), en);
    assert_eq!(first(&[("LANG", "zh_CN.UTF-8")], &[]), zh);
    assert_eq!(first(&[("LANG", "zh_CN.UTF-8"), ("LC_ALL", "en_US.UTF-8")], &[]), en);
    assert_eq!(first(&[("LANG", "fr_FR.UTF-8")], &[]), en);
    assert_eq!(first(&[("LANG", "en_US.UTF-8"), ("LYCAON_LANG", "zh")], &[]), zh);
    assert_eq!(first(&[("LYCAON_LANG", "zh")], &["--lang", "en"]), en);
}

#[test]
fn the_log_is_on_stderr_and_never_on_stdout() {
    let place = Place::new();
    let plain = place.run(&["play", "--seed", "1", "--deck", "vanilla-5-1", "--out", "a.jsonl"]);
    let loud = place.run_with(&["play", "--seed", "1", "--deck", "vanilla-5-1", "-vvv", "--out", "b.jsonl"], &[]);
    assert_eq!(plain.stdout, loud.stdout);
    let wrong = place.run_with(&["decks"], &[("LYCAON_LOG", "a=b=c")]);
    assert!(wrong.stderr.contains("LYCAON_LOG"), "{wrong:?}");
    wrong.succeeds();
}

#[test]
fn help_is_given_to_who_asks() {
    let place = Place::new();
    let help = place.run(&["--help"]).succeeds();
    let commands =
        ["play", "show", "verify", "fork", "simulate", "import", "roles", "decks", "options", "agents", "mock-llm"];
    for command in commands {
        assert!(help.contains(&format!("\n  {command}")), "{command}: {help}");
        assert!(place.run(&[command, "--help"]).succeeds().contains("Usage: lycaon"), "{command}");
    }
    assert!(place.run(&["--version"]).succeeds().starts_with("lycaon "));
    assert_eq!(place.run(&[]).code, 2);
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let place = Place::new();
    place.game("a.jsonl", &["--seed", "1"]);
    for command in ["show a.jsonl --as god --json", "options", "roles --json", "verify a.jsonl", "decks online-9p"] {
        let script = format!("\"$LYCAON\" {command} | true; echo ${{PIPESTATUS[0]}}");
        let mut bash = std::process::Command::new("bash");
        bash.current_dir(place.path("")).env("LYCAON", env!("CARGO_BIN_EXE_lycaon")).args(["-c", &script]);
        let output = bash.output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), "0\n", "{command}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{command}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_stdout_that_takes_nothing_is_an_error() {
    let place = Place::new();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = place.command(&["roles"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: the output cannot be written"));
}
