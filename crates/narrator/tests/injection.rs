//! Attempts at injection are counted as `tests/attempts.toml` says.

use lycaon_narrator::injection::{Kind, attempts};
use std::collections::BTreeSet;

#[derive(serde::Deserialize)]
struct File {
    speeches: Vec<Vec<String>>,
}

fn corpus() -> Vec<(String, Vec<Kind>)> {
    let file: File = toml::from_str(include_str!("attempts.toml")).unwrap();
    let kind = |name: &String| serde_json::from_value(name.clone().into()).unwrap();
    file.speeches.into_iter().map(|entry| (entry[0].clone(), entry[1..].iter().map(kind).collect())).collect()
}

#[test]
fn every_attempt_is_counted_and_nothing_else() {
    let corpus = corpus();
    let differs = |(text, wanted): &&(String, Vec<Kind>)| attempts(text) != *wanted;
    let wrong: Vec<String> = corpus
        .iter()
        .filter(differs)
        .map(|(text, wanted)| format!("{text:?}: {:?}, not {wanted:?}", attempts(text)))
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), corpus.len(), wrong.join("\n"));
    let kinds: BTreeSet<Kind> = corpus.iter().flat_map(|(_, kinds)| kinds.clone()).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), Kind::ALL, "every kind has its examples");
    assert!(corpus.iter().filter(|(_, kinds)| kinds.is_empty()).count() >= 25);
}

#[test]
fn attempts_add_up() {
    for (text, kinds) in corpus() {
        let twice = format!("{text}。\n{text}");
        assert_eq!(attempts(&twice), [&kinds[..], &kinds[..]].concat(), "{twice:?}");
    }
}

#[test]
fn any_text_can_be_looked_at() {
    for (text, _) in corpus() {
        for (at, _) in text.char_indices() {
            let _ = attempts(&text[at..]);
            let _ = attempts(&text[..at]);
        }
    }
    assert_eq!(attempts(""), []);
}
