//! The lines of a reply: lists of options, headings, and answers that have a line to themselves.

use super::grammar::{Form, Grammar, Item, Part};
use super::heard::{Heard, Level, Said};
use super::lex::{Break, Kind, Token};
use super::lexicon::Word;
use super::walk::Walker;
use std::collections::BTreeSet;

/// Reads the tokens of a text.
pub(super) fn hear(text: &str, tokens: &[Token], grammar: &Grammar) -> Heard {
    let ends_line = |token: &Token| token.kind == Kind::Break(Break::Line);
    let count = tokens.split(ends_line).filter(|line| !line.is_empty()).count();
    let walker = Walker::new(text, grammar);
    let mut lines = Lines { walker, grammar, count, labels: BTreeSet::new(), list: false };
    for line in tokens.split(ends_line) {
        lines.line(line);
    }
    lines.finish()
}

/// What a line begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    None,
    /// The speaker's own seat before a colon, which is only his name.
    Own,
    /// This item, and what separates it from the rest.
    Of(Item, Break),
}

struct Lines<'a> {
    walker: Walker<'a>,
    grammar: &'a Grammar,
    /// How many lines have anything on them.
    count: usize,
    /// The keys that lines begin with.
    labels: BTreeSet<Item>,
    /// The lines before, since the last empty one, begin with keys.
    list: bool,
}

impl Lines<'_> {
    fn line(&mut self, tokens: &[Token]) {
        if tokens.is_empty() {
            self.list = false;
            self.walker.end_block();
            return;
        }
        let (label, rest) = self.label(tokens);
        let pure = self.pure(rest);
        self.walker.begin_line();
        let mut start = 0;
        while start < rest.len() {
            let length = rest[start..].iter().position(|token| ends_sentence(token.kind));
            let end = length.map_or(rest.len(), |length| start + length);
            self.walker.sentence(&rest[start..end], rest.get(end).map(|token| token.kind));
            start = end + 1;
        }
        let from = self.walker.line_from();
        self.list &= pure || label != Label::None;
        match label {
            Label::Of(item, separator) => {
                if separator == Break::Topic {
                    self.labels.insert(item);
                    self.list = true;
                }
                self.settle_label(from, item, separator);
            }
            Label::Own => {
                self.labels.insert(self.grammar.own());
                self.list = pure;
            }
            Label::None => {
                let said = &mut self.walker.heard.said[from..];
                if pure && said.iter().all(|said| said.level == Level::Bare) {
                    said.iter_mut().for_each(|said| said.level = Level::Decided);
                }
            }
        }
        if self.list {
            self.walker.heard.said[from..].iter_mut().for_each(|said| said.listed = true);
        }
        if tokens.last().is_some_and(|token| token.kind == Kind::Break(Break::Topic)) {
            let speaker = matches!(label, Label::Of(..)) && rest.is_empty();
            self.walker.end_heading(speaker);
        }
    }

    /// Several lines with keys repeat the options of the prompt, perhaps not to the end, and choose none of them.
    fn finish(self) -> Heard {
        let mut heard = self.walker.heard;
        if self.labels.len() > 1 {
            heard.demote(0, |said| said.listed);
        }
        heard
    }

    /// "3: vote 5" tells what seat 3 says, "3: player 3" is an option with its key, "3. I vote 5" is the third point of
    /// a list.
    fn settle_label(&mut self, from: usize, label: Item, separator: Break) {
        let choice = self.grammar.choice(label);
        let meaning = |said: &Said| match said.item {
            // Of yes and no, the denial of one is the other.
            Item::Yes if said.denied => self.grammar.choice(Item::Pass),
            _ if said.denied => None,
            item => self.grammar.choice(item),
        };
        let heard = &mut self.walker.heard;
        let said = &mut heard.said[from..];
        if choice.is_some() && !said.is_empty() && said.iter().all(|said| meaning(said) == choice) {
            said.iter_mut().for_each(|said| said.level = said.level.min(Level::Decided));
            return;
        }
        let point = separator != Break::Topic && self.count > 1;
        if point && said.iter().any(|said| said.level < Level::Bare) {
            return;
        }
        heard.demote(from, |_| true);
        heard.aside.insert(label);
    }

    /// Whether a line holds nothing but items.
    fn pure(&self, tokens: &[Token]) -> bool {
        tokens.iter().all(|token| match token.kind {
            Kind::Number(_) | Kind::Quote => true,
            Kind::Break(kind) => kind != Break::Question,
            Kind::Word(word) => match self.grammar.part(word) {
                Part::Item { .. } | Part::Both => true,
                Part::Verb { .. } | Part::Kept(_) => false,
                Part::Word(word) => word != Word::Other,
            },
        })
    }

    /// The number a line begins with, if it is a heading or a point of a list, and the rest of the line.
    fn label<'t>(&self, tokens: &'t [Token]) -> (Label, &'t [Token]) {
        let none = (Label::None, tokens);
        let (Some(first), Some(second)) = (tokens.first(), tokens.get(1)) else { return none };
        let (Kind::Number(number), Kind::Break(separator)) = (first.kind, second.kind) else { return none };
        let rest = &tokens[2..];
        let alone = rest.iter().all(|token| matches!(token.kind, Kind::Break(_) | Kind::Quote));
        let seats = number.marked || matches!(self.grammar.form, Form::Seats | Form::Potions);
        match separator {
            Break::Topic if seats && number.value == u32::from(self.grammar.own.number()) => (Label::Own, rest),
            Break::Stop | Break::Close if alone => none,
            Break::Topic | Break::Stop | Break::Close => {
                (Label::Of(self.grammar.number(number).unwrap_or(Item::Odd), separator), rest)
            }
            Break::Comma | Break::Question | Break::Line => none,
        }
    }
}

fn ends_sentence(kind: Kind) -> bool {
    matches!(kind, Kind::Break(Break::Stop | Break::Question))
}
