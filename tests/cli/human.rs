//! A person on a pipe.

use crate::support::{Place, happened};
use serde_json::Value;

/// Lines that answer any question sooner or later: what cannot be an answer is asked for again.
fn answers() -> String {
    let mut lines = vec!["/pass".to_owned()];
    lines.extend((1..=9).map(|seat| seat.to_string()));
    lines.push("I listen.".into());
    (lines.join("\n") + "\n").repeat(200)
}

fn decisions_of(lines: &[Value], seat: u64) -> Vec<&Value> {
    lines.iter().filter(|line| line["t"] == "decision" && line["seat"] == seat).collect()
}

fn tagged(text: &str) -> Vec<&str> {
    text.lines().filter(|line| ["[all]", "[you]", "[pack]"].iter().any(|tag| line.starts_with(tag))).collect()
}

#[test]
fn a_whole_game_is_played_through_a_pipe_and_only_the_seat_s_view_is_told() {
    for seat in [1, 3, 6] {
        let place = Place::new();
        let number = seat.to_string();
        let args = ["play", "--human", &number, "--seed", "4", "--out", "a.jsonl"];
        let told = place.run_piped(&args, &answers()).succeeds();
        let lines = place.lines("a.jsonl");
        let own = decisions_of(&lines, seat);
        assert!(!own.is_empty() && own.iter().all(|decision| decision["how"] == "human"), "{own:?}");
        assert_eq!(lines[0]["seats"][&number]["agent"], "human");
        assert!(!told.contains('\u{1b}'));
        let shown = place.run(&["show", "a.jsonl", "--as", &format!("seat:{seat}")]).succeeds();
        assert_eq!(tagged(&told), tagged(&shown), "seat {seat}");
        place.run(&["verify", "a.jsonl"]).succeeds();
    }
}

#[test]
fn a_person_is_spoken_to_in_his_language() {
    let place = Place::new();
    let args = ["play", "--human", "2", "--seed", "4", "--out", "a.jsonl", "--lang", "zh"];
    let told = place.run_piped(&args, &answers()).succeeds();
    assert!(told.contains("[仅你]") && !told.contains("[you]"), "{told}");
    assert_eq!(place.lines("a.jsonl")[0]["language"], "zh");
}

#[test]
fn when_stdin_closes_the_seat_takes_every_fallback_and_the_transcript_says_why() {
    let place = Place::new();
    place.run_piped(&["play", "--human", "2", "--seed", "4", "--out", "a.jsonl"], "").succeeds();
    let lines = place.lines("a.jsonl");
    let own = decisions_of(&lines, 2);
    assert!(!own.is_empty() && own.iter().all(|decision| decision["how"] == "failed"), "{own:?}");
    let left: Vec<&Value> = lines.iter().filter(|line| line["t"] == "note" && line["kind"] == "agent_left").collect();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0]["seat"], 2);
    assert_eq!(lines.last().unwrap()["t"], "end");
    place.run(&["verify", "a.jsonl"]).succeeds();
}

#[test]
fn json_leaves_stdout_to_the_end_line() {
    let place = Place::new();
    let ran = place.run_piped(&["play", "--human", "2", "--seed", "4", "--json"], &answers());
    assert!(ran.stderr.contains("[you]"), "{ran:?}");
    assert_eq!(ran.json()["t"], "end");
}

#[test]
fn several_people_share_a_pipe_seat_by_seat() {
    let place = Place::new();
    let args = ["play", "--human", "2", "--human", "5", "--seed", "4", "--out", "a.jsonl"];
    place.run_piped(&args, &answers()).succeeds();
    let lines = place.lines("a.jsonl");
    for seat in [2, 5] {
        let own = decisions_of(&lines, seat);
        assert!(!own.is_empty() && own.iter().all(|decision| decision["how"] == "human"), "{own:?}");
    }
}

#[test]
fn nobody_is_shown_more_than_the_person_may_know() {
    let error = Place::new().run(&["play", "--human", "2", "--as", "god"]).complains();
    assert!(error.contains("--as"), "{error}");
}

