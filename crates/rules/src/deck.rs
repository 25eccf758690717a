//! Decks: which cards are dealt, under which ruleset. A deck and its options are the board, which everybody knows.

use crate::dice::Dice;
use crate::options::{OptionError, Options, SheriffTiebreak, ThiefExtraCards, TieRule, edits};
use crate::person::Person;
use crate::roles::{Camp, Group, RoleId};
use crate::seat::{SEATS_MAX, Seat};
use crate::village::Building;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The fewest players a game makes sense with.
pub const SEATS_MIN: usize = 3;

/// Why a deck or ruleset cannot be used: one sentence that says what to change.
#[derive(Debug, thiserror::Error)]
pub enum DeckError {
    /// No deck of this name is built in.
    #[error("unknown deck `{name}`{}; `lycaon decks` lists them", hint(.near))]
    UnknownDeck {
        /// What was asked for.
        name: String,
        /// The closest name.
        near: Option<String>,
    },
    /// No ruleset of this name is built in.
    #[error("unknown ruleset `{name}`{}; there are {}", hint(.near), crate::options::value::one_of(RULESETS.iter().map(|(n, _)| n)))]
    UnknownRuleset {
        /// What was asked for.
        name: String,
        /// The closest name.
        near: Option<String>,
    },
    /// The file is not a deck.
    #[error("{0}")]
    Malformed(String),
    /// The deck names a role that does not exist.
    #[error("deck `{deck}`: unknown role `{role}`{}; `lycaon roles` lists them", hint(.near))]
    UnknownRole {
        /// The deck.
        deck: String,
        /// What it names.
        role: String,
        /// The closest role.
        near: Option<String>,
    },
    /// The deck cannot be played.
    #[error("deck `{deck}` cannot be played: {why}")]
    Unplayable {
        /// The deck.
        deck: String,
        /// Why, and what to change.
        why: String,
    },
    /// An option of the deck or ruleset is wrong.
    #[error("deck `{deck}`: {error}")]
    Option {
        /// The deck.
        deck: String,
        /// What is wrong.
        error: OptionError,
    },
}

fn hint(near: &Option<String>) -> String {
    near.as_ref().map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default()
}

macro_rules! embedded {
    ($name:ident: $about:literal, $folder:literal, $($id:literal)+) => {
        #[doc = $about]
        const $name: &[(&str, &str)] = &[ $( ($id, include_str!(concat!("../", $folder, "/", $id, ".toml"))) ),+ ];
    };
}

embedded! { RULESETS: "The named rulesets.", "rulesets",
    "millers-hollow" "new-moon" "new-moon-003" "seed-intl" "seed-script" "seed-house" "the-pact" "jingcheng-12p" "online-9p" "vanilla"
}

embedded! { DECKS: "The built-in decks.", "decks",
    "millers-hollow-8" "millers-hollow-9" "millers-hollow-10" "millers-hollow-11" "millers-hollow-12"
    "millers-hollow-13" "millers-hollow-14" "millers-hollow-15" "millers-hollow-16" "millers-hollow-17"
    "millers-hollow-18" "online-9p" "jingcheng-12p-hunter-guard" "jingcheng-12p-hunter-idiot" "first-game-7"
    "village-8" "full-box-12" "new-moon-12" "new-moon-15" "thief-and-cupid-10" "piper-12" "seer-guard-8"
    "arena-7" "story-18"
    "jingcheng-12p-white-wolf-king" "jingcheng-12p-wolf-king-guard" "jingcheng-12p-wolf-king-dreamer"
    "jingcheng-12p-wolf-king-magician" "jingcheng-12p-wolf-beauty-knight" "jingcheng-12p-gargoyle-gravekeeper"
    "jingcheng-12p-blood-moon" "jingcheng-12p-hidden-wolf-crow" "jingcheng-12p-cursed-fox-crow"
    "jingcheng-12p-merchant" "jingcheng-12p-admirer" "jingcheng-12p-thief-cupid" "jingcheng-12p-nightmare-guard"
    "jingcheng-12p-evil-knight-guard" "jingcheng-12p-lone-girl"
    "jingcheng-12p-wolf-brothers" "jingcheng-12p-assassin-guard" "jingcheng-12p-fire-wolf-magician"
    "jingcheng-12p-nightmare-bewitcher" "jingcheng-12p-silence-stalker" "jingcheng-12p-shadow-avenger"
    "jingcheng-12p-sequence-prince" "jingcheng-12p-pure-white"
    "jingcheng-12p-mechanical-wolf-psychic" "jingcheng-12p-awakened-gargoyle"
    "jingcheng-12p-wild-child" "jingcheng-12p-piper" "jingcheng-12p-masquerade"
    "characters-12" "characters-15" "buildings-12"
}

