//! One clause of a reply: the items it names, and how it names them.

use super::grammar::{Grammar, Item, Part};
use super::lex::{Number, Token};
use super::lexicon::Word;

/// An item found in a clause, before the clause is judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub item: Item,
    pub denied: bool,
    /// Unknown words stand before it, so that it is only mentioned.
    pub unknown: bool,
    /// It stands in a reason.
    pub reason: bool,
    /// A verb of the speaker governs it.
    pub governed: bool,
    /// It stands after a mark of finality.
    pub finally: bool,
    /// Its bytes in the reply.
    pub span: (usize, usize),
}

/// What is known of the clause that is being read.
#[derive(Debug, Default)]
pub(super) struct Clause {
    pub found: Vec<Found>,
    /// How many words it has, of any kind.
    pub words: u32,
    /// The speaker is its subject.
    pub me: bool,
    /// Somebody else is its subject.
    pub foreign: bool,
    /// It speaks to somebody.
    pub you: bool,
    /// A verb of the speaker was read.
    pub verb: bool,
    /// It counts only where nothing unknown stands in it.
    pub weak: bool,
    /// An unknown word was read anywhere in it.
    pub unclean: bool,
    /// An unknown word was read since its subject began.
    pub unknown: bool,
    /// It says who or what somebody is.
    pub statement: bool,
    /// How many negations it has, those carried into it included.
    pub nots: u8,
    /// Its negation is that the speaker cannot.
    pub cannot: bool,
    /// It keeps potions: those after this many items, or the last before if there are none after.
    pub keep: Option<usize>,
    /// It says what somebody thinks.
    opinion: bool,
    /// What follows is what is not chosen, after this many items.
    pub reject: Option<usize>,
    /// What follows is a reason.
    pub reason: bool,
    /// The reason is a thing, named after this many words, and not a sentence.
    given: Option<u32>,
    /// A question, a hedge, the past: nothing in it is decided.
    pub unsure: bool,
    /// The speaker is not sure.
    pub hedge: bool,
    /// It marks a final decision.
    pub finally: bool,
    /// It has an "or".
    pub or: bool,
    /// The word before was "and" or "or".
    pub joined: bool,
    /// It has words that are neither items nor stand between items.
    pub beyond_list: bool,
    /// Its bytes in the reply.
    pub span: (usize, usize),
    /// An object stands before its verb.
    object: bool,
    /// The last word is the speaker, after a verb: 别投我.
    pub last_me: bool,
    /// The word before was an article.
    article: bool,
    /// The word before, but for an article, was a potion.
    potion: bool,
}

impl Clause {
    /// Whether nothing unknown stands in it.
    pub(super) fn clean(&self) -> bool {
        !self.unclean && (self.verb || !self.statement)
    }

    /// Reads what only the end of the clause tells: 别投我, 毒药留着.
    pub(super) fn finish(&mut self, grammar: &Grammar) {
        if self.last_me && self.found.is_empty() && grammar.seats() {
            let span = Token { kind: super::lex::Kind::Quote, start: self.span.0, end: self.span.1 };
            self.item(grammar.own(), span);
        }
        if self.keep.is_some_and(|from| from == self.found.len()) {
            self.found.iter_mut().rev().take(1).for_each(|found| found.denied = true);
        }
    }

    /// Takes in the bytes of a token.
    pub(super) fn extend(&mut self, token: Token) {
        if self.words == 0 {
            self.span.0 = token.start;
        }
        self.span.1 = token.end;
        self.words += 1;
    }

    /// Whether a word opens a new clause without any punctuation: "don't vote 3 vote 5".
    pub(super) fn ends_before(&self, part: Part) -> bool {
        let found = !self.found.is_empty();
        match part {
            Part::Word(Word::Break) => self.words > 0,
            Part::Word(Word::Me | Word::Am) if self.given.is_some_and(|at| self.words > at) => true,
            _ if self.reason => false,
            Part::Word(Word::Me | Word::Am) => found || self.unclean,
            Part::Word(Word::Not | Word::Cannot) => found,
            _ if self.joined || self.reject == Some(self.found.len()) => false,
            Part::Word(Word::No) => found,
            Part::Item { item, verbal: true } => self.verb && self.found.last().is_some_and(|last| last.item != item),
            Part::Verb { .. } | Part::Both | Part::Kept(_) => found && self.verb,
            _ => false,
        }
    }

    /// A number.
    pub(super) fn number(&mut self, number: Number, token: Token, grammar: &Grammar) {
        self.joined = false;
        self.last_me = false;
        self.potion = false;
        let article = std::mem::take(&mut self.article);
        match grammar.number(number) {
            // "The one who lies" is no number.
            Some(_) if article && number.spelled && !number.marked => self.other(),
            // "I have to choose one".
            Some(_) if number.value == 1 && number.spelled && !number.marked && self.words > 1 => {
                self.beyond_list = true
            }
            Some(item) => {
                if number.noun && grammar.seats() {
                    self.other();
                }
                // A numeral in words has other uses, unless it says that it is a seat.
                self.weak |= number.spelled && !number.marked;
                self.item(item, token);
            }
            None => self.other(),
        }
    }

