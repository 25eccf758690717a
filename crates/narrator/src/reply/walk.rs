//! Sentences into things said: each item they name, how firmly, and whether it is denied.
//!
//! A sentence is read clause by clause. An item counts as decided after a verb of the speaker's own ("I vote 3", 毒3),
//! as bare where nothing unknown stands beside it ("player 3"), and otherwise not at all: what stands in a question, a
//! condition, a reason or somebody else's words is only mentioned. A negation holds to the end of its clause, and is
//! carried on while it has found nothing to deny.

use super::clause::{Clause, Found};
use super::fold::squeezed;
use super::grammar::{Form, Grammar, Item, Part};
use super::heard::{Heard, Level, Said};
use super::lex::{Break, Kind, Token};
use super::lexicon::{LEXICON, Word};

/// Reads one sentence after another, and keeps what was heard.
pub(super) struct Walker<'a> {
    text: &'a str,
    grammar: &'a Grammar,
    pub heard: Heard,
    clause: Clause,
    sentence: Sentence,
    /// A verb found no object yet, or a mark of finality no answer: how firmly the next bare item is said.
    pending: Option<Level>,
    /// Whether somebody's words or thoughts are being told.
    report: Report,
    /// Whether a quotation is open.
    quoted: bool,
    /// A heading announced options, or somebody else's speech, up to the next empty line.
    block: bool,
    /// Where in what was said the line begins.
    line_from: usize,
}

/// What outlives a clause, up to the end of its sentence.
#[derive(Debug, Default)]
struct Sentence {
    number: u32,
    /// Where in what was said it begins.
    from: usize,
    /// It is a question or a condition.
    idle: bool,
    /// It repeats the options of the prompt.
    echo: bool,
    /// Negations that found nothing to deny yet.
    nots: u8,
    /// One of them is that the speaker cannot.
    cannot: bool,
    /// It mentions seats outside of any reason, or speaks to somebody, or the speaker is not sure.
    cluttered: bool,
    /// A reason was given, and may still be.
    reasoned: bool,
    /// The clause before ended without any punctuation.
    continues: bool,
    /// The clause before, if it named items that count.
    last: Option<Last>,
}

/// The clause before.
#[derive(Clone, Copy, Debug)]
struct Last {
    /// Where its items begin in what was said.
    from: usize,
    level: Level,
    denied: bool,
}

/// Whether somebody's words are being told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Report {
    No,
    /// In this clause.
    Clause,
    /// The telling verb was the last word: what follows is told.
    Open,
    /// To the end of the line.
    Line,
}

impl<'a> Walker<'a> {
    /// A walker that has heard nothing yet.
    pub(super) fn new(text: &'a str, grammar: &'a Grammar) -> Self {
        Walker {
            text,
            grammar,
            heard: Heard::default(),
            clause: Clause::default(),
            sentence: Sentence::default(),
            pending: None,
            report: Report::No,
            quoted: false,
            block: false,
            line_from: 0,
        }
    }

    /// Nothing that somebody was told to have said goes on over the end of a line.
    pub(super) fn begin_line(&mut self) {
        self.quoted = false;
        self.report = Report::No;
        self.line_from = self.heard.said.len();
    }

    /// Where in what was said the line begins.
    pub(super) fn line_from(&self) -> usize {
        self.line_from
    }

    /// A line ended with a colon: if it announced options, or named a speaker, what follows is not the speaker's.
    pub(super) fn end_heading(&mut self, speaker: bool) {
        self.block |= self.sentence.echo || speaker;
    }

    /// An empty line.
    pub(super) fn end_block(&mut self) {
        self.block = false;
    }

