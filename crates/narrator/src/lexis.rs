//! What replies are read with, for whoever reads other free text: folded writing, numbers in words, names of roles.

use crate::reply::{fold, names, numbers};
use lycaon_rules::RoleId;

/// The text with one way to write each thing: small letters, plain digits, simplified characters, straight quotes.
#[must_use]
pub fn folded(text: &str) -> Vec<char> {
    fold::fold(text).iter().map(|glyph| glyph.c).collect()
}

/// Whether a character is Han.
#[must_use]
pub fn is_han(c: char) -> bool {
    fold::is_han(c)
}

/// The value of an English number word from zero to eighteen.
#[must_use]
pub fn english_number(word: &str) -> Option<u32> {
    numbers::english(word)
}

/// Whether a character is a Chinese numeral, 零 to 十.
#[must_use]
pub fn is_numeral(c: char) -> bool {
    numbers::is_numeral(c)
}

/// The value of a Chinese numeral from 零 to 九十九; two digits in a row are no number.
#[must_use]
pub fn chinese_number(numeral: &[char]) -> Option<u32> {
    numbers::chinese(numeral)
}

/// Every name of every role in both languages, folded.
pub fn role_names() -> impl Iterator<Item = (RoleId, String)> {
    names::all()
}
