//! Samples of what happens.

use super::questions::{asks, choices};
use super::{claims, each, s, set};
use crate::terms::Term;
use lycaon_rules::{
    Building, Call, Cause, Choice, EventId, Fact, FloorKind, Gender, Manner, Outcome, Party, Person, Reason, RoleId,
    Seat, Seats, Sight,
};

samples! {
    /// Facts of every kind, in each of their wordings.
    facts of Fact {
        Opened => [Fact::Opened { seats: 9, deck: vec![(RoleId::Werewolf, 3), (RoleId::Seer, 1)] }],
        NightFell => [Fact::NightFell { night: 1 }],
        Called => calls(),
        DayBroke => [Fact::DayBroke { day: 2 }],
        Died => died(),
        Revealed => [RoleId::Seer, RoleId::Thief].map(|card| Fact::Revealed { seat: s(1), role: RoleId::Seer, card }),
        RevealedCamp => [true, false].map(|wolf| Fact::RevealedCamp { seat: s(1), wolf }),
        Flipped => [Fact::Flipped { seat: s(1) }],
        Unmoved => [Fact::Unmoved { seat: s(1) }],
        PowersLost => [Fact::PowersLost { elder: s(1) }],
        Standing => [set(&[1, 4]), Seats::NONE].map(|seats| Fact::Standing { seats }),
        Withdrew => [set(&[1]), Seats::NONE].map(|seats| Fact::Withdrew { seats }),
        Floor => each(|floor| Fact::Floor { floor, order: vec![s(4), s(1), s(2)] }),
        Directed => each(|direction| Fact::Directed { by: s(1), direction }),
        Spoke => spoke(),
        Bids => [Fact::Bids { bids: vec![(s(1), 3), (s(2), 0)] }],
        PollOpened => each(|about| Fact::PollOpened { about, round: 2, over: set(&[1, 2]), voters: set(&[3, 4]) }),
        Voted => each(|about| Fact::Voted { about, by: s(1), onto: Some(s(2)) })
            .into_iter()
            .chain(each(|about| Fact::Voted { about, by: s(2), onto: None })),
        Counted => counted(),
        Tied => each(|about| Fact::Tied { about, over: set(&[1, 2]) }),
        TieBroken => [Some(s(1)), None].map(|onto| Fact::TieBroken { by: s(2), onto }),
        NobodyOut => [Fact::NobodyOut],
        Drawn => [Fact::Drawn { seat: s(1) }],
        Elected => [Fact::Elected { seat: s(1) }],
        NoSheriff => [true, false].map(|lost| Fact::NoSheriff { lost }),
        Refused => [Fact::Refused { seat: s(1) }],
        Badge => [Some(s(2)), None].map(|to| Fact::Badge { from: s(1), to }),
        BadgeVoid => [Fact::BadgeVoid { seat: s(1) }],
        VotersNamed => [set(&[2, 3]), Seats::NONE].map(|may_vote| Fact::VotersNamed { by: s(1), may_vote }),
        Interrupted => [Fact::Interrupted { by: s(1) }],
        Silenced => [set(&[1]), set(&[1, 2])].map(|seats| Fact::Silenced { seats }),
        VoteBanned => [set(&[1]), set(&[1, 2])].map(|seats| Fact::VoteBanned { seats }),
        Duel => [true, false].map(|wolf| Fact::Duel { by: s(1), seat: s(2), wolf }),
        Rewound => [Fact::Rewound { by: s(1) }],
        SecondVote => [Fact::SecondVote],
        Lingers => [Fact::Lingers { seat: s(1) }],
        Stepped => [Fact::Stepped { by: s(1), seat: s(2) }],
        Groups => [Fact::Groups { first: set(&[1, 2]) }],
        Village => [Fact::Village { homes: Building::ALL.iter().zip(1..).map(|(home, n)| (s(n), *home)).collect() }],
        Trade => each(|building| Fact::Trade { by: s(1), building, seats: set(&[2, 3]) })
            .into_iter()
            .chain(each(|building| Fact::Trade { by: s(2), building, seats: set(&[1]) })),
        Moved => each(|building| Fact::Moved { by: s(1), seat: s(2), building })
            .into_iter()
            .chain(each(|building| Fact::Moved { by: s(2), seat: s(1), building })),
        Burnt => each(|building| Fact::Burnt { seat: s(1), building }),
        Unpopular => [Fact::Unpopular { seat: s(1) }],
        Persons => [Fact::Persons { persons: persons() }],
        EventDrawn => EventId::ALL.iter().map(|event| Fact::EventDrawn { event: *event }),
        Happened => happened(),
        Returned => [1, 2].map(|seat| Fact::Returned { seat: s(seat) }),
        Murmured => sights().map(|sight| Fact::Murmured { sight }),
        Appointed => [1, 2].map(|seat| Fact::Appointed { seat: s(seat) }),
        Overheard => ["\u{201c}3\u{201d}", ""].map(|text| Fact::Overheard { text: text.into() }),
        Lent => RoleId::ALL.iter().map(|role| Fact::Lent { role: *role }),
        Touched => [Fact::Touched { by: s(2) }],
        Company => [set(&[1]), set(&[1, 2])].map(|seats| Fact::Company { seats }),
        Enlisted => [1, 2].map(|seat| Fact::Enlisted { seat: s(seat) }),
        Voice => [Fact::Voice { seat: s(2) }],
        Growl => [true, false].map(|heard| Fact::Growl { heard }),
        Ended => outcomes().into_iter().map(|outcome| Fact::Ended { outcome }),
        Card => RoleId::ALL.iter().map(|role| Fact::Card { role: *role }),
        SecretBadge => [Fact::SecretBadge { seat: s(1) }],
        Decided => decided(),
        Centre => [Fact::Centre { cards: vec![RoleId::Villager, RoleId::Werewolf] }],
        Became => [Fact::Became { role: RoleId::Werewolf }],
        Saw => sights().map(|sight| Fact::Saw { seat: s(2), sight }),
        Victim => [Some(s(1)), None].map(|seat| Fact::Victim { seat }),
        VictimHidden => [Fact::VictimHidden],
        Peeked => [true, false].map(|caught| Fact::Peeked { wolves: set(&[2, 3]), caught }),
        MayNotShoot => [Fact::MayNotShoot],
        Blocked => [Fact::Blocked],
        TooLate => asks().into_iter().map(|ask| Fact::TooLate { ask }),
        Turned => [Fact::Turned],
        Sniffed => [true, false].map(|wolf| Fact::Sniffed { seats: set(&[1, 2, 3]), wolf }),
        Danced => [true, false].map(|dances| Fact::Danced { seat: s(2), dances }),
        Holds => EventId::ALL.iter().map(|event| Fact::Holds { event: *event }),
        Graves => [vec![], vec![(s(2), true)], vec![(s(2), true), (s(3), false)]].map(|exiled| Fact::Graves { exiled }),
        Wolves => [Fact::Wolves { seats: set(&[2, 3]) }],
        Lucky => RoleId::ALL.iter().map(|skill| Fact::Lucky { skill: *skill }),
        Pack => [set(&[1]), set(&[1, 2])].map(|wolves| Fact::Pack { wolves }),
        Pointed => pointed(),
        Prey => [Some(s(2)), None].map(|seat| Fact::Prey { seat }),
        Caught => [Fact::Caught { seat: s(2) }],
        Taken => [true, false].map(|instead| Fact::Taken { seat: s(2), instead }),
        Lovers => [None, Some(vec![(s(1), RoleId::Seer), (s(2), RoleId::Werewolf)])]
            .map(|roles| Fact::Lovers { seats: set(&[1, 2]), roles }),
        Charmed => [Fact::Charmed { seats: set(&[1, 2]) }],
        Kin => RoleId::ALL.iter().map(|role| Fact::Kin { role: *role, seats: set(&[1, 2]) }),
        Dealt => [vec![], vec![RoleId::Villager, RoleId::Witch]]
            .map(|centre| Fact::Dealt { cards: vec![RoleId::Werewolf, RoleId::Seer], centre }),
        Charming => [Fact::Charming { by: s(1), seats: set(&[2, 3]) }],
        Put => each(|what| Fact::Put { by: s(1), on: s(2), what }),
        Fell => each(|cause| Fact::Fell { seat: s(1), causes: vec![Cause::Wolves, cause] }),
        Spared => each(|ward| Fact::Spared { seat: s(1), cause: Cause::Wolves, ward }),
        Rolled => each(|purpose| Fact::Rolled { purpose, sides: 6, result: 4 }),
        StagedWin => each(|party| Fact::StagedWin { party }),
    }
}

