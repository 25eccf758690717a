//! The event cards of New Moon, one file each. A card in force may lie on everybody like a mark, and meets the game then
//! through the same hooks; what is printed on it stands in its [`EventInfo`], and what it does when it is turned up, and what
//! it takes the place of, in [`EventCard`].
//! Adding one: its file, its `mod` line and its line in the table below, its text in `prompts/*/events.toml`, and its
//! scenarios in `tests/rules/`.

mod april_fools;
mod backfire;
mod bleak_monday;
mod burial;
mod dissatisfaction;
mod double_agent;
mod eclipse;
mod end_of_the_harvest;
mod enthusiasm;
mod executioner;
mod flood;
mod full_moon_rising;
mod gone_hunting;
mod good_manners;
mod great_distrust;
mod heads_or_tails;
mod influences;
mod little_rascal;
mod luncheon_for_seniors;
mod miracle;
mod nightmare;
mod not_me_nor_wolf;
mod options;
mod pact_with_the_devil;
mod pious_philip;
mod punishment;
mod radiant_sunday;
mod saturday_evening_ball;
mod seance;
mod somnambulism;
mod specter;
mod spiritualism;
mod touch_of_death;
mod woodland_gathering;

use crate::effect::{Effect, Fate, Mark, Span};
use crate::event::{Audience, Fact};
use crate::hooks::Hooks;
use crate::marks::Kind;
use crate::options::OptionValue;
use crate::request::{Choice, Menu, Taboo};
use crate::roles::RoleId;
use crate::seat::{Seat, Seats};
use crate::state::State;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

pub use options::*;
pub(crate) use spiritualism::{GYPSY_ASKS, is_spiritualism, spirit_cards};

/// The three kinds of event cards. The moons that stand for them differ from one language to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// It is done with on its day.
    Immediate,
    /// It does something in the night that follows, or at the next verdict.
    Delayed,
    /// It counts to the end of the game, or stays ready until it was used.
    Permanent,
}

/// What a card needs before it can be turned up. All of it is known to everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// Somebody has died.
    Dead,
    /// A sheriff is elected at this table, and the election is over.
    Sheriff,
    /// Six players are alive.
    Six,
}

/// How long a card is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lasts {
    /// Until the day is over.
    Today,
    /// Until the next day breaks.
    UntilDawn,
    /// In the night that follows.
    NextNight,
    /// Until the village puts somebody out, or does something else in a vote's place.
    NextVerdict,
    /// To the end of the game, or until the card is done.
    Ever,
}

/// When those come back whom a card sends away from the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Back {
    /// When the night falls.
    AtSunset,
    /// When the next day breaks.
    AtDawn,
}

/// What is printed on an event card.
#[derive(Clone, Copy, Debug)]
pub struct EventInfo {
    /// Its kind.
    pub class: Class,
    /// What it needs.
    pub needs: Needs,
    /// How long it is in force.
    pub(crate) lasts: Lasts,
    /// Whether it lies on everybody in the game like a mark, and speaks at the moments at which marks do.
    pub(crate) lies: bool,
    /// Whether it sends some away from the table, and when they are back.
    pub(crate) sends_away: Option<Back>,
    /// Which of its questions are put to the dead.
    pub(crate) asks_the_dead: &'static [u8],
    /// The sources of its rule, as in docs/SOURCES.md.
    pub sources: &'static [&'static str],
    /// The options that change how it plays.
    pub options: &'static [&'static str],
    /// The roles whose powers it lends.
    pub(crate) wares: &'static [RoleId],
}

impl EventInfo {
    const fn new(class: Class, lasts: Lasts, sources: &'static [&'static str]) -> Self {
        EventInfo {
            class,
            needs: Needs::Nothing,
            lasts,
            lies: false,
            sends_away: None,
            asks_the_dead: &[],
            sources,
            options: &[],
            wares: &[],
        }
    }
}

/// What a card may take the place of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instead {
    /// The day's discussion.
    Talk,
    /// The day's first vote on exile.
    Vote,
    /// What follows when the village has found against a player.
    Verdict(Seat),
    /// The pack's hunt.
    Hunt,
}

/// An event card. Every method defaults to silence.
pub(crate) trait EventCard: Hooks {
    /// Whether it can be turned up now, as far as that is not printed on it. Goes by what everybody knows alone.
    fn fits(&self, _s: &State) -> bool {
        true
    }

    /// What it does as it is turned up, before the night's dead are announced.
    fn drawn(&self, _s: &State) -> Vec<Effect> {
        vec![]
    }

    /// What it does in the morning, after the night's dead were announced, on every day on which it is in force.
    fn morning(&self, _s: &State) -> Vec<Effect> {
        vec![]
    }

    /// What it does as night falls, before any call.
    fn nightfall(&self, _s: &State) -> Vec<Effect> {
        vec![]
    }

