//! The first line: everything a game begins with.

use lycaon_rules::{Board, Deal, Options, Person, RoleId, Seat, Setup};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The version of the format that this program writes. It rises only when older programs would misread a file; new
/// keys and new kinds of lines that change nothing about the game do not raise it.
pub const FORMAT: u32 = 1;

/// What a game begins with. With the decisions it reproduces every event.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The id of the game.
    pub game: String,
    /// The version of the program that wrote it.
    pub program: String,
    /// The deck and the house rules.
    pub board: Board,
    /// Who holds which card.
    pub deal: Deal,
    /// The seed of the deal, of the dice and of scripted agents; none for an imported game. Replaying needs none.
    pub seed: Option<u64>,
    /// The language the seats were spoken to, `zh` or `en`.
    pub language: String,
    /// Who sat where.
    pub seats: BTreeMap<Seat, Seating>,
    /// The hash of the prompts, if there were any.
    pub prompts: Option<String>,
    /// The game this one was forked from.
    pub parent: Option<Parent>,
    /// Conditions of the experiment, free in form.
    pub conditions: BTreeMap<String, Value>,
    /// When the game began. Left out where the same seed must give the same bytes.
    pub created: Option<String>,
}

/// What sits in a seat, as configured, without secrets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seating {
    /// The agent, such as `scripted:random`, `human` or the name of a file in `agents/`.
    pub agent: String,
    /// The model, if it is one.
    #[serde(default)]
    pub model: Option<String>,
    /// Its settings.
    #[serde(default)]
    pub settings: Value,
}

/// Where a fork comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parent {
    /// The id of the parent game.
    pub game: String,
    /// The file it was read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The first decision that is the child's own; all before it are the parent's.
    pub at: u32,
}

impl Header {
    /// The header of a game, in English, with nobody seated yet.
    #[must_use]
    pub fn new(game: impl Into<String>, setup: &Setup, seed: u64) -> Self {
        Header {
            game: game.into(),
            program: env!("CARGO_PKG_VERSION").into(),
            board: Board::clone(&setup.board),
            deal: setup.deal.clone(),
            seed: Some(seed),
            language: "en".into(),
            seats: BTreeMap::new(),
            prompts: None,
            parent: None,
            conditions: BTreeMap::new(),
            created: None,
        }
    }

    /// How the game begins.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup { board: Arc::new(self.board.clone()), deal: self.deal.clone() }
    }
}

/// The header as it stands in the file.
#[derive(Serialize, Deserialize)]
#[serde(tag = "t", rename = "header")]
pub(crate) struct HeaderLine<'a> {
    format: u32,
    game: Cow<'a, str>,
    program: Cow<'a, str>,
    deck: Cow<'a, str>,
    names: Names<'a>,
    ruleset: Cow<'a, str>,
    roles: Cow<'a, BTreeMap<RoleId, u8>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    face_up: Vec<RoleId>,
    options: Cow<'a, Options>,
    seed: Option<u64>,
    language: Cow<'a, str>,
    deal: BTreeMap<Seat, RoleId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    centre: Vec<RoleId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    persons: Vec<Person>,
    seats: Cow<'a, BTreeMap<Seat, Seating>>,
    #[serde(default)]
    prompts: Option<Cow<'a, str>>,
    #[serde(default)]
    parent: Option<Cow<'a, Parent>>,
    #[serde(default)]
    conditions: Cow<'a, BTreeMap<String, Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    created: Option<Cow<'a, str>>,
}

/// The names of the deck.
#[derive(Serialize, Deserialize)]
struct Names<'a> {
    zh: Cow<'a, str>,
    en: Cow<'a, str>,
}

impl<'a> From<&'a Header> for HeaderLine<'a> {
    fn from(header: &'a Header) -> Self {
        let board = &header.board;
        HeaderLine {
            format: FORMAT,
            game: (&header.game).into(),
            program: (&header.program).into(),
            deck: (&board.deck).into(),
            names: Names { zh: (&board.zh).into(), en: (&board.en).into() },
            ruleset: (&board.ruleset).into(),
            roles: Cow::Borrowed(&board.roles),
            face_up: board.face_up.clone(),
            options: Cow::Borrowed(&board.options),
            seed: header.seed,
            language: (&header.language).into(),
            deal: Seat::all(header.deal.cards.len()).zip(header.deal.cards.iter().copied()).collect(),
            centre: header.deal.centre.clone(),
            persons: header.deal.persons.clone(),
            seats: Cow::Borrowed(&header.seats),
            prompts: header.prompts.as_ref().map(Into::into),
            parent: header.parent.as_ref().map(Cow::Borrowed),
            conditions: Cow::Borrowed(&header.conditions),
            created: header.created.as_ref().map(Into::into),
        }
    }
}

impl TryFrom<HeaderLine<'_>> for Header {
    type Error = String;

    fn try_from(line: HeaderLine<'_>) -> Result<Self, String> {
        let deal = Deal { cards: line.deal.values().copied().collect(), centre: line.centre, persons: line.persons };
        let seats = deal.cards.len();
        if !line.deal.keys().copied().eq(Seat::all(seats)) {
            return Err(format!("`deal` must name each seat from 1 to {seats} once"));
        }
        let board = Board {
            deck: line.deck.into_owned(),
            zh: line.names.zh.into_owned(),
            en: line.names.en.into_owned(),
            ruleset: line.ruleset.into_owned(),
            seats: seats as u8,
            roles: line.roles.into_owned(),
            face_up: line.face_up,
            options: line.options.into_owned(),
        };
        playable(&board, &deal)?;
        Ok(Header {
            game: line.game.into_owned(),
            program: line.program.into_owned(),
            board,
            deal,
            seed: line.seed,
            language: line.language.into_owned(),
            seats: line.seats.into_owned(),
            prompts: line.prompts.map(Cow::into_owned),
            parent: line.parent.map(Cow::into_owned),
            conditions: line.conditions.into_owned(),
            created: line.created.map(Cow::into_owned),
        })
    }
}

/// Whether a game can begin like this. The engine takes a deal on trust, so a file's must be checked before.
fn playable(board: &Board, deal: &Deal) -> Result<(), String> {
    board.check().map_err(|error| error.to_string())?;
    let mut left: BTreeMap<RoleId, u8> = BTreeMap::new();
    for role in deal.cards.iter().chain(&deal.centre) {
        *left.entry(*role).or_default() += 1;
    }
    for (role, count) in &board.roles {
        let dealt = left.get(role).copied().unwrap_or(0);
        let extra = dealt.checked_sub(*count);
        let Some(extra) = extra else {
            return Err(format!("`deal` has {dealt} cards of {role} and `roles` has {count}"));
        };
        left.insert(*role, extra);
    }
    let extra: usize = left.values().map(|count| usize::from(*count)).sum();
    let wanted = if board.has_centre() { 2 } else { 0 };
    let people = if board.options.event_deck.0.is_empty() { 0 } else { deal.cards.len() };
    if deal.persons.len() != people {
        return Err(format!("`persons` has {} people and must have {people}", deal.persons.len()));
    }
    if !board.admits(deal) || extra != wanted {
        return Err("`deal` and `centre` are not a deal of `roles`".into());
    }
    Ok(())
}
