//! Numbers in words, and which numbers of a reply can name a seat.

use super::lex::{Break, Kind, Token};
use super::lexicon::Word;

const ENGLISH: [&str; 19] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
];

const CHINESE: [char; 11] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

/// The value of an English number word from zero to eighteen.
pub(crate) fn english(word: &str) -> Option<u32> {
    ENGLISH.iter().position(|known| *known == word).map(|value| value as u32)
}

/// Whether a character is a Chinese numeral.
pub(crate) fn is_numeral(c: char) -> bool {
    CHINESE.contains(&c)
}

/// The value of a Chinese numeral from 零 to 九十九. Two digits in a row (一二) are no number: they may be a list.
pub(crate) fn chinese(numeral: &[char]) -> Option<u32> {
    let digit =
        |c: char| CHINESE.iter().position(|known| *known == c).filter(|value| *value < 10).map(|value| value as u32);
    match numeral {
        ['十'] => Some(10),
        [c] => digit(*c),
        ['十', unit] => digit(*unit).filter(|unit| *unit > 0).map(|unit| 10 + unit),
        [ten, '十'] => digit(*ten).filter(|ten| *ten > 0).map(|ten| 10 * ten),
        [ten, '十', unit] => Some(10 * digit(*ten).filter(|ten| *ten > 0)? + digit(*unit).filter(|unit| *unit > 0)?),
        _ => None,
    }
}

/// Joins numbers with the words that mark them ("player 3", 3号) and takes away those that count or date something
/// ("3 votes", "night 2", 第三天) or own something (3号的发言): they name no seat.
pub(super) fn settle(tokens: Vec<Token>) -> Vec<Token> {
    let mut settled: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let token = tokens[at];
        at += 1;
        let Kind::Number(mut number) = token.kind else {
            settled.push(announced(token, tokens.get(at)));
            continue;
        };
        let mut joined = token;
        let mut dated = false;
        while let Some(last) = settled.last() {
            match last.kind {
                Kind::Word(Word::Mark) => (number.marked, number.seat) = (true, true),
                Kind::Word(Word::Number) => number.marked = true,
                Kind::Word(Word::Nth) => number.nth = true,
                Kind::Word(Word::Moment) => dated = true,
                _ => break,
            }
            joined.start = last.start;
            settled.pop();
        }
        let word = |at: usize| match tokens.get(at).map(|token| token.kind) {
            Some(Kind::Word(word)) => word,
            _ => Word::Filler,
        };
        if word(at) == Word::Suffix {
            (number.marked, number.seat) = (true, true);
            joined.end = tokens[at].end;
            at += 1;
        }
        if number.marked && word(at) == Word::Mark && !is_number(tokens.get(at + 1)) {
            joined.end = tokens[at].end;
            at += 1;
        }
        let owns = number.marked && owner(&tokens[at.min(tokens.len())..]);
        number.noun = !number.marked && word(at) == Word::Other;
        number.counts = !number.marked && matches!(word(at), Word::Card(_));
        let several = word(at) == Word::Mark && !is_number(tokens.get(at + 1));
        let counted = !number.marked && (several || matches!(word(at), Word::Count | Word::Tally));
        if number.nth && counted {
            joined.end = tokens[at].end;
            at += 1;
        }
        let names_nothing = owns || dated || (counted && !number.nth);
        joined.kind = if names_nothing { Kind::Word(Word::Other) } else { Kind::Number(number) };
        settled.push(joined);
    }
    settled
}

/// "选项：" announces what the prompt said.
fn announced(token: Token, next: Option<&Token>) -> Token {
    let heading =
        token.kind == Kind::Word(Word::Number) && next.is_some_and(|next| next.kind == Kind::Break(Break::Topic));
    Token { kind: if heading { Kind::Word(Word::Echo) } else { token.kind }, ..token }
}

fn is_number(token: Option<&Token>) -> bool {
    token.is_some_and(|token| matches!(token.kind, Kind::Number(_)))
}

/// Whether 的 follows with something that is owned.
fn owner(rest: &[Token]) -> bool {
    let possessive = rest.first().is_some_and(|token| token.kind == Kind::Word(Word::Of));
    possessive && rest.get(1).is_some_and(|token| matches!(token.kind, Kind::Word(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numeral(text: &str) -> Option<u32> {
        chinese(&text.chars().collect::<Vec<_>>())
    }

    #[test]
    fn chinese_numerals_up_to_the_largest_table() {
        let all = "一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八";
        let values: Vec<u32> = all.split(' ').map(|text| numeral(text).unwrap()).collect();
        assert_eq!(values, (1..=18).collect::<Vec<u32>>());
        assert_eq!(numeral("二十"), Some(20));
        assert_eq!(numeral("一二"), None);
        assert_eq!(numeral("十十"), None);
        assert_eq!(numeral("零"), Some(0));
    }
}
