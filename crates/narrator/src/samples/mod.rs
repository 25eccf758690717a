//! One sample at least of everything that can be said. Foreign prompts are rehearsed on them before a game, and the
//! tests prove with them that nothing is missing.

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

mod facts;
mod questions;

pub(crate) use facts::facts;
#[cfg(test)]
pub(crate) use questions::choices;
pub(crate) use questions::requests;

use crate::account;
use crate::after;
use crate::facts::{Ear, sentence};
use crate::memory::{self, Memory};
use crate::narrator::Narrator;
use crate::probe::{self, Probe};
use crate::questions::{complaint, question};
use crate::reply::Unclear;
use crate::rules_text;
use crate::sources::PromptError;
use crate::system::{self, Conditions, Interrupts};
use crate::terms::Term;
use lycaon_rules::{
    Board, Building, Buildings, Choice, Claim, EventDeck, EventId, Fact, Listener, OPTIONS, Party, Phase, RoleId, Seat,
    SeatEvent, Seats,
};

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
                sentence(narrator, Ear { me, to, board }, fact)?;
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
        question(narrator, board, &request)?;
        for unclear in complaints() {
            complaint(narrator, &unclear, &request)?;
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