#[test]
fn a_person_s_interrupted_game_goes_on() {
    let place = Place::new();
    place.run_piped(&["play", "--human", "2", "--seed", "4", "--out", "a.jsonl"], &answers()).succeeds();
    let text = place.read("a.jsonl");
    place.write("u.jsonl", &text[..text.len() / 2]);
    let told = place.run_piped(&["play", "--resume", "u.jsonl"], &answers()).succeeds();
    let shown = place.run(&["show", "u.jsonl", "--as", "seat:2"]).succeeds();
    assert_eq!(tagged(&told), tagged(&shown), "what was before is told again");
    place.run(&["verify", "u.jsonl"]).succeeds();
}

#[test]
fn who_leaves_hands_the_seat_to_a_script_and_the_transcript_says_so() {
    let place = Place::new();
    place.run_piped(&["play", "--human", "2", "--seed", "4", "--out", "a.jsonl"], "/quit\n/quit\n").succeeds();
    let lines = place.lines("a.jsonl");
    let own = decisions_of(&lines, 2);
    assert!(!own.is_empty() && own.iter().all(|decision| decision["how"] == "scripted"), "{own:?}");
    let left: Vec<&Value> = lines.iter().filter(|line| line["t"] == "note" && line["kind"] == "agent_left").collect();
    assert_eq!(left.len(), 1);
    assert!(left[0]["seat"] == 2 && left[0]["text"].as_str().unwrap().contains("script"), "{left:?}");
    place.run(&["verify", "a.jsonl"]).succeeds();
}

#[test]
fn every_command_and_all_kinds_of_wrong_input_are_met_with_words_and_cost_nothing() {
    let place = Place::new();
    let commands = "/help\n／帮助\n/me\n/who\n/log\n/log night 1\n/log day １\n/votes\n/votes 1\n/rules\n/rules seer\n/rules x\n\
        /time\n/note 3 is calm\n/note\n/undo\n/lang fr\n/lang zh\n/lang en\n/dance\n/\n\n   \n\u{1b}[2J\n９９\n99\n-1\n3 or 4\n\
        \u{202e}3\n🐺\n/quit\n/me\n";
    let long = "狼".repeat(200_000) + "\n";
    let input = format!("{commands}{long}{}", answers());
    let args = ["play", "--human", "2", "--seed", "4", "--out", "a.jsonl"];
    let told = place.run_piped(&args, &input).succeeds();
    for part in ["/votes [N]", "3 is calm", "There is no such role", "There is no command /dance", "从现在起说中文"]
    {
        assert!(told.contains(part), "`{part}` is not in {told}");
    }
    assert!(!told.contains(|letter: char| letter.is_control() && letter != '\n'));
    let lines = place.lines("a.jsonl");
    let own = decisions_of(&lines, 2);
    assert!(own.iter().all(|decision| decision["how"] == "human" && decision["attempts"] == 1), "{own:?}");
}

#[test]
fn the_end_of_the_input_is_met_at_every_question() {
    let place = Place::new();
    let lines = answers();
    for count in [1, 2, 3, 5, 8, 13, 21, 34] {
        let begun: String = lines.split_inclusive('\n').take(count).collect();
        let file = format!("{count}.jsonl");
        place.run_piped(&["play", "--human", "3", "--seed", "4", "--out", &file], &begun).succeeds();
        let lines = place.lines(&file);
        let own: Vec<&str> = decisions_of(&lines, 3).iter().map(|decision| decision["how"].as_str().unwrap()).collect();
        let answered = own.iter().take_while(|how| **how == "human").count();
        assert!(own[answered..].iter().all(|how| *how == "failed"), "{count}: {own:?}");
        let says_why = |line: &Value| line["kind"] == "agent_left" && line["text"].as_str().unwrap().contains("ended");
        assert_eq!(lines.iter().filter(|line| says_why(line)).count(), usize::from(answered < own.len()));
        place.run(&["verify", &file]).succeeds();
    }
}

