//! A reply in words into a choice.

use super::fold::squeezed;
use super::grammar::{Form, Grammar, Item};
use super::lex::lex;
use super::lexicon::{LEXICON, Word};
use super::lines::hear;
use super::settle::settle;
use super::{ReadPath, Unclear};
use crate::Lang;
use lycaon_rules::{Choice, Request};

/// What may stand around a short reply without saying anything.
const TRIMMINGS: &[char] = &['"', '\'', '.', '。', '!', '*', '`', ',', ';', '~', '_'];

/// Longer texts are no keys and no single words.
const SHORT: usize = 64;

/// The choice that a text makes.
pub(super) fn decide(text: &str, request: &Request, lang: Lang) -> Result<(Choice, ReadPath), Unclear> {
    if text.trim().is_empty() {
        return Err(Unclear::Empty);
    }
    let grammar = Grammar::of(request, lang);
    if text.len() <= SHORT {
        let squeezed = squeezed(text);
        let short = squeezed.trim_matches(TRIMMINGS);
        if let Some(choice) = key(short, request, &grammar) {
            return Ok((choice, ReadPath::Key));
        }
        if let Some(word) = LEXICON.reply(short) {
            return single(word, text, request, &grammar).map(|choice| (choice, ReadPath::Words));
        }
    }
    let heard = hear(text, &lex(text), &grammar);
    settle(text, &heard, &request.menu, &grammar).map(|choice| (choice, ReadPath::Words))
}

/// Whether a text denies something: it must then not be taken apart.
pub(super) fn denies(text: &str) -> bool {
    lex(text).iter().any(|token| {
        use super::lex::Kind;
        matches!(
            token.kind,
            Kind::Word(
                Word::Not
                    | Word::Cannot
                    | Word::No
                    | Word::Reject
                    | Word::Verb(super::lexicon::verb::DECLINE)
                    | Word::Pass
            )
        )
    })
}

/// Whether the request is about potions, so that a target alone says too little.
pub(super) fn is_potions(request: &Request) -> bool {
    Grammar::of(request, Lang::En).form == Form::Potions
}

/// Whether the request is about a role for a seat, so that either alone says too little.
pub(super) fn is_gift(request: &Request) -> bool {
    Grammar::of(request, Lang::En).form == Form::Gifts
}

/// Doing nothing, where that is legal.
pub(super) fn passing(request: &Request, lang: Lang) -> Option<Choice> {
    Grammar::of(request, lang).choice(Item::Pass)
}

/// The choice whose key this is, in either language. A set is never one key alone: its size must be checked.
fn key(short: &str, request: &Request, grammar: &Grammar) -> Option<Choice> {
    if grammar.many {
        return None;
    }
    Lang::ALL
        .into_iter()
        .flat_map(|lang| super::keys(request, lang))
        .find(|(key, _)| super::fold::squeezed(key) == short)
        .map(|(_, choice)| choice)
        .filter(|choice| grammar.form != Form::Potions || !matches!(choice, Choice::Target { .. }))
}

/// A reply of one word.
fn single(word: Word, text: &str, request: &Request, grammar: &Grammar) -> Result<Choice, Unclear> {
    let choice = match word {
        Word::Yes if grammar.form == Form::Potions => Some(Choice::Save).filter(|_| request.menu.size() == 2),
        Word::Yes => grammar.choice(Item::Yes),
        _ => grammar.choice(Item::Pass),
    };
    match choice.filter(|choice| request.menu.allows(*choice)) {
        Some(choice) => Ok(choice),
        None if word == Word::Pass => Err(Unclear::not_legal(text)),
        None => Err(Unclear::NoChoice),
    }
}
