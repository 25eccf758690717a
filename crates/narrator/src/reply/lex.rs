//! A reply into tokens: numbers, known words, breaks.

use super::fold::{Glyph, fold, is_han};
use super::lexicon::{LEXICON, Word};
use super::numbers;

/// A piece of a reply, with the bytes it came from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number.
    Number(Number),
    /// A word, perhaps [`Word::Other`].
    Word(Word),
    /// Something that ends a clause.
    Break(Break),
    /// A quotation mark.
    Quote,
}

/// A number in a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// Its value; 1000 stands for all that are larger.
    pub value: u32,
    /// Said to be a seat or an option: "player 3", 3号, #3.
    pub marked: bool,
    /// Said to be a seat: "player 3", 3号.
    pub seat: bool,
    /// Written in words: three, 三.
    pub spelled: bool,
    /// An ordinal: 第三张.
    pub nth: bool,
    /// Followed by a role, so that it may count holders: 3 wolves.
    pub counts: bool,
    /// Followed by an unknown word, so that it may count what that means: 3 reasons.
    pub noun: bool,
    /// Not a whole number from nought up, or a range: -1, 3.5, 3-5.
    pub odd: bool,
}

/// How a clause ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Break {
    /// Comma, bracket, dash.
    Comma,
    /// Closing parenthesis, which also stands after list numbers.
    Close,
    /// Colon: what stood before is a heading of what follows.
    Topic,
    /// The sentence ends.
    Stop,
    /// The sentence ends and was a question.
    Question,
    /// The line ends.
    Line,
}

/// The tokens of a text.
pub(super) fn lex(text: &str) -> Vec<Token> {
    let mut lexer = Lexer { glyphs: fold(text), length: text.len(), at: 0, tokens: Vec::new() };
    lexer.run();
    numbers::settle(lexer.tokens)
}

struct Lexer {
    glyphs: Vec<Glyph>,
    length: usize,
    at: usize,
    tokens: Vec<Token>,
}

impl Lexer {
    fn run(&mut self) {
        while let Some(c) = self.peek(0) {
            match c {
                '0'..='9' => self.number(),
                'a'..='z' => self.english(),
                '\n' => self.push(Kind::Break(Break::Line), 1),
                _ if c.is_whitespace() => self.at += 1,
                _ if is_han(c) => self.chinese(),
                _ if c.is_alphabetic() => self.foreign(),
                _ => self.sign(c),
            }
        }
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.glyphs.get(self.at + ahead).map(|glyph| glyph.c)
    }

    fn before(&self) -> Option<char> {
        self.at.checked_sub(1).and_then(|at| self.glyphs.get(at)).map(|glyph| glyph.c)
    }

    fn byte(&self, at: usize) -> usize {
        self.glyphs.get(at).map_or(self.length, |glyph| glyph.at)
    }

    fn push(&mut self, kind: Kind, glyphs: usize) {
        let (start, end) = (self.byte(self.at), self.byte(self.at + glyphs));
        self.tokens.push(Token { kind, start, end });
        self.at += glyphs;
    }

    fn run_of(&self, from: usize, accept: impl Fn(char) -> bool) -> usize {
        self.glyphs[(self.at + from).min(self.glyphs.len())..].iter().take_while(|glyph| accept(glyph.c)).count()
    }

    /// Digits, and what makes them something other than a seat: 3.5, 3-5, 12:30, 3rd.
    fn number(&mut self) {
        let mut length = self.run_of(0, |c| c.is_ascii_digit());
        let value = self.glyphs[self.at..self.at + length]
            .iter()
            .fold(0u32, |sum, glyph| (sum * 10 + glyph.c.to_digit(10).unwrap_or(0)).min(1000));
        let mut odd = false;
        let mut clock = false;
        while let (Some(joint), Some(next)) = (self.peek(length), self.peek(length + 1)) {
            if !matches!(joint, '.' | '-' | '~' | ':') || !next.is_ascii_digit() {
                break;
            }
            let digits = self.run_of(length + 1, |c| c.is_ascii_digit());
            if joint == ':' && (digits != 2 || self.peek(length + 3).is_some_and(is_han)) {
                break;
            }
            odd = true;
            clock |= joint == ':';
            length += 1 + digits;
        }
        let letters = self.run_of(length, |c| c.is_ascii_alphanumeric());
        let named = self.before().is_some_and(|c| c.is_ascii_lowercase())
            && self.tokens.last().is_some_and(|token| token.kind == Kind::Word(Word::Other));
        let possessive = self.peek(length) == Some('\'') && self.peek(length + 1) == Some('s');
        let number =
            Number { value, marked: false, seat: false, spelled: false, nth: false, counts: false, noun: false, odd };
        match (letters, possessive) {
            (0, false) if !clock && !named => self.push(Kind::Number(number), length),
            (0, true) => self.push(Kind::Word(Word::Other), length + 2),
            _ => self.push(Kind::Word(Word::Other), length + letters),
        }
    }

    fn english(&mut self) {
        let letters = self.run_of(0, |c| c.is_ascii_lowercase() || c == '\'');
        let mut word: String = self.glyphs[self.at..self.at + letters].iter().map(|glyph| glyph.c).collect();
        while word.ends_with('\'') {
            word.pop();
        }
        let length = word.len();
        if word == "no" && self.numbered_by_no(length) {
            return;
        }
        let ends = !self.peek(length).is_some_and(|c| c.is_ascii_digit());
        let number = numbers::english(&word).filter(|_| ends);
        for (rest, meaning) in LEXICON.english(&word) {
            // "Two Sisters" is a card, and of other phrases a number stands for itself.
            let stands = number.is_none() || matches!(meaning, Word::Card(_));
            if let Some(end) = self.phrase(length, rest).filter(|_| stands) {
                return self.push(Kind::Word(*meaning), end);
            }
        }
        if let Some(value) = number {
            let number = Number {
                value,
                marked: false,
                seat: false,
                spelled: true,
                nth: false,
                counts: false,
                noun: false,
                odd: false,
            };
            return self.push(Kind::Number(number), length);
        }
        // Adverbs of manner say nothing of the choice; those that do are in the lexicon.
        let adverb = word.len() > 4 && word.ends_with("ly");
        self.push(Kind::Word(if adverb { Word::Filler } else { Word::Other }), length);
    }