/// What the file of a ruleset holds.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesetFile {
    /// The ruleset that this one changes; without it the options' own defaults.
    base: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
}

/// What the file of a deck holds.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DeckFile {
    id: String,
    #[serde(default)]
    zh: Option<String>,
    #[serde(default)]
    en: Option<String>,
    ruleset: String,
    roles: BTreeMap<String, u8>,
    #[serde(default)]
    face_up: Vec<RoleId>,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
}

/// The cards that are dealt, and the house rules: all that is known to everybody before the deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// The deck's id.
    pub deck: String,
    /// Its Chinese name.
    pub zh: String,
    /// Its English name.
    pub en: String,
    /// The ruleset the options come from.
    pub ruleset: String,
    /// How many players it seats.
    pub seats: u8,
    /// The cards, one for each seat. A thief's two extra cards are added by [`Board::deal`].
    pub roles: BTreeMap<RoleId, u8>,
    /// The three village cards that lie open for an actor; empty without one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub face_up: Vec<RoleId>,
    /// The house rules.
    pub options: Options,
}

/// Who holds which card. The secret part of a game's beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deal {
    /// The card of each seat, in order.
    pub cards: Vec<RoleId>,
    /// The two cards in the centre, if a thief is in the deck.
    #[serde(default)]
    pub centre: Vec<RoleId>,
    /// The person in each seat, where there is an event deck.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub persons: Vec<Person>,
}

/// The names of the rulesets.
pub fn rulesets() -> impl Iterator<Item = &'static str> {
    RULESETS.iter().map(|(name, _)| *name)
}

/// The names of the built-in decks. Beside them there is `vanilla-N-W` for 3 to 18 seats.
pub fn decks() -> impl Iterator<Item = &'static str> {
    DECKS.iter().map(|(name, _)| *name)
}

/// The options of a ruleset.
///
/// # Errors
/// When there is no ruleset of this name.
pub fn ruleset(name: &str) -> Result<Options, DeckError> {
    let Some((_, text)) = RULESETS.iter().find(|(known, _)| *known == name) else {
        return Err(DeckError::UnknownRuleset { name: name.into(), near: near(name, rulesets()) });
    };
    let file: RulesetFile =
        toml::from_str(text).map_err(|error| DeckError::Malformed(format!("ruleset {name}: {error}")))?;
    let mut options = file.base.as_deref().map_or_else(|| Ok(Options::default()), ruleset)?;
    set_from_file(&mut options, &file.options, name)?;
    Ok(options)
}

/// The value of an option as a file writes it, in the words that [`Options::set`] reads: a chain may be written as a list.
#[must_use]
pub fn option_text(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(links) => links.iter().filter_map(toml::Value::as_str).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

fn set_from_file(options: &mut Options, pairs: &BTreeMap<String, toml::Value>, deck: &str) -> Result<(), DeckError> {
    for (name, value) in pairs {
        options.set(name, &option_text(value)).map_err(|error| DeckError::Option { deck: deck.into(), error })?;
    }
    Ok(())
}

/// The known name that a misspelt one is closest to, if it shares most of its letters with one.
#[must_use]
pub fn near<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    known.map(|k| (edits(name, k), k)).filter(|(n, k)| *n <= 1 + k.len() / 3).min().map(|(_, k)| k.to_owned())
}

