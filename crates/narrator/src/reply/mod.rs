//! A reply in words into a choice, or into what was unclear about it.
//!
//! Models answer in JSON, in prose, in JSON inside of prose, and in neither; people type `3号`. Everything that can be
//! meant by a reply is read, and nothing is ever made up: what is not said once, clearly and legally is [`Unclear`],
//! and the seat is asked again. A negation is never taken for its opposite, and thoughts never become speech.
//!
//! A model's reply loses its thoughts first (`think`). JSON is looked for (`json`) and its members are read by their
//! names (`fields`); without JSON, headings in front of lines serve as such names (`sections`). A member, a line or
//! the whole reply is read as words: folded (`fold`), cut into tokens (`lex`, `numbers`) by the tables of both
//! languages (`lexicon`, `names`), which mean what the request makes them mean (`grammar`, `keys`). Lines (`lines`),
//! sentences (`walk`) and clauses (`clause`) say how firmly each item was named and whether it was denied (`heard`),
//! and from that comes one choice or none (`settle`). What a reply means is written down in `tests/replies`.

mod aside;
mod clause;
mod fields;
pub(crate) mod fold;
mod grammar;
mod heard;
mod json;
mod keys;
mod lex;
mod lexicon;
mod lines;
pub(crate) mod names;
pub(crate) mod numbers;
mod sections;
mod settle;
mod speech;
mod stated;
mod think;
mod walk;
mod words;

pub use aside::{Aside, aside};
pub use keys::keys;
pub use stated::{Reported, Stated, doubted, polled, reported, stated};

use crate::Lang;
use fields::{Answered, Field};
use lycaon_rules::{Answer, Choice, Menu, Request, Speech};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Why no choice could be read from a reply. The seat is asked again and told this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "unclear", rename_all = "snake_case")]
pub enum Unclear {
    /// Nothing was said.
    Empty,
    /// Something was thought and nothing was said: the thought never ended, or nothing came after it.
    OnlyThought,
    /// Words, but no choice in them.
    NoChoice,
    /// The model declined to take part, as an assistant and not as a player.
    Refused,
    /// Several choices, and nothing that says which.
    Ambiguous {
        /// What was found, sorted.
        found: Vec<Choice>,
    },
    /// A choice that is not on the menu.
    NotLegal {
        /// The part of the reply that names it.
        said: String,
    },
    /// JSON was begun and is broken.
    BrokenJson {
        /// What the parser says, with its position.
        error: String,
    },
}

impl Unclear {
    /// Several choices; if none of them is legal there is no choice.
    fn ambiguous(found: impl IntoIterator<Item = Choice>) -> Self {
        let found: BTreeSet<Choice> = found.into_iter().collect();
        if found.is_empty() { Unclear::NoChoice } else { Unclear::Ambiguous { found: found.into_iter().collect() } }
    }

    /// What was said that is not on the menu, cut to a length that can be repeated to the speaker.
    fn not_legal(said: &str) -> Self {
        const LONGEST: usize = 40;
        Unclear::NotLegal { said: said.trim().chars().take(LONGEST).collect() }
    }
}

/// What was read from a model's reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The choice, and the speech where the request has a place for one.
    pub answer: Answer,
    /// What the model thought, by its tags, its JSON or its headings. For the moderator alone.
    pub thought: Option<String>,
    /// How the answer was found.
    pub path: ReadPath,
}

/// How an answer was found in a reply; recorded, because formats change behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadPath {
    /// In a JSON object.
    Json,
    /// Under a heading, such as "Answer: 3".
    Labelled,
    /// The whole reply is the key of an option.
    Key,
    /// In words.
    Words,
    /// The whole reply is the speech.
    Plain,
}

/// Reads a model's reply.
///
/// # Errors
/// What was unclear. JSON that carries an answer counts over the prose around it, headings over other prose.
pub fn read(reply: &str, request: &Request, lang: Lang) -> Result<Read, Unclear> {
    let spoken = if is_one_object(reply) {
        think::Spoken { words: reply.to_string(), thought: None }
    } else {
        think::split(reply)
    };
    if spoken.words.trim().is_empty() {
        return Err(if spoken.thought.is_some() { Unclear::OnlyThought } else { Unclear::Empty });
    }
    let mut found = if matches!(request.menu, Menu::Talk { .. }) {
        talk(&spoken.words, request)
    } else {
        choice(&spoken.words, request, lang)
    }?;
    found.thought = join(spoken.thought, found.thought);
    Ok(found)
}

/// Reads a line that a person typed.
///
/// A speech is taken as it stands. Where words may go with a choice, they follow it after a colon or a bar: `3：他像预言家`.
///
/// # Errors
/// What was unclear.
pub fn read_line(line: &str, request: &Request, lang: Lang) -> Result<Answer, Unclear> {
    let line = line.trim();
    if line.is_empty() {
        return Err(Unclear::Empty);
    }
    if matches!(request.menu, Menu::Talk { .. }) {
        return Ok(Answer::say(line));
    }
    if request.chat
        && let Some((choice, words)) = line.split_once([':', '：', '|', '｜'])
        && let Ok((choice, _)) = words::decide(choice, request, lang)
        && !words.trim().is_empty()
    {
        return Ok(Answer { choice, speech: Some(Speech { text: words.trim().to_string(), ..Speech::default() }) });
    }
    words::decide(line, request, lang).map(|(choice, _)| Answer::from(choice))
}

/// Whether a reply is a JSON object and nothing else: tags inside of it stand in its strings.
fn is_one_object(reply: &str) -> bool {
    let reply = reply.trim();
    reply.starts_with('{') && json::objects(reply).found.first().is_some_and(|(_, span)| *span == (0..reply.len()))
}

