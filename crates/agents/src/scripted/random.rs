//! Uniform over the legal answers.

use super::{Lots, Policy};
use lycaon_narrator::Lang;
use lycaon_rules::{Answer, Menu, Request, Seat, View};

/// A seat whose every answer is drawn uniformly from the menu. It says nothing, unless told to.
#[derive(Clone, Debug)]
pub struct Random {
    lots: Lots,
    words: Option<Lang>,
}

impl Random {
    /// The random player of this seat in the game of this seed. Speeches are empty.
    #[must_use]
    pub fn new(seed: u64, seat: Seat) -> Self {
        Random { lots: Lots::of_seat(seed, seat), words: None }
    }

    /// The same, with a few words for each speech.
    #[must_use]
    pub fn with_words(self, lang: Lang) -> Self {
        Random { words: Some(lang), ..self }
    }
}

impl Policy for Random {
    fn needs_view(&self) -> bool {
        false
    }

    fn decide(&mut self, _view: &View, request: &Request) -> Answer {
        let choice = request.menu.nth(self.lots.below(request.menu.size()));
        match (&request.menu, self.words) {
            (Menu::Talk { .. }, Some(lang)) => {
                let phrases = phrases(lang);
                Answer::say(phrases[self.lots.below(phrases.len() as u64) as usize])
            }
            _ => choice.into(),
        }
    }
}

/// What may be said without meaning anything.
fn phrases(lang: Lang) -> &'static [&'static str] {
    match lang {
        Lang::Zh => &["过。", "我是好人。", "没什么信息。", "我再听听。", "先过麦了。"],
        Lang::En => {
            &["I pass.", "I am on the village's side.", "I have nothing yet.", "Let me listen first.", "Go on."]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::probe::{request, view};
    use lycaon_rules::{Ask, Seats};
    use std::collections::BTreeMap;

    fn subset() -> Request {
        request(1, Ask::Ban, Menu::Subset { of: Seats::all(4), min: 1, max: 2, pass: false })
    }

    #[test]
    fn each_legal_answer_comes_about_equally_often() {
        let mut random = Random::new(1, Seat::new(1));
        let mut counts = BTreeMap::new();
        for _ in 0..10_000 {
            *counts.entry(random.decide(&view(1), &subset()).choice).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 10);
        assert!(counts.values().all(|n| (850..1150).contains(n)), "{counts:?}");
    }

    #[test]
    fn seats_draw_apart_and_the_same_seed_draws_the_same() {
        let draws = |seed, seat| -> Vec<_> {
            let mut random = Random::new(seed, Seat::new(seat));
            (0..20).map(|_| random.decide(&view(1), &subset()).choice).collect()
        };
        assert_eq!(draws(7, 1), draws(7, 1));
        assert_ne!(draws(7, 1), draws(7, 2));
        assert_ne!(draws(7, 1), draws(8, 1));
    }

    #[test]
    fn it_speaks_only_if_told_to() {
        let talk = request(1, Ask::Words, Menu::Talk { limit: 40 });
        assert_eq!(Random::new(1, Seat::new(1)).decide(&view(1), &talk).speech, None);
        for lang in Lang::ALL {
            let said = Random::new(1, Seat::new(1)).with_words(lang).decide(&view(1), &talk).speech.unwrap();
            assert!(phrases(lang).contains(&said.text.as_str()));
        }
    }
}
