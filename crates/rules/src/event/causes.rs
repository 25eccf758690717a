//! What a check shows, how players leave the game and why, and what keeps them in it.

use crate::roles::{Camp, RoleId};
use serde::{Deserialize, Serialize};

/// What a check shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// A wolf.
    Wolf,
    /// Not a wolf.
    Good,
    /// This card.
    Role(RoleId),
}

impl Sight {
    /// Whether it is a wolf's: a wolf, or a card of their camp.
    #[must_use]
    pub fn is_wolf(self) -> bool {
        match self {
            Sight::Wolf => true,
            Sight::Good => false,
            Sight::Role(role) => role.card().camp == Camp::Wolves,
        }
    }
}

/// How a player left the game, as far as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// Found dead at dawn, of whatever cause.
    Night,
    /// Found poisoned at dawn, where the house says so.
    Poison,
    /// Voted out.
    Exile,
    /// In place of the tied.
    Tie,
    /// Shot.
    Shot,
    /// Of grief for a lover.
    Grief,
    /// Blown up by his own hand.
    Explosion,
    /// With the elder whom the village killed.
    Elder,
    /// In a duel.
    Duel,
    /// Drawn along by somebody's charm.
    Charm,
    /// Of a wound or poison of an earlier time.
    Wounds,
    /// Clawed by a wolf on his way out.
    Claw,
    /// Under the barber's razor, and the barber whose razor met no wolf.
    Razor,
    /// By what an event card says.
    Event,
}

/// Why a player died, in truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The pack's attack.
    Wolves,
    /// The witch's poison.
    Poison,
    /// The village's vote.
    Vote,
    /// As the scapegoat of a tie.
    Tie,
    /// A hunter's shot.
    Shot,
    /// Grief for a lover.
    Grief,
    /// His own explosion.
    Explosion,
    /// The elder's death by the village's hand.
    Elder,
    /// The dreamer: a second night of sleepwalking, or the dreamer's own death.
    Dream,
    /// The demon hunter's hunt, or his error.
    Hunt,
    /// A look that kills.
    Inspection,
    /// The miracle merchant's gift to a wolf.
    Trade,
    /// What was turned back on its author.
    Reflection,
    /// The wolf beauty's charm.
    Charm,
    /// A knight's duel.
    Duel,
    /// The rust of a sword.
    Rust,
    /// In place of another.
    Substitute,
    /// A guess at a card, right or wrong.
    Guess,
    /// A wound or a poison of an earlier time.
    Wounds,
    /// A wolf's claw by day, as he dies or blows himself up.
    Claw,
    /// The stalker, whose vote had not put the player out.
    Stalk,
    /// The fire in a house that the wolves had come to.
    Fire,
    /// The barber's razor, or what it cost him.
    Razor,
    /// A dance with too few of one's own side.
    Dance,
    /// A deal that went against him.
    Deal,
    /// What an event card says.
    Event,
}

impl Cause {
    /// Whether the death follows another's, so that no power is left to use.
    #[must_use]
    pub fn is_link(self) -> bool {
        matches!(self, Cause::Grief | Cause::Dream | Cause::Charm | Cause::Substitute)
    }
}

/// What kept a player from a death.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ward {
    /// The guard's protection.
    Guard,
    /// The witch's antidote.
    Antidote,
    /// One of the elder's lives.
    Life,
    /// The idiot's shown card.
    Idiot,
    /// The dreamer's sleep.
    Dream,
    /// What the victim is.
    Nature,
    /// Another's life in place of his.
    Substitute,
    /// The tengu's maw.
    Swallowed,
    /// The friends of the tavern keeper.
    Tavern,
    /// The fire in the victim's house.
    Fire,
    /// A place in the dance.
    Dance,
    /// A deal in which both traded.
    Deal,
    /// What an event card says.
    Event,
}
