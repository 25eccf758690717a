//! The words for what the powers of single roles and the buildings of the Village bring about: seen by all, or heard
//! by some.

use crate::act::{Act, Actor, Kind, Will};
use crate::words::{self, longest, strip};
use lycaon_rules::{EventId, Fact, RoleId, Seat, Seats, Sight};

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
    /// The event card of the day.
    Drawn(EventId),
    /// What a card brings about: its part, who did it, whom it is about, yes or no.
    Happened(EventId, u8, Option<Seat>, Seats, bool),
    Returned(Seat),
    Murmured(Sight),
    /// Who is town crier now.
    Appointed(Seat),
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
            Fact::EventDrawn { event } => News::Drawn(event),
            Fact::Happened { event, part, by, seats, yes } => News::Happened(event, part, by, seats, yes),
            Fact::Returned { seat } => News::Returned(seat),
            Fact::Murmured { sight } => News::Murmured(sight),
            Fact::Appointed { seat } => News::Appointed(seat),
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
            (Kind::Appoint, Will::Seats(_)) => News::Appointed(seats.only()?),
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
        if let Some(rest) = strip(text, "事件牌").or_else(|| strip(text, "card")) {
            return words::event(rest).filter(|(_, rest)| rest.is_empty()).map(|(event, _)| News::Drawn(event));
        }
        if let Some(rest) = strip(text, "发生").or_else(|| strip(text, "happens")) {
            return happened(rest);
        }
        if let Some(rest) = strip(text, "法官说出").or_else(|| strip(text, "murmured")) {
            return sight(rest).map(News::Murmured);
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
            "归来" | "returns" => News::Returned(seat),
            _ => return None,
        })
    }
}

/// `punishment/2 from 3, on 4,5, no`: the card, its part if it is not the first, by whom, about whom, and a no.
fn happened(text: &str) -> Option<News> {
    let (event, mut rest) = words::event(text)?;
    let mut part = 1;
    if let Some(after) = rest.strip_prefix('/') {
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        part = after[..end].parse().ok()?;
        rest = after[end..].trim_start();
    }
    let mut by = None;
    if let Some((seat, after)) = strip(rest, "由").or_else(|| strip(rest, "from")).and_then(words::seat) {
        by = Some(seat);
        rest = after;
    }
    let mut whom = Seats::NONE;
    if let Some((seats, after)) = strip(rest, "对").or_else(|| strip(rest, "on")).and_then(words::seats) {
        whom = seats;
        rest = after;
    }
    let yes = match rest.trim() {
        "" => true,
        "否" | "no" => false,
        _ => return None,
    };
    Some(News::Happened(event, part, by, whom, yes))
}

/// What a check showed.
fn sight(text: &str) -> Option<Sight> {
    match text.trim() {
        "一名狼人" | "a wolf" => Some(Sight::Wolf),
        "好人" | "good" => Some(Sight::Good),
        text => words::role(text).filter(|(_, rest)| rest.is_empty()).map(|(role, _)| Sight::Role(role)),
    }
}

/// Something that only some hear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Whisper {
    Turned,
    Sniffed(Seats, bool),
    Danced(Seat, bool),
    Holds(EventId),
    Graves(Vec<(Seat, bool)>),
    Lucky(RoleId),
    Kin(Seats),
    Wolves(Seats),
    Returned,
    Lent(RoleId),
    Touched(Seat),
    Company(Seats),
    Enlisted(Seat),
}

impl Whisper {
    /// Whether this is the fact that was written.
    pub(crate) fn is(&self, fact: &Fact) -> bool {
        match (self, fact) {
            (Whisper::Turned, Fact::Turned) | (Whisper::Returned, Fact::Returned { .. }) => true,
            (Whisper::Lent(what), Fact::Lent { role }) => what == role,
            (Whisper::Touched(who), Fact::Touched { by }) => who == by,
            (Whisper::Company(who), Fact::Company { seats }) => who == seats,
            (Whisper::Enlisted(who), Fact::Enlisted { seat }) => who == seat,
            (Whisper::Sniffed(who, found), Fact::Sniffed { seats, wolf }) => who == seats && found == wolf,
            (Whisper::Danced(who, found), Fact::Danced { seat, dances }) => who == seat && found == dances,
            (Whisper::Holds(what), Fact::Holds { event }) => what == event,
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
            "归来" | "returns" => return Some(Whisper::Returned),
            "墓中无人" | "no grave" => return Some(Whisper::Graves(vec![])),
            _ => {}
        }
        if let Some(skill) = strip(text, "得到").or_else(|| strip(text, "is given")) {
            return words::role(skill).filter(|(_, rest)| rest.is_empty()).map(|(role, _)| Whisper::Lucky(role));
        }
        if let Some(role) = strip(text, "暂有").or_else(|| strip(text, "has the power of")) {
            return words::role(role).filter(|(_, rest)| rest.is_empty()).map(|(role, _)| Whisper::Lent(role));
        }
        if let Some(event) = strip(text, "手中").or_else(|| strip(text, "holds the card")) {
            return words::event(event).filter(|(_, rest)| rest.is_empty()).map(|(event, _)| Whisper::Holds(event));
        }
        type Make = fn(Seats) -> Option<Whisper>;
        const WORDS: &[(Make, &[&str])] = &[
            (|seats| Some(Whisper::Sniffed(seats, true)), &["嗅到", "smells a wolf among"]),
            (|seats| Some(Whisper::Sniffed(seats, false)), &["嗅空", "smells nothing among"]),
            (|seats| Some(Whisper::Danced(seats.only()?, true)), &["在舞池", "in the dance"]),
            (|seats| Some(Whisper::Danced(seats.only()?, false)), &["不在舞池", "not in the dance"]),
            (|seats| Some(Whisper::Kin(seats)), &["相识", "kin"]),
            (|seats| Some(Whisper::Wolves(seats)), &["狼队是", "the wolves are"]),
            (|seats| Some(Whisper::Company(seats)), &["同行", "company"]),
            (|seats| Some(Whisper::Touched(seats.only()?)), &["被碰，由", "touched by"]),
            (|seats| Some(Whisper::Enlisted(seats.only()?)), &["内应", "ally"]),
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
            ("事件牌奇迹", "card miracle"),
            ("发生惩罚/2 由3 对4、5 否", "happens punishment/2 from 3 on 4,5 no"),
            ("法官说出好人", "murmured good"),
            ("4归来", "4 returns"),
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
            ("在舞池4", "in the dance 4"),
            ("不在舞池4", "not in the dance 4"),
            ("手中奇迹", "holds the card miracle"),
            ("相识2、3", "kin 2,3"),
            ("归来", "returns"),
            ("暂有女巫", "has the power of witch"),
            ("同行2、3", "company 2,3"),
            ("被碰，由3", "touched by 3"),
            ("内应4", "ally 4"),
            ("狼队是2、3", "the wolves are 2,3"),
        ] {
            assert!(Whisper::read(zh).is_some(), "{zh}");
            assert_eq!(Whisper::read(zh), Whisper::read(en), "{zh} / {en}");
        }
    }
}
