//! A speech into words.

use super::Listener;
use super::word::Word;
use lycaon_narrator::lexis::{chinese_number, english_number, folded, is_han, is_numeral};
use lycaon_rules::Seat;

/// What a Chinese number counts or orders, where it names no seat: 一个, 三张, 两天.
const COUNTED: &str = "个张下定样直起些把手首百千万点轮瓶种般句批切次天年半步刚伙向匹开杆枪块儿会只条夜晚名位人次";

/// What stands before a Chinese number that names no seat: 第一, 万一.
const COUNTING: &str = "第万唯统每之十百某单专";

/// What follows a number in English that counts: "3 votes".
const COUNTS: &[&str] =
    &["votes", "wolves", "werewolves", "of", "people", "players", "days", "nights", "left", "seers"];

/// What is shortened before a name, so that its full stop ends no sentence.
const TITLES: &[&str] = &["mr", "mrs", "ms", "dr"];

/// What stands before a number in English that names no seat: "night 2".
const DATES: &[&str] = &["night", "day", "round", "d", "last", "top"];

/// The words of a speech. What stands in quotation marks is somebody else's and is left out.
pub(super) fn words(text: &str, listener: &Listener) -> Vec<Word> {
    let letters = unquoted(folded(text));
    let mut lexer = Lexer { letters, at: 0, words: vec![], listener };
    while lexer.at < lexer.letters.len() {
        lexer.step();
    }
    lexer.words
}

/// The letters without what is quoted. A quotation that never ends is none.
fn unquoted(letters: Vec<char>) -> Vec<char> {
    let mut plain = Vec::with_capacity(letters.len());
    let mut rest = &letters[..];
    while let Some(open) = rest.iter().position(|c| *c == '"') {
        let Some(length) = rest[open + 1..].iter().position(|c| *c == '"') else { break };
        plain.extend(&rest[..open]);
        rest = &rest[open + length + 2..];
    }
    plain.extend(rest);
    plain
}

struct Lexer<'a> {
    letters: Vec<char>,
    at: usize,
    words: Vec<Word>,
    listener: &'a Listener,
}

