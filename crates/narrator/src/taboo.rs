//! Which rules of speech a speech breaks. The engine reads no words; whoever takes a speech down fills in what is found
//! here, and an event card in force decides whether it matters.

use lycaon_rules::{Board, Request, Seat, Speech, Taboo};

/// English words for oneself, and what is left of their short forms in front of the apostrophe.
const ENGLISH_SELF: &[&str] = &["i", "me", "my", "mine", "myself", "im", "ive"];

/// Chinese words for oneself; the character 我 is found anywhere, as in 我们.
const CHINESE_SELF: &[&str] = &["我", "俺", "咱", "本人", "在下", "鄙人"];

/// Chinese numerals up to the largest table.
const NUMERALS: &[&str] = &[
    "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十三", "十四", "十五", "十六", "十七",
    "十八",
];

/// The rules of speech that this text of this seat breaks, in either language: a word for oneself, the word "wolf", and
/// the speaker's own number said of himself.
#[must_use]
pub fn breaches(text: &str, by: Seat) -> Vec<Taboo> {
    let text = folded(text);
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut found = vec![];
    // 自我 speaks of nobody in particular.
    let chinese = text.replace("自我", "");
    if words.iter().any(|word| ENGLISH_SELF.contains(word)) || CHINESE_SELF.iter().any(|word| chinese.contains(word)) {
        found.push(Taboo::Me);
    }
    if text.contains('狼') || words.iter().any(|word| word.contains("wolf") || word.contains("wolv")) {
        found.push(Taboo::Wolf);
    }
    if names_himself(&text, &words, by) {
        found.push(Taboo::OwnName);
    }
    found
}

/// Fills in what a speech breaks, whatever its author says of it, at a table with event cards; elsewhere there is
/// nothing to break.
pub fn take_down(board: &Board, request: &Request, speech: &mut Speech) {
    speech.breaches = if board.options.event_deck.0.is_empty() { vec![] } else { breaches(&speech.text, request.seat) };
}

/// In lower case, with full-width forms as plain ones.
fn folded(text: &str) -> String {
    let plain = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{2019}' => '\'',
        other => other,
    };
    text.chars().map(plain).flat_map(char::to_lowercase).collect()
}

/// Whether the speaker says which number is his.
fn names_himself(text: &str, words: &[&str], by: Seat) -> bool {
    let number = by.to_string();
    let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let chinese = |number: &str| {
        let all = |parts: [&str; 3]| squeezed.contains(&parts.concat());
        let before = ["我是", "我就是", "我叫", "我这个", "我", "这里是"];
        let after = ["号是我", "号就是我", "号在此"];
        before.iter().any(|lead| all([lead, number, "号"])) || after.iter().any(|end| own(&squeezed, number, end))
    };
    let spoken = |window: &[&str]| match window {
        ["i" | "im", "player" | "seat" | "number", n] => *n == number,
        [lead, "player" | "seat" | "number", n] => ["am", "m", "is"].contains(lead) && *n == number && presents(words),
        ["player" | "seat", n, "here" | "speaking"] => *n == number,
        _ => false,
    };
    let numeral = NUMERALS.get(by.index()).copied().unwrap_or_default();
    chinese(&number) || chinese(numeral) || words.windows(3).any(spoken)
}

/// Whether `number` and what follows it stand in the text, the number not being the end of a longer one.
fn own(text: &str, number: &str, end: &str) -> bool {
    let whole = format!("{number}{end}");
    text.match_indices(&whole).any(|(at, _)| {
        let last = text[..at].chars().next_back();
        !last.is_some_and(|c| c.is_ascii_digit() || c == '十')
    })
}

/// Whether somebody presents himself: "I am", "I'm", "this is".
fn presents(words: &[&str]) -> bool {
    words.windows(2).any(|pair| matches!(pair, ["i", "am" | "m"] | ["this", "is"]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Taboo::{Me, OwnName, Wolf};

    #[test]
    fn forbidden_words_are_found_in_both_languages_and_in_no_others() {
        for (text, found) in [
            ("我觉得5号是狼", vec![Me, Wolf]),
            ("5号的发言有问题，投5号", vec![]),
            ("咱们投5号", vec![Me]),
            ("请大家作自我检查", vec![]),
            ("I'd vote for Player 5", vec![Me]),
            ("Vote for Player 5. It is in his interest.", vec![]),
            ("Player 5 acts like a werewolf", vec![Wolf]),
            ("The wolves are 5 and 6; mine is one vote", vec![Me, Wolf]),
            ("Some time in the minefield", vec![]),
            ("ＷＯＬＦ", vec![Wolf]),
        ] {
            assert_eq!(breaches(text, Seat::new(3)), found, "{text}");
        }
    }

    #[test]
    fn who_says_his_own_number_of_himself_gives_himself_away() {
        for text in [
            "我是3号",
            "我是 三号，投5号",
            "3号就是我",
            "I am player 3",
            "I'm seat 3",
            "This is Player 3.",
            "Player 3 here",
        ] {
            assert!(breaches(text, Seat::new(3)).contains(&OwnName), "{text}");
        }
        for text in ["3号的发言不错", "投3号", "13号是我的目标", "Player 3 is odd", "I trust player 3", "13号就是我"]
        {
            assert!(!breaches(text, Seat::new(3)).contains(&OwnName), "{text}");
        }
        assert!(!breaches("我是3号", Seat::new(4)).contains(&OwnName));
    }
}
