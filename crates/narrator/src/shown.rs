//! Options copied from the question. The reader of replies knows the keys of options and the words of both languages,
//! but not the labels, which stand in the prompts and may be replaced; here they are turned into keys.

use crate::narrator::Narrator;
use crate::reply::{self, Read, Unclear, keys};
use lycaon_rules::{Answer, Menu, Request};
use std::borrow::Cow;

pub(crate) fn read(narrator: &Narrator, reply: &str, request: &Request) -> Result<Read, Unclear> {
    let reply = match in_json(narrator, reply, request) {
        Some(json) => Cow::Owned(json),
        None => with_key(narrator, reply, request),
    };
    reply::read(&reply, request, narrator.lang())
}

pub(crate) fn read_line(narrator: &Narrator, line: &str, request: &Request) -> Result<Answer, Unclear> {
    reply::read_line(&with_key(narrator, line, request), request, narrator.lang())
}

/// The reply with its `choice` turned into a key, if it is one JSON object whose `choice` is an option as shown.
fn in_json(narrator: &Narrator, reply: &str, request: &Request) -> Option<String> {
    let mut answer: serde_json::Value = serde_json::from_str(reply.trim()).ok()?;
    let choice = answer.as_object_mut()?.get_mut("choice")?;
    let key = key_of(narrator, choice.as_str()?, request)?;
    *choice = key.into();
    Some(answer.to_string())
}

/// The key of the option that the words are, or the words.
fn with_key<'a>(narrator: &Narrator, words: &'a str, request: &Request) -> Cow<'a, str> {
    key_of(narrator, words, request).map_or(Cow::Borrowed(words), Cow::Owned)
}

/// The key of the one option that is shown with these words: its label, or key and label.
fn key_of(narrator: &Narrator, words: &str, request: &Request) -> Option<String> {
    if !matches!(request.menu, Menu::OneOf { .. }) {
        return None;
    }
    let words = words.trim();
    let shown = |(key, choice): &(String, _)| {
        let label = narrator.choice(request, *choice);
        label == words || narrator.option(key, &label) == words
    };
    let mut found = keys(request, narrator.lang()).into_iter().filter(shown);
    match (found.next(), found.next()) {
        (Some((key, _)), None) => Some(key),
        _ => None,
    }
}
