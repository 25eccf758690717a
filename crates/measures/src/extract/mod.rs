//! Claims in free text, in Chinese and English, by a lexicon and a small grammar of clauses.
//!
//! A speech becomes words (`lexer`, `lexicon`), its sentences become clauses (`reader`), of each clause what is asked,
//! supposed or somebody else's word is taken away (`voice`), and the rest is read by a few patterns: who is what
//! (`identity`), who checked whom, who votes for whom (`deeds`). It rather misses a claim than makes one up. How well it
//! does is measured on labelled speeches (`docs/MEASURES.md`, "Claims of free text").

pub mod asked;
mod deeds;
mod identity;
mod lexer;
mod lexicon;
mod reader;
mod score;
mod voice;
mod word;

pub use score::Score;

use crate::claims::Says;
use lexicon::Lexicon;
use lycaon_narrator::lexis::is_han;
use lycaon_rules::{RoleId, Seat, Seats};
use reader::Reader;
use word::Word;

/// Who hears the speeches of a table.
pub struct Listener {
    seats: Seats,
    names: Vec<(String, Seat)>,
    lexicon: Lexicon,
}

impl Listener {
    /// A listener at a table of these seats and of a deck with these roles; others are not heard. `names` are what seats
    /// are called beside their numbers.
    #[must_use]
    pub fn new(seats: Seats, names: Vec<(String, Seat)>, roles: &[RoleId]) -> Self {
        let names = names.into_iter().map(|(name, seat)| (name.to_lowercase(), seat)).collect();
        Listener { seats, names, lexicon: Lexicon::of(roles) }
    }

    /// The claims of a speech, each once, in the order in which they are made. `claimed` is the role that the speaker
    /// claimed last, in earlier speeches.
    #[must_use]
    pub fn claims(&self, text: &str, speaker: Seat, claimed: Option<RoleId>) -> Vec<Says> {
        let words = lexer::words(text, self);
        let sentences: Vec<(&[Word], bool)> = sentences(&words);
        // A check may be told before the role that it comes from, so that roles are heard first.
        let heard = text.chars().any(is_han);
        let first = read(&sentences, speaker, claimed, heard);
        let own = |says: &Says| match *says {
            Says::Role { seat, role } if seat == speaker => Some(role),
            _ => None,
        };
        let now = first.iter().filter_map(own).next_back().or(claimed);
        sifted(if now == claimed { first } else { read(&sentences, speaker, now, heard) }, speaker)
    }
}

/// Sentences, each with whether it is a question.
fn sentences<'a>(words: &'a [Word]) -> Vec<(&'a [Word], bool)> {
    let ends = |word: &Word| matches!(word, Word::Stop | Word::Question);
    let sentence = |sentence: &'a [Word]| match sentence {
        [words @ .., Word::Question] => (words, true),
        [words @ .., Word::Stop] => (words, false),
        words => (words, false),
    };
    words.split_inclusive(ends).map(sentence).filter(|(words, _)| !words.is_empty()).collect()
}

fn read(sentences: &[(&[Word], bool)], speaker: Seat, claimed: Option<RoleId>, heard: bool) -> Vec<Says> {
    let mut reader = Reader::new(speaker, claimed, heard);
    for (words, question) in sentences {
        reader.sentence(words, *question);
    }
    reader.found
}

/// Each claim once; a camp is not said beside the check, nor trust beside the role, that says it.
fn sifted(found: Vec<Says>, speaker: Seat) -> Vec<Says> {
    let mut kept: Vec<Says> = vec![];
    for says in &found {
        let implied = match *says {
            Says::Camp { seat, wolf } if seat != speaker => {
                found.contains(&Says::Checked { seat, wolf })
                    || (!wolf && found.iter().any(|other| matches!(other, Says::Role { seat: of, .. } if *of == seat)))
            }
            Says::WillVote { seat } | Says::Checked { seat, .. } => seat == speaker,
            _ => false,
        };
        if !implied && !kept.contains(says) {
            kept.push(*says);
        }
    }
    kept
}

#[cfg(test)]
mod tests;
