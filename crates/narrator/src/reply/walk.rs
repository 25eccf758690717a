//! Tokens into things said: each item a reply names, how firmly, and whether it is denied.
//!
//! A reply is read clause by clause. An item counts as decided after a verb of the speaker's own ("I vote 3", 毒3), as
//! bare where nothing unknown stands beside it ("player 3"), and otherwise not at all: what stands in a question, a
//! condition, a reason or somebody else's words is only mentioned. A negation holds to the end of its clause, and is
//! carried on while it has found nothing to deny.

use super::clause::{Clause, Found};
use super::fold::squeezed;
use super::grammar::{Form, Grammar, Item, Part};
use super::lex::{Break, Kind, Token};
use super::lexicon::{LEXICON, Word};
use std::collections::BTreeSet;

/// How firmly something is said, firmest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// After "final answer".
    Final,
    /// After a verb, or alone on a line.
    Decided,
    /// Alone in a clause.
    Bare,
}

/// An item of a reply that counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    pub item: Item,
    pub level: Level,
    /// Said to be what is *not* chosen.
    pub denied: bool,
    /// The number of its sentence: only what stands in one sentence makes a set.
    pub sentence: u32,
    /// Whether it stands beside an "or".
    pub or: bool,
    /// Its bytes in the reply.
    pub span: (usize, usize),
}

/// Everything a reply says about the choice.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// What counts, in the order it was said.
    pub said: Vec<Said>,
    /// What is only mentioned.
    pub aside: BTreeSet<Item>,
}

/// Reads the tokens of a text.
pub(super) fn walk(text: &str, tokens: &[Token], grammar: &Grammar) -> Heard {
    let mut walker =
        Walker { text, grammar, heard: Heard::default(), clause: Clause::default(), carry: Carry::default() };
    for line in tokens.split(|token| token.kind == Kind::Break(Break::Line)) {
        walker.line(line);
    }
    walker.heard
}

/// What outlives a clause.
#[derive(Debug, Default)]
struct Carry {
    /// Negations that found nothing to deny yet.
    nots: u8,
    cannot: bool,
    /// A verb that found no object yet, or a mark of finality, and what comes of the next bare item.
    pending: Option<Level>,
    /// The sentence is a question or a condition.
    idle: bool,
    /// Somebody's words or thoughts are being told.
    report: Report,
    quoted: bool,
    /// The prompt's options are being repeated in this sentence.
    echo: bool,
    /// A heading announced options, or somebody else's speech, up to the next empty line.
    block: bool,
    sentence: u32,
    /// The sentence mentions seats outside of any reason, or speaks to somebody.
    cluttered: bool,
    /// The clause before, if it named items that count.
    last: Option<Last>,
}

/// Whether somebody's words are being told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Report {
    #[default]
    No,
    /// In this clause.
    Clause,
    /// The telling verb was the last word: what follows is told.
    Open,
    /// To the end of the line.
    Line,
}

/// The clause before.
#[derive(Clone, Copy, Debug)]
struct Last {
    /// Where its items begin in `said`.
    from: usize,
    level: Level,
    denied: bool,
}

struct Walker<'a> {
    text: &'a str,
    grammar: &'a Grammar,
    heard: Heard,
    clause: Clause,
    carry: Carry,
}

