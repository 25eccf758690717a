//! The words for what the powers of single roles and the buildings of the Village bring about: seen by all, or heard
//! by some.

use crate::act::{Act, Actor, Kind, Will};
use crate::words::{self, longest, strip};
use lycaon_rules::{Fact, RoleId, Seat, Seats};

/// A turn that all see. As strict as the others: each must be written, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// Who called whom out.
    Duel(Seat, Seat),
    /// Who had the vote held again.
    Rewound(Seat),
    SecondVote,
    /// Who took the card of the exiled.
    Stepped(Seat),
    Silenced(Seats),
    VoteBanned(Seats),
    Growl,
    Lingers(Seat),
    /// Who used a building on whom.
    Trade(Seat, Seats),
    /// Who gave a building to whom.
    Moved(Seat, Seat),
    Burnt(Seat),
    Unpopular(Seat),
}

impl News {
    /// The news that a fact is, if all see it.
    pub(crate) fn of(fact: &Fact) -> Option<News> {
        Some(match *fact {
            Fact::Duel { by, seat, .. } => News::Duel(by, seat),
            Fact::Rewound { by } => News::Rewound(by),
            Fact::SecondVote => News::SecondVote,
            Fact::Stepped { by, .. } => News::Stepped(by),
            Fact::Silenced { seats } => News::Silenced(seats),
            Fact::VoteBanned { seats } => News::VoteBanned(seats),
            Fact::Growl { heard: true } => News::Growl,
            Fact::Lingers { seat } => News::Lingers(seat),
            Fact::Trade { by, seats, .. } => News::Trade(by, seats),
            Fact::Moved { by, seat, .. } => News::Moved(by, seat),
            Fact::Burnt { seat, .. } => News::Burnt(seat),
            Fact::Unpopular { seat } => News::Unpopular(seat),
            _ => return None,
        })
    }

    /// What all see of an act.
    pub(crate) fn of_act(act: &Act) -> Option<News> {
        let Actor::Seat(by) = act.who else { return None };
        let seats = match act.will {
            Will::Seats(seats) => seats,
            _ => Seats::NONE,
        };
        Some(match (act.kind, &act.will) {
            (Kind::Offer(RoleId::Knight), Will::Seats(_)) => News::Duel(by, seats.only()?),
            (Kind::Offer(RoleId::SequencePrince), Will::Yes) => News::Rewound(by),
            (Kind::Offer(RoleId::DevotedServant), Will::Yes) => News::Stepped(by),
            (Kind::Trade, Will::Seats(_)) => News::Trade(by, seats),
            (Kind::Deed, Will::Seats(_)) => News::Moved(by, seats.only()?),
            _ => return None,
        })
    }

    /// The news that a text tells.
    pub(crate) fn read(text: &str) -> Option<News> {
        if ["再投一次", "one more vote"].contains(&text) {
            return Some(News::SecondVote);
        }
        if ["熊叫", "the bear growls"].contains(&text) {
            return Some(News::Growl);
        }
        let (seats, rest) = words::seats(text)?;
        if ["被禁言", "silenced"].contains(&rest) {
            return Some(News::Silenced(seats));
        }
        if ["被禁票", "banned from voting"].contains(&rest) {
            return Some(News::VoteBanned(seats));
        }
        let seat = seats.only()?;
        Some(match rest {
            "留到天亮" | "lingers" => News::Lingers(seat),
            "房子烧毁" | "burnt down" => News::Burnt(seat),
            "不再受保护" | "unpopular" => News::Unpopular(seat),
            _ => return None,
        })
    }
}

/// Something that only some hear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Whisper {
    Turned,
    Sniffed(Seats, bool),
    Graves(Vec<(Seat, bool)>),
    Lucky(RoleId),
    Kin(Seats),
    Wolves(Seats),
}

impl Whisper {
    /// Whether this is the fact that was written.
    pub(crate) fn is(&self, fact: &Fact) -> bool {
        match (self, fact) {
            (Whisper::Turned, Fact::Turned) => true,
            (Whisper::Sniffed(who, found), Fact::Sniffed { seats, wolf }) => who == seats && found == wolf,
            (Whisper::Graves(who), Fact::Graves { exiled }) => who == exiled,
            (Whisper::Lucky(what), Fact::Lucky { skill }) => what == skill,
            (Whisper::Kin(who), Fact::Kin { seats, .. }) | (Whisper::Wolves(who), Fact::Wolves { seats }) => {
                who == seats
            }
            _ => false,
        }
    }

    /// The whisper that a text tells of.
    pub(crate) fn read(text: &str) -> Option<Whisper> {
        match text.trim() {
            "变成了狼" | "is turned" => return Some(Whisper::Turned),
            "墓中无人" | "no grave" => return Some(Whisper::Graves(vec![])),
            _ => {}
        }
        if let Some(skill) = strip(text, "得到").or_else(|| strip(text, "is given")) {
            return words::role(skill).filter(|(_, rest)| rest.is_empty()).map(|(role, _)| Whisper::Lucky(role));
        }
        type Make = fn(Seats) -> Option<Whisper>;
        const WORDS: &[(Make, &[&str])] = &[
            (|seats| Some(Whisper::Sniffed(seats, true)), &["嗅到", "smells a wolf among"]),
            (|seats| Some(Whisper::Sniffed(seats, false)), &["嗅空", "smells nothing among"]),
            (|seats| Some(Whisper::Kin(seats)), &["相识", "kin"]),
            (|seats| Some(Whisper::Wolves(seats)), &["狼队是", "the wolves are"]),
            (|seats| Some(Whisper::Graves(vec![(seats.only()?, true)])), &["墓中狼", "grave of a wolf"]),
            (|seats| Some(Whisper::Graves(vec![(seats.only()?, false)])), &["墓中好人", "grave of the good"]),
        ];
        let (make, rest) = longest(text, WORDS.iter().copied())?;
        words::seats(rest).filter(|(_, rest)| rest.is_empty()).and_then(|(seats, _)| make(seats))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_tell_the_same() {
        for (zh, en) in [
            ("再投一次", "one more vote"),
            ("熊叫", "the bear growls"),
            ("3、5被禁言", "3,5 silenced"),
            ("3、5被禁票", "3,5 banned from voting"),
            ("4留到天亮", "4 lingers"),
            ("4房子烧毁", "4 burnt down"),
        ] {
            assert!(News::read(zh).is_some(), "{zh}");
            assert_eq!(News::read(zh), News::read(en), "{zh} / {en}");
        }
        for (zh, en) in [
            ("变成了狼", "is turned"),
            ("墓中无人", "no grave"),
            ("墓中狼4", "grave of a wolf 4"),
            ("得到预言家", "is given seer"),
            ("嗅空3-5", "smells nothing among 3-5"),
            ("相识2、3", "kin 2,3"),
            ("狼队是2、3", "the wolves are 2,3"),
        ] {
            assert!(Whisper::read(zh).is_some(), "{zh}");
            assert_eq!(Whisper::read(zh), Whisper::read(en), "{zh} / {en}");
        }
    }
}
