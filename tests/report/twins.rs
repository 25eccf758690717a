//! `compare`: two plays of the same deals.

use super::Place;
use serde_json::Value;

/// The agents of an experiment, and whatever else stands in it.
fn experiment(name: &str, agents: &str, more: &str) -> String {
    format!(
        "name = \"{name}\"\nseed = 4\ndeals = 32\nboards = [\"arena-7\"]\ndeclared = [\"vote-accuracy\"]\n\
         [design]\nkind = \"head-to-head\"\n[agents]\n{agents}\n{more}"
    )
}

const SENSIBLE: &str = "a = \"scripted:heuristic\"\nb = \"scripted:random\"";

fn place(runs: &[(&str, &str, &str)]) -> Place {
    let place = Place(tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap());
    for (name, agents, more) in runs {
        let file = format!("{name}.toml");
        std::fs::write(place.path(&file), experiment(name, agents, more)).unwrap();
        place.succeeds(&["run", &file, "--out", name]);
    }
    place
}

fn compared(place: &Place, args: &[&str]) -> Value {
    serde_json::from_str(&place.succeeds(&[&["compare", "--json"], args].concat())).unwrap()
}

/// The lines of a list of which all these fields are so.
fn line<'a>(of: &'a Value, list: &str, fields: &[(&str, &str)]) -> &'a Value {
    let is = |line: &&Value| fields.iter().all(|(field, text)| line[field] == *text);
    of[list].as_array().unwrap().iter().find(is).unwrap_or_else(|| panic!("no {fields:?} in {list}: {of}"))
}

#[test]
fn questions_put_aside_change_nothing_that_scripts_do() {
    let place = place(&[("off", SENSIBLE, ""), ("on", SENSIBLE, "[probes]\nat = [\"dawn\", \"exile\"]\n")]);
    let compared = compared(&place, &["off", "on"]);
    assert_eq!((&compared["pairs"], &compared["deals"]), (&64.into(), &32.into()));
    assert_eq!((&compared["only_first"], &compared["only_second"]), (&0.into(), &0.into()));
    assert_eq!(compared["same_games"]["value"], 1.0);
    let conditions = compared["conditions"].as_array().unwrap();
    assert!(!conditions.is_empty());
    assert!(
        conditions.iter().all(|line| line["what"].as_str().unwrap().starts_with("conditions.probes")),
        "{conditions:?}"
    );
    for agent in ["a", "b"] {
        assert_eq!(line(&compared, "answers", &[("agent", agent)])["same"]["value"], 1.0);
        for camp in ["village", "wolves"] {
            let wins = line(&compared, "wins", &[("agent", agent), ("camp", camp)]);
            // 32 pairs that never differ: z²/(n + z²) is 7.8 points at 90 %, and 10.7 at 95 %.
            assert!(wins["differs_by_margin"].as_f64().unwrap() < 0.05 && wins["p_value"] == 1.0, "{wins}");
            assert!((wins["interval"]["high"].as_f64().unwrap() - 0.107).abs() < 1e-3, "{wins}");
        }
    }
    // Beliefs were asked for in one play alone, so that there is nothing to compare them with. An opinion against one's own
    // belief is no honest error, and only where beliefs were asked for is it known which are.
    let differs = |line: &&Value| !line["difference"].is_null() && line["measure"] != "honest-error";
    let behaviour = compared["behaviour"].as_array().unwrap();
    assert_eq!(behaviour.iter().find(differs), None);
    assert!(behaviour.len() > 40 && behaviour.iter().all(|line| line["measure"] != "brier"));
    for (lang, words) in [("en", ["Conditions that differ", "equivalent"]), ("zh", ["不同的条件", "等效"])] {
        let text = place.succeeds(&["compare", "off", "on", "--lang", lang]);
        assert!(words.iter().all(|word| text.contains(word)), "{lang}: {text}");
    }
}

#[test]
fn what_another_policy_does_is_found() {
    let careless = "a = \"scripted:random\"\nb = \"scripted:random\"";
    let place = place(&[("sense", SENSIBLE, ""), ("luck", careless, "")]);
    let compared = compared(&place, &["sense", "luck"]);
    assert_eq!(compared["pairs"], 64, "twins are told by the agents' names");
    let differs = line(&compared, "conditions", &[("what", "agents.a.settings.policy")]);
    assert_eq!((&differs["first"][0], &differs["second"][0]), (&"\"heuristic\"".into(), &"\"random\"".into()));
    let accuracy = line(&compared, "behaviour", &[("agent", "a"), ("measure", "vote-accuracy")]);
    assert!(accuracy["declared"] == true && accuracy["adjusted_p"].as_f64().unwrap() < 0.01, "{accuracy}");
    let (first, second) = (accuracy["first"].as_f64().unwrap(), accuracy["second"].as_f64().unwrap());
    assert!((accuracy["difference"]["value"].as_f64().unwrap() - (first - second)).abs() < 1e-12 && first > second);
    let [a, b] = ["a", "b"].map(|agent| line(&compared, "answers", &[("agent", agent)])["same"]["value"].clone());
    assert!(a.as_f64().unwrap() < 0.8, "{a}");
    assert_eq!(b, 1.0, "the same script after the same history");
    let wins = line(&compared, "wins", &[("agent", "a"), ("camp", "village")]);
    let report: Value =
        serde_json::from_str(&place.succeeds(&["report", "sense", "--json", "--baseline-games", "50"])).unwrap();
    assert_eq!(wins["first"], line(&report, "agents", &[("agent", "a"), ("camp", "village")])["share"]["value"]);
}

#[test]
fn levels_of_one_run_are_compared_on_the_same_deals() {
    let levels = "[factors.tie]\nlot = { set = { tie = \"random\" } }\nnobody = { set = { tie = \"none\" } }\n";
    let place = place(&[("ties", SENSIBLE, levels)]);
    let compared = compared(&place, &["ties", "--levels", "tie=lot,nobody"]);
    assert_eq!((&compared["pairs"], &compared["deals"], &compared["only_first"]), (&64.into(), &32.into(), &0.into()));
    let conditions = compared["conditions"].as_array().unwrap();
    let what: Vec<&str> = conditions.iter().map(|line| line["what"].as_str().unwrap()).collect();
    assert_eq!(what, ["conditions.levels.tie", "options.tie"]);
    let share = compared["same_games"]["value"].as_f64().unwrap();
    assert!(share > 0.05 && share < 0.95, "some games have a tie, and some have none: {share}");
    let said = place.complains(&["compare", "ties", "--levels", "tie=lot,maybe"]);
    assert!(said.contains("`maybe` of `tie`"), "{said}");
}

#[test]
fn what_cannot_be_compared_is_said() {
    let place = Place::new();
    let said = place.complains(&["compare", "run"]);
    assert!(said.contains("SECOND") || said.contains("--levels"), "{said}");
    assert!(place.complains(&["compare", "run", "--levels", "tie"]).contains("two of its levels"));
    assert!(place.complains(&["compare", "run", "run", "--margin", "3"]).contains("percentage points"));
    assert!(place.complains(&["compare", "run", "run", "--declared", "charm"]).contains("`charm`"));
    std::fs::write(place.path("other.toml"), super::EXPERIMENT.replace("deals = 4", "deals = 4\nseed = 9")).unwrap();
    place.succeeds(&["run", "other.toml", "--out", "other"]);
    assert!(place.succeeds(&["compare", "run", "other", "--lang", "en"]).contains("No game of the one has a twin"));
}
