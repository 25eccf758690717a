//! Which sentences have been said, so that nobody says the same twice and few say what another has said. Sentences are
//! known by fingerprints: one of the words, and one of the pattern, in which the numbers of seats do not count.

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
            each_sentence(text, |print| self.mine.push(print));
        } else {
            each_sentence(text, |print| self.others.push(print.pattern));
        }
    }

    /// How worn out the text is: as its most worn sentence.
    pub(super) fn wear(&self, text: &str) -> Wear {
        let mut most = Wear::Fresh;
        each_sentence(text, |print| most = most.max(self.wear_of(print)));
        most
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

/// Goes over the fingerprints (FNV-1a) of the sentences. Every seat does this with every speech, so it is one pass over
/// the bytes; those of 。！？； are spelt out, and white space does not count.
fn each_sentence(text: &str, mut visit: impl FnMut(Print)) {
    const NOTHING: Print = Print { words: 0xcbf2_9ce4_8422_2325, pattern: 0xcbf2_9ce4_8422_2325 };
    let mixed = |print: u64, byte: u8| (print ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let mut print = NOTHING;
    let mut before = [0; 2];
    for byte in text.bytes() {
        let ends = match byte {
            b'.' | b'!' | b'?' | b';' | b'\n' => true,
            0x82 => before == [0xe3, 0x80],
            0x81 | 0x9f | 0x9b => before == [0xef, 0xbc],
            _ => false,
        };
        before = [before[1], byte];
        if ends {
            if print != NOTHING {
                visit(print);
            }
            print = NOTHING;
        } else if !byte.is_ascii_whitespace() {
            print.words = mixed(print.words, byte);
            print.pattern = if byte.is_ascii_digit() { print.pattern } else { mixed(print.pattern, byte) };
        }
    }
    if print != NOTHING {
        visit(print);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_known_wherever_it_stood_and_whomever_it_named() {
        let mut said = Sentences::default();
        said.hear("今天出3号。我是好人。", false);
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
