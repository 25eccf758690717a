//! The roles, one file each. Adding one: its file, its `mod` line and its line in the table below, its text in `prompts/`, its scenarios
//! in `tests/rules/`, and, if it wakes at night, its place in `order.rs`.

mod accursed_wolf_father;
mod actor;
mod admirer;
mod angel;
mod assassin;
mod avenger;
mod awakened_gargoyle;
mod bear_tamer;
mod bewitcher;
mod big_bad_wolf;
mod blood_moon_apostle;
mod crow;
mod cupid;
mod cursed_fox;
mod dancer;
mod demon_hunter;
mod devoted_servant;
mod dreamer;
mod eclipse_wolf_queen;
mod elder;
mod evil_knight;
mod fire_wolf;
mod fox;
mod gargoyle;
mod gravekeeper;
mod guard;
mod gypsy;
mod hidden_wolf;
mod hunter;
mod idiot;
mod knight;
mod little_girl;
mod lone_girl;
mod magician;
mod masquerade;
mod mechanical_wolf;
mod miracle_merchant;
mod nightmare;
mod once;
mod piper;
mod poisoner;
mod prejudiced_manipulator;
mod psychic;
mod pure_white_maiden;
mod pyromaniac;
mod raven;
mod rogue;
mod rusty_sword_knight;
mod scapegoat;
mod seer;
mod sequence_prince;
mod shadow;
mod silence_elder;
mod stalker;
mod stuttering_judge;
mod tengu;
mod thief;
mod three_brothers;
mod two_sisters;
mod unplayed;
mod villager;
mod villager_villager;
mod vote_ban_elder;
mod warden;
mod werewolf;
mod white_werewolf;
mod white_wolf_king;
mod wild_child;
mod witch;
mod wolf_beauty;
mod wolf_brother_elder;
mod wolf_brother_younger;
mod wolf_hound;
mod wolf_king;
mod wolf_witch;

use crate::effect::Effect;
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me};
use crate::options::Options;
use crate::seat::Seats;
use crate::state::State;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

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
    const BLANK: Card = Card {
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

macro_rules! roles {
    ($( $module:ident $variant:ident $id:literal; )+) => {
        /// A role. The id, used in files and on the command line, is its English name in kebab case.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "the names say it; what each does stands in its file")]
        pub enum RoleId { $( $variant ),+ }

        impl RoleId {
            /// Every role, in the order of the rulebook.
            pub const ALL: &[RoleId] = &[ $( RoleId::$variant ),+ ];

            /// The id, such as `little-girl`.
            #[must_use]
            pub fn id(self) -> &'static str {
                match self { $( RoleId::$variant => $id ),+ }
            }

            /// The hooks through which the role meets the game.
            #[inline]
            pub(crate) fn role(self) -> &'static dyn Hooks {
                const ROLES: &[&dyn Hooks] = &[ $( &$module::$variant ),+ ];
                ROLES[self as usize]
            }

            /// What is printed on the card. A table and no method of the role: the engine asks nothing else so often.
            #[inline]
            #[must_use]
            pub fn card(self) -> &'static Card {
                static CARDS: &[Card] = &[ $( $module::CARD ),+ ];
                &CARDS[self as usize]
            }
        }
    };
}

pub use unplayed::{UNPLAYED, Unplayed};

