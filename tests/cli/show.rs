//! `show`

use crate::support::Place;
use serde_json::Value;
use std::collections::BTreeSet;

/// Facts that are in everybody's stream, and how everybody's events look in the file.
fn is_public(line: &Value) -> bool {
    line["audience"] == "all"
}

fn hears(line: &Value, seat: u8) -> bool {
    let (seat, audience) = (seat.to_string(), &line["audience"]);
    is_public(line) || audience.as_array().is_some_and(|seats| seats.iter().any(|heard| heard.as_str() == Some(&seat)))
}

fn shown(place: &Place, file: &str, perspective: &str) -> Vec<Value> {
    let text = place.run(&["show", file, "--as", perspective, "--json"]).succeeds();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn each_perspective_is_shown_what_it_heard_and_nothing_else() {
    let place = Place::new();
    for (file, deck) in [("a.jsonl", "online-9p"), ("b.jsonl", "full-box-12"), ("c.jsonl", "piper-12")] {
        let lines = place.game(file, &["--seed", "3", "--deck", deck]);
        let events: Vec<&Value> = lines.iter().filter(|line| line["t"] == "event").collect();
        let seats = lines[0]["deal"].as_object().unwrap().len() as u8;
        let facts = |heard: &dyn Fn(&Value) -> bool| -> Vec<Value> {
            events.iter().filter(|line| heard(line)).map(|line| line["fact"].clone()).collect()
        };
        let told = |perspective: &str| -> Vec<Value> {
            shown(&place, file, perspective).iter().map(|event| event["fact"].clone()).collect()
        };
        assert_eq!(told("public"), facts(&is_public), "{deck}");
        assert_eq!(told("god"), facts(&|_| true), "{deck}");
        for seat in 1..=seats {
            assert_eq!(told(&format!("seat:{seat}")), facts(&|line| hears(line, seat)), "{deck}, seat {seat}");
        }
    }
}

/// A seat's page has no line that is neither everybody's nor its own to know: its private lines come from its own
/// stream, whose every event was addressed to it.
#[test]
fn a_seat_s_page_holds_no_other_seat_s_secrets() {
    let place = Place::new();
    let lines = place.game("a.jsonl", &["--seed", "3"]);
    let page = |perspective: &str| place.run(&["show", "a.jsonl", "--as", perspective]).succeeds();
    let public: BTreeSet<String> = page("public").lines().map(str::to_owned).collect();
    let deal = lines[0]["deal"].as_object().unwrap();
    for (seat, card) in deal {
        let text = page(&format!("seat:{seat}"));
        let private: Vec<&str> =
            text.lines().filter(|line| !line.starts_with("[all]") && line.starts_with('[')).collect();
        let tags: BTreeSet<&str> = private.iter().map(|line| line.split(' ').next().unwrap()).collect();
        let allowed: &[&str] = if card == "werewolf" { &["[you]", "[pack]"] } else { &["[you]"] };
        assert!(tags.iter().all(|tag| allowed.contains(tag)), "seat {seat}, {card}: {tags:?}");
        assert!(private.iter().any(|line| line.contains("You are")), "seat {seat}: {private:?}");
        assert!(private.iter().all(|line| !public.contains(*line)));
    }
    assert!(page("god").contains("[record]"));
    assert!(public.iter().all(|line| !line.starts_with('[') || line.starts_with("[all]")));
}

#[test]
fn nothing_of_what_a_model_thought_is_shown_to_anybody_but_in_the_file() {
    let place = Place::new();
    place.game("a.jsonl", &["--seed", "3"]);
    let god = place.run(&["show", "a.jsonl", "--as", "god"]).succeeds();
    assert!(god.starts_with("Player 1: scripted:heuristic\n"), "{god}");
    let public = place.run(&["show", "a.jsonl"]).succeeds();
    assert!(!public.contains("scripted:"), "players are not told what sits beside them");
}

#[test]
fn speeches_cannot_command_the_terminal() {
    let place = Place::new();
    place.write("bot.sh", "while read -r line; do case \"$line\" in\n*'\"menu\":\"talk\"'*) echo '{\"speech\":\"\\u001b[2Jboo\"}';;\n'{\"request\"'*) echo '{\"choice\":1}';;\nesac; done\n");
    let args = ["play", "--seed", "3", "--out", "a.jsonl", "--seat", "*=process:sh bot.sh"];
    let told = place.run(&args).succeeds();
    let shown = place.run(&["show", "a.jsonl"]).succeeds();
    for text in [told, shown] {
        assert!(text.contains("boo") && !text.contains('\u{1b}'), "{text}");
    }
}

#[test]
fn the_language_is_the_one_asked_for_or_that_of_the_locale_or_that_of_the_game() {
    let place = Place::new();
    place.game("zh.jsonl", &["--seed", "3", "--lang", "zh", "--deck", "vanilla-5-1"]);
    let begins = |args: &[&str], locale: &[(&str, &str)]| {
        let args = [&["show", "zh.jsonl"], args].concat();
        place.run_with(&args, locale).succeeds().lines().next().unwrap().to_owned()
    };
    assert_eq!(begins(&[], &[]), "== 开局 ==");
    assert_eq!(begins(&[], &[("LANG", "C.UTF-8")]), "== 开局 ==");
    assert_eq!(begins(&[], &[("LANG", "en_GB.UTF-8")]), "== Setup ==");
    assert_eq!(begins(&["--lang", "en"], &[("LANG", "zh_CN.UTF-8")]), "== Setup ==");
}

/// Scripts are asked aside as models are, so a run of them has beliefs in it.
#[test]
fn whose_words_did_most_is_told_after_a_game_with_probes() {
    let place = Place::new();
    let experiment = "name = \"asked\"\ndeals = 1\nboards = [\"online-9p\"]\n[design]\nkind = \"head-to-head\"\n\
        [agents]\na = \"scripted:heuristic\"\nb = \"scripted:easy\"\n[probes]\nat = [\"speech\"]\nsilenced = true\n";
    place.write("asked.toml", experiment);
    place.run(&["run", "asked.toml", "--out", "asked"]).succeeds();
    let game = std::fs::read_dir(place.path("asked/games")).unwrap().next().unwrap().unwrap().path();
    let game = game.to_str().unwrap();
    for (lang, heading, best) in
        [("en", "Whose words did most", "misled most: "), ("zh", "谁的话最有分量", "最能误导：")]
    {
        let after = place.run(&["show", game, "--as", "god", "--after", "--lang", lang]).succeeds();
        let (_, told) = after.split_once(heading).unwrap_or_else(|| panic!("{after}"));
        assert!(told.contains(best) || told.contains("helped most") || told.contains("最能澄清"), "{told}");
    }
    place.game("a.jsonl", &["--seed", "3"]);
    let after = place.run(&["show", "a.jsonl", "--as", "god", "--after"]).succeeds();
    assert!(!after.contains("Whose words did most"), "nobody was asked: {after}");
}
