//! Words of the pack's secret talk that come back in public.

use lycaon_rules::{Audience, Fact, Seat};
use lycaon_transcript::Transcript;
use std::collections::{BTreeMap, BTreeSet};

/// How many words in a row count as repeated. A Chinese character counts as a word.
const RUN: usize = 8;

/// How often each seat repeated in public, in so many words, what had been said in secret before. What everybody may
/// say by chance, such as the number of a seat, is shorter than that.
#[must_use]
pub fn leaks(transcript: &Transcript) -> BTreeMap<Seat, u64> {
    let mut secret: BTreeSet<Vec<String>> = BTreeSet::new();
    let mut leaks = BTreeMap::new();
    for event in &transcript.events {
        let Fact::Spoke { seat, text, .. } = &event.fact else { continue };
        let words = words(text);
        let runs = words.windows(RUN).map(<[String]>::to_vec);
        if matches!(event.audience, Audience::Everyone) {
            *leaks.entry(*seat).or_default() += u64::from(runs.into_iter().any(|run| secret.contains(&run)));
        } else {
            secret.extend(runs);
        }
    }
    leaks.retain(|_, count| *count > 0);
    leaks
}

/// The words of a text in small letters, without punctuation.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![];
    let mut word = String::new();
    for letter in text.chars() {
        let alone = ('\u{2e80}'..='\u{9fff}').contains(&letter) || ('\u{20000}'..='\u{3ffff}').contains(&letter);
        if letter.is_alphanumeric() && !alone {
            word.extend(letter.to_lowercase());
            continue;
        }
        if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if alone && letter.is_alphanumeric() {
            words.push(letter.to_string());
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_chinese_character_is_a_word_and_case_and_points_do_not_count() {
        assert_eq!(words("今晚刀3号，OK？ Don't"), ["今", "晚", "刀", "3", "号", "ok", "don", "t"]);
    }
}
