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
    /// Whether its line began with the key of an option.
    pub listed: bool,
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
    /// Whether there are words in it that were not understood.
    pub unclean: bool,
}

/// Reads the tokens of a text.
pub(super) fn walk(text: &str, tokens: &[Token], grammar: &Grammar) -> Heard {
    let ends_line = |token: &Token| token.kind == Kind::Break(Break::Line);
    let lines = tokens.split(ends_line).filter(|line| !line.is_empty()).count();
    let (labels, heard, clause, carry) = Default::default();
    let mut walker = Walker { text, grammar, lines, labels, heard, clause, carry };
    for line in tokens.split(ends_line) {
        walker.line(line);
    }
    walker.finish()
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
    /// The lines before, since the last empty one, begin with keys.
    list: bool,
    /// A heading announced options, or somebody else's speech, up to the next empty line.
    block: bool,
    sentence: u32,
    /// Where in `said` the sentence begins.
    from: usize,
    /// The sentence mentions seats outside of any reason, or speaks to somebody.
    cluttered: bool,
    /// A reason was given, and may still be.
    reasoned: bool,
    /// The clause before ended without any punctuation.
    continues: bool,
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

/// What a line begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    None,
    /// The speaker's own seat before a colon, which is only his name.
    Own,
    /// This item, and what separates it from the rest.
    Of(Item, Break),
}

struct Walker<'a> {
    text: &'a str,
    grammar: &'a Grammar,
    /// How many lines have anything on them.
    lines: usize,
    /// The keys that lines begin with.
    labels: BTreeSet<Item>,
    heard: Heard,
    clause: Clause,
    carry: Carry,
}

