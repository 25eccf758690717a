//! What a seat does: the question it answers, and the answer.

use crate::verbs::{Takes, actors, verb};
use crate::words::{self, longest};
use lycaon_rules::{
    About, Ask, Camp, Choice, Direction, MarkKind, Menu, Request, RoleId, Seat, Seats, Source, Taboo, Window,
};

/// Who does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Actor {
    /// This seat.
    Seat(Seat),
    /// Whoever holds this role.
    Role(RoleId),
}

/// The kind of question that an act answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The night's power of a role.
    Power(RoleId),
    /// The further question of a night's power.
    Further,
    /// The sheriff's choice of a town crier.
    Appoint,
    /// What the town crier does with his card.
    Crier,
    Hunt,
    Substitute,
    Shot,
    /// A dying wolf's claw.
    Claw,
    /// A dying player's finger, of which all see nothing.
    Point,
    Ban,
    Badge,
    Flip,
    Stand,
    Withdraw,
    Refuse,
    BreakTie,
    Way,
    Explode,
    /// What a role offers its holder by day.
    Offer(RoleId),
    /// What a building offers its owner by day.
    Trade,
    Deed,
    Interrupt,
    Bid,
    Speak,
    /// A question of an event card.
    Event,
    /// The exile vote; only in what somebody can or cannot do, as ballots are written in `vote:` lines.
    Vote,
}

/// What is answered. Seats are those that were written; which choice that is depends on the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Will {
    Pass,
    Yes,
    /// Yes, and it comes to nothing.
    Try,
    Save,
    Tear,
    Say,
    /// A speech that breaks this rule.
    Breach(Taboo),
    /// The question of this number.
    Question(u8),
    Way(Direction),
    Bid(u8),
    Card(RoleId),
    Seats(Seats),
    Poison(Seat),
    SaveAndPoison(Seat),
    Give(Seat, RoleId),
    /// Anything but declining; only in what somebody can or cannot do.
    Anything,
}

/// Something a seat does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Act {
    pub who: Actor,
    pub kind: Kind,
    pub will: Will,
    /// The words that go with it.
    pub text: Option<String>,
    /// Only out of turn while the candidates for sheriff speak.
    pub in_election: bool,
    /// Whether what is done before all eyes has no effect there.
    pub in_vain: bool,
    /// Only out of turn right after this seat has spoken.
    pub after: Option<Seat>,
}

impl Act {
    /// The acts that a text tells of, one for each actor; `None` if it tells of something else.
    pub(crate) fn read(text: &str) -> Option<Vec<Act>> {
        let (text, aside) = aside(text);
        let (actors, rest) = actors(text)?;
        let (kind, takes, rest) = verb(&actors, rest).filter(|(kind, ..)| *kind != Kind::Vote)?;
        let (rest, quote) = quote(rest);
        let will = takes.read(rest)?;
        let act = |who| Act {
            who,
            kind,
            will: will.clone(),
            text: quote.clone(),
            in_election: aside == Some(Aside::Election),
            in_vain: aside == Some(Aside::Vain),
            after: match aside {
                Some(Aside::After(seat)) => Some(seat),
                _ => None,
            },
        };
        Some(actors.into_iter().map(act).collect())
    }

    /// What a text says somebody can or cannot do: whether he can, and the acts.
    pub(crate) fn read_can(text: &str) -> Option<(bool, Vec<Act>)> {
        let (actors, rest) = actors(text)?;
        let words: [(bool, &[&str]); 2] = [(false, &["不能", "cannot"]), (true, &["可以", "can"])];
        let (can, rest) = longest(rest, words.into_iter())?;
        let (kind, takes, rest) = verb(&actors, rest)?;
        let will = if rest.trim().is_empty() && !matches!(takes, Takes::Save | Takes::Pass | Takes::Tear) {
            Will::Anything
        } else {
            takes.read(rest)?
        };
        let act =
            |who| Act { who, kind, will: will.clone(), text: None, in_election: false, in_vain: false, after: None };
        Some((can, actors.into_iter().map(act).collect()))
    }

    /// Whether the request is the question that this act answers, and is put to this actor; `card` is the current card
    /// of the seat.
    pub(crate) fn answers(&self, request: &Request, card: RoleId) -> bool {
        let asked = match self.who {
            Actor::Seat(seat) => request.seat == seat,
            Actor::Role(role) => self.kind == Kind::Power(role) || request.from == Source::Role(role) || card == role,
        };
        asked && self.kind.asked_by(request)
    }

