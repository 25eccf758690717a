//! One sample at least of everything that can be said. Foreign prompts are rehearsed on them before a game, and the
//! tests prove with them that nothing is missing.

use crate::account;
use crate::after;
use crate::facts::{self, Ear};
use crate::memory::{self, Memory};
use crate::narrator::Narrator;
use crate::probe::{self, Probe};
use crate::questions;
use crate::reply::Unclear;
use crate::rules_text;
use crate::sources::PromptError;
use crate::system::{self, Conditions, Interrupts};
use crate::terms::Term;
use lycaon_rules::{
    Ask, Board, Building, Buildings, Call, Cause, Choice, Claim, EventDeck, EventId, Fact, Fallback, FloorKind, Gender,
    Listener, Manner, MarkKind, Menu, OPTIONS, Outcome, Party, Person, Phase, Reason, Request, RoleId, Seat, SeatEvent,
    Seats, Sight, Source, Window,
};

/// Samples of an enum, by variant. A new variant does not compile until it has one.
macro_rules! samples {
    ($(#[$meta:meta])* $name:ident of $type:ident { $($variant:ident => $forms:expr,)+ }) => {
        $(#[$meta])*
        pub(crate) fn $name() -> Vec<$type> {
            fn kind(value: &$type) -> &'static str {
                match value { $( $type::$variant { .. } => stringify!($variant) ),+ }
            }
            let mut all: Vec<$type> = vec![];
            $(
                let forms: Vec<$type> = $forms.into_iter().collect();
                debug_assert!(!forms.is_empty() && forms.iter().all(|form| kind(form) == stringify!($variant)));
                all.extend(forms);
            )+
            all
        }
    };
}

fn s(number: u8) -> Seat {
    Seat::new(number)
}

fn set(numbers: &[u8]) -> Seats {
    numbers.iter().copied().map(Seat::new).collect()
}

fn each<T: Term, F>(form: impl Fn(T) -> F) -> Vec<F> {
    T::ALL.iter().copied().map(form).collect()
}

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

samples! {
    /// Questions of every kind, in each of their wordings.
    asks of Ask {
        Night => RoleId::ALL.iter().map(|role| Ask::Night { role: *role }),
        Further => [(RoleId::Witch, None), (RoleId::Masquerade, None), (RoleId::Warden, Some(s(2)))]
            .map(|(role, of)| Ask::Further { role, of }),
        Hunt => [Ask::Hunt { round: 2 }],
        Substitute => [Ask::Substitute { girl: s(2) }],
        Shot => [Ask::Shot],
        Ban => [Ask::Ban],
        Deed => each(|building| Ask::Deed { building, of: s(2) }),
        Badge => [Ask::Badge],
        Words => [Ask::Words],
        Speak => each(|floor| Ask::Speak { floor }),
        Bid => [Ask::Bid],
        Ballot => each(|about| Ask::Ballot { about, round: 1 })
            .into_iter()
            .chain(each(|about| Ask::Ballot { about, round: 2 })),
        Hand => [1, 2].map(|candidate| Ask::Hand { candidate: s(candidate) }),
        Stand => [Ask::Stand],
        Withdraw => [Ask::Withdraw],
        Refuse => [Ask::Refuse],
        BreakTie => [Ask::BreakTie { tied: set(&[2, 3]) }],
        Order => [Ask::Order],
        Flip => [Ask::Flip],
        Event => event_asks(),
        Offer => windows().into_iter().map(|window| Ask::Offer { window }),
    }
}

samples! {
    /// Every moment of the day at which somebody may act.
    windows of Window {
        Hustings => [Window::Hustings],
        Floor => [Window::Floor],
        Morning => [Window::Morning],
        Tallied => [Window::Tallied],
        Unmasking => [Window::Unmasking { seat: s(2) }],
    }
}

samples! {
    /// Choices of every kind.
    choices of Choice {
        Pass => [Choice::Pass],
        Yes => [Choice::Yes],
        Say => [Choice::Say],
        Target => [1, 2].map(|seat| Choice::Target { seat: s(seat) }),
        Save => [Choice::Save],
        Poison => [Choice::Poison { seat: s(2) }],
        SaveAndPoison => [Choice::SaveAndPoison { seat: s(2) }],
        Card => [Choice::Card { role: RoleId::Witch }],
        Set => [set(&[1, 2]), Seats::NONE].map(|seats| Choice::Set { seats }),
        Bid => [0, 1, 2, 3].map(|level| Choice::Bid { level }),
        Question => [1, 2].map(|number| Choice::Question { number }),
        Way => each(|direction| Choice::Way { direction }),
        Tear => [Choice::Tear],
        Give => [RoleId::Seer, RoleId::Witch, RoleId::Guard].map(|role| Choice::Give { seat: s(2), role }),
    }
}

samples! {
    /// Everything that can be wrong with an answer.
    complaints of Unclear {
        Empty => [Unclear::Empty],
        OnlyThought => [Unclear::OnlyThought],
        NoChoice => [Unclear::NoChoice],
        Refused => [Unclear::Refused],
        Ambiguous => [Unclear::Ambiguous { found: vec![Choice::Target { seat: s(2) }, Choice::Pass] }],
        NotLegal => [Unclear::NotLegal { said: "7".into() }],
        BrokenJson => [Unclear::BrokenJson { error: "EOF at line 1 column 9".into() }],
    }
}

samples! {
    /// Claims of every kind.
    claims of Claim {
        Role => [1, 2].map(|seat| Claim::Role { seat: s(seat), role: RoleId::Seer }),
        Checked => [true, false].map(|wolf| Claim::Checked { seat: s(2), wolf, night: 1 }),
        Healed => [Claim::Healed { seat: s(2) }],
        Poisoned => [Claim::Poisoned { seat: s(2) }],
        Suspects => [Claim::Suspects { seat: s(2) }],
        Trusts => [Claim::Trusts { seat: s(2) }],
        WillVote => [Claim::WillVote { seat: s(2) }],
    }
}

fn persons() -> Vec<Person> {
    let plain = Person::new(Gender::Woman, 30);
    let loud =
        Person { lives_here: true, smoker: true, jeans: true, black_top: true, jewel: true, glasses: true, ..plain };
    vec![plain, Person { gender: Gender::Man, ..loud }]
}

/// The questions of the event cards, by card and part.
const EVENT_ASKS: [(EventId, u8); 11] = [
    (EventId::Influences, 1),
    (EventId::Executioner, 1),
    (EventId::DoubleAgent, 1),
    (EventId::GreatDistrust, 1),
    (EventId::Punishment, 1),
    (EventId::Punishment, 2),
    (EventId::Specter, 1),
    (EventId::TouchOfDeath, 1),
    (EventId::BleakMonday, 1),
    (EventId::PactWithTheDevil, 1),
    (EventId::SpiritualismA, 1),
];

fn event_asks() -> Vec<Ask> {
    let spirits = EventId::ALL.iter().filter(|event| event.id().starts_with("spiritualism"));
    let spirits = spirits.flat_map(|event| [2, 3, 11, 12, 13, 14, 21, 22, 23, 24].map(move |part| (*event, part)));
    let held = EventId::ALL.iter().map(|event| (*event, 0));
    let ask = |(event, part)| [None, Some(s(2))].map(|of| Ask::Event { event, part, of });
    EVENT_ASKS.into_iter().chain(held).chain(spirits).flat_map(ask).collect()
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
pub(crate) fn sights() -> impl Iterator<Item = Sight> {
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

/// A request for each question, source and kind of menu.
pub(crate) fn requests() -> Vec<Request> {
    let menus = [
        (Menu::OneOf { choices: choices() }, Fallback::Choice { choice: Choice::Pass }, true),
        (subset(0, 3, false), Fallback::Lot, false),
        (subset(2, 2, false), Fallback::Lot, false),
        (subset(2, 2, true), Fallback::Choice { choice: Choice::Pass }, false),
        (Menu::Talk { limit: 400 }, Fallback::Choice { choice: Choice::Say }, false),
    ];
    let mut requests = vec![];
    for ask in asks() {
        for from in sources(ask) {
            let of_menu = |(menu, fallback, chat): &(Menu, Fallback, bool)| Request {
                seat: s(1),
                ask,
                menu: menu.clone(),
                fallback: *fallback,
                from,
                chat: *chat,
            };
            requests.extend(menus.iter().map(of_menu));
        }
    }
    requests
}

fn subset(min: u8, max: u8, pass: bool) -> Menu {
    Menu::Subset { of: set(&[1, 2, 3]), min, max, pass }
}

/// Who may ask this, as far as it changes the words.
fn sources(ask: Ask) -> Vec<Source> {
    match ask {
        Ask::Offer { .. } => all_sources(),
        Ask::Shot => RoleId::ALL.iter().map(|role| Source::Role(*role)).chain([Source::House]).collect(),
        Ask::Night { role } => vec![Source::Role(role), Source::Borrowed(role), Source::Gift(role)],
        _ => vec![Source::House],
    }
}

samples! {
    /// Everything that asks.
    all_sources of Source {
        House => [Source::House],
        Role => RoleId::ALL.iter().map(|role| Source::Role(*role)),
        Borrowed => RoleId::ALL.iter().map(|role| Source::Borrowed(*role)),
        Gift => RoleId::ALL.iter().map(|role| Source::Gift(*role)),
        Mark => [MarkKind::Sheriff, MarkKind::Flipped]
            .into_iter()
            .chain(each(MarkKind::Building))
            .map(Source::Mark),
        Event => EventId::ALL.iter().map(|event| Source::Event(*event)),
    }
}

/// Every option with each value that is listed for it, and of numbers, chances and chains one.
pub(crate) fn option_values() -> Vec<(&'static str, String)> {
    let mut values = vec![];
    for info in OPTIONS {
        for legal in (info.legal)() {
            let value = match legal.split_once("..=") {
                Some((low, _)) => low.to_owned(),
                None if legal.starts_with("a fraction") => "1/3".into(),
                None if info.name == "event_deck" && legal.starts_with("a list") => "miracle,eclipse".into(),
                None if legal.starts_with("a list") => "farm,farm,tavern,school".into(),
                None if legal.starts_with("a chain") => "scapegoat,sheriff,pk_once,none".into(),
                None => legal,
            };
            values.push((info.name, value));
        }
    }
    values
}

/// Events of every tag and heading.
fn events() -> Vec<SeatEvent> {
    let event = |fact: Fact, phase, private, to| SeatEvent { n: 0, day: 1, phase, private, shared: private, to, fact };
    let circles = [
        Fact::VictimHidden,
        Fact::Prey { seat: None },
        Fact::Lovers { seats: set(&[1, 2]), roles: None },
        Fact::Charmed { seats: set(&[1, 2]) },
    ];
    let private = circles.into_iter().map(|fact| event(fact, Phase::Night, true, set(&[1])));
    let record = Fact::StagedWin { party: Party::Wolves };
    let public = each(|phase| event(Fact::NobodyOut, phase, false, Seats::NONE));
    private.chain([event(record, Phase::Night, true, Seats::NONE)]).chain(public).collect()
}

/// Boards that between them hold every role and every shape of rules.
pub(crate) fn boards() -> Vec<Board> {
    let decks = ["story-18", "full-box-12", "thief-and-cupid-10", "jingcheng-12p-hunter-idiot", "vanilla-7-2"];
    decks.iter().filter_map(|deck| Board::named(deck).ok()).chain(crowds()).collect()
}

/// Boards that nobody could seat, on which all roles meet, and on which an actor's open cards are nobody's.
pub(crate) fn crowds() -> Vec<Board> {
    let Ok(board) = Board::named("online-9p") else { return vec![] };
    let with = |roles: &[RoleId]| {
        let mut board = Board { face_up: vec![RoleId::Guard, RoleId::Elder, RoleId::Idiot], ..board.clone() };
        board.roles.extend(roles.iter().map(|role| (*role, 1)));
        board.seats = board.roles.values().sum();
        board.options.buildings = Buildings(Building::ALL.to_vec());
        board.options.event_deck = EventDeck(EventId::ALL.to_vec());
        board
    };
    vec![with(RoleId::ALL), with(&[RoleId::Actor])]
}

/// Says everything once.
///
/// # Errors
/// The first text that cannot be rendered, with its file and line.
pub(crate) fn rehearse(narrator: &Narrator) -> Result<(), PromptError> {
    for board in &boards() {
        let ears = [(Some(s(1)), Some(s(1))), (None, Some(s(2))), (None, None)];
        for (me, to) in ears {
            for fact in &facts() {
                facts::sentence(narrator, Ear { me, to, board }, fact)?;
            }
        }
        for conditions in conditions() {
            system::system(narrator, board, conditions)?;
        }
    }
    for probe in Probe::samples(&[Seat::new(3), Seat::new(1)]) {
        probe::probe(narrator, probe)?;
    }
    for memory in Memory::SAMPLES {
        memory::memory(narrator, memory)?;
    }
    after::rehearse(narrator)?;
    for event in &events() {
        for listener in [Listener::Public, Listener::Seat(s(1)), Listener::Moderator] {
            account::tag(narrator, listener, event)?;
        }
        account::heading(narrator, event)?;
    }
    let board = &boards()[0];
    for request in requests() {
        questions::question(narrator, board, &request)?;
        for unclear in complaints() {
            questions::complaint(narrator, &unclear, &request)?;
        }
    }
    for (name, value) in option_values() {
        rules_text::option_sentence(narrator, name, &value).transpose()?;
        narrator.say(&format!("options.{name}.title"), minijinja::context! {})?;
    }
    Ok(())
}

/// Every combination of conditions.
pub(crate) fn conditions() -> Vec<Conditions> {
    let mut all = vec![];
    for interrupts in Interrupts::ALL {
        for (advice, thinking, notes) in (0..8).map(|bits| (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0)) {
            all.push(Conditions { advice, thinking, notes, interrupts });
        }
    }
    all
}
