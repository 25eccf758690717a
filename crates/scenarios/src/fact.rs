//! What all see: the words for public facts.

use crate::act::{Act, Actor, Kind, Will};
use crate::powers::News;
use crate::words::{self, longest, strip};
use lycaon_rules::{Fact, Manner, RoleId, Seat, Seats};

/// A turn of the game that all see. These are strict: each must be written, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Deaths announced together; `None` for any manner.
    Died(Seats, Option<Manner>),
    Flipped(Seat),
    Unmoved(Seat),
    PowersLost,
    Elected(Seat),
    /// There is no sheriff; whether written that there will be none.
    NoSheriff {
        lost: bool,
    },
    Refused(Seat),
    Badge {
        from: Seat,
        to: Option<Seat>,
    },
    BadgeVoid,
    VotersNamed(Seats),
    TieBroken(Option<Seat>),
    Words(Seat),
    Interrupted(Seat),
    News(News),
}

impl Turn {
    /// Whether the fact is one of those that must be written.
    pub(crate) fn is_strict(fact: &Fact) -> bool {
        match fact {
            Fact::Died { seats, .. } => !seats.is_empty(),
            Fact::Flipped { .. }
            | Fact::Unmoved { .. }
            | Fact::PowersLost { .. }
            | Fact::Elected { .. }
            | Fact::NoSheriff { .. }
            | Fact::Refused { .. }
            | Fact::Badge { .. }
            | Fact::BadgeVoid { .. }
            | Fact::VotersNamed { .. }
            | Fact::TieBroken { .. }
            | Fact::Interrupted { .. }
            | Fact::Spoke { floor: None, .. } => true,
            fact => News::of(fact).is_some(),
        }
    }

    /// Whether this is the turn that was written.
    pub(crate) fn is(&self, fact: &Fact) -> bool {
        match (self, fact) {
            (Turn::Died(who, how), Fact::Died { seats, manner, .. }) => {
                who == seats && how.is_none_or(|how| how == *manner)
            }
            (Turn::Flipped(who), Fact::Flipped { seat })
            | (Turn::Unmoved(who), Fact::Unmoved { seat })
            | (Turn::Elected(who), Fact::Elected { seat })
            | (Turn::Refused(who), Fact::Refused { seat })
            | (Turn::Interrupted(who), Fact::Interrupted { by: seat })
            | (Turn::Words(who), Fact::Spoke { seat, floor: None, .. }) => who == seat,
            (Turn::PowersLost, Fact::PowersLost { .. }) | (Turn::BadgeVoid, Fact::BadgeVoid { .. }) => true,
            (Turn::NoSheriff { lost }, Fact::NoSheriff { lost: said }) => !lost || *said,
            (Turn::Badge { from, to }, Fact::Badge { from: giver, to: heir }) => from == giver && to == heir,
            (Turn::VotersNamed(who), Fact::VotersNamed { may_vote, .. }) => who == may_vote,
            (Turn::TieBroken(onto), Fact::TieBroken { onto: said, .. }) => onto == said,
            (Turn::News(news), fact) => News::of(fact) == Some(*news),
            _ => false,
        }
    }

    /// What all see of an act, where it is done before all eyes.
    pub(crate) fn of(act: &Act) -> Option<Turn> {
        let Actor::Seat(seat) = act.who else { return None };
        if act.in_vain {
            return None;
        }
        let target = match &act.will {
            Will::Seats(seats) => seats.only(),
            _ => None,
        };
        Some(match (act.kind, &act.will) {
            (Kind::Shot, Will::Seats(seats)) => Turn::Died(*seats, Some(Manner::Shot)),
            (Kind::Claw, Will::Seats(seats)) => Turn::Died(*seats, Some(Manner::Claw)),
            (Kind::Explode, Will::Yes) => Turn::Died(Seats::one(seat), Some(Manner::Explosion)),
            (Kind::Badge, Will::Seats(_) | Will::Tear | Will::Pass) => Turn::Badge { from: seat, to: target },
            (Kind::Ban, Will::Seats(seats)) => Turn::VotersNamed(*seats),
            (Kind::Ban, Will::Pass) => Turn::VotersNamed(Seats::NONE),
            (Kind::BreakTie, Will::Seats(_) | Will::Pass) => Turn::TieBroken(target),
            (Kind::Refuse, Will::Yes) => Turn::Refused(seat),
            (Kind::Flip, Will::Yes) => Turn::Flipped(seat),
            (Kind::Interrupt, Will::Yes) => Turn::Interrupted(seat),
            _ => Turn::News(News::of_act(act)?),
        })
    }