/// The objects of a reply that carry an answer; an error if JSON was begun and nothing else can be read from it.
fn answers(text: &str, carries: fn(Field) -> bool) -> Result<(Vec<Answered>, json::Objects), Unclear> {
    let mut objects = json::objects(text);
    if objects.found.is_empty()
        && let Some(members) = json::members(text)
    {
        objects.found.push((members, 0..text.len()));
        objects.broken = None;
    }
    let within = |(node, _): &(json::Node, _)| Answered::within(node.clone(), carries);
    let answers: Vec<Answered> = objects.found.iter().flat_map(within).collect();
    match &objects.broken {
        Some(error) if answers.is_empty() => Err(Unclear::BrokenJson { error: error.clone() }),
        _ => Ok((answers, objects)),
    }
}

/// A choice, with the speech that may go with it.
fn choice(text: &str, request: &Request, lang: Lang) -> Result<Read, Unclear> {
    let (answers, objects) = answers(text, fields::carries_choice)?;
    let json = agreed(&answers, request, lang);
    match json {
        Some(Ok((choice, answer))) => return Ok(with_speech(choice, answer, request, ReadPath::Json)),
        Some(Err(error)) if error != Unclear::NoChoice => return Err(error),
        _ => {}
    }
    let prose = speech::unfenced(&without(text, &objects));
    let sections = sections::sections(&prose, |_| true);
    if sections.has(fields::carries_choice) {
        let answer = Answered { members: sections.members };
        match answer.choice(request, lang) {
            Ok(choice) => return Ok(with_speech(choice, &answer, request, ReadPath::Labelled)),
            Err(Unclear::NoChoice) => {}
            Err(error) => return Err(error),
        }
    }
    match words::decide(&prose, request, lang) {
        Ok((choice, path)) => Ok(Read { answer: choice.into(), thought: None, path }),
        Err(Unclear::NoChoice) if speech::refuses(&prose) => Err(Unclear::Refused),
        Err(Unclear::Empty) => Err(Unclear::NoChoice),
        Err(_) if json.is_some() => Err(Unclear::NoChoice),
        Err(error) => Err(error),
    }
}

/// The choice on which all answers agree that make one, and the last of them; nothing if there is no answer.
fn agreed<'a>(
    answers: &'a [Answered],
    request: &Request,
    lang: Lang,
) -> Option<Result<(Choice, &'a Answered), Unclear>> {
    let mut agreed: Option<(Choice, &Answered)> = None;
    let mut unread = None;
    for answer in answers {
        match (answer.choice(request, lang), agreed) {
            (Ok(choice), Some((other, _))) if choice != other => {
                return Some(Err(Unclear::ambiguous([choice, other])));
            }
            (Ok(choice), _) => agreed = Some((choice, answer)),
            (Err(Unclear::NoChoice), _) => unread = Some(Unclear::NoChoice),
            (Err(error), _) => return Some(Err(error)),
        }
    }
    agreed.map(Ok).or(unread.map(Err))
}

fn with_speech(choice: Choice, answer: &Answered, request: &Request, path: ReadPath) -> Read {
    let (speech, inner) = match answer.speech(false).filter(|_| request.chat) {
        Some(text) => speech::clean(&text, request.seat),
        None => (None, None),
    };
    Read { answer: Answer { choice, speech }, thought: join(answer.thought(), inner), path }
}

/// A speech.
fn talk(text: &str, request: &Request) -> Result<Read, Unclear> {
    let (answers, objects) = answers(text, fields::carries_speech)?;
    let thought = answers.iter().filter_map(Answered::thought).reduce(|a, b| a + "\n" + &b);
    let mut speeches: Vec<String> = answers.iter().filter_map(|answer| answer.speech(true)).collect();
    speeches.dedup();
    if speeches.len() > 1 {
        return Err(Unclear::ambiguous([Choice::Say]));
    }
    if let Some(text) = speeches.first() {
        return spoken(text, request, thought, ReadPath::Json);
    }
    let prose = speech::unfenced(&without(text, &objects));
    let sections = sections::sections(&prose, |field| matches!(field, Field::Speech | Field::Thought));
    if !sections.members.is_empty() {
        let before = sections.before;
        let answer = Answered { members: sections.members };
        let thought = join(thought, answer.thought());
        return spoken(&answer.speech(false).unwrap_or(before), request, thought, ReadPath::Labelled);
    }
    if speech::refuses(&prose) {
        return Err(Unclear::Refused);
    }
    spoken(&prose, request, thought, ReadPath::Plain)
}

fn spoken(text: &str, request: &Request, thought: Option<String>, path: ReadPath) -> Result<Read, Unclear> {
    let (speech, inner) = speech::clean(text, request.seat);
    let speech = speech.ok_or(Unclear::Empty)?;
    Ok(Read { answer: Answer { choice: Choice::Say, speech: Some(speech) }, thought: join(thought, inner), path })
}

/// The text without its objects.
fn without(text: &str, objects: &json::Objects) -> String {
    let mut rest = String::with_capacity(text.len());
    let mut at = 0;
    for (_, span) in &objects.found {
        rest.push_str(&text[at..span.start]);
        rest.push('\n');
        at = span.end;
    }
    rest.push_str(&text[at..]);
    rest
}

fn join(first: Option<String>, second: Option<String>) -> Option<String> {
    match (first, second) {
        (Some(first), Some(second)) => Some(first + "\n" + &second),
        (first, second) => first.or(second),
    }
}