impl Lexer<'_> {
    fn step(&mut self) {
        let c = self.letters[self.at];
        match c {
            _ if is_han(c) => self.han(),
            _ if c.is_alphabetic() => self.latin(),
            '0'..='9' => self.digits(),
            '.' if self.last_latin().is_some_and(|word| TITLES.contains(&word.as_str())) => self.at += 1,
            '\n' | '。' | '.' | '!' | ';' => self.push(Word::Stop, 1),
            '?' => self.push(Word::Question, 1),
            // "I follow 8: 2 is a wolf": he is not the other.
            ':' if matches!(self.words.last(), Some(Word::Seat(_))) => self.push(Word::Comma, 1),
            ',' if self.among_digits() => self.push(Word::And, 1),
            ',' | '(' | ')' | '[' | ']' | '—' => self.push(Word::Comma, 1),
            '-' if self.letters.get(self.at + 1) == Some(&' ') => self.push(Word::Comma, 1),
            '、' | '&' | '+' | '/' => self.push(Word::And, 1),
            '=' => self.push(Word::Be, 1),
            _ => self.at += 1,
        }
    }

    fn push(&mut self, word: Word, length: usize) {
        self.words.push(word);
        self.at += length;
    }

    fn run(&self, from: usize, accept: impl Fn(char) -> bool) -> usize {
        self.letters[from.min(self.letters.len())..].iter().take_while(|c| accept(**c)).count()
    }

    fn seat(&self, number: u32) -> Option<Seat> {
        let seat = u8::try_from(number).ok().and_then(|number| Seat::try_from(number).ok())?;
        self.listener.seats.has(seat).then_some(seat)
    }

    fn han(&mut self) {
        if is_numeral(self.letters[self.at]) && (self.misheard() || self.numeral()) {
            return;
        }
        let known = self.listener.lexicon.han(&self.letters[self.at..]);
        // 要不要, 能不能: a verb beside itself denied asks.
        let asks = match self.letters[self.at..] {
            [verb, '不' | '没', again, ..] => verb == again && known.is_none_or(|(_, length)| length < 3),
            _ => false,
        };
        let (word, length) = if asks { (Word::Ask, 3) } else { known.unwrap_or((Word::Other, 1)) };
        if word == Word::Pad { self.at += length } else { self.push(word, length) }
    }

    /// Whether the sign here joins two numbers: "3,5".
    fn among_digits(&self) -> bool {
        let digit = |at: usize| self.letters.get(at).is_some_and(char::is_ascii_digit);
        self.at > 0 && digit(self.at - 1) && digit(self.at + 1)
    }

    /// Recognisers write 十 for 是: 九十个悍跳. Only at a table that ends before ten.
    fn misheard(&mut self) -> bool {
        let length = self.run(self.at, is_numeral);
        let run = &self.letters[self.at..self.at + length];
        let Some(ten) = run.iter().position(|c| *c == '十').filter(|ten| *ten > 0) else { return false };
        let numbers: Vec<u32> = run[..ten].iter().filter_map(|c| chinese_number(&[*c])).collect();
        let rest = &self.letters[self.at + ten + 1..];
        let noun = self.listener.lexicon.han(rest).is_some_and(|(word, _)| {
            matches!(word, Word::Role(_) | Word::Wolf | Word::Good | Word::Gold | Word::Red | Word::Silver | Word::Pad)
        });
        let seated = self.seat(10).is_none() && numbers.iter().all(|number| self.seat(*number).is_some());
        if !(seated && noun) {
            return false;
        }
        self.seats(&numbers, ten);
        self.push(Word::Be, 1);
        true
    }

    /// A Chinese numeral that names a seat, or several in a row that each name one: 三八九.
    fn numeral(&mut self) -> bool {
        let length = self.run(self.at, is_numeral);
        let before = self.at.checked_sub(1).map(|at| self.letters[at]);
        let after = self.letters.get(self.at + length).copied();
        let run = &self.letters[self.at..self.at + length];
        let marked = after == Some('号');
        let counts = |c: Option<char>, list: &str| c.is_some_and(|c| list.contains(c));
        // 四点八 tells whom four votes for, and no time.
        let then = self.letters.get(self.at + length + 1).copied();
        let votes = after == Some('点') && then.is_some_and(|c| is_numeral(c) || "这那张个死掉".contains(c));
        let after = after.filter(|_| !votes);
        if !marked && (counts(before, COUNTING) || counts(after, COUNTED)) {
            // The last of several may count while the others are seats: 五七八三张狼.
            let seats = if run.len() > 2 && !counts(before, COUNTING) { run.len() - 1 } else { 0 };
            let own: Vec<u32> = run[..seats].iter().filter_map(|c| chinese_number(&[*c])).collect();
            if own.is_empty()
                || run.contains(&'十')
                || self.listener.lexicon.han(&self.letters[self.at + seats..]).is_none()
            {
                return false;
            }
            self.seats(&own, seats);
            return true;
        }
        let numbers: Vec<u32> = match chinese_number(run) {
            Some(number) => vec![number],
            None if run.contains(&'十') => return false,
            None => run.iter().filter_map(|c| chinese_number(&[*c])).collect(),
        };
        if self.listener.lexicon.han(&self.letters[self.at..]).is_some()
            || !numbers.iter().all(|n| self.seat(*n).is_some())
        {
            return false;
        }
        self.seats(&numbers, length);
        self.title();
        true
    }

    fn seats(&mut self, numbers: &[u32], length: usize) {
        let seats: Vec<Word> = numbers.iter().filter_map(|number| self.seat(*number)).map(Word::Seat).collect();
        self.words.extend(seats);
        self.at += length;
    }

    /// Steps over what follows a seat and says no more: 号, 号牌, 号玩家.
    fn title(&mut self) {
        for title in ["号小玩家", "号玩家", "号老师", "号牌", "号位", "号", "玩家", "老师"] {
            let title: Vec<char> = title.chars().collect();
            if self.letters[self.at..].starts_with(&title) {
                self.at += title.len();
                break;
            }
        }
    }

    fn digits(&mut self) {
        let length = self.run(self.at, |c| c.is_ascii_digit());
        let number: String = self.letters[self.at..self.at + length].iter().collect();
        let seat = number.parse().ok().and_then(|number| self.seat(number));
        let after = self.letters.get(self.at + length).copied();
        let next: String = self.ahead(self.at + length).first().map(|word| word.0.clone()).unwrap_or_default();
        let counts = after.is_some_and(|c| COUNTED.contains(c) || c.is_ascii_alphabetic() || c == '%' || c == '.')
            && !(after == Some('.') && self.letters.get(self.at + length + 1).is_none_or(|c| !c.is_ascii_digit()));
        let dated = self.last_latin().is_some_and(|word| DATES.contains(&word.as_str()));
        let seat = seat.filter(|_| !counts && !dated && !COUNTS.contains(&next.as_str()));
        self.push(seat.map_or(Word::Other, Word::Seat), length);
        if seat.is_some() {
            self.title();
        }
    }

    /// The Latin word just before this place.
    fn last_latin(&self) -> Option<String> {
        let before: Vec<char> = self.letters[..self.at].iter().rev().skip_while(|c| **c == ' ').copied().collect();
        let word: String = before.iter().take_while(|c| c.is_alphabetic()).collect();
        (!word.is_empty()).then(|| word.chars().rev().collect())
    }

    /// The Latin words from a place on, up to four, each with where it ends.
    fn ahead(&self, from: usize) -> Vec<(String, usize)> {
        let mut words = vec![];
        let mut at = from;
        while words.len() < 4 {
            at += self.run(at, |c| c == ' ');
            let length = self.run(at, |c| (c.is_alphanumeric() && !is_han(c)) || c == '\'');
            if length == 0 {
                break;
            }
            words.push((self.letters[at..at + length].iter().collect(), at + length));
            at += length;
        }
        words
    }

    fn latin(&mut self) {
        let ahead = self.ahead(self.at);
        let Some((first, end)) = ahead.first().cloned() else { return self.at += 1 };
        let (stem, tail) = first.split_once('\'').unwrap_or((&first, ""));
        if let Some((_, seat)) = self.listener.names.iter().find(|(name, _)| name == stem) {
            return self.name(*seat, tail, end);
        }
        let texts: Vec<&str> = ahead.iter().map(|(word, _)| word.as_str()).collect();
        if let Some((word, length)) = self.listener.lexicon.latin(&texts) {
            self.words.extend((word != Word::Pad).then_some(word));
            self.at = ahead[length - 1].1;
            return;
        }
        let night = first.len() == 2 && first.starts_with('n') && first.ends_with(|c: char| c.is_ascii_digit());
        let words = match (stem, tail) {
            // "N1" and what it showed.
            _ if night => vec![Word::Check],
            ("i" | "we", "m" | "re") => vec![Word::Me, Word::Be],
            ("you", "re") => vec![Word::You, Word::Be],
            ("he" | "she", "s") => vec![Word::He, Word::Be],
            ("they" | "it" | "that", "s" | "re") => vec![Word::Third, Word::Be],
            (_, "t") => vec![Word::Not],
            _ => match english_number(&first).and_then(|number| self.seat(number)) {
                Some(seat) if ["player", "seat", "number"].contains(&self.last_latin().as_deref().unwrap_or("")) => {
                    vec![Word::Seat(seat)]
                }
                _ => vec![Word::Other],
            },
        };
        self.words.extend(words);
        self.at = end;
    }

    /// A name, or what belongs to it: "Mio's a wolf" is no possession.
    fn name(&mut self, seat: Seat, tail: &str, end: usize) {
        let next = self.ahead(end).first().map(|(word, _)| word.clone()).unwrap_or_default();
        let is = ["a", "the", "not", "been", "an", "definitely"].contains(&next.as_str());
        match tail {
            "s" if !is => self.words.push(Word::Owner(seat)),
            "s" => self.words.extend([Word::Seat(seat), Word::Be]),
            _ => self.words.push(Word::Seat(seat)),
        }
        self.at = end;
    }
}
