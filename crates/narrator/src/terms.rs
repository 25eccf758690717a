//! The ids under which the prompts know the values of the rules' enums. The matches are exhaustive: a new value does
//! not compile until it has an id, and the tests do not pass until both languages have a text for it.

use lycaon_rules::{
    About, Building, Call, Camp, Cause, Direction, FloorKind, Group, Manner, Party, Phase, Purpose, Reason, RoleId,
    Sight, Ward,
};

/// A value with a word or a sentence of its own.
pub(crate) trait Term: Copy + 'static {
    /// Every value.
    const ALL: &'static [Self];
    /// The key under which its text stands.
    fn id(self) -> &'static str;
}

macro_rules! terms {
    ($( $name:ident { $($variant:ident $id:literal)+ } )+) => {$(
        impl Term for $name {
            const ALL: &'static [Self] = &[ $($name::$variant),+ ];

            fn id(self) -> &'static str {
                match self { $( $name::$variant => $id ),+ }
            }
        }
    )+};
}

terms! {
    About { Exile "exile" Sheriff "sheriff" Accusation "accusation" Executioner "executioner" }
    Camp { Village "village" Wolves "wolves" Loner "loner" }
    Cause {
        Wolves "wolves" Poison "poison" Vote "vote" Tie "tie" Shot "shot" Grief "grief" Explosion "explosion"
        Elder "elder" Dream "dream" Hunt "hunt" Inspection "inspection" Trade "trade" Reflection "reflection"
        Charm "charm" Duel "duel" Rust "rust" Substitute "substitute" Guess "guess" Claw "claw" Wounds "wounds"
        Stalk "stalk" Fire "fire" Razor "razor" Dance "dance" Deal "deal" Event "event"
    }
    Direction { Clockwise "clockwise" CounterClockwise "counter_clockwise" }
    FloorKind { Day "day" Hustings "hustings" Defence "defence" Interjection "interjection" Round "round" Masked "masked" }
    Manner {
        Night "night" Poison "poison" Exile "exile" Tie "tie" Shot "shot" Grief "grief" Explosion "explosion"
        Elder "elder" Duel "duel" Charm "charm" Claw "claw" Razor "razor"
        Wounds "wounds" Event "event"
    }
    Party {
        Village "village" Wolves "wolves" Lovers "lovers" Piper "piper" WhiteWerewolf "white-werewolf"
        CursedFox "cursed-fox" Angel "angel" PrejudicedManipulator "prejudiced-manipulator" Avenger "avenger"
    }
    Phase { Setup "setup" Night "night" Day "day" End "end" }
    Purpose {
        FirstSpeaker "first_speaker" Direction "direction" Tie "tie" Prey "prey" Catch "catch" Peek "peek"
        SecretBadge "secret_badge" Groups "groups" Building "building" Glimpse "glimpse" Event "event"
        Voice "voice" Coin "coin" Rotation "rotation"
    }
    Reason {
        WolvesDead "wolves_dead" OthersDead "others_dead" Parity "parity" GodsDead "gods_dead"
        VillagersDead "villagers_dead" LoversAlone "lovers_alone" AllCharmed "all_charmed" AttackFirst "attack_first"
        Stolen "stolen" InTime "in_time" GroupDead "group_dead"
        ShadowMet "shadow_met" LastAlive "last_alive" NobodyAlive "nobody_alive" MaxDays "max_days"
    }
    Ward {
        Guard "guard" Antidote "antidote" Life "life" Idiot "idiot" Dream "dream" Nature "nature"
        Substitute "substitute" Swallowed "swallowed" Tavern "tavern" Fire "fire" Dance "dance" Deal "deal"
        Event "event"
    }
    Building {
        Farm "farm" Tavern "tavern" BarberShop "barber_shop" NotaryHouse "notary_house" Church "church" Bakery "bakery"
        School "school"
    }
}

/// The id of what a card counts as for the side win; none for cards that the camp says enough of.
pub(crate) fn group(group: Group) -> Option<&'static str> {
    match group {
        Group::God => Some("god"),
        Group::Villager => Some("villager"),
        Group::Wolf | Group::Neither => None,
    }
}

/// The id of what a check shows, and the card if it shows one.
pub(crate) fn sight(sight: Sight) -> (&'static str, Option<RoleId>) {
    match sight {
        Sight::Wolf => ("wolf", None),
        Sight::Good => ("good", None),
        Sight::Role(role) => ("role", Some(role)),
    }
}

/// The id of a call of the night, and the role if it calls one.
pub(crate) fn call(call: Call) -> (&'static str, Option<RoleId>) {
    match call {
        Call::Role(role) => ("role", Some(role)),
        Call::Pack => ("pack", None),
        Call::Lovers => ("lovers", None),
        Call::Brothers => ("brothers", None),
        Call::Baker => ("baker", None),
        Call::Charmed => ("charmed", None),
    }
}
