//! What only some hear: the words for private facts.

use crate::powers::Whisper;
use crate::words::{self, longest, strip};
use lycaon_rules::{Choice, Fact, RoleId, Seat, Seats, Sight};

/// A fact that only some hear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Secret {
    Victim(Option<Seat>),
    VictimHidden,
    Saw(Seat, Sight),
    Pack(Seats),
    Pointed { by: Seat, onto: Option<Seat>, text: Option<String> },
    Prey(Option<Seat>),
    Caught(Seat),
    Taken(bool),
    Lovers(Seats, Option<Vec<(Seat, RoleId)>>),
    Charmed(Seats),
    Centre(Vec<RoleId>),
    Became(RoleId),
    Peeked { wolves: Seats, caught: bool },
    MayNotShoot,
    Blocked,
    TooLate,
    HiddenBadge(Seat),
    Whisper(Whisper),
}

impl Secret {
    /// Whether this is the fact that was written.
    pub(crate) fn is(&self, fact: &Fact) -> bool {
        match (self, fact) {
            (Secret::Victim(who), Fact::Victim { seat }) | (Secret::Prey(who), Fact::Prey { seat }) => who == seat,
            (Secret::VictimHidden, Fact::VictimHidden)
            | (Secret::MayNotShoot, Fact::MayNotShoot)
            | (Secret::Blocked, Fact::Blocked)
            | (Secret::TooLate, Fact::TooLate { .. }) => true,
            (Secret::Saw(who, what), Fact::Saw { seat, sight }) => who == seat && what == sight,
            (Secret::Pack(who), Fact::Pack { wolves }) => who == wolves,
            (Secret::Charmed(who), Fact::Charmed { seats }) => who == seats,
            (Secret::Pointed { by, onto, text }, Fact::Pointed { by: who, choice, text: said, .. }) => {
                let target = match choice {
                    Choice::Target { seat } => Some(*seat),
                    _ => None,
                };
                by == who && *onto == target && text.as_deref() == said.as_deref().filter(|said| !said.is_empty())
            }
            (Secret::Caught(who), Fact::Caught { seat }) | (Secret::HiddenBadge(who), Fact::SecretBadge { seat }) => {
                who == seat
            }
            (Secret::Taken(taken), Fact::Taken { instead, .. }) => taken == instead,
            (Secret::Lovers(who, cards), Fact::Lovers { seats, roles }) => who == seats && cards == roles,
            (Secret::Centre(what), Fact::Centre { cards }) => what == cards,
            (Secret::Became(what), Fact::Became { role }) => what == role,
            (Secret::Peeked { wolves, caught }, Fact::Peeked { wolves: seen, caught: was }) => {
                wolves == seen && caught == was
            }
            (Secret::Whisper(whisper), fact) => whisper.is(fact),
            _ => false,
        }
    }

    /// The secret that a text tells of.
    pub(crate) fn read(text: &str) -> Option<Secret> {
        const ALONE: &[(Secret, &[&str])] = &[
            (Secret::Victim(None), &["无人被刀", "nobody attacked"]),
            (Secret::VictimHidden, &["看不到刀口", "victim hidden"]),
            (Secret::Prey(None), &["刀口空", "prey nobody"]),
            (Secret::Taken(true), &["抓她顶替", "the girl is taken"]),
            (Secret::Taken(false), &["放过她", "the girl is spared"]),
            (Secret::MayNotShoot, &["不能开枪", "may not shoot"]),
            (Secret::Blocked, &["技能失效", "power gone"]),
            (Secret::TooLate, &["太迟", "too late"]),
            (Secret::Peeked { wolves: Seats::NONE, caught: true }, &["偷看被抓", "caught peeking"]),
            (Secret::Peeked { wolves: Seats::NONE, caught: false }, &["什么也没看见", "sees nothing"]),
        ];
        if let Some((secret, _)) = ALONE.iter().find(|(_, names)| names.contains(&text.trim())) {
            return Some(secret.clone());
        }
        if let Some(whisper) = Whisper::read(text) {
            return Some(Secret::Whisper(whisper));
        }
        Secret::read_of_seats(text).or_else(|| Secret::read_of_cards(text)).or_else(|| Secret::read_about(text))
    }