fn persons() -> Vec<Person> {
    let plain = Person::new(Gender::Woman, 30);
    let loud =
        Person { lives_here: true, smoker: true, jeans: true, black_top: true, jewel: true, glasses: true, ..plain };
    vec![plain, Person { gender: Gender::Man, ..loud }]
}

/// The parts of what each event card brings about before all eyes.
fn happened() -> Vec<Fact> {
    let parts = |event: EventId| match event {
        event if event.id().starts_with("spiritualism") => 4,
        EventId::Executioner | EventId::Punishment | EventId::HeadsOrTails => 2,
        EventId::PactWithTheDevil => 3,
        EventId::Influences
        | EventId::GreatDistrust
        | EventId::NotMeNorWolf
        | EventId::Eclipse
        | EventId::LittleRascal
        | EventId::WoodlandGathering
        | EventId::Flood
        | EventId::GoneHunting
        | EventId::LuncheonForSeniors
        | EventId::SaturdayEveningBall
        | EventId::BleakMonday
        | EventId::RadiantSunday => 1,
        _ => 0,
    };
    let seats = [Seats::NONE, set(&[2]), set(&[1, 2])];
    let told = |event: EventId, part: u8| {
        seats.map(|seats| [true, false].map(|yes| Fact::Happened { event, part, by: Some(s(3)), seats, yes }))
    };
    let all = EventId::ALL.iter().flat_map(|event| (1..=parts(*event)).map(move |part| (*event, part)));
    all.flat_map(|(event, part)| told(event, part).into_iter().flatten()).collect()
}

