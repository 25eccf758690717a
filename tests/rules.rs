//! Plays every scenario of `tests/rules/*.md`, each as a test of its own: `cargo test --test rules -- witch.md` plays
//! those of one file, and any part of a heading picks a scenario.

use libtest_mimic::{Arguments, Failed, Trial};
use lycaon_rules::{OPTIONS, RoleId};
use lycaon_scenarios::{Scenario, read};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    let mut scenarios = Vec::new();
    for (file, text) in files() {
        match read(&file, &text) {
            Ok(read) => scenarios.extend(read),
            Err(failure) => trials.push(Trial::test(file, move || Err(Failed::from(failure.to_string())))),
        }
    }
    let all = scenarios.clone();
    trials.push(Trial::test("every role has its file", move || every_role_has_its_file(&all)));
    let all = scenarios.clone();
    trials.push(Trial::test("every option value is played", move || every_option_value_is_played(&covered(&all))));
    let all = scenarios.clone();
    trials.push(Trial::test("every option value makes a difference", move || every_option_value_bites(&all)));
    trials.extend(scenarios.into_iter().map(|scenario| {
        let file = Path::new(&scenario.file).file_name().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(format!("{file}: {}", scenario.title), move || {
            scenario.run().map_err(|failure| Failed::from(failure.to_string()))
        })
    }));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The scenario files and their texts, by name: those of the rules, and those of the event cards.
fn files() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for folder in ["tests/rules", "tests/rules/events"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let entries = std::fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.extension().is_some_and(|extension| extension == "md") && name != "README.md" {
                let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                files.insert(format!("{folder}/{name}"), text);
            }
        }
    }
    files
}

/// Each role that can be played has scenarios in the file of its name.
fn every_role_has_its_file(scenarios: &[Scenario]) -> Result<(), Failed> {
    let has = |role: &RoleId| scenarios.iter().any(|scenario| scenario.file == format!("tests/rules/{role}.md"));
    let missing: Vec<&RoleId> = RoleId::ALL.iter().filter(|role| !has(role)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no scenarios in tests/rules/<role>.md: {missing:?}").into()) }
}

/// Every option that some scenario sets by name, with its values.
fn covered(scenarios: &[Scenario]) -> BTreeMap<String, BTreeSet<String>> {
    let mut covered: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, value) in scenarios.iter().flat_map(Scenario::settings) {
        covered.entry(name).or_default().insert(value);
    }
    covered
}

/// Options that no scenario can show, with the reason. None of them may be on a card.
const UNSEEN: &[(&str, &str)] = &[
    ("late_vote", "the rules have no clock: the table decides what is late"),
    ("executioner_may_talk", "a rule of conduct that the players are told; no move goes by it"),
    ("speech_length", "it cuts a speech, and a scenario's speeches are silent"),
];

/// A value that changes nothing that is played is a value nobody has checked: each must be set by name somewhere.
fn every_option_value_is_played(covered: &BTreeMap<String, BTreeSet<String>>) -> Result<(), Failed> {
    let on_cards: BTreeSet<&str> = RoleId::ALL.iter().flat_map(|role| role.card().options).copied().collect();
    if let Some((name, _)) = UNSEEN.iter().find(|(name, _)| on_cards.contains(name)) {
        return Err(format!("option `{name}` is on a card and must be played").into());
    }
    let mut missing = Vec::new();
    for info in OPTIONS.iter().filter(|info| !UNSEEN.iter().any(|(name, _)| *name == info.name)) {
        let played = covered.get(info.name).cloned().unwrap_or_default();
        for value in (info.legal)() {
            let seen = if is_pattern(&value) {
                played.len() >= 2
            } else {
                played.iter().any(|set| links(set).any(|link| same(info.name, link, &value)))
            };
            if !seen {
                missing.push(format!("{} = {value}", info.name));
            }
        }
    }
    if missing.is_empty() {
        Ok(())
    } else {
        Err(format!("no scenario in tests/rules sets:\n  {}", missing.join("\n  ")).into())
    }
}

/// Values that change nothing a player can do or hear with the roles there are, with the reason.
const INERT: &[(&str, &str)] = &[
    ("seer_signal", "a gesture of the moderator; the seer is told the result in words"),
    ("thief_extra_cards", "it decides what is dealt, and a scenario writes the deal"),
    ("sheriff_double_vote_applies_to", "the only ballots while there is a sheriff are those of an exile"),
];

/// Two values of an option must differ somewhere: for each value there is another, and a scenario that sets one of the
/// two and fails under the other.
fn every_option_value_bites(scenarios: &[Scenario]) -> Result<(), Failed> {
    let mut toothless = Vec::new();
    let unchecked = |name: &str| UNSEEN.iter().chain(INERT).any(|(inert, _)| *inert == name);
    for info in OPTIONS.iter().filter(|info| !unchecked(info.name)) {
        let legal: Vec<String> = (info.legal)().into_iter().filter(|value| !is_pattern(value)).collect();
        let holds = |value: &str| -> Vec<&Scenario> {
            let setting = scenarios.iter().filter(|scenario| sets(scenario, info.name, value));
            setting.filter(|scenario| scenario.run().is_ok()).collect()
        };
        let fails = |value: &str, other: &str| {
            holds(value).iter().any(|scenario| scenario.under(info.name, other).run().is_err())
        };
        for value in &legal {
            let mut others = legal.iter().filter(|other| *other != value);
            if !others.any(|other| fails(value, other) || fails(other, value)) {
                toothless.push(format!("{} = {value}", info.name));
            }
        }
    }
    if toothless.is_empty() {
        Ok(())
    } else {
        let list = toothless.join("\n  ");
        Err(format!("no scenario tells these from another value:\n  {list}").into())
    }
}

/// Whether the scenario sets the option to this value, or to a chain with this link.
fn sets(scenario: &Scenario, option: &str, value: &str) -> bool {
    let named = scenario.settings().into_iter().filter(|(name, _)| name == option);
    named.map(|(_, set)| set).any(|set| links(&set).any(|link| same(option, link, value)))
}

/// The links of a chain; a plain value is its own only link.
fn links(set: &str) -> impl Iterator<Item = &str> {
    set.split([',', '→', '+'])
}

/// Whether a legal value is a description, such as `1..=9`, of which two examples are enough.
fn is_pattern(value: &str) -> bool {
    value.contains(' ') || value.contains("..")
}

/// Whether two spellings are the same value of an option.
fn same(name: &str, a: &str, b: &str) -> bool {
    let canonical = |text: &str| {
        let mut options = lycaon_rules::Options::default();
        options.set(name, text).ok().and_then(|()| options.get(name))
    };
    canonical(a).is_some() && canonical(a) == canonical(b)
}
