//! The words for what seats do: who, the verb, and what may follow it.

use crate::act::{Actor, Kind, Will};
use crate::words::{self, longest};
use lycaon_rules::{Direction, RoleId, Taboo};

/// What follows a verb.
#[derive(Clone, Copy)]
pub(crate) enum Takes {
    Yes,
    Try,
    Pass,
    Save,
    Tear,
    Way(Direction),
    Number,
    Card,
    Seats,
    Poison,
    SaveAndPoison,
    /// Whatever the power of a role may take.
    Power,
    Words,
    Breach(Taboo),
    Question,
}

type Verb = (Kind, Takes, &'static [&'static str]);

const VERBS: &[Verb] = &[
    (Kind::Power(RoleId::Guard), Takes::Seats, &["守", "guards", "guard"]),
    (Kind::Power(RoleId::Seer), Takes::Seats, &["验", "checks", "check"]),
    (Kind::Power(RoleId::Witch), Takes::SaveAndPoison, &["救并毒", "saves and poisons", "save and poison"]),
    (Kind::Power(RoleId::Witch), Takes::Save, &["救", "saves", "save"]),
    (Kind::Power(RoleId::Witch), Takes::Poison, &["毒", "poisons", "poison"]),
    (Kind::Power(RoleId::Cupid), Takes::Seats, &["连", "links", "link"]),
    (Kind::Power(RoleId::Piper), Takes::Seats, &["迷", "charms", "charm"]),
    (Kind::Power(RoleId::Thief), Takes::Card, &["换成", "takes", "take"]),
    (Kind::Power(RoleId::Thief), Takes::Pass, &["不换", "keeps his card", "keep his card"]),
    (Kind::Power(RoleId::LittleGirl), Takes::Yes, &["偷看", "peeks", "peek"]),
    (Kind::Hunt, Takes::Pass, &["空刀", "kill nobody", "kills nobody"]),
    (Kind::Hunt, Takes::Seats, &["刀", "kill", "kills"]),
    (Kind::Substitute, Takes::Yes, &["抓她顶替", "take the girl", "takes the girl"]),
    (Kind::Substitute, Takes::Pass, &["放过她", "spare the girl", "spares the girl"]),
    (Kind::Shot, Takes::Pass, &["不开枪", "holds fire", "hold fire"]),
    (Kind::Shot, Takes::Seats, &["开枪打", "开枪", "shoots", "shoot"]),
    (Kind::Claw, Takes::Seats, &["用爪带走", "claws", "claw"]),
    (Kind::Point, Takes::Seats, &["指向", "points to", "point to"]),
    (Kind::Ban, Takes::Seats, &["准投", "lets vote", "let vote"]),
    (Kind::Badge, Takes::Seats, &["警徽给", "gives the badge to", "give the badge to"]),
    (Kind::Badge, Takes::Tear, &["撕警徽", "tears the badge", "tear the badge"]),
    (Kind::Badge, Takes::Pass, &["不传警徽", "names no heir", "name no heir"]),
    (Kind::Flip, Takes::Yes, &["选择翻牌", "chooses to flip", "choose to flip"]),
    (Kind::Flip, Takes::Pass, &["选择不翻", "chooses not to flip", "choose not to flip"]),
    (Kind::Stand, Takes::Yes, &["上警", "stands", "stand"]),
    (Kind::Withdraw, Takes::Yes, &["退水", "withdraws", "withdraw"]),
    (Kind::Refuse, Takes::Yes, &["拒任", "refuses", "refuse"]),
    (Kind::BreakTie, Takes::Seats, &["定夺", "decides on", "decide on"]),
    (Kind::BreakTie, Takes::Pass, &["宣布作废", "voids the vote", "void the vote"]),
    (Kind::Way, Takes::Way(Direction::Clockwise), &["选顺时针", "chooses clockwise"]),
    (Kind::Way, Takes::Way(Direction::CounterClockwise), &["选逆时针", "chooses counter-clockwise"]),
    (Kind::Explode, Takes::Yes, &["自爆", "explodes", "explode"]),
    (Kind::Explode, Takes::Try, &["想自爆", "tries to explode"]),
    (Kind::Offer(RoleId::WhiteWolfKing), Takes::Seats, &["自爆带走", "explodes with", "explode with"]),
    (Kind::Offer(RoleId::Knight), Takes::Seats, &["决斗", "duels", "duel"]),
    (Kind::Offer(RoleId::SequencePrince), Takes::Yes, &["倒流", "turns back time"]),
    (Kind::Offer(RoleId::DevotedServant), Takes::Yes, &["接替", "steps forward"]),
    (Kind::Offer(RoleId::StutteringJudge), Takes::Yes, &["示意", "gives the sign"]),
    (Kind::Trade, Takes::Seats, &["动用房子", "uses the building on"]),
    (Kind::Deed, Takes::Seats, &["房子给", "gives the building to"]),
    (Kind::Further, Takes::Seats, &["戴面具", "masks", "mask"]),
    (Kind::Further, Takes::Seats, &["选救", "chooses to save"]),
    (Kind::Further, Takes::Yes, &["交易", "trades", "trade"]),
    (Kind::Further, Takes::Pass, &["背叛", "betrays", "betray"]),
    (Kind::Appoint, Takes::Seats, &["任命", "appoints", "appoint"]),
    (Kind::Crier, Takes::Yes, &["出牌", "plays the card"]),
    (Kind::Crier, Takes::Pass, &["留牌", "keeps the card"]),
    (Kind::Interrupt, Takes::Yes, &["插话", "interrupts", "interrupt"]),
    (Kind::Bid, Takes::Number, &["抢话", "bids", "bid"]),
    (Kind::Speak, Takes::Words, &["说", "says"]),
    (Kind::Speak, Takes::Breach(Taboo::Me), &["说出“我”字", "says the word for himself"]),
    (Kind::Speak, Takes::Breach(Taboo::Wolf), &["说出“狼”字", "says the word wolf"]),
    (Kind::Speak, Takes::Breach(Taboo::OwnName), &["说出自己是谁", "says who he is"]),
    (Kind::Event, Takes::Seats, &["指定", "picks", "pick"]),
    (Kind::Event, Takes::Yes, &["同意", "agrees", "agree"]),
    (Kind::Event, Takes::Question, &["问第", "asks question"]),
    (Kind::Vote, Takes::Seats, &["投", "vote for", "vote"]),
];