    /// Reads a sentence, and what ends it.
    pub(super) fn sentence(&mut self, tokens: &[Token], end: Option<Kind>) {
        let condition = tokens.iter().any(|token| token.kind == Kind::Word(Word::If));
        self.sentence = Sentence {
            number: self.sentence.number + 1,
            from: self.heard.said.len(),
            idle: condition || end == Some(Kind::Break(Break::Question)),
            ..Sentence::default()
        };
        if self.report != Report::Line && !self.quoted {
            self.report = Report::No;
        }
        for token in tokens {
            self.token(*token);
        }
        self.close(Some(Break::Stop));
        if self.sentence.nots == 1 && !self.sentence.cannot && !self.idle() {
            // "I will not." declines.
            self.say(Item::No, Level::Bare, (0, 0));
        }
        if self.sentence.cluttered {
            // "Player 2, I trust you": a bare seat beside other talk is no choice.
            let bare_seat = |said: &Said| said.level == Level::Bare && matches!(said.item, Item::Seat(_));
            self.heard.demote(self.sentence.from, bare_seat);
        }
    }

    fn token(&mut self, token: Token) {
        match token.kind {
            Kind::Quote => self.quoted = !self.quoted,
            Kind::Break(kind) => self.close(Some(kind)),
            Kind::Number(number) => {
                self.begin(token);
                self.clause.number(number, token, self.grammar);
            }
            Kind::Word(word) => {
                let part = self.grammar.part(word);
                if self.report == Report::No && self.clause.ends_before(part) {
                    self.close(None);
                }
                self.begin(token);
                self.outer(part);
                self.clause.word(part, token, self.grammar);
            }
        }
    }

    fn begin(&mut self, token: Token) {
        if self.report == Report::Open {
            self.report = Report::Clause;
        }
        self.clause.extend(token);
    }

    /// Words whose effect goes beyond their clause.
    fn outer(&mut self, part: Part) {
        let Part::Word(word) = part else { return };
        match word {
            Word::Echo => self.sentence.echo = true,
            Word::Opinion if self.clause.me => {}
            // "Hard to say" tells nobody's words.
            Word::Opinion if !self.clause.foreign && self.clause.found.is_empty() => {}
            Word::Report | Word::Opinion if self.report != Report::Line => self.report = Report::Open,
            Word::Retract if self.clause.words == 1 => self.retract(),
            Word::Change => self.retract(),
            Word::Break => self.sentence.nots = 0,
            _ => {}
        }
    }

    /// All that was said before is taken back.
    fn retract(&mut self) {
        self.heard.said.clear();
        self.clause.found.clear();
        self.line_from = 0;
        self.sentence.from = 0;
        self.sentence.last = None;
        self.sentence.nots = 0;
    }

    /// Ends the clause at a break, or without one before a word that opens the next.
    fn close(&mut self, end: Option<Break>) {
        let mut clause = std::mem::take(&mut self.clause);
        // "Player 4 (you)" is how the prompt names the speaker.
        if clause.words > 0 && !(clause.you && clause.words == 1) {
            clause.finish(self.grammar);
            self.clutter(&clause, end);
            let pending = self.pending.take();
            if let Some(word) = self.exact(&clause) {
                self.answer(word, clause.span);
            } else if clause.found.is_empty() {
                self.objectless(&clause, end);
            } else {
                self.judge(clause, pending);
            }
        }
        self.report = match (self.report, end) {
            (Report::Clause, Some(Break::Comma | Break::Close)) if !self.quoted => Report::No,
            (Report::Clause | Report::Open, Some(Break::Topic)) => Report::Line,
            (report, _) => report,
        };
    }

    /// Notes what makes a bare seat beside this clause no choice: "I, player 3, ...", "3号我觉得不错", "3, I don't know".
    fn clutter(&mut self, clause: &Clause, end: Option<Break>) {
        let apposition = clause.me && clause.words == 1 && end == Some(Break::Comma);
        let denial = clause.nots > 0 && clause.found.is_empty();
        let continued = self.sentence.continues && (clause.unclean || denial);
        let distanced = clause.me && clause.unclean && denial;
        self.sentence.cluttered |= clause.you || clause.unsure || apposition || continued || distanced;
        self.sentence.continues = end.is_none();
        self.sentence.reasoned |= clause.reason;
        self.heard.unclean |= clause.unclean;
    }

    fn idle(&self) -> bool {
        self.sentence.idle || self.sentence.echo || self.block || self.report != Report::No
    }

    fn say(&mut self, item: Item, level: Level, span: (usize, usize)) {
        let sentence = self.sentence.number;
        self.heard.said.push(Said { item, level, denied: false, sentence, or: false, listed: false, span });
    }

