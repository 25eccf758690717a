//! Texts as sequences of words.

use std::collections::BTreeSet;

/// The words of a text in small letters, without punctuation. A Chinese character is a word.
#[must_use]
pub fn words(text: &str) -> Vec<String> {
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

/// All runs of so many words in a row.
pub(crate) fn runs(text: &str, length: usize) -> BTreeSet<Vec<String>> {
    words(text).windows(length).map(<[String]>::to_vec).collect()
}

/// What two sets of runs have in common, by what they have together (Jaccard); 0 if both are empty.
pub(crate) fn likeness(one: &BTreeSet<Vec<String>>, other: &BTreeSet<Vec<String>>) -> f64 {
    let together = one.union(other).count();
    if together == 0 { 0.0 } else { one.intersection(other).count() as f64 / together as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chinese_character_is_a_word_and_case_and_points_do_not_count() {
        assert_eq!(words("今晚刀3号，OK？ Don't"), ["今", "晚", "刀", "3", "号", "ok", "don", "t"]);
        assert!(words("……!").is_empty());
    }

    #[test]
    fn likeness_is_the_share_of_common_runs() {
        let (one, other) = (runs("a b c d", 2), runs("b c d e", 2));
        assert_eq!(likeness(&one, &other), 0.5);
        assert_eq!(likeness(&runs("a", 2), &runs("", 2)), 0.0);
    }
}