/// The night's power that a role's name alone stands for, as in `guard 4`.
const POWERS: &[(RoleId, Kind, Takes)] = &[
    (RoleId::Guard, Kind::Power(RoleId::Guard), Takes::Seats),
    (RoleId::Seer, Kind::Power(RoleId::Seer), Takes::Seats),
    (RoleId::Cupid, Kind::Power(RoleId::Cupid), Takes::Seats),
    (RoleId::Piper, Kind::Power(RoleId::Piper), Takes::Seats),
    (RoleId::Thief, Kind::Power(RoleId::Thief), Takes::Card),
    (RoleId::Werewolf, Kind::Hunt, Takes::Seats),
];

impl Takes {
    /// What stands after the verb, in full.
    pub(crate) fn read(self, text: &str) -> Option<Will> {
        let text = text.trim();
        if let (Takes::Seats | Takes::Card | Takes::Poison, true) = (self, words::is_nobody(text)) {
            return Some(Will::Pass);
        }
        let seat = || words::seat(text).filter(|(_, rest)| rest.is_empty()).map(|(seat, _)| seat);
        let plain = |will| text.is_empty().then_some(will);
        match self {
            Takes::Yes => plain(Will::Yes),
            Takes::Try => plain(Will::Try),
            Takes::Pass => plain(Will::Pass),
            Takes::Save => plain(Will::Save),
            Takes::Tear => plain(Will::Tear),
            Takes::Words => plain(Will::Say),
            Takes::Breach(taboo) => plain(Will::Breach(taboo)),
            Takes::Question => text.parse().ok().map(Will::Question),
            Takes::Way(direction) => plain(Will::Way(direction)),
            Takes::Number => text.parse().ok().map(Will::Bid),
            Takes::Card => words::role(text).filter(|(_, rest)| rest.is_empty()).map(|(role, _)| Will::Card(role)),
            Takes::Seats => words::seats(text).filter(|(_, rest)| rest.is_empty()).map(|(seats, _)| Will::Seats(seats)),
            Takes::Poison => seat().map(Will::Poison),
            Takes::SaveAndPoison => seat().map(Will::SaveAndPoison),
            Takes::Power => power(text),
        }
    }
}

/// What a power is used for: `yes`, seats, a card, or a card for a seat.
fn power(text: &str) -> Option<Will> {
    if words::is_nobody(text) {
        return Some(Will::Pass);
    }
    if ["是", "yes"].contains(&text) {
        return Some(Will::Yes);
    }
    if let Some((role, rest)) = words::role(text) {
        return rest.is_empty().then_some(Will::Card(role));
    }
    let (seats, rest) = words::seats(text)?;
    if rest.is_empty() {
        return Some(Will::Seats(seats));
    }
    let (role, rest) = words::role(rest)?;
    seats.only().filter(|_| rest.is_empty()).map(|seat| Will::Give(seat, role))
}

/// Those who act, at the beginning of a text, and the rest.
pub(crate) fn actors(text: &str) -> Option<(Vec<Actor>, &str)> {
    if let Some((seats, rest)) = words::seats(text) {
        return Some((seats.iter().map(Actor::Seat).collect(), rest));
    }
    words::role(text).map(|(role, rest)| (vec![Actor::Role(role)], rest))
}

/// The verb at the beginning of a text, and the rest; a role's name alone stands for its power.
pub(crate) fn verb<'t>(actors: &[Actor], text: &'t str) -> Option<(Kind, Takes, &'t str)> {
    if let Some(((kind, takes), rest)) =
        longest(text, VERBS.iter().map(|(kind, takes, words)| ((*kind, *takes), *words)))
    {
        return Some((kind, takes, rest));
    }
    match actors {
        [Actor::Role(role)] => {
            let known = POWERS.iter().find(|(of, ..)| of == role).map(|(_, kind, takes)| (*kind, *takes, text));
            known.or(Some((Kind::Power(*role), Takes::Power, text)))
        }
        _ => None,
    }
}