/// What was told before and after a person was told that he is shown everything.
fn split_where_all_is_shown(told: &str) -> Option<(&str, &str)> {
    told.split_once("from now on you see the whole game")
}

/// The lines without how long a person took.
fn without_times(mut lines: Vec<Value>) -> Vec<Value> {
    for line in &mut lines {
        line.as_object_mut().unwrap().remove("elapsed_ms");
    }
    lines
}

#[test]
fn whoever_has_left_sees_the_whole_game_if_he_wants_to_and_only_then() {
    let secret = |text: &str| text.lines().any(|line| line.starts_with("[record]") || line.starts_with("[Player"));
    let mut shown = 0;
    for seed in 1..=6 {
        let (place, seed) = (Place::new(), seed.to_string());
        let play = |how: &[&str], file: &str| {
            let args = [&["play", "--human", "3", "--seed", &seed, "--out", file][..], how].concat();
            place.run_piped(&args, &answers()).succeeds()
        };
        let public = play(&[], "a.jsonl");
        let all = play(&["--after-death", "watch-all"], "b.jsonl");
        let (game, _) = public.split_once("== After the game ==").unwrap();
        assert!(!secret(game) && split_where_all_is_shown(&public).is_none(), "{public}");
        let [one, other] = ["a.jsonl", "b.jsonl"].map(|file| without_times(happened(&place.lines(file))));
        assert_eq!(one, other, "it is the same game");
        let Some((before, after)) = split_where_all_is_shown(&all) else { continue };
        let (after, _) = after.split_once("== After the game ==").unwrap();
        assert!(!secret(before) && tagged(&public).starts_with(&tagged(before)), "{before}");
        assert!(secret(after), "{after}");
        assert!(!after.contains("it is your turn"), "whoever sees all is not asked: {after}");
        let end = place.run(&["show", "b.jsonl", "--as", "god"]).succeeds();
        let last = |text: &str| text.trim_end().lines().last().map(str::to_owned);
        assert_eq!(last(after), last(&end), "to the end");
        shown += 1;
    }
    assert!(shown > 0, "no seed lets seat 3 die before the end");
}

#[test]
fn the_whole_game_is_not_shown_where_another_person_plays_or_the_dead_may_act() {
    let place = Place::new();
    let watch_all = ["--after-death", "watch-all", "--seed", "4", "--out", "a.jsonl"];
    for (more, why) in [
        (&["play", "--human", "2", "--human", "5"][..], "another person"),
        (&["play", "--human", "2", "--seat", "5=human"], "another person"),
        (&["host", "--seats", "2"], "other terminals"),
        (&["host", "--seats", "2", "--human", "5"], "other terminals"),
        (&["play", "--human", "2", "--set", "event_deck=all"], "event cards"),
    ] {
        let error = place.run(&[more, &watch_all].concat()).complains();
        assert!(error.contains("--after-death watch-all") && error.contains(why), "{more:?}: {error}");
        assert!(!place.path("a.jsonl").exists());
    }
    // Nobody to show it to.
    place.run(&[&["play", "--quiet"][..], &watch_all].concat()).succeeds();
}

#[test]
fn a_language_is_changed_in_the_words_of_the_same_prompts() {
    let place = Place::new();
    std::fs::create_dir_all(place.path("own/zh")).unwrap();
    let facts = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/prompts/zh/facts.toml")).unwrap();
    assert!(facts.contains("天黑请闭眼"));
    place.write("own/zh/facts.toml", facts.replace("天黑请闭眼", "月亮升起来了"));
    let args = ["play", "--human", "9", "--seed", "4", "--lang", "en", "--prompts", "own"];
    let input = format!("/lang zh\n/log\n/lang en\n/log\n{}", answers());
    let told = place.run_piped(&args, &input).succeeds();
    assert!(told.contains("月亮升起来了") && !told.contains("天黑请闭眼"), "{told}");
    assert!(told.contains("English from now on."), "{told}");
}