    /// The turn that a text tells of.
    pub(crate) fn read(text: &str) -> Option<Turn> {
        if let Some(news) = News::read(text.trim()) {
            return Some(Turn::News(news));
        }
        const ALONE: &[(Alone, &[&str])] = &[
            (Alone::PowersLost, &["好人失去能力", "powers lost"]),
            (Alone::NoSheriff, &["无警长", "no sheriff"]),
            (Alone::BadgeLost, &["警徽流失", "badge lost"]),
            (Alone::BadgeVoid, &["警徽作废", "office void"]),
        ];
        if let Some((alone, "")) = longest(text, ALONE.iter().copied()) {
            return Some(match alone {
                Alone::PowersLost => Turn::PowersLost,
                Alone::NoSheriff => Turn::NoSheriff { lost: false },
                Alone::BadgeLost => Turn::NoSheriff { lost: true },
                Alone::BadgeVoid => Turn::BadgeVoid,
            });
        }
        let (seats, rest) = words::seats(text)?;
        const DEATHS: &[(Option<Manner>, &[&str])] = &[
            (None, &["出局", "dies", "die"]),
            (Some(Manner::Night), &["夜里出局", "found dead"]),
            (Some(Manner::Poison), &["毒发出局", "found poisoned"]),
            (Some(Manner::Exile), &["放逐", "exiled"]),
            (Some(Manner::Tie), &["替罪", "dies for the tie"]),
            (Some(Manner::Shot), &["中枪", "shot"]),
            (Some(Manner::Grief), &["殉情", "dies of grief"]),
            (Some(Manner::Explosion), &["爆炸", "blown up"]),
            (Some(Manner::Elder), &["随长老出局", "falls with the elder"]),
            (Some(Manner::Duel), &["决斗落败", "loses the duel"]),
            (Some(Manner::Charm), &["被魅惑带走", "goes with her"]),
            (Some(Manner::Wounds), &["倒地身亡", "falls dead"]),
            (Some(Manner::Claw), &["被爪", "clawed"]),
            (Some(Manner::Event), &["因牌出局", "falls by the card"]),
            (Some(Manner::Razor), &["死于剃刀", "dies by the razor"]),
        ];
        if let Some((manner, "")) = longest(rest, DEATHS.iter().copied()) {
            return Some(Turn::Died(seats, manner));
        }
        const ONE: &[(One, &[&str])] = &[
            (One::Flipped, &["翻牌", "flips"]),
            (One::Unmoved, &["放逐无效", "stays"]),
            (One::Elected, &["当选", "elected"]),
            (One::Words, &["遗言", "last words"]),
        ];
        let (one, rest) = longest(rest, ONE.iter().copied())?;
        let seat = seats.only().filter(|_| rest.is_empty())?;
        Some(match one {
            One::Flipped => Turn::Flipped(seat),
            One::Unmoved => Turn::Unmoved(seat),
            One::Elected => Turn::Elected(seat),
            One::Words => Turn::Words(seat),
        })
    }
}

#[derive(Clone, Copy)]
enum Alone {
    PowersLost,
    NoSheriff,
    BadgeLost,
    BadgeVoid,
}

#[derive(Clone, Copy)]
enum One {
    Flipped,
    Unmoved,
    Elected,
    Words,
}

/// Something that all see and that need not be written; written, it must be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// Dawn finds nobody dead.
    QuietNight,
    /// A vote ends with nobody out.
    NobodyOut,
    Shown(Seat, RoleId),
    /// A thief who only remembers: the card he shows, and what he played.
    ShownAs(Seat, RoleId, RoleId),
    Camp {
        seat: Seat,
        wolf: bool,
    },
    /// Nothing is shown of this seat.
    Hidden(Seat),
    Tied(Seats),
    /// Half-votes.
    Total(Seat, u16),
    /// Whether ballots are cast one by one, for all to see.
    Open(bool),
    Voters(Seats),
    Over(Seats),
    Standing(Seats),
    Drawn(Seat),
}

