//! Which sentences have been said, so that nobody says the same twice and few say what another has said. Sentences are
//! known by fingerprints: one of the words, and one of the pattern, in which the numbers of seats do not count.

/// What separates sentences, in both languages.
const ENDS: [char; 9] = ['。', '！', '？', '.', '!', '?', '\n', '；', ';'];

/// The sentences of a game, as far as a seat has heard them.
#[derive(Clone, Debug, Default)]
pub(super) struct Sentences {
    mine: Vec<Print>,
    others: Vec<u64>,
}

/// How worn out something is by having been said before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wear {
    /// Nobody has said anything like it.
    Fresh,
    /// Others have, of these seats or of others.
    Heard,
    /// The speaker has, of other seats.
    Reused,
    /// The speaker has said just this.
    Repeated,
}

/// The fingerprints of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Print {
    words: u64,
    pattern: u64,
}

impl Sentences {
    /// Takes down a speech, one's own or another's.
    pub(super) fn hear(&mut self, text: &str, mine: bool) {
        if mine {
            self.mine.extend(prints(text));
        } else {
            self.others.extend(prints(text).map(|print| print.pattern));
        }
    }

    /// How worn out the text is: as its most worn sentence.
    pub(super) fn wear(&self, text: &str) -> Wear {
        prints(text).map(|print| self.wear_of(print)).max().unwrap_or(Wear::Fresh)
    }

    fn wear_of(&self, print: Print) -> Wear {
        match () {
            () if self.mine.iter().any(|mine| mine.words == print.words) => Wear::Repeated,
            () if self.mine.iter().any(|mine| mine.pattern == print.pattern) => Wear::Reused,
            () if self.others.contains(&print.pattern) => Wear::Heard,
            () => Wear::Fresh,
        }
    }
}

/// The fingerprints of each sentence (FNV-1a).
fn prints(text: &str) -> impl Iterator<Item = Print> {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    let mixed = |print: u64, byte: u8| (print ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let sentences = text.split(ENDS).map(str::trim).filter(|sentence| !sentence.is_empty());
    sentences.map(move |sentence| {
        sentence.bytes().fold(Print { words: START, pattern: START }, |print, byte| Print {
            words: mixed(print.words, byte),
            pattern: if byte.is_ascii_digit() { print.pattern } else { mixed(print.pattern, byte) },
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_known_wherever_it_stood_and_whomever_it_named() {
        let mut said = Sentences::default();
        said.hear("今天出3号。我是好人！", false);
        said.hear("I vote 3. I am good.", true);
        for (text, wear) in [
            ("今天出5号。", Wear::Heard),
            ("我是好人。", Wear::Heard),
            ("I am good!", Wear::Repeated),
            ("Fine. I vote 12.", Wear::Reused),
            ("I am bad.", Wear::Fresh),
        ] {
            assert_eq!(said.wear(text), wear, "{text}");
        }
    }
}