    /// The choice on this menu that is meant, if it is there.
    pub(crate) fn choice(&self, menu: &Menu) -> Option<Choice> {
        self.will.choices(menu).into_iter().find(|choice| menu.allows(*choice))
    }

    /// Whether the menu offers it.
    pub(crate) fn offered(&self, request: &Request) -> bool {
        match (request.ask, &self.will) {
            (Ask::Hand { candidate }, Will::Seats(seats)) => seats.has(candidate) && request.menu.allows(Choice::Yes),
            (_, Will::Anything) => match &request.menu {
                Menu::OneOf { choices } => choices.iter().any(|choice| *choice != Choice::Pass),
                Menu::Subset { of, max, .. } => !of.is_empty() && *max > 0,
                Menu::Talk { .. } => true,
            },
            _ => self.choice(&request.menu).is_some(),
        }
    }
}

impl Kind {
    /// Whether it is asked at night, when a role's name may stand for all who hold it.
    pub(crate) fn is_nightly(self) -> bool {
        matches!(self, Kind::Power(_) | Kind::Further | Kind::Hunt | Kind::Substitute)
    }

    /// Whether the request asks this.
    fn asked_by(self, request: &Request) -> bool {
        match (self, request.ask) {
            (Kind::Power(role), Ask::Night { role: asked }) => role == asked,
            (Kind::Hunt, Ask::Hunt { .. })
            | (Kind::Substitute, Ask::Substitute { .. })
            | (Kind::Further, Ask::Further { .. })
            | (Kind::Shot | Kind::Claw | Kind::Point, Ask::Shot)
            | (Kind::Ban, Ask::Ban)
            | (Kind::Badge, Ask::Badge)
            | (Kind::Flip, Ask::Flip)
            | (Kind::Stand, Ask::Stand)
            | (Kind::Withdraw, Ask::Withdraw)
            | (Kind::Refuse, Ask::Refuse)
            | (Kind::BreakTie, Ask::BreakTie { .. })
            | (Kind::Way, Ask::Order)
            | (Kind::Bid, Ask::Bid)
            | (Kind::Crier, Ask::Event { part: 0, .. })
            | (Kind::Event, Ask::Event { part: 1.., .. })
            | (Kind::Speak, Ask::Speak { .. } | Ask::Words)
            | (Kind::Vote, Ask::Ballot { about: About::Exile, .. } | Ask::Hand { .. }) => true,
            (Kind::Explode, Ask::Offer { .. }) => {
                matches!(request.from, Source::Role(role) if role.card().camp == Camp::Wolves)
            }
            (Kind::Offer(role), Ask::Offer { .. }) => {
                matches!(request.from, Source::Role(of) | Source::Borrowed(of) | Source::Gift(of) if of == role)
            }
            (Kind::Trade, Ask::Offer { .. }) => matches!(request.from, Source::Mark(MarkKind::Building(_))),
            (Kind::Deed, Ask::Deed { .. }) => true,
            (Kind::Appoint, Ask::Offer { .. }) => request.from == Source::Mark(MarkKind::Sheriff),
            (Kind::Interrupt, Ask::Offer { .. }) => request.from == Source::Mark(MarkKind::Flipped),
            _ => false,
        }
    }
}

impl Act {
    /// Whether the moment is right for something done out of turn.
    pub(crate) fn timely(&self, request: &Request, last_speaker: Option<Seat>) -> bool {
        match request.ask {
            Ask::Offer { window } => {
                (!self.in_election || window == Window::Hustings)
                    && self.after.is_none_or(|seat| last_speaker == Some(seat))
            }
            _ => true,
        }
    }
}

