//! `roles`, `decks`, `options`, `agents`.

use crate::support::Place;
use serde_json::{Value, json};

#[track_caller]
fn array(args: &[&str]) -> Vec<Value> {
    Place::new().run(args).json().as_array().unwrap().clone()
}

#[test]
fn roles_have_both_names_and_the_options_that_change_them() {
    let roles = array(&["roles", "--json"]);
    for role in &roles {
        let keys: Vec<&str> = role.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["id", "zh", "en", "camp", "status", "sources", "options", "night"]);
        assert!(["playable", "unverified"].contains(&role["status"].as_str().unwrap()), "{role}");
        assert!(role["status"] != "playable" || role["camp"].is_string(), "{role}");
        assert!(!role["sources"].as_array().unwrap().is_empty(), "{role}");
        assert!([&role["zh"], &role["en"]].iter().all(|name| !name.as_str().unwrap().is_empty()), "{role}");
    }
    let moon_girl = roles.iter().find(|role| role["id"] == "moon-girl").unwrap();
    assert_eq!((&moon_girl["status"], &moon_girl["zh"]), (&json!("unverified"), &json!("月女")));
    let witch = roles.iter().find(|role| role["id"] == "witch").unwrap();
    assert_eq!((witch["zh"].as_str(), witch["en"].as_str()), (Some("女巫"), Some("Witch")));
    assert_eq!(witch["camp"], "village");
    assert!(witch["options"].as_array().unwrap().contains(&json!("witch_self_save")));
    assert_eq!(array(&["roles", "witch", "--json"]), std::slice::from_ref(witch));
}

#[test]
fn the_thirty_six_event_cards_can_all_be_played() {
    let events = array(&["events", "--json"]);
    assert_eq!(events.len(), 36);
    let options = array(&["options", "--json"]);
    for event in &events {
        let keys: Vec<&str> = event.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["id", "zh", "en", "class", "needs", "status", "sources", "options"]);
        assert_eq!(event["status"], "playable");
        assert!(!event["sources"].as_array().unwrap().is_empty(), "{event}");
        for option in event["options"].as_array().unwrap() {
            assert!(options.iter().any(|known| known["id"] == *option), "{event}: {option}");
        }
    }
    let miracle = events.iter().find(|event| event["id"] == "miracle").unwrap();
    assert_eq!((miracle["zh"].as_str(), miracle["en"].as_str()), (Some("奇迹"), Some("Miracle")));
    assert_eq!(array(&["events", "miracle", "--json"]), std::slice::from_ref(miracle));
}

/// What `lycaon roles` counts, the README says.
#[test]
fn the_readme_counts_the_roles() {
    let roles = array(&["roles", "--json"]);
    let count = |status: &str| roles.iter().filter(|role| role["status"] == status).count();
    let line =
        format!("{} roles can be played; of {} more only the name is known.", count("playable"), count("unverified"),);
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(readme.contains(&line), "README.md does not say: {line}");
}

#[test]
fn every_option_that_a_role_names_is_one() {
    let options = array(&["options", "--json"]);
    for role in array(&["roles", "--json"]) {
        for option in role["options"].as_array().unwrap() {
            assert!(options.iter().any(|known| known["id"] == *option), "{}: {option}", role["id"]);
        }
    }
}

#[test]
fn options_say_what_each_ruleset_has() {
    let options = array(&["options", "--json"]);
    for option in &options {
        let keys: Vec<&str> = option.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["id", "values", "default"]);
        assert!(option["values"].as_array().unwrap().len() + option["default"].as_object().unwrap().len() > 2);
    }
    let win = options.iter().find(|option| option["id"] == "wolf_win").unwrap();
    assert_eq!(win["values"], json!(["kill_all", "parity", "side_wipe"]));
    assert_eq!((&win["default"]["vanilla"], &win["default"]["online-9p"]), (&json!("parity"), &json!("side_wipe")));
}

#[test]
fn decks_count_their_cards() {
    let decks = array(&["decks", "--json"]);
    for deck in &decks {
        let keys: Vec<&str> = deck.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["id", "seats", "ruleset", "roles"]);
        let cards: u64 = deck["roles"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
        assert_eq!(deck["seats"], cards, "{deck}");
    }
    let vanilla = &array(&["decks", "vanilla-7-2", "--json"])[0];
    assert_eq!(vanilla["roles"], json!({ "werewolf": 2, "villager": 5 }));
}

#[test]
fn a_deck_of_ones_own_is_described_like_a_built_in_one() {
    let place = Place::new();
    place.write("mine.toml", "id = \"mine\"\nruleset = \"vanilla\"\n[roles]\nwerewolf = 1\nvillager = 3\nseer = 1\n");
    assert_eq!(place.run(&["decks", "mine.toml", "--json"]).json()[0]["seats"], 5);
    assert!(place.run(&["decks", "mine.toml"]).succeeds().contains("Seer"));
}

#[test]
fn both_languages_are_spoken() {
    let place = Place::new();
    for (args, zh, en) in [
        (&["roles"][..], "狼人", "Werewolf"),
        (&["roles", "seer"], "预言家", "Seer"),
        (&["events"], "满月升起", "Full Moon Rising"),
        (&["events", "flood"], "洪水", "Flood"),
        (&["decks", "online-9p"], "女巫", "Witch"),
        (&["decks"], "张狼人", "werewolves"),
        (&["options", "wolf_win"], "规则集：", "rulesets: "),
        (&["agents"], "也可以直接写：", "Or inline:"),
    ] {
        for (lang, word, other) in [("zh", zh, en), ("en", en, zh)] {
            let text = place.run(&[args, &["--lang", lang]].concat()).succeeds();
            assert!(text.contains(word) && !text.contains(other), "{args:?} {lang}: {text}");
        }
    }
}

#[test]
fn agents_are_those_built_in_and_those_in_the_directory() {
    let place = Place::new();
    std::fs::create_dir(place.path("agents")).unwrap();
    place.write("agents/bold.toml", "kind = \"scripted\"\nen = \"bold\"\npolicy = \"random\"\n");
    place.write("agents/broken.toml", "kind = \"scripted\"\npolciy = 1\n");
    let agents = place.run(&["agents", "--json"]).json();
    let named = |id: &str| agents.as_array().unwrap().iter().find(|agent| agent["id"] == id).unwrap().clone();
    assert_eq!(named("bold")["spec"], "scripted:random");
    assert_eq!(named("human")["origin"], "built in");
    assert!(named("broken")["error"].as_str().unwrap().contains("broken.toml:2"));
    assert!(place.run(&["agents", "bold"]).succeeds().contains("bold"));
    assert!(place.run(&["agents", "openai/gpt"]).succeeds().contains("OPENAI_API_KEY"));
    assert!(place.run(&["agents", "broken"]).complains().contains("broken.toml:2"));
}
