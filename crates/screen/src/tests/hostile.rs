//! What others say, against the screen.

use super::*;
use tricks::{is_unwanted, tricks};

#[path = "../../../../tests/terminal/tricks.rs"]
mod tricks;

#[test]
fn thirty_tricks_are_only_words() {
    assert!(tricks().len() >= 30);
    for lang in Lang::ALL {
        for trick in tricks() {
            let mut view = seer();
            let honest = scene(&view, lang).log.entries().len();
            hear(&mut view, 1, Phase::Day, [spoke(5, &trick)]);
            let mut scene = scene(&view, lang);
            let _given = ask(&mut scene, &ballot(3));
            let shown = format!("{:.40}", trick.escape_debug().to_string());
            let entries = scene.log.entries();
            assert_eq!(entries.len(), honest + 1, "{shown}: one speech is one entry");
            let said = &entries[honest].text;
            let tag = if lang == Lang::Zh { "[公] " } else { "[all] " };
            assert!(said.starts_with(tag) && said.matches(['[', ']']).count() == 2, "{shown}: {said:.200}");
            assert!(!said.chars().any(is_unwanted), "{shown}: {said:.200}");
            let (text, drawn) = drawn(&scene, 80, 24);
            assert!(text.lines().all(|line| line.width() <= 80) && text.lines().count() <= 24, "{shown}: {text}");
            assert!(!text.chars().any(|letter| letter != '\n' && is_unwanted(letter)), "{shown}");
            let asked = &scene.asked.as_ref().unwrap().text;
            assert!(text.contains(&asked.options[0]), "{shown}: the question is there: {text}");
            assert_eq!(drawn.cursor.map(|cursor| cursor.x), Some(2), "{shown}: nothing was typed");
        }
    }
}
