//! What becomes of a lie: when everybody could know.

use super::label::role_held;
use super::{Labelled, Says, Statement};
use crate::reading::{Knowledge, Story};
use lycaon_rules::{Board, Camp, RoleId};
use serde::Serialize;

/// How a statement was refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Refuted {
    /// By what was shown to all on this day.
    Shown {
        /// The day.
        day: u16,
    },
    /// By another word of the same speaker on this day.
    OwnWords {
        /// The day.
        day: u16,
    },
}

impl Refuted {
    /// The day.
    #[must_use]
    pub fn day(self) -> u16 {
        match self {
            Refuted::Shown { day } | Refuted::OwnWords { day } => day,
        }
    }
}

/// When a statement was first refuted in public, if it ever was: by a card or a camp that was shown, or by the speaker
/// himself. `all` are the statements of the game in their order.
#[must_use]
pub fn refuted(story: &Story, statement: &Statement, all: &[Labelled]) -> Option<Refuted> {
    let board = &story.header.board;
    let shown = story
        .shown
        .iter()
        .find(|shown| shown.speeches > statement.speech && shows_false(&shown.known, board, statement))
        .map(|shown| (shown.speeches, Refuted::Shown { day: shown.at.day }));
    let own = all
        .iter()
        .map(|other| other.statement)
        .find(|other| other.speech > statement.speech && contradicts(statement, other))
        .map(|other| (other.speech + 1, Refuted::OwnWords { day: other.day }));
    // What is shown comes after the speeches that were counted before it.
    match (shown, own) {
        (Some((shown_after, shown)), Some((own_after, own))) => {
            Some(if own_after <= shown_after { own } else { shown })
        }
        (first, second) => first.or(second).map(|(_, refuted)| refuted),
    }
}

/// Whether the same speaker says two things that cannot both be so: two cards or camps of his own, or two results of a
/// check on one seat. A changed opinion of somebody else is no contradiction.
#[must_use]
pub fn contradicts(one: &Statement, other: &Statement) -> bool {
    if one.speaker != other.speaker {
        return false;
    }
    let me = one.speaker;
    match (one.says, other.says) {
        (Says::Role { seat, role }, Says::Role { seat: again, role: now }) => seat == me && again == me && role != now,
        (Says::Role { seat, role }, Says::NotRole { seat: again, role: now })
        | (Says::NotRole { seat, role }, Says::Role { seat: again, role: now }) => {
            seat == me && again == me && role == now
        }
        (Says::Checked { seat, wolf }, Says::Checked { seat: again, wolf: now }) => seat == again && wolf != now,
        (Says::Role { seat, role }, Says::Camp { seat: again, wolf })
        | (Says::Camp { seat: again, wolf }, Says::Role { seat, role }) => {
            seat == me && again == me && (role.card().camp == Camp::Wolves) != wolf
        }
        (Says::Camp { seat, wolf }, Says::Camp { seat: again, wolf: now }) => seat == me && again == me && wolf != now,
        _ => false,
    }
}

/// Whether what everybody knows makes a statement false.
fn shows_false(public: &Knowledge, board: &Board, statement: &Statement) -> bool {
    let me = statement.speaker;
    let by_another_card = |doers: &[RoleId]| match public.role(me) {
        Some(role) => !doers.contains(&role),
        None => public.wolf(me) == Some(true),
    };
    match statement.says {
        Says::Role { seat, role } => role_held(public, board, seat, role) == Some(false),
        Says::NotRole { seat, role } => role_held(public, board, seat, role) == Some(true),
        Says::Camp { seat, wolf } => public.wolf(seat).is_some_and(|known| known != wolf),
        Says::Checked { seat, wolf } => {
            public.wolf(seat).is_some_and(|known| known != wolf) || by_another_card(LOOKERS)
        }
        Says::Saved { .. } => by_another_card(&[RoleId::Witch]),
        Says::Poisoned { .. } => by_another_card(&[RoleId::Witch, RoleId::Poisoner]),
        Says::Guarded { .. } => by_another_card(&[RoleId::Guard]),
        Says::Shot { .. } | Says::WillVote { .. } => false,
    }
}

/// The cards whose holders see another's card or camp. Who was lent such a power is taken at his card.
const LOOKERS: &[RoleId] = &[
    RoleId::Seer,
    RoleId::Psychic,
    RoleId::Fox,
    RoleId::PureWhiteMaiden,
    RoleId::Avenger,
    RoleId::MiracleMerchant,
    RoleId::Actor,
    RoleId::MechanicalWolf,
    RoleId::WolfWitch,
    RoleId::Gargoyle,
    RoleId::AwakenedGargoyle,
];