    /// "No. 3" and "no.3" number a seat; "no 3" may refuse it.
    fn numbered_by_no(&mut self, length: usize) -> bool {
        let spaces = self.run_of(length + 1, |c| c == ' ');
        let numbered = self.peek(length) == Some('.')
            && spaces <= 1
            && self.peek(length + 1 + spaces).is_some_and(|c| c.is_ascii_digit());
        if numbered {
            self.push(Kind::Word(Word::Number), length + 1);
        }
        numbered
    }

    /// The end of the phrase whose first word ends at `from`, if the rest of it follows.
    fn phrase(&self, from: usize, rest: &[String]) -> Option<usize> {
        let mut end = from;
        for word in rest {
            let gap = self.run_of(end, |c| matches!(c, ' ' | '-' | '_')).min(3);
            let stands = word.chars().enumerate().all(|(i, c)| self.peek(end + gap + i) == Some(c));
            if gap == 0 || !stands {
                return None;
            }
            end += gap + word.chars().count();
        }
        // "player3" is the word and the number; "playerly" is another word.
        let ends = !self.peek(end).is_some_and(|c| c.is_ascii_lowercase());
        ends.then_some(end)
    }

    fn chinese(&mut self) {
        let Some(first) = self.peek(0) else { return };
        for (rest, meaning) in LEXICON.chinese(first) {
            if rest.iter().enumerate().all(|(i, c)| self.peek(1 + i) == Some(*c)) {
                return self.push(Kind::Word(*meaning), 1 + rest.len());
            }
        }
        let length = self.run_of(0, numbers::is_numeral);
        if length > 0 {
            let run: Vec<char> = self.glyphs[self.at..self.at + length].iter().map(|glyph| glyph.c).collect();
            let stands = self.numeral_may_stand(length);
            match numbers::chinese(&run) {
                Some(value) if stands => {
                    let number = Number {
                        value,
                        marked: false,
                        seat: false,
                        spelled: true,
                        nth: false,
                        counts: false,
                        noun: false,
                        odd: false,
                    };
                    return self.push(Kind::Number(number), length);
                }
                _ => return self.push(Kind::Word(Word::Other), length),
            }
        }
        self.push(Kind::Word(Word::Other), 1);
    }

    /// A numeral is a seat only where it is no part of an unknown word: 毒三, 三号, not 三观.
    fn numeral_may_stand(&self, length: usize) -> bool {
        let touches_unknown = self.before().is_some_and(is_han)
            && self.tokens.last().is_some_and(|token| token.kind == Kind::Word(Word::Other));
        let next_is_known = match self.peek(length) {
            Some(c) if is_han(c) => !LEXICON.chinese(c).is_empty(),
            _ => true,
        };
        !touches_unknown && next_is_known
    }

    /// Letters of other scripts.
    fn foreign(&mut self) {
        let length = self.run_of(0, |c| c.is_alphabetic() && !is_han(c) && !c.is_ascii());
        self.push(Kind::Word(Word::Other), length.max(1));
    }

    fn sign(&mut self, c: char) {
        let next = self.peek(1);
        let kind = match c {
            '"' => Kind::Quote,
            ',' | ';' | '(' | '[' | ']' | '{' | '}' | '|' | '—' | '<' | '>' => Kind::Break(Break::Comma),
            ')' => Kind::Break(Break::Close),
            ':' => Kind::Break(Break::Topic),
            '.' | '。' | '!' => Kind::Break(Break::Stop),
            '?' => Kind::Break(Break::Question),
            '/' => Kind::Word(Word::Or),
            '、' | '&' | '+' => Kind::Word(Word::And),
            '%' => Kind::Word(Word::Count),
            '#' if next.is_some_and(|c| c.is_ascii_digit()) => Kind::Word(Word::Number),
            '@' if next.is_some_and(|c| c.is_ascii_digit()) => Kind::Word(Word::Mark),
            '-' => return self.dash(next),
            // Emphasis, underscores, code marks, emoji and the like say nothing.
            _ => {
                self.at += 1;
                return;
            }
        };
        self.push(kind, 1);
    }

    /// A hyphen joins, a dash breaks, and a minus makes a number no seat.
    fn dash(&mut self, next: Option<char>) {
        let before = self.before().filter(|c| !c.is_whitespace());
        match (before, next) {
            (Some(before), Some(c)) if before.is_ascii_lowercase() && c.is_ascii_alphanumeric() => self.at += 1,
            (before, Some(c)) if c.is_ascii_digit() && !before.is_some_and(char::is_alphanumeric) => {
                let length = 1 + self.run_of(1, |c| c.is_ascii_digit() || c == '.');
                let number = Number {
                    value: 1000,
                    marked: false,
                    seat: false,
                    spelled: false,
                    nth: false,
                    counts: false,
                    noun: false,
                    odd: true,
                };
                self.push(Kind::Number(number), length);
            }
            _ => self.push(Kind::Break(Break::Comma), 1),
        }
    }
}
