//! The only file about who goes first.

use crate::options::{GirlPeekWindow, Options, SeerPosition};
use crate::roles::{RoleId, Wakes};
use serde::{Deserialize, Serialize};

/// A call of the moderator at night.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Call {
    /// The holders of this role.
    Role(RoleId),
    /// The pack.
    Pack,
    /// The lovers.
    Lovers,
    /// The charmed.
    Charmed,
}

/// Calls that are made one after another and asked at once: no answer in a block may change a question in it. A test
/// plays games with blocks and again call by call, and compares every seat's stream.
pub(crate) type Block = &'static [Call];

/// The order of a night (RULEBOOK 4A): who must know his final card first, then lovers, protection and checks, the
/// attack, those who act on it, and the piper.
pub(crate) fn night(options: &Options) -> Vec<Block> {
    const THIEF: Block = &[Call::Role(RoleId::Thief)];
    const CUPID: Block = &[Call::Role(RoleId::Cupid)];
    const LOVERS: Block = &[Call::Lovers];
    const GUARD_SEER: Block = &[Call::Role(RoleId::Guard), Call::Role(RoleId::Seer)];
    const GUARD: Block = &[Call::Role(RoleId::Guard)];
    const PACK: Block = &[Call::Pack];
    const GIRL: Block = &[Call::Role(RoleId::LittleGirl)];
    const WITCH: Block = &[Call::Role(RoleId::Witch)];
    const SEER: Block = &[Call::Role(RoleId::Seer)];
    const PIPER: Block = &[Call::Role(RoleId::Piper)];
    const CHARMED: Block = &[Call::Charmed];

    let mut order = vec![THIEF, CUPID, LOVERS];
    order.push(if options.seer_position == SeerPosition::S1 { GUARD_SEER } else { GUARD });
    match options.girl_peek_window {
        GirlPeekWindow::Whole => order.extend([GIRL, PACK]),
        GirlPeekWindow::AfterCall => order.extend([PACK, GIRL]),
    }
    order.push(WITCH);
    if options.seer_position == SeerPosition::S2 {
        order.push(SEER);
    }
    order.extend([PIPER, CHARMED]);
    order
}

/// Whether a role is called in this night at all.
pub(crate) fn wakes(role: RoleId, night: u16) -> bool {
    match role.card().wakes {
        Wakes::Never | Wakes::WithPack => false,
        Wakes::FirstNight => night == 1,
        Wakes::EveryNight => true,
    }
}

/// The order in which what a death sets off is put to those concerned: lowest first, then by seat. Shots before bans
/// before the badge (a hunter's shot may hit the sheriff's heir), last words at the end or, where the house says so,
/// at the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// Last words before everything (`last_words_order=before_triggers`).
    EarlyWords,
    /// A hunter's shot.
    Shot,
    /// The scapegoat's list.
    Ban,
    /// The sheriff's badge.
    Badge,
    /// Last words.
    Words,
}
