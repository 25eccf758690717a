//! What is printed on a role's card.

use super::RoleId;
use serde::{Deserialize, Serialize};

/// The side a card belongs to when it is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Camp {
    /// The village: everybody who is not a wolf (000a).
    Village,
    /// The wolves.
    Wolves,
    /// Alone, with a win of his own.
    Loner,
}

/// What a card counts as for the side win (屠边).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// A god: a village card with a power (神).
    God,
    /// A villager card (民).
    Villager,
    /// A wolf.
    Wolf,
    /// None of them.
    Neither,
}

/// When a role is called at night.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wakes {
    /// Never.
    Never,
    /// In the first night only.
    FirstNight,
    /// Every night.
    EveryNight,
    /// From the second night on.
    FromSecondNight,
    /// Every night that follows a day.
    AfterDay,
    /// In even nights.
    EvenNights,
}

/// What a card has to do with the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pack {
    /// Nothing.
    No,
    /// Wakes with it, knows it and chooses with it.
    Meets,
    /// Is a wolf and neither knows nor is known; takes the pack's place once it is dead.
    Apart,
}

/// What is printed on a card: the role's fixed properties.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The side it is dealt to.
    pub camp: Camp,
    /// What it counts as for the side win.
    pub group: Group,
    /// When it is called for a power of its own.
    pub wakes: Wakes,
    /// Whether it meets the pack.
    pub pack: Pack,
    /// The sources of its rule, as in docs/SOURCES.md.
    pub sources: &'static [&'static str],
    /// The options that change how it plays.
    pub options: &'static [&'static str],
    /// How many cards of it belong together in a deck: as many as there are sisters or brothers, else one.
    pub copies: u8,
    /// The roles whose powers it gives to others, whether or not they are in the deck.
    pub wares: &'static [RoleId],
}

impl Card {
    /// A villager who stands for himself, on whose card nothing else is printed.
    pub(super) const BLANK: Card = Card {
        camp: Camp::Village,
        group: Group::Villager,
        wakes: Wakes::Never,
        pack: Pack::No,
        sources: &[],
        options: &[],
        copies: 1,
        wares: &[],
    };
}