impl Walker<'_> {
    /// Several lines with keys repeat the options of the prompt, perhaps not to the end, and choose none of them.
    fn finish(mut self) -> Heard {
        if self.labels.len() > 1 {
            let (listed, said): (Vec<Said>, Vec<Said>) = self.heard.said.into_iter().partition(|said| said.listed);
            self.heard.said = said;
            self.heard.aside.extend(listed.into_iter().map(|said| said.item));
        }
        self.heard
    }

    fn line(&mut self, tokens: &[Token]) {
        if tokens.is_empty() {
            self.carry.block = false;
            self.carry.list = false;
            return;
        }
        self.carry.quoted = false;
        self.carry.report = Report::No;
        let from = self.heard.said.len();
        let (label, rest) = self.label(tokens);
        let pure = self.pure(rest);
        let mut start = 0;
        while start < rest.len() {
            let length = rest[start..].iter().position(|token| ends_sentence(token.kind));
            let end = length.map_or(rest.len(), |length| start + length);
            self.sentence(&rest[start..end], rest.get(end).map(|token| token.kind));
            start = end + 1;
        }
        // A retraction may have taken away more than this line.
        let from = from.min(self.heard.said.len());
        self.carry.list &= pure || label != Label::None;
        match label {
            Label::Of(item, separator) => {
                if separator == Break::Topic {
                    self.labels.insert(item);
                    self.carry.list = true;
                }
                self.settle_label(from, item, separator);
            }
            Label::Own => {
                self.labels.insert(self.grammar.own());
                self.carry.list = pure;
            }
            Label::None if pure && self.heard.said[from..].iter().all(|said| said.level == Level::Bare) => {
                self.heard.said[from..].iter_mut().for_each(|said| said.level = Level::Decided);
            }
            Label::None => {}
        }
        if self.carry.list {
            self.heard.said.iter_mut().skip(from).for_each(|said| said.listed = true);
        }
        let heading = tokens.last().is_some_and(|token| token.kind == Kind::Break(Break::Topic));
        self.carry.block |= heading && (self.carry.echo || (matches!(label, Label::Of(..)) && rest.is_empty()));
    }

    /// "3: vote 5" tells what seat 3 says, "3: player 3" is an option with its key, "3. I vote 5" is the third point of
    /// a list.
    fn settle_label(&mut self, from: usize, item: Item, separator: Break) {
        let choice = self.grammar.choice(item);
        let said = &self.heard.said[from..];
        let meaning = |said: &Said| match said.item {
            // Of yes and no, the denial of one is the other.
            Item::Yes if said.denied => self.grammar.choice(Item::Pass),
            _ if said.denied => None,
            item => self.grammar.choice(item),
        };
        let agrees = !said.is_empty() && said.iter().all(|said| meaning(said) == choice);
        if agrees && choice.is_some() {
            self.heard.said[from..].iter_mut().for_each(|said| said.level = said.level.min(Level::Decided));
            return;
        }
        let point = separator != Break::Topic && self.lines > 1;
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
            _ => none,
        }
    }

    fn sentence(&mut self, tokens: &[Token], end: Option<Kind>) {
        let carry = &mut self.carry;
        carry.sentence += 1;
        carry.nots = 0;
        carry.cannot = false;
        carry.last = None;
        carry.cluttered = false;
        carry.continues = false;
        carry.reasoned = false;
        carry.echo = false;
        if carry.report != Report::Line && !carry.quoted {
            carry.report = Report::No;
        }
        let condition = tokens.iter().any(|token| token.kind == Kind::Word(Word::If));
        carry.idle = condition || end == Some(Kind::Break(Break::Question));
        carry.from = self.heard.said.len();
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
            // "Player 2, I trust you": a bare seat beside other talk is no choice.
            self.demote(Level::Bare);
        }
    }

    /// What was said in this sentence, of this level or less firm, is only mentioned.
    fn demote(&mut self, firmest: Level) {
        let from = self.carry.from.min(self.heard.said.len());
        for said in self.heard.said.split_off(from) {
            if said.level >= firmest && (firmest == Level::Final || matches!(said.item, Item::Seat(_))) {
                self.heard.aside.insert(said.item);
            } else {
                self.heard.said.push(said);
            }
        }
        self.carry.last = None;
    }

    fn say(&mut self, item: Item, level: Level, span: (usize, usize)) {
        let sentence = self.carry.sentence;
        self.heard.said.push(Said { item, level, denied: false, sentence, or: false, listed: false, span });
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
            // "Hard to say" tells nobody's words.
            Word::Opinion if !self.clause.foreign && self.clause.found.is_empty() => {}
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
        // "Player 4 (you)" is how the prompt names the speaker.
        if clause.words > 0 && !(clause.you && clause.words == 1) {
            clause.finish(self.grammar);
            self.heard.unclean |= clause.unclean;
            // "I, player 3, ...", "3号我觉得不错", "3, I am not sure": the bare seat is no choice.
            let apposition = clause.me && clause.words == 1 && end == Some(Break::Comma);
            let denial = clause.nots > 0 && clause.found.is_empty();
            let continued = self.carry.continues && (clause.unclean || denial);
            let distanced = clause.me && clause.unclean && denial;
            self.carry.cluttered |= clause.you || clause.unsure || apposition || continued || distanced;
            self.carry.continues = end.is_none();
            self.carry.reasoned |= clause.reason;
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
            Word::Pass => self.say(Item::Pass, Level::Decided, span),
            _ => {}
        }
    }

    /// A clause that names nothing may still deny what stands before or after it.
    fn objectless(&mut self, clause: &Clause, end: Option<Break>) {
        let carried = self.carry.nots;
        let nots = clause.nots.saturating_add(carried);
        if clause.hedge && !clause.foreign && !self.idle() {
            // "I would poison 3, but I am not sure."
            self.demote(Level::Final);
        }
        if self.idle() || clause.unsure || clause.reason {
            return;
        }
        if clause.unclean || clause.foreign {
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
        // "I can't stand player 3": a seat is no part of a yes or no.
        let unsure = self.idle()
            || clause.unsure
            || (self.grammar.form == Form::Keys && mixes_seats(&clause.found))
            || clause.foreign
            || clause.nots.saturating_add(carried) > 1;
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
                    listed: false,
                    span: found.span,
                }),
                None => {
                    self.carry.cluttered |=
                        !self.carry.reasoned && !found.reason && matches!(found.item, Item::Seat(_));
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

/// Whether seats stand beside other items.
fn mixes_seats(found: &[Found]) -> bool {
    let seats = found.iter().filter(|found| matches!(found.item, Item::Seat(_))).count();
    (1..found.len()).contains(&seats)
}

fn ends_sentence(kind: Kind) -> bool {
    matches!(kind, Kind::Break(Break::Stop | Break::Question))
}
