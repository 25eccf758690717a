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
mod card;
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
mod id;
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
mod potions;
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
use crate::seat::Seats;
use crate::state::State;

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

pub use card::{Camp, Card, Group, Pack, Wakes};
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

/// Those who hold this card know each other.
fn kin(me: Me, role: RoleId, s: &State) -> Vec<Effect> {
    let seats = Seats::all(s.cards.len()).iter().filter(|seat| s.card(*seat) == role).collect();
    vec![Effect::Tell(Audience::one(me.seat), Fact::Kin { role, seats })]
}