fn calls() -> Vec<Fact> {
    let roles = RoleId::ALL.iter().map(|role| Call::Role(*role));
    roles
        .chain([Call::Pack, Call::Lovers, Call::Brothers, Call::Baker, Call::Charmed])
        .map(|call| Fact::Called { call })
        .collect()
}

fn died() -> Vec<Fact> {
    let nobody = Fact::Died { seats: Seats::NONE, manner: Manner::Night, by: None };
    let by = |by: Option<Seat>| each(move |manner| Fact::Died { seats: set(&[1, 3]), manner, by });
    [nobody].into_iter().chain(by(None)).chain(by(Some(s(2)))).collect()
}

fn spoke() -> Vec<Fact> {
    let floors = FloorKind::ALL.iter().map(|floor| Some(*floor)).chain([None]);
    let speeches = [("\u{201c}3\u{201d}", vec![]), ("", vec![]), ("", claims())];
    floors
        .flat_map(|floor| {
            speeches.clone().map(|(text, claims)| Fact::Spoke { seat: s(1), floor, text: text.into(), claims })
        })
        .collect()
}

fn counted() -> Vec<Fact> {
    let ballots = vec![(s(1), Some(s(2))), (s(2), Some(s(1))), (s(3), Some(s(2))), (s(4), None)];
    let totals = vec![(s(1), 2), (s(2), 5)];
    each(|about| Fact::Counted { about, round: 2, ballots: ballots.clone(), totals: totals.clone() })
        .into_iter()
        .chain(each(|about| Fact::Counted { about, round: 1, ballots: vec![], totals: vec![] }))
        .collect()
}

fn decided() -> Vec<Fact> {
    asks().into_iter().flat_map(|ask| choices().into_iter().map(move |choice| Fact::Decided { ask, choice })).collect()
}

fn pointed() -> Vec<Fact> {
    let words = [None, Some("\u{201c}3\u{201d}".to_owned())];
    let choices = [Choice::Target { seat: s(3) }, Choice::Pass];
    choices
        .into_iter()
        .flat_map(|choice| words.clone().map(|text| Fact::Pointed { by: s(1), round: 1, choice, text }))
        .collect()
}

/// Everything a check can show.
fn sights() -> impl Iterator<Item = Sight> {
    [Sight::Wolf, Sight::Good].into_iter().chain(RoleId::ALL.iter().map(|role| Sight::Role(*role)))
}

/// Endings for every reason, and with every party.
fn outcomes() -> Vec<Outcome> {
    let ending = |winners: Vec<Party>, reason: Reason| Outcome {
        seats: if winners.is_empty() { Seats::NONE } else { set(&[1, 2]) },
        winners,
        reason,
        days: 3,
        roles: vec![RoleId::Werewolf, RoleId::Seer, RoleId::Piper],
    };
    let by_reason = each(|reason| ending(vec![], reason));
    let by_party = each(|party| ending(vec![party], Reason::Parity));
    by_reason.into_iter().chain(by_party).chain([ending(Party::ALL.to_vec(), Reason::Parity)]).collect()
}