roles! {
    werewolf Werewolf "werewolf";
    villager Villager "villager";
    seer Seer "seer";
    witch Witch "witch";
    hunter Hunter "hunter";
    cupid Cupid "cupid";
    thief Thief "thief";
    little_girl LittleGirl "little-girl";
    guard Guard "guard";
    idiot Idiot "idiot";
    elder Elder "elder";
    scapegoat Scapegoat "scapegoat";
    piper Piper "piper";
    // The Chinese list (000d).
    dreamer Dreamer "dreamer";
    magician Magician "magician";
    knight Knight "knight";
    rogue Rogue "rogue";
    admirer Admirer "admirer";
    miracle_merchant MiracleMerchant "miracle-merchant";
    sequence_prince SequencePrince "sequence-prince";
    crow Crow "crow";
    silence_elder SilenceElder "silence-elder";
    gravekeeper Gravekeeper "gravekeeper";
    demon_hunter DemonHunter "demon-hunter";
    pure_white_maiden PureWhiteMaiden "pure-white-maiden";
    wolf_beauty WolfBeauty "wolf-beauty";
    // The Chinese boards.
    white_wolf_king WhiteWolfKing "white-wolf-king";
    wolf_king WolfKing "wolf-king";
    gargoyle Gargoyle "gargoyle";
    hidden_wolf HiddenWolf "hidden-wolf";
    blood_moon_apostle BloodMoonApostle "blood-moon-apostle";
    evil_knight EvilKnight "evil-knight";
    nightmare Nightmare "nightmare";
    cursed_fox CursedFox "cursed-fox";
    lone_girl LoneGirl "lone-girl";
    poisoner Poisoner "poisoner";
    psychic Psychic "psychic";
    vote_ban_elder VoteBanElder "vote-ban-elder";
    dancer Dancer "dancer";
    wolf_witch WolfWitch "wolf-witch";
    eclipse_wolf_queen EclipseWolfQueen "eclipse-wolf-queen";
    mechanical_wolf MechanicalWolf "mechanical-wolf";
    awakened_gargoyle AwakenedGargoyle "awakened-gargoyle";
    masquerade Masquerade "masquerade";
    warden Warden "warden";
    // Characters and Village.
    raven Raven "raven";
    accursed_wolf_father AccursedWolfFather "accursed-wolf-father";
    white_werewolf WhiteWerewolf "white-werewolf";
    devoted_servant DevotedServant "devoted-servant";
    actor Actor "actor";
    pyromaniac Pyromaniac "pyromaniac";
    angel Angel "angel";
    big_bad_wolf BigBadWolf "big-bad-wolf";
    wolf_hound WolfHound "wolf-hound";
    wild_child WildChild "wild-child";
    rusty_sword_knight RustySwordKnight "rusty-sword-knight";
    fox Fox "fox";
    bear_tamer BearTamer "bear-tamer";
    two_sisters TwoSisters "two-sisters";
    three_brothers ThreeBrothers "three-brothers";
    stuttering_judge StutteringJudge "stuttering-judge";
    prejudiced_manipulator PrejudicedManipulator "prejudiced-manipulator";
    villager_villager VillagerVillager "villager-villager";
    gypsy Gypsy "gypsy";
    // Roles that the story only names (000b), from public boards.
    wolf_brother_elder WolfBrotherElder "wolf-brother-elder";
    wolf_brother_younger WolfBrotherYounger "wolf-brother-younger";
    assassin Assassin "assassin";
    fire_wolf FireWolf "fire-wolf";
    shadow Shadow "shadow";
    avenger Avenger "avenger";
    bewitcher Bewitcher "bewitcher";
    stalker Stalker "stalker";
    tengu Tengu "tengu";
}

/// Who uses a power before all eyes shows his card, whatever the house shows of the dead (errata 68).
fn show(me: Me, role: RoleId, s: &State) -> Option<Effect> {
    let fact = Fact::Revealed { seat: me.seat, role, card: s.shown[me.seat.index()] };
    (!s.revealed(me.seat)).then_some(Effect::Tell(Audience::Everyone, fact))
}

impl RoleId {
    /// How many cards of it belong together in a deck: as many as there are sisters or brothers, else one.
    #[must_use]
    pub fn copies(self) -> u8 {
        self.card().copies
    }

    /// Its place among the moments of a night under these options, from 1; the pack's own for a wolf who hunts with it
    /// and has no call of his own; none for whoever is not called.
    #[must_use]
    pub fn night_step(self, options: &Options) -> Option<usize> {
        crate::order::step(self, options)
    }

    /// The role of this id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<RoleId> {
        RoleId::ALL.iter().copied().find(|role| role.id() == id)
    }

    /// What the card counts as under these options: Cupid is a god or a villager (`cupid_category`).
    #[must_use]
    pub fn group(self, options: &Options) -> Group {
        match self {
            RoleId::Cupid => match options.cupid_category {
                crate::options::Category::God => Group::God,
                crate::options::Category::Villager => Group::Villager,
            },
            role => role.card().group,
        }
    }
}

/// Those who hold this card know each other.
fn kin(me: Me, role: RoleId, s: &State) -> Vec<Effect> {
    let seats = Seats::all(s.cards.len()).iter().filter(|seat| s.card(*seat) == role).collect();
    vec![Effect::Tell(Audience::one(me.seat), Fact::Kin { role, seats })]
}

impl fmt::Display for RoleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Debug for RoleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for RoleId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for RoleId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        RoleId::from_id(&id).ok_or_else(|| serde::de::Error::custom(format!("unknown role `{id}`")))
    }
}