impl Will {
    /// The choices that could be meant, in the order in which they are tried.
    fn choices(&self, menu: &Menu) -> Vec<Choice> {
        match *self {
            Will::Pass => vec![Choice::Pass, Choice::Set { seats: Seats::NONE }],
            Will::Yes | Will::Try => vec![Choice::Yes],
            Will::Save => vec![Choice::Save],
            Will::Tear => vec![Choice::Tear],
            Will::Say | Will::Breach(_) => vec![Choice::Say],
            Will::Question(number) => vec![Choice::Question { number }],
            Will::Way(direction) => vec![Choice::Way { direction }],
            Will::Bid(level) => vec![Choice::Bid { level }],
            Will::Card(role) => vec![Choice::Card { role }],
            Will::Poison(seat) => vec![Choice::Poison { seat }],
            Will::SaveAndPoison(seat) => vec![Choice::SaveAndPoison { seat }],
            Will::Give(seat, role) => vec![Choice::Give { seat, role }],
            Will::Seats(seats) => match (menu, seats.only()) {
                (Menu::OneOf { .. }, Some(seat)) => vec![Choice::Target { seat }, Choice::Poison { seat }],
                _ => vec![Choice::Set { seats }],
            },
            Will::Anything => vec![],
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Aside {
    Election,
    Vain,
    After(Seat),
}

/// A text without the brackets at its end, and what they say.
fn aside(text: &str) -> (&str, Option<Aside>) {
    let text = text.trim();
    let cut = text.strip_suffix([')', '）']).and_then(|text| text.rsplit_once(['(', '（']));
    let Some((rest, said)) = cut else { return (text, None) };
    let said = said.trim();
    let after = said.strip_prefix("after").or_else(|| said.strip_suffix("发言后")).and_then(words::seat);
    match (said, after) {
        ("竞选" | "in the election", _) => (rest, Some(Aside::Election)),
        ("落空" | "in vain", _) => (rest, Some(Aside::Vain)),
        (_, Some((seat, ""))) => (rest, Some(Aside::After(seat))),
        _ => (text, None),
    }
}

/// A text without the quotation at its end, and the quotation.
fn quote(text: &str) -> (&str, Option<String>) {
    let text = text.trim();
    let cut = text.strip_suffix(['"', '”']).and_then(|text| text.split_once(['"', '“']));
    match cut {
        Some((rest, quoted)) => (rest, Some(quoted.to_string())),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> (Actor, Kind, Will) {
        let act = Act::read(text).unwrap_or_else(|| panic!("`{text}` is not an act")).remove(0);
        (act.who, act.kind, act.will)
    }

    #[test]
    fn both_languages_say_the_same() {
        for (zh, en) in [
            ("守卫守4", "guard 4"),
            ("狼人刀4", "wolves 4"),
            ("狼人空刀", "wolves kill nobody"),
            ("女巫救", "witch saves"),
            ("女巫救并毒5", "witch saves and poisons 5"),
            ("3验5", "3 checks 5"),
            ("盗贼换成狼人", "thief takes werewolf"),
            ("2开枪打5", "2 shoots 5"),
            ("2不开枪", "2 holds fire"),
            ("1警徽给3", "1 gives the badge to 3"),
            ("5准投1、2", "5 lets vote 1,2"),
            ("3自爆（竞选）", "3 explodes (in the election)"),
        ] {
            assert_eq!(Act::read(zh), Act::read(en), "{zh} / {en}");
            one(zh);
        }
    }

    #[test]
    fn a_role_alone_stands_for_its_power() {
        let seats = Seats::one(Seat::new(4));
        assert_eq!(one("guard 4"), (Actor::Role(RoleId::Guard), Kind::Power(RoleId::Guard), Will::Seats(seats)));
        assert_eq!(one("guard nobody").2, Will::Pass);
    }

    #[test]
    fn words_and_asides_go_with_an_act() {
        let act = Act::read("3刀4“先刀他”").unwrap().remove(0);
        assert_eq!((act.kind, act.text.as_deref()), (Kind::Hunt, Some("先刀他")));
        let act = Act::read("3 explodes (after 5)").unwrap().remove(0);
        assert_eq!(act.after, Some(Seat::new(5)));
    }

    #[test]
    fn several_seats_act_each_for_himself() {
        assert_eq!(Act::read("2、5上警").unwrap().len(), 2);
        assert!(Act::read("4 dies").is_none());
        assert!(Act::read("4出局").is_none());
    }

    #[test]
    fn what_cannot_be_done_is_read_with_or_without_a_target() {
        let (can, acts) = Act::read_can("1不能守4").unwrap();
        assert!(!can && acts[0].will == Will::Seats(Seats::one(Seat::new(4))));
        let (can, acts) = Act::read_can("2 cannot shoot").unwrap();
        assert!(!can && acts[0].will == Will::Anything);
    }
}
