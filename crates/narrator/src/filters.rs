//! What templates may do with values: seats into names, ids into words, foreign words into quotations.
//!
//! A seat in a template is its number. The variable `me` is the listener's own number, or none; who is addressed as
//! "you" follows from it.

use crate::lang::Lang;
use crate::quote::quote;
use crate::sources::PromptError;
use minijinja::value::Value;
use minijinja::{Environment, Error, ErrorKind, State};
use std::collections::BTreeMap;
use std::sync::Arc;

type Words = Arc<BTreeMap<String, String>>;

/// How seats are named in a language.
#[derive(Clone, Debug)]
pub(crate) struct Seating {
    before: String,
    after: String,
    you: String,
    mark: String,
    nobody: String,
    many_before: String,
    each_before: String,
    each_after: String,
    comma: String,
    and: String,
}

impl Seating {
    /// From the table `seat` of words.toml.
    pub fn new(words: &BTreeMap<String, String>) -> Result<Self, PromptError> {
        let word = |name: &str| {
            let key = format!("words.seat.{name}");
            words.get(&key).cloned().ok_or(PromptError::NoText { key })
        };
        Ok(Seating {
            before: word("before")?,
            after: word("after")?,
            you: word("you")?,
            mark: word("mark")?,
            nobody: word("nobody")?,
            many_before: word("many_before")?,
            each_before: word("each_before")?,
            each_after: word("each_after")?,
            comma: word("comma")?,
            and: word("and")?,
        })
    }

    /// The name of a seat: `3号`, `Player 3`.
    fn name(&self, seat: u8) -> String {
        format!("{}{seat}{}", self.before, self.after)
    }

    /// The name, or "you" for the listener; "nobody" for no seat.
    fn who(&self, me: Option<u8>, seat: Option<u8>) -> String {
        match seat {
            Some(seat) if Some(seat) == me => self.you.clone(),
            Some(seat) => self.name(seat),
            None => self.nobody.clone(),
        }
    }

    /// Seats in the given order, the listener's own marked: `3号、5号（你）`, `Players 3 and 5 (you)`.
    fn list(&self, me: Option<u8>, seats: &[u8]) -> String {
        let mark = |seat: u8| if Some(seat) == me { self.mark.as_str() } else { "" };
        match seats {
            [] => self.nobody.clone(),
            [seat] => self.name(*seat) + mark(*seat),
            [front @ .., last] => {
                let each = |seat: &u8| format!("{}{seat}{}{}", self.each_before, self.each_after, mark(*seat));
                let front: Vec<String> = front.iter().map(each).collect();
                format!("{}{}{}{}", self.many_before, front.join(&self.comma), self.and, each(last))
            }
        }
    }
}

/// Gives the templates their filters.
pub(crate) fn install(templates: &mut Environment<'static>, lang: Lang, seating: Seating, words: Words) {
    let names = seating.clone();
    templates.add_filter("name", move |seat: u8| names.name(seat));
    let names = seating.clone();
    templates.add_filter("at", move |state: &State, seat: u8| names.list(me(state), &[seat]));
    let names = seating.clone();
    templates.add_filter("who", move |state: &State, seat: &Value| {
        seat_or_none(seat).map(|seat| names.who(me(state), seat))
    });
    templates.add_filter("list", move |state: &State, seats: Vec<u8>| seating.list(me(state), &seats));
    templates.add_filter("form", |state: &State, seat: &Value, third: String, second: String| {
        seat_or_none(seat).map(|seat| if seat.is_some() && seat == me(state) { second } else { third })
    });
    templates.add_filter("quote", move |text: &str| quote(lang, text));
    let roles = words.clone();
    templates.add_filter("role", move |id: &str| look_up(&roles, format!("roles.{id}.name")));
    let roles = words.clone();
    templates.add_filter("noun", move |id: &str| look_up(&roles, format!("roles.{id}.noun")));
    templates.add_filter("word", move |id: &str, table: &str| look_up(&words, format!("words.{table}.{id}")));
}

/// A seat or none. What is not there at all is an error: an optional argument would take it for none.
fn seat_or_none(value: &Value) -> Result<Option<u8>, Error> {
    match value {
        undefined if undefined.is_undefined() => {
            Err(Error::new(ErrorKind::UndefinedError, "a seat is expected and there is no such value"))
        }
        none if none.is_none() => Ok(None),
        number => u8::try_from(number.clone()).map(Some),
    }
}

/// The listener's own seat.
fn me(state: &State) -> Option<u8> {
    state.lookup("me").and_then(|me: Value| u8::try_from(me).ok())
}

fn look_up(words: &Words, key: String) -> Result<String, Error> {
    words.get(&key).cloned().ok_or_else(|| Error::new(ErrorKind::InvalidOperation, format!("there is no word `{key}`")))
}