    /// What it puts in the place of this, if it does.
    fn instead(&self, _what: Instead, _s: &State) -> Option<Vec<Effect>> {
        None
    }

    /// What the answers to one of its questions come to.
    fn answered(&self, _part: u8, _of: Option<Seat>, _answers: &[(Seat, Choice)], _s: &State) -> Vec<Effect> {
        vec![]
    }

    /// Who hunts in the pack's place.
    fn hunters(&self, _s: &State) -> Option<Seats> {
        None
    }

    /// Whether the hunt can reach this seat.
    fn reaches(&self, _seat: Seat, _s: &State) -> bool {
        true
    }

    /// Whether the card of this dead player is shown to nobody, or not to everybody.
    fn veils(&self, _fate: &Fate, _s: &State) -> bool {
        false
    }

    /// Whether it forbids to say this.
    fn forbids(&self, _taboo: Taboo) -> bool {
        false
    }
}

macro_rules! events {
    ($( $module:ident :: $card:ident $variant:ident $id:literal; )+) => {
        /// An event card. The id, used in files and on the command line, is its English title in kebab case.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "the names say it; what each does stands in its file")]
        pub enum EventId { $( $variant ),+ }

        impl EventId {
            /// Every card, in the order of the rulebook.
            pub const ALL: &[EventId] = &[ $( EventId::$variant ),+ ];

            /// The id, such as `little-rascal`.
            #[must_use]
            pub fn id(self) -> &'static str {
                match self { $( EventId::$variant => $id ),+ }
            }

            pub(crate) fn event(self) -> &'static dyn EventCard {
                match self { $( EventId::$variant => &$module::$card ),+ }
            }

            /// What is printed on the card.
            #[must_use]
            pub fn info(self) -> &'static EventInfo {
                static INFOS: &[EventInfo] = &[ $( $module::INFO ),+ ];
                &INFOS[self as usize]
            }
        }
    };
}

events! {
    full_moon_rising::FullMoonRising FullMoonRising "full-moon-rising";
    somnambulism::Somnambulism Somnambulism "somnambulism";
    enthusiasm::Enthusiasm Enthusiasm "enthusiasm";
    dissatisfaction::Dissatisfaction Dissatisfaction "dissatisfaction";
    backfire::Backfire Backfire "backfire";
    nightmare::Nightmare Nightmare "nightmare";
    influences::Influences Influences "influences";
    executioner::Executioner Executioner "executioner";
    double_agent::DoubleAgent DoubleAgent "double-agent";
    great_distrust::GreatDistrust GreatDistrust "great-distrust";
    spiritualism::A SpiritualismA "spiritualism-a";
    spiritualism::B SpiritualismB "spiritualism-b";
    spiritualism::C SpiritualismC "spiritualism-c";
    spiritualism::D SpiritualismD "spiritualism-d";
    spiritualism::E SpiritualismE "spiritualism-e";
    not_me_nor_wolf::NotMeNorWolf NotMeNorWolf "not-me-nor-wolf";
    miracle::Miracle Miracle "miracle";
    little_rascal::LittleRascal LittleRascal "little-rascal";
    punishment::Punishment Punishment "punishment";
    eclipse::Eclipse Eclipse "eclipse";
    specter::Specter Specter "specter";
    good_manners::GoodManners GoodManners "good-manners";
    burial::Burial Burial "burial";
    end_of_the_harvest::EndOfTheHarvest EndOfTheHarvest "end-of-the-harvest";
    touch_of_death::TouchOfDeath TouchOfDeath "touch-of-death";
    woodland_gathering::WoodlandGathering WoodlandGathering "woodland-gathering";
    pious_philip::PiousPhilip PiousPhilip "pious-philip";
    april_fools::AprilFools AprilFools "april-fools";
    flood::Flood Flood "flood";
    gone_hunting::GoneHunting GoneHunting "gone-hunting";
    heads_or_tails::HeadsOrTails HeadsOrTails "heads-or-tails";
    luncheon_for_seniors::LuncheonForSeniors LuncheonForSeniors "luncheon-for-seniors";
    saturday_evening_ball::SaturdayEveningBall SaturdayEveningBall "saturday-evening-ball";
    bleak_monday::BleakMonday BleakMonday "bleak-monday";
    pact_with_the_devil::PactWithTheDevil PactWithTheDevil "pact-with-the-devil";
    radiant_sunday::RadiantSunday RadiantSunday "radiant-sunday";
}

impl EventId {
    /// Whether the card can be turned up now. Goes by what everybody knows alone.
    pub(crate) fn fits(self, s: &State) -> bool {
        let needed = match self.info().needs {
            Needs::Nothing => true,
            Needs::Dead => !s.announced_dead().is_empty(),
            Needs::Sheriff => s.has_elections(),
            Needs::Six => s.present().len() >= 6,
        };
        needed && self.event().fits(s)
    }