impl Sign {
    /// Whether the events of a day or night show it.
    pub(crate) fn shown_by<'e>(&self, mut facts: impl Iterator<Item = &'e Fact>) -> bool {
        match self {
            Sign::Hidden(who) => !facts.any(
                |fact| matches!(fact, Fact::Revealed { seat, .. } | Fact::RevealedCamp { seat, .. } if seat == who),
            ),
            Sign::Open(open) => facts.any(|fact| matches!(fact, Fact::Voted { .. })) == *open,
            sign => facts.any(|fact| sign.is(fact)),
        }
    }

    fn is(&self, fact: &Fact) -> bool {
        match (self, fact) {
            (Sign::QuietNight, Fact::Died { seats, .. }) => seats.is_empty(),
            (Sign::NobodyOut, Fact::NobodyOut) => true,
            (Sign::Shown(who, what), Fact::Revealed { seat, role, card }) => {
                who == seat && what == role && what == card
            }
            (Sign::ShownAs(who, shows, plays), Fact::Revealed { seat, role, card }) => {
                who == seat && plays == role && shows == card
            }
            (Sign::Camp { seat: who, wolf: what }, Fact::RevealedCamp { seat, wolf }) => who == seat && what == wolf,
            (Sign::Tied(who), Fact::Tied { over, .. }) => who == over,
            (Sign::Total(who, halves), Fact::Counted { totals, .. }) => totals.contains(&(*who, *halves)),
            (Sign::Voters(who), Fact::PollOpened { voters, .. }) => who == voters,
            (Sign::Over(who), Fact::PollOpened { over, .. }) => who == over,
            (Sign::Standing(who), Fact::Standing { seats }) => who == seats,
            (Sign::Drawn(who), Fact::Drawn { seat }) => who == seat,
            _ => false,
        }
    }

    /// The sign that a text tells of.
    pub(crate) fn read(text: &str) -> Option<Sign> {
        const ALONE: &[(Sign, &[&str])] = &[
            (Sign::QuietNight, &["平安夜", "nobody dies"]),
            (Sign::NobodyOut, &["无人出局", "nobody out"]),
            (Sign::Open(true), &["明票", "open ballots"]),
            (Sign::Open(false), &["暗票", "closed ballots"]),
        ];
        if let Some((sign, _)) = ALONE.iter().find(|(_, names)| names.contains(&text.trim())) {
            return Some(sign.clone());
        }
        let before = |words: &[&str]| {
            words.iter().find_map(|word| strip(text, word)).and_then(words::seats).filter(|(_, rest)| rest.is_empty())
        };
        if let Some((seats, _)) = before(&["可投", "voters"]) {
            return Some(Sign::Voters(seats));
        }
        if let Some((seats, _)) = before(&["被选", "on trial"]) {
            return Some(Sign::Over(seats));
        }
        if let Some((seats, _)) = before(&["候选", "candidates"]) {
            return Some(Sign::Standing(seats));
        }
        if let Some((seats, _)) = before(&["抽中", "lot falls on"]) {
            return seats.only().map(Sign::Drawn);
        }
        let (seats, rest) = words::seats(text)?;
        if ["平票", "tied"].contains(&rest) {
            return Some(Sign::Tied(seats));
        }
        Sign::read_one(seats.only()?, rest)
    }

    fn read_one(seat: Seat, rest: &str) -> Option<Sign> {
        match rest {
            "不亮牌" | "not shown" => return Some(Sign::Hidden(seat)),
            "亮狼" | "shown a wolf" => return Some(Sign::Camp { seat, wolf: true }),
            "亮好" | "shown good" => return Some(Sign::Camp { seat, wolf: false }),
            _ => {}
        }
        if let Some(votes) = rest.strip_prefix('得').and_then(|rest| rest.strip_suffix('票')).or(strip(rest, "gets"))
        {
            return halves(votes.trim()).map(|halves| Sign::Total(seat, halves));
        }
        let shown = strip(rest, "亮牌").or_else(|| strip(rest, "shown as"))?;
        let (card, rest) = words::role(shown)?;
        if rest.is_empty() {
            return Some(Sign::Shown(seat, card));
        }
        let played = rest.strip_prefix("实为").or_else(|| rest.strip_prefix(", really"))?;
        let (role, rest) = words::role(played)?;
        rest.is_empty().then_some(Sign::ShownAs(seat, card, role))
    }
}

/// A number of votes in half-votes, such as 5 for `2.5`.
fn halves(text: &str) -> Option<u16> {
    let (whole, half) = match text.split_once('.') {
        Some((whole, "5")) => (whole, 1),
        Some(_) => return None,
        None => (text, 0),
    };
    whole.parse::<u16>().ok().map(|whole| 2 * whole + half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_tell_the_same_turns_and_signs() {
        for (zh, en) in [
            ("4出局", "4 dies"),
            ("3、5夜里出局", "3,5 found dead"),
            ("3放逐", "3 exiled"),
            ("5殉情", "5 dies of grief"),
            ("2翻牌", "2 flips"),
            ("好人失去能力", "powers lost"),
            ("警徽流失", "badge lost"),
            ("4遗言", "4 last words"),
        ] {
            assert!(Turn::read(zh).is_some(), "{zh}");
            assert_eq!(Turn::read(zh), Turn::read(en), "{zh} / {en}");
        }
        for (zh, en) in [
            ("平安夜", "nobody dies"),
            ("无人出局", "nobody out"),
            ("4亮牌女巫", "4 shown as witch"),
            ("4亮牌盗贼实为狼人", "4 shown as thief, really werewolf"),
            ("3、4平票", "3,4 tied"),
            ("3得2.5票", "3 gets 2.5"),
            ("可投1、4", "voters 1,4"),
        ] {
            assert!(Sign::read(zh).is_some(), "{zh}");
            assert_eq!(Sign::read(zh), Sign::read(en), "{zh} / {en}");
        }
    }
}