    /// The meaning of a clause that is an answer as a whole.
    fn exact(&self, clause: &Clause) -> Option<Word> {
        const LONGEST: u32 = 3;
        let text = self.text.get(clause.span.0..clause.span.1).filter(|_| clause.words <= LONGEST)?;
        LEXICON.clause(&squeezed(text))
    }

    fn answer(&mut self, word: Word, span: (usize, usize)) {
        if self.idle() {
            return;
        }
        // Beside seats and potions a plain yes or no is only a manner of speaking.
        let keys = self.grammar.form == Form::Keys;
        let level = if keys { Level::Decided } else { Level::Bare };
        match word {
            Word::Yes if self.grammar.takes_yes() => self.say(Item::Yes, level, span),
            Word::No => self.say(Item::No, level, span),
            Word::Pass => self.say(Item::Pass, Level::Decided, span),
            _ => {}
        }
    }

    /// A clause that names nothing may still deny what stands before or after it.
    fn objectless(&mut self, clause: &Clause, end: Option<Break>) {
        if clause.hedge && !clause.foreign && !self.idle() {
            // "I would poison 3, but I am not sure."
            self.heard.demote(self.sentence.from, |_| true);
            self.sentence.last = None;
        }
        if self.idle() || clause.unsure || clause.reason {
            return;
        }
        let nots = clause.nots.saturating_add(self.sentence.nots);
        if clause.unclean || clause.foreign {
            // "No way in hell | I vote 3": the next words continue this clause.
            if end.is_none() && !clause.joined {
                self.sentence.nots = nots;
            }
            return;
        }
        match (nots, clause.verb) {
            (0, verb) => {
                let topic = verb && end == Some(Break::Topic);
                self.pending = if clause.finally { Some(Level::Final) } else { topic.then_some(Level::Decided) };
            }
            (1, verb) if self.denies_last(verb) => self.sentence.nots = 0,
            (1, true) if end != Some(Break::Topic) => {
                self.sentence.nots = 0;
                if !clause.cannot && !self.sentence.cannot {
                    self.say(Item::Refrain, Level::Decided, clause.span);
                }
            }
            _ => {
                self.sentence.nots = nots;
                self.sentence.cannot |= clause.cannot;
            }
        }
    }

    /// "3号我不投" denies the seat named before its verb.
    fn denies_last(&mut self, verb: bool) -> bool {
        let Some(last) = self.sentence.last.filter(|last| !last.denied && (!verb || last.level == Level::Bare)) else {
            return false;
        };
        self.heard.said.iter_mut().skip(last.from).for_each(|said| said.denied = true);
        true
    }

    /// Sorts the items of a clause into what counts and what is only mentioned.
    fn judge(&mut self, mut clause: Clause, pending: Option<Level>) {
        let carried = std::mem::take(&mut self.sentence.nots);
        // "I can't stand player 3": a seat is no part of a yes or no.
        let mixed = self.grammar.form == Form::Keys && mixes_seats(&clause.found);
        let doubled = clause.nots.saturating_add(carried) > 1;
        let unsure = self.idle() || clause.unsure || clause.foreign || mixed || doubled;
        let last = self.sentence.last.take();
        let listed = last.filter(|_| !clause.beyond_list && carried == 0);
        let from = self.heard.said.len();
        for found in std::mem::take(&mut clause.found) {
            let level = if unsure || found.unknown || found.reason || listed.is_some_and(|last| last.denied) {
                None
            } else {
                level(&found, &clause, pending.or(listed.map(|last| last.level)))
            };
            let Some(level) = level else {
                let clutters = !self.sentence.reasoned && !found.reason && matches!(found.item, Item::Seat(_));
                self.sentence.cluttered |= clutters;
                self.heard.aside.insert(found.item);
                continue;
            };
            let denied = found.denied != (carried == 1);
            let sentence = self.sentence.number;
            let Found { item, span, .. } = found;
            self.heard.said.push(Said { item, level, denied, sentence, or: clause.or, listed: false, span });
        }
        self.sentence.last =
            self.heard.said.get(from).map(|said| Last { from, level: said.level, denied: said.denied });
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