    /// The card of this id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<EventId> {
        EventId::ALL.iter().copied().find(|event| event.id() == id)
    }

    /// Whether the card forbids to say this while it is in force.
    #[must_use]
    pub fn forbids(self, taboo: Taboo) -> bool {
        self.event().forbids(taboo)
    }
}

/// The cards of the event deck, in their order. None of them: the table plays without events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventDeck(pub Vec<EventId>);

impl OptionValue for EventDeck {
    fn legal() -> Vec<String> {
        let ids = EventId::ALL.iter().map(|event| event.id().to_owned());
        ["off".to_owned(), "all".to_owned()]
            .into_iter()
            .chain(ids)
            .chain(["a list such as miracle,eclipse".into()])
            .collect()
    }

    fn read(text: &str) -> Option<Self> {
        match text {
            "off" => return Some(EventDeck::default()),
            "all" => return Some(EventDeck(EventId::ALL.to_vec())),
            _ => {}
        }
        let cards: Vec<EventId> = text.split(',').map(|id| EventId::from_id(id.trim())).collect::<Option<_>>()?;
        let twice = cards.iter().enumerate().any(|(at, card)| cards[..at].contains(card));
        (!twice).then_some(EventDeck(cards))
    }

    fn write(&self) -> String {
        let ids: Vec<&str> = self.0.iter().map(|event| event.id()).collect();
        match &self.0[..] {
            [] => "off".into(),
            cards if cards == EventId::ALL => "all".into(),
            _ => ids.join(","),
        }
    }
}

/// The part of a card's questions that asks its holder whether he plays it.
pub(crate) const PLAYS: u8 = 0;

/// What a card brings about before all eyes.
pub(crate) fn happened(event: EventId, part: u8, by: Option<Seat>, seats: Seats, yes: bool) -> Effect {
    Effect::Tell(Audience::Everyone, Fact::Happened { event, part, by, seats, yes })
}

/// The part of what a card brings about that says who leaves the table.
pub(crate) const LEAVES: u8 = 1;

/// These leave the table before all eyes, for as long as the card sends them away.
fn leave(event: EventId, seats: Seats, s: &State) -> Vec<Effect> {
    let Some(back) = event.info().sends_away else { unreachable!("{event} sends nobody away") };
    let (span, overnight) = match back {
        Back::AtSunset => (Span::Day(s.day), false),
        Back::AtDawn => (Span::Before(s.day + 1), true),
    };
    let lose = s.options().absent_powers_at_night == AbsentPowers::Lose && overnight;
    let kinds: &[Kind] = if lose { &[Kind::Absent, Kind::Blocked] } else { &[Kind::Absent] };
    let marks = seats.iter().flat_map(|seat| kinds.iter().map(move |kind| (seat, *kind)));
    let marks = marks.map(|(seat, kind)| Effect::Mark(Mark { span, ..s.new_mark(seat, kind, seat) }));
    std::iter::once(happened(event, LEAVES, None, seats, true)).chain(marks).collect()
}

/// A menu of these seats, and perhaps of nobody.
fn one_of(seats: Seats, pass: bool) -> Option<Menu> {
    let targets = seats.iter().map(|seat| Choice::Target { seat });
    let choices: Vec<Choice> = pass.then_some(Choice::Pass).into_iter().chain(targets).collect();
    (!seats.is_empty()).then_some(Menu::OneOf { choices })
}

/// A menu of yes and no.
fn yes_or_no() -> Option<Menu> {
    Some(Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] })
}

/// The younger or the older half of those present, as `half_rounding` cuts an odd number.
fn half(older: bool, s: &State) -> Seats {
    let mut seats = s.by_age();
    if older {
        seats.reverse();
    }
    let count = match s.options().half_rounding {
        HalfRounding::Floor => seats.len() / 2,
        HalfRounding::Ceil => seats.len().div_ceil(2),
    };
    seats.into_iter().take(count).collect()
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Debug for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for EventId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for EventId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        EventId::from_id(&id).ok_or_else(|| serde::de::Error::custom(format!("unknown event card `{id}`")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_box_holds_24_immediate_7_delayed_and_5_permanent_cards() {
        let count = |class| EventId::ALL.iter().filter(|event| event.info().class == class).count();
        assert_eq!([Class::Immediate, Class::Delayed, Class::Permanent].map(count), [24, 7, 5]);
    }

    #[test]
    fn a_deck_reads_back_in_its_order() {
        let read = |text: &str| EventDeck::read(text).map(|deck| deck.write());
        assert_eq!(read("miracle, eclipse").unwrap(), "miracle,eclipse");
        assert_eq!((read("off").unwrap(), read("all").unwrap()), ("off".into(), "all".into()));
        assert_eq!((read("eclipse,eclipse"), read("moonshine")), (None, None));
    }
}