impl Board {
    /// The board of a built-in deck, or of `vanilla-N-W`.
    ///
    /// # Errors
    /// When there is no such deck.
    pub fn named(name: &str) -> Result<Board, DeckError> {
        if let Some(board) = vanilla(name) {
            return board;
        }
        match DECKS.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => Board::from_toml(text),
            None => Err(DeckError::UnknownDeck { name: name.into(), near: near(name, decks()) }),
        }
    }

    /// The board of a deck file.
    ///
    /// # Errors
    /// When the text is not a deck or names unknown roles, rulesets or options. The message names line and key.
    pub fn from_toml(text: &str) -> Result<Board, DeckError> {
        let file: DeckFile = toml::from_str(text).map_err(|error| DeckError::Malformed(error.to_string()))?;
        let mut options = ruleset(&file.ruleset)?;
        set_from_file(&mut options, &file.options, &file.id)?;
        let mut roles = BTreeMap::new();
        for (id, count) in &file.roles {
            let role = RoleId::from_id(id).ok_or_else(|| DeckError::UnknownRole {
                deck: file.id.clone(),
                role: id.clone(),
                near: near(id, RoleId::ALL.iter().map(|role| role.id())),
            })?;
            roles.insert(role, *count);
        }
        // A scapegoat would do nothing under a chain that does not name him: unless the deck sets the chain itself, he
        // is put first in it (errata 50).
        if roles.contains_key(&RoleId::Scapegoat) && !file.options.contains_key("tie") {
            options.tie.put_first(TieRule::Scapegoat);
        }
        let seats: usize = roles.values().map(|count| usize::from(*count)).sum();
        let board = Board {
            zh: file.zh.unwrap_or_else(|| file.id.clone()),
            en: file.en.unwrap_or_else(|| file.id.clone()),
            deck: file.id,
            ruleset: file.ruleset,
            seats: seats.min(usize::from(u8::MAX)) as u8,
            roles,
            face_up: file.face_up,
            options,
        };
        board.check()?;
        Ok(board)
    }

    /// Whether the board can be played under its options as they are now; to be asked again after changing one.
    ///
    /// # Errors
    /// One sentence that says why not.
    pub fn check(&self) -> Result<(), DeckError> {
        let refuse = |why: String| Err(DeckError::Unplayable { deck: self.deck.clone(), why });
        let seats: usize = self.roles.values().map(|count| usize::from(*count)).sum();
        let count = |camp: Camp| -> usize {
            self.roles.iter().filter(|(role, _)| role.card().camp == camp).map(|(_, n)| usize::from(*n)).sum()
        };
        let wolves = count(Camp::Wolves);
        if !(SEATS_MIN..=SEATS_MAX).contains(&seats) {
            return refuse(format!("it has {seats} cards, and a table has {SEATS_MIN} to {SEATS_MAX} seats"));
        }
        if wolves == 0 {
            return refuse("it has no wolf; add at least one".into());
        }
        if count(Camp::Village) == 0 {
            return refuse("it has nobody on the village's side; add at least one villager".into());
        }
        for (role, n) in &self.roles {
            let unique = !matches!(role.card().group, Group::Wolf) && *role != RoleId::Villager;
            let copies = role.copies();
            if copies > 1 && ![0, copies].contains(n) {
                return refuse(format!("it has {n} of the {copies} cards of `{role}`, which belong together"));
            }
            if unique && copies == 1 && *n > 1 {
                return refuse(format!("it has {n} cards of `{role}`, and there is one in the box"));
            }
        }
        if self.roles.contains_key(&RoleId::Thief) && seats > SEATS_MAX - 2 {
            return refuse("a thief adds two cards, so at most 16 can be seated with him".into());
        }
        let actor = self.roles.contains_key(&RoleId::Actor);
        let village = |role: &RoleId| role.card().camp == Camp::Village;
        if actor == self.face_up.is_empty() || !self.face_up.iter().all(village) {
            return refuse("an actor needs `face_up`, three village cards that lie open, and only he does".into());
        }
        let o = &self.options;
        let twins = o.buildings.0.windows(2).find(|pair| pair[0] == pair[1] && pair[0] != Building::Farm);
        if let Some([building, _]) = twins {
            return refuse(format!("it has two of the building `{}`, and only farms are several", building.id()));
        }
        if o.buildings.0.len() > seats {
            return refuse(format!("it has {} buildings for {seats} seats", o.buildings.0.len()));
        }
        if o.tie.has(TieRule::Sheriff) && o.sheriff_tiebreak == SheriffTiebreak::None {
            return refuse(
                "the tie chain asks the sheriff and `sheriff_tiebreak` is none; set it to decide_or_void or must_decide".into(),
            );
        }
        Ok(())
    }

    /// The cards as everybody knows them, a thief's two villagers included where the house adds them openly.
    #[must_use]
    pub fn announced(&self) -> Vec<(RoleId, u8)> {
        let mut roles = self.roles.clone();
        if self.has_centre() && self.options.thief_extra_cards == ThiefExtraCards::TwoVillagers {
            *roles.entry(RoleId::Villager).or_default() += 2;
        }
        roles.into_iter().filter(|(_, count)| *count > 0).collect()
    }

    /// Every role that somebody may come to hold: those of the deck, and for a thief's sake those that may be drawn
    /// from the box.
    #[must_use]
    pub fn possible_roles(&self) -> Vec<RoleId> {
        let drawn = self.has_centre() && self.options.thief_extra_cards != ThiefExtraCards::TwoVillagers;
        let pool = if drawn { self.box_leftovers() } else { vec![] };
        let possible = |role: &RoleId| self.roles.get(role).is_some_and(|count| *count > 0) || pool.contains(role);
        RoleId::ALL.iter().copied().filter(possible).collect()
    }

    /// Whether the dead may be asked something in this game once everything is done that their death has set off, or may
    /// come back: there are event cards, or somebody may have the gypsy's power.
    #[must_use]
    pub fn reaches_the_dead(&self) -> bool {
        let gypsy = |role: RoleId| role == RoleId::Gypsy || role.card().wares.contains(&RoleId::Gypsy);
        !self.options.event_deck.0.is_empty() || self.possible_roles().into_iter().any(gypsy)
    }

    /// Whether two cards lie in the centre.
    #[must_use]
    pub fn has_centre(&self) -> bool {
        self.roles.get(&RoleId::Thief).is_some_and(|count| *count > 0)
    }

    /// Deals the cards. The same seed gives the same deal for ever.
    pub fn deal(&self, dice: &mut Dice) -> Deal {
        let mut cards: Vec<RoleId> =
            self.roles.iter().flat_map(|(role, count)| std::iter::repeat_n(*role, usize::from(*count))).collect();
        if self.has_centre() {
            cards.extend(self.extra_cards(dice));
        }
        dice.shuffle("deal", &mut cards);
        let centre = cards.split_off(usize::from(self.seats));
        let people = if self.options.event_deck.0.is_empty() { 0 } else { usize::from(self.seats) };
        let persons = Person::deal(people, dice);
        Deal { cards, centre, persons }
    }

    /// The two cards that come with a thief (000g: two villagers; 000e: two from the box).
    fn extra_cards(&self, dice: &mut Dice) -> [RoleId; 2] {
        if self.options.thief_extra_cards == ThiefExtraCards::TwoVillagers {
            return [RoleId::Villager; 2];
        }
        let mut pool = self.box_leftovers();
        dice.shuffle("centre", &mut pool);
        let first = pool[0];
        let wolf = |role: &RoleId| role.card().camp == Camp::Wolves;
        let one_wolf_at_most = self.options.thief_extra_cards == ThiefExtraCards::PoolMaxOneWolf;
        let second = pool[1..].iter().find(|role| !(one_wolf_at_most && wolf(&first) && wolf(role)));
        [first, second.copied().unwrap_or(RoleId::Villager)]
    }

    /// What the deck leaves of the box of 24 cards (000g: 4 wolves, 13 villagers, one each of seven roles; the
    /// sheriff's card is not dealt).
    fn box_leftovers(&self) -> Vec<RoleId> {
        const BOX: [(RoleId, u8); 7] = [
            (RoleId::Werewolf, 4),
            (RoleId::Villager, 13),
            (RoleId::Seer, 1),
            (RoleId::Hunter, 1),
            (RoleId::Cupid, 1),
            (RoleId::Witch, 1),
            (RoleId::LittleGirl, 1),
        ];
        BOX.iter()
            .flat_map(|(role, in_box)| {
                let used = self.roles.get(role).copied().unwrap_or(0);
                std::iter::repeat_n(*role, usize::from(in_box.saturating_sub(used)))
            })
            .chain([RoleId::Villager; 2])
            .collect()
    }

    /// Whether this deal is one of this board.
    #[must_use]
    pub fn admits(&self, deal: &Deal) -> bool {
        let people = if self.options.event_deck.0.is_empty() { 0 } else { usize::from(self.seats) };
        deal.cards.len() == usize::from(self.seats)
            && deal.centre.len() == if self.has_centre() { 2 } else { 0 }
            && deal.persons.len() == people
    }

    /// All seats of the table.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> {
        Seat::all(usize::from(self.seats))
    }
}

/// `vanilla-N-W`: N seats, W wolves, no powers, no sheriff, no speeches. `None` if the name is not of this form.
fn vanilla(name: &str) -> Option<Result<Board, DeckError>> {
    let (seats, wolves) = name.strip_prefix("vanilla-")?.split_once('-')?;
    let (seats, wolves): (u8, u8) = (seats.parse().ok()?, wolves.parse().ok()?);
    let fits = (SEATS_MIN..=SEATS_MAX).contains(&usize::from(seats)) && wolves >= 1 && wolves < seats;
    if !fits {
        let why =
            format!("vanilla decks have {SEATS_MIN} to {SEATS_MAX} seats, and at least one wolf and one villager");
        return Some(Err(DeckError::Unplayable { deck: name.into(), why }));
    }
    let board = ruleset("vanilla").map(|options| Board {
        deck: name.into(),
        zh: format!("白板{seats}人{wolves}狼"),
        en: format!("vanilla, {seats} seats, {wolves} wolves"),
        ruleset: "vanilla".into(),
        seats,
        roles: [(RoleId::Werewolf, wolves), (RoleId::Villager, seats - wolves)].into(),
        face_up: vec![],
        options,
    });
    Some(board)
}