impl Walker<'_> {
    fn line(&mut self, tokens: &[Token]) {
        if tokens.is_empty() {
            self.carry.block = false;
            return;
        }
        self.carry.quoted = false;
        self.carry.report = Report::No;
        let from = self.heard.said.len();
        let (label, rest) = self.label(tokens);
        let pure = label.is_none() && self.pure(rest);
        let mut start = 0;
        while start < rest.len() {
            let length = rest[start..].iter().position(|token| ends_sentence(token.kind));
            let end = length.map_or(rest.len(), |length| start + length);
            self.sentence(&rest[start..end], rest.get(end).map(|token| token.kind));
            start = end + 1;
        }
        // A retraction may have taken away more than this line.
        let from = from.min(self.heard.said.len());
        if let Some((item, separator)) = label {
            self.settle_label(from, item, separator);
        } else if pure && self.heard.said[from..].iter().all(|said| said.level == Level::Bare) {
            self.heard.said[from..].iter_mut().for_each(|said| said.level = Level::Decided);
        }
        let heading = tokens.last().is_some_and(|token| token.kind == Kind::Break(Break::Topic));
        self.carry.block |= heading && (self.carry.echo || (label.is_some() && rest.is_empty()));
    }

    /// "3: vote 5" tells what seat 3 says, "3: player 3" is an option with its key, "3. I vote 5" is the third point of
    /// a list.
    fn settle_label(&mut self, from: usize, item: Item, separator: Break) {
        let choice = self.grammar.choice(item);
        let said = &self.heard.said[from..];
        let agrees =
            !said.is_empty() && said.iter().all(|said| !said.denied && self.grammar.choice(said.item) == choice);
        if agrees && choice.is_some() {
            return;
        }
        let point = separator != Break::Topic;
        if point && said.iter().any(|said| said.level < Level::Bare) {
            return;
        }
        let gone: Vec<Item> = self.heard.said.drain(from..).map(|said| said.item).collect();
        self.heard.aside.extend(gone);
        self.heard.aside.insert(item);
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

    /// The number a line begins with, if it is a heading or a point of a list, and the rest of the line. The speaker's
    /// own seat before a colon is only his name.
    fn label<'t>(&self, tokens: &'t [Token]) -> (Option<(Item, Break)>, &'t [Token]) {
        let (Some(first), Some(second)) = (tokens.first(), tokens.get(1)) else { return (None, tokens) };
        let (Kind::Number(number), Kind::Break(separator)) = (first.kind, second.kind) else { return (None, tokens) };
        let rest = &tokens[2..];
        let alone = rest.iter().all(|token| matches!(token.kind, Kind::Break(_) | Kind::Quote));
        let seats = number.marked || matches!(self.grammar.form, Form::Seats | Form::Potions);
        let label = Some((self.grammar.number(number).unwrap_or(Item::Odd), separator));
        match separator {
            Break::Topic if seats && number.value == u32::from(self.grammar.own.number()) => (None, rest),
            Break::Topic => (label, rest),
            Break::Stop | Break::Close if !alone => (label, rest),
            _ => (None, tokens),
        }
    }

    fn sentence(&mut self, tokens: &[Token], end: Option<Kind>) {
        let carry = &mut self.carry;
        carry.sentence += 1;
        carry.nots = 0;
        carry.cannot = false;
        carry.last = None;
        carry.cluttered = false;
        carry.echo = false;
        if carry.report != Report::Line && !carry.quoted {
            carry.report = Report::No;
        }
        let condition = tokens.iter().any(|token| token.kind == Kind::Word(Word::If));
        carry.idle = condition || end == Some(Kind::Break(Break::Question));
        let from = self.heard.said.len();
        for token in tokens {
            self.token(*token);
        }
        self.close(Some(Break::Stop));
        if self.carry.nots == 1 && !self.carry.cannot && !self.carry.idle {
            // "I will not." declines.
            self.say(Item::No, Level::Bare, (0, 0));
            self.carry.nots = 0;
        }
        if self.carry.cluttered {
            self.demote_bare(from);
        }
    }

    /// "Player 2, I trust you": a bare seat beside other talk of seats is no choice.
    fn demote_bare(&mut self, from: usize) {
        let from = from.min(self.heard.said.len());
        let said = self.heard.said.split_off(from);
        for said in said {
            match said.item {
                Item::Seat(_) if said.level == Level::Bare => {
                    self.heard.aside.insert(said.item);
                }
                _ => self.heard.said.push(said),
            }
        }
    }

    fn say(&mut self, item: Item, level: Level, span: (usize, usize)) {
        let sentence = self.carry.sentence;
        self.heard.said.push(Said { item, level, denied: false, sentence, or: false, span });
    }

    fn token(&mut self, token: Token) {
        match token.kind {
            Kind::Quote => self.carry.quoted = !self.carry.quoted,
            Kind::Break(kind) => self.close(Some(kind)),
            Kind::Number(number) => {
                self.begin(token);
                self.clause.number(number, token, self.grammar);
            }
            Kind::Word(word) => {
                let part = self.grammar.part(word);
                if self.carry.report == Report::No && self.clause.ends_before(part) {
                    self.close(None);
                }
                self.begin(token);
                self.outer(part);
                self.clause.word(part, token, self.grammar);
            }
        }
    }

    fn begin(&mut self, token: Token) {
        if self.carry.report == Report::Open {
            self.carry.report = Report::Clause;
        }
        self.clause.extend(token);
    }

    /// Words whose effect goes beyond their clause.
    fn outer(&mut self, part: Part) {
        let Part::Word(word) = part else { return };
        match word {
            Word::Echo => self.carry.echo = true,
            Word::Opinion if self.clause.me => {}
            Word::Report | Word::Opinion if self.carry.report != Report::Line => self.carry.report = Report::Open,
            Word::Retract if self.clause.words == 1 => self.retract(),
            Word::Change => self.retract(),
            Word::Break => self.carry.nots = 0,
            _ => {}
        }
    }

    fn retract(&mut self) {
        self.heard.said.clear();
        self.clause.found.clear();
        self.carry.last = None;
        self.carry.nots = 0;
    }

    /// Ends the clause at a break, or without one before a word that opens the next.
    fn close(&mut self, end: Option<Break>) {
        let mut clause = std::mem::take(&mut self.clause);
        if clause.words > 0 {
            self.carry.cluttered |= clause.you;
            let pending = self.carry.pending.take();
            if let Some(word) = self.exact(&clause) {
                self.answer(word, clause.span);
            } else if clause.found.is_empty() {
                self.objectless(&clause, end);
            } else {
                self.judge(&mut clause, pending);
            }
        }
        self.carry.report = match (self.carry.report, end) {
            (Report::Clause, Some(Break::Comma | Break::Close)) if !self.carry.quoted => Report::No,
            (Report::Clause | Report::Open, Some(Break::Topic)) => Report::Line,
            (report, _) => report,
        };
    }

    fn idle(&self) -> bool {
        self.carry.idle || self.carry.echo || self.carry.block || self.carry.report != Report::No
    }

    /// The meaning of a clause that is an answer as a whole.
    fn exact(&self, clause: &Clause) -> Option<Word> {
        if clause.words > 3 {
            return None;
        }
        let text = self.text.get(clause.span.0..clause.span.1)?;
        LEXICON.clause(&squeezed(text))
    }

    fn answer(&mut self, word: Word, span: (usize, usize)) {
        if self.idle() {
            return;
        }
        // Beside seats and potions a plain yes or no is only a manner of speaking.
        let level = if self.grammar.form == Form::Keys { Level::Decided } else { Level::Bare };
        match word {
            Word::Yes if self.grammar.form == Form::Keys => self.say(Item::Yes, level, span),
            Word::No => self.say(Item::No, level, span),
            Word::Pass => self.say(Item::Pass, Level::Bare, span),
            _ => {}
        }
    }

    /// A clause that names nothing may still deny what stands before or after it.
    fn objectless(&mut self, clause: &Clause, end: Option<Break>) {
        let carried = self.carry.nots;
        let nots = clause.nots.saturating_add(carried);
        if self.idle() || clause.unsure {
            return;
        }
        if !clause.clean() || clause.foreign {
            // "No way in hell | I vote 3": the next words continue this clause.
            if end.is_none() && !clause.joined {
                self.carry.nots = nots;
            }
            return;
        }
        match (nots, clause.verb) {
            (0, verb) => {
                let topic = verb && end == Some(Break::Topic);
                self.carry.pending = if clause.finally { Some(Level::Final) } else { topic.then_some(Level::Decided) };
            }
            (1, _) if self.denies_last(clause.verb) => self.carry.nots = 0,
            (1, true) if end != Some(Break::Topic) => {
                self.carry.nots = 0;
                if !clause.cannot && !self.carry.cannot {
                    self.say(Item::Refrain, Level::Decided, clause.span);
                }
            }
            _ => {
                self.carry.nots = nots;
                self.carry.cannot |= clause.cannot;
            }
        }
    }

    /// "3号我不投" denies the seat named before its verb.
    fn denies_last(&mut self, verb: bool) -> bool {
        let Some(last) = self.carry.last.filter(|last| !last.denied && (!verb || last.level == Level::Bare)) else {
            return false;
        };
        self.heard.said[last.from..].iter_mut().for_each(|said| said.denied = true);
        true
    }

    /// Sorts the items of a clause into what counts and what is only mentioned.
    fn judge(&mut self, clause: &mut Clause, pending: Option<Level>) {
        let carried = std::mem::take(&mut self.carry.nots);
        let unsure = self.idle() || clause.unsure || clause.foreign || clause.nots.saturating_add(carried) > 1;
        let last = self.carry.last.take();
        let listed = last.filter(|_| !clause.beyond_list && carried == 0);
        let from = self.heard.said.len();
        for found in clause.found.drain(..).collect::<Vec<_>>() {
            let level = if unsure || found.unknown || found.reason || listed.is_some_and(|last| last.denied) {
                None
            } else {
                level(&found, clause, pending.or(listed.map(|last| last.level)))
            };
            match level {
                Some(level) => self.heard.said.push(Said {
                    item: found.item,
                    level,
                    denied: found.denied != (carried == 1),
                    sentence: self.carry.sentence,
                    or: clause.or,
                    span: found.span,
                }),
                None => {
                    self.carry.cluttered |= !found.reason && matches!(found.item, Item::Seat(_));
                    self.heard.aside.insert(found.item);
                }
            }
        }
        self.carry.last = self.heard.said.get(from).map(|said| Last { from, level: said.level, denied: said.denied });
    }
}

/// How firmly an item of a clause is said, if at all. `bare` is what becomes of an item that stands alone.
fn level(found: &Found, clause: &Clause, bare: Option<Level>) -> Option<Level> {
    let clean = clause.clean();
    if clean && (found.finally || bare == Some(Level::Final)) {
        Some(Level::Final)
    } else if found.governed && (clean || (clause.me && !clause.weak)) {
        Some(Level::Decided)
    } else if clean {
        Some(bare.unwrap_or(Level::Bare))
    } else {
        None
    }
}

fn ends_sentence(kind: Kind) -> bool {
    matches!(kind, Kind::Break(Break::Stop | Break::Question))
}