    /// A word.
    pub(super) fn word(&mut self, part: Part, token: Token, grammar: &Grammar) {
        let joined = std::mem::take(&mut self.joined);
        self.article = part == Part::Word(Word::Article);
        if self.potion && part == Part::Word(Word::Other) {
            // "Save the party" uses no potion.
            self.found.iter_mut().rev().take(1).for_each(|found| found.unknown = true);
        }
        self.potion &= self.article;
        match part {
            Part::Verb { weak } => self.verb(weak, grammar),
            Part::Item { item, verbal } => {
                if verbal {
                    self.verb(false, grammar);
                }
                self.potion = matches!(item, Item::Save | Item::Poison(_));
                self.item(item, token);
            }
            Part::Both => {
                self.verb(false, grammar);
                self.item(Item::Save, token);
                self.item(Item::Poison(None), token);
            }
            Part::Kept(item) => {
                self.unsure |= self.nots > 0;
                self.verb(false, grammar);
                self.item(item, token);
                self.found.iter_mut().rev().take(1).for_each(|found| found.denied = true);
            }
            Part::Word(Word::With) if !grammar.many => self.other(),
            Part::Word(Word::MeObject) if self.verb && grammar.seats() => self.item(grammar.own(), token),
            Part::Word(word) => {
                self.last_me = word == Word::Me && self.verb;
                self.beyond_list |= !matches!(word, Word::And | Word::Or | Word::Mark | Word::Number | Word::Suffix);
                // "Yes or no" asks.
                self.unsure |= joined && self.or && self.found.is_empty() && matches!(word, Word::Not | Word::No);
                self.unsure |= joined && self.or && word == Word::No;
                self.joined = matches!(word, Word::And | Word::Or) || (joined && word == Word::Article);
                self.or |= word == Word::Or;
                self.marker(word);
            }
        }
    }

    /// A word that says how the clause is to be taken.
    fn marker(&mut self, word: Word) {
        match word {
            Word::Me | Word::Am => {
                self.me = true;
                self.statement |= word == Word::Am;
                self.unknown = false;
            }
            Word::Else | Word::You if !self.reason => {
                self.foreign |= !self.verb;
                self.you |= word == Word::You;
            }
            Word::Not | Word::No => self.nots = self.nots.saturating_add(1),
            Word::Cannot => {
                self.nots = self.nots.saturating_add(1);
                self.cannot = true;
            }
            Word::Keep => self.keep = Some(self.found.len()),
            Word::Opinion => self.opinion = true,
            Word::Reject => self.reject = Some(self.found.len()),
            Word::Reason => self.reason = true,
            Word::Given => {
                self.reason = true;
                self.given = Some(self.words);
            }
            // "3, who lied" gives a reason; "who is it" asks.
            Word::Question if !self.found.is_empty() => self.reason = true,
            Word::Hedge | Word::Question | Word::Tag | Word::Past => {
                self.unsure = true;
                self.hedge |= word == Word::Hedge;
            }
            Word::Final => {
                self.finally = true;
                self.unknown = false;
            }
            Word::Is => self.statement |= self.me || !self.found.is_empty(),
            Word::Object => self.object = true,
            // "That is wrong" takes something back only where it opens a clause.
            Word::Retract if self.words > 1 => self.other(),
            Word::Other | Word::Count | Word::Moment | Word::Nth => self.other(),
            _ => {}
        }
    }

    fn other(&mut self) {
        self.beyond_list = true;
        if !self.reason {
            self.unclean = true;
            self.unknown = true;
        }
    }

    /// A verb of the speaker, or of a seat named before it.
    fn verb(&mut self, weak: bool, grammar: &Grammar) {
        self.beyond_list = true;
        let own = grammar.own();
        let mut subjects =
            self.found.iter().filter(|found| matches!(found.item, Item::Seat(_) | Item::Pass)).peekable();
        let speaker = self.me && !self.opinion;
        if !self.verb && !speaker && !self.object && subjects.peek().is_some() {
            if subjects.all(|found| found.item == own) {
                self.found.retain(|found| found.item != own);
                self.me = true;
                self.unknown = false;
            } else {
                self.foreign = true;
            }
        }
        if !self.unknown && !self.foreign {
            self.verb = true;
            self.weak |= weak;
            if self.object {
                self.found.iter_mut().for_each(|found| found.governed = true);
            }
        }
    }

    fn item(&mut self, item: Item, token: Token) {
        // "I won't keep the poison" is not said by anybody who uses none.
        self.unsure |= self.nots > 0 && self.keep.is_some();
        let found = Found {
            item,
            denied: (self.nots == 1 || self.keep.is_some()) != self.reject.is_some(),
            unknown: self.unknown,
            reason: self.reason,
            governed: self.verb,
            finally: self.finally,
            span: (token.start, token.end),
        };
        if let (Item::Poison(None), true, Some(object)) = (item, self.object, self.found.last_mut())
            && let Item::Seat(seat) = object.item
        {
            // 对3号用毒药.
            *object = Found { item: Item::Poison(Some(seat)), span: (object.span.0, token.end), ..found };
            return;
        }
        // The seat after a potion is its object. Whom the antidote is for is known.
        if let (Item::Seat(seat), Some(potion)) = (item, self.found.last_mut()) {
            let takes = !found.unknown && !found.reason;
            match potion.item {
                Item::Poison(None) if takes => {
                    potion.item = Item::Poison(Some(seat));
                    potion.span.1 = token.end;
                    return;
                }
                Item::Save if takes => {
                    potion.span.1 = token.end;
                    return;
                }
                _ => {}
            }
        }
        self.found.push(found);
    }
}