    /// `pack 3,5` and the like: a word, then seats.
    fn read_of_seats(text: &str) -> Option<Secret> {
        type Make = fn(Seats) -> Option<Secret>;
        const WORDS: &[(Make, &[&str])] = &[
            (|seats| Some(Secret::Pack(seats)), &["狼队", "pack"]),
            (|seats| Some(Secret::Lovers(seats, None)), &["情侣", "lovers"]),
            (|seats| Some(Secret::Charmed(seats)), &["被迷", "charmed"]),
            (|seats| Some(Secret::Prey(Some(seats.only()?))), &["刀口", "prey"]),
            (|seats| Some(Secret::Caught(seats.only()?)), &["抓到", "caught"]),
            (|wolves| Some(Secret::Peeked { wolves, caught: false }), &["看见", "sees"]),
            (|wolves| Some(Secret::Peeked { wolves, caught: true }), &["被抓时看见", "is caught and sees"]),
            (|seats| Some(Secret::HiddenBadge(seats.only()?)), &["暗警长", "secret sheriff"]),
        ];
        let (make, rest) = longest(text, WORDS.iter().copied())?;
        match words::seats(rest)? {
            (seats, "") => make(seats),
            _ => None,
        }
    }

    /// `centre werewolf, villager` and the like: a word, then cards.
    fn read_of_cards(text: &str) -> Option<Secret> {
        if let Some(cards) = strip(text, "底牌").or_else(|| strip(text, "centre")) {
            let cards: Option<Vec<RoleId>> = cards
                .split([',', '、'])
                .map(|card| words::role(card).filter(|(_, rest)| rest.is_empty()).map(|(role, _)| role))
                .collect();
            return cards.map(Secret::Centre);
        }
        if let Some(card) = strip(text, "变成").or_else(|| strip(text, "becomes")) {
            return words::role(card).filter(|(_, rest)| rest.is_empty()).map(|(role, _)| Secret::Became(role));
        }
        let pair = strip(text, "情侣").or_else(|| strip(text, "lovers"))?;
        let cards: Option<Vec<(Seat, RoleId)>> = pair
            .split([',', '、'])
            .map(|one| {
                let (seat, card) = words::seat(one)?;
                words::role(card).filter(|(_, rest)| rest.is_empty()).map(|(role, _)| (seat, role))
            })
            .collect();
        cards.map(|cards| Secret::Lovers(cards.iter().map(|(seat, _)| *seat).collect(), Some(cards)))
    }

    /// `4 attacked` and the like: a seat, then a word.
    fn read_about(text: &str) -> Option<Secret> {
        let (seat, rest) = words::seat(text)?;
        match rest {
            "被刀" | "attacked" => return Some(Secret::Victim(Some(seat))),
            "是狼" | "is a wolf" => return Some(Secret::Saw(seat, Sight::Wolf)),
            "是好人" | "is good" => return Some(Secret::Saw(seat, Sight::Good)),
            _ => {}
        }
        if let Some(card) = strip(rest, "的牌是").or_else(|| strip(rest, "holds")) {
            return words::role(card)
                .filter(|(_, rest)| rest.is_empty())
                .map(|(role, _)| Secret::Saw(seat, Sight::Role(role)));
        }
        let onto = strip(rest, "指").or_else(|| strip(rest, "points at"))?;
        let (onto, text) = match onto.split_once(['"', '“']) {
            Some((onto, said)) => (onto.trim(), Some(said.trim_end_matches(['"', '”']).to_string())),
            None => (onto, None),
        };
        let onto = match words::seat(onto) {
            Some((onto, "")) => Some(onto),
            _ if words::is_nobody(onto) => None,
            _ => return None,
        };
        Some(Secret::Pointed { by: seat, onto, text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_tell_the_same_secrets() {
        for (zh, en) in [
            ("4被刀", "4 attacked"),
            ("无人被刀", "nobody attacked"),
            ("3是狼", "3 is a wolf"),
            ("3的牌是狼人", "3 holds werewolf"),
            ("狼队3、5", "pack 3,5"),
            ("刀口4", "prey 4"),
            ("3指4“先刀”", "3 points at 4 \"先刀\""),
            ("底牌狼人、平民", "centre werewolf, villager"),
            ("情侣1猎人、2狼人", "lovers 1 hunter, 2 werewolf"),
            ("被抓时看见3", "is caught and sees 3"),
            ("变成狼人", "becomes werewolf"),
        ] {
            assert!(Secret::read(zh).is_some(), "{zh}");
            assert_eq!(Secret::read(zh), Secret::read(en), "{zh} / {en}");
        }
    }

    #[test]
    fn a_role_and_a_camp_are_two_sights() {
        assert_ne!(Secret::read("3 is a wolf"), Secret::read("3 holds werewolf"));
    }
}
