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

/// A moment of the night.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Calls that are made one after another and asked at once: no answer among them may change a question among
    /// them. A test plays games with these blocks and again call by call, and compares every seat's stream.
    Calls(&'static [Call]),
    /// The pack chooses.
    Hunt,
}

/// The order of a night (RULEBOOK 4A): who must know his final card first, then lovers, protection and checks, the
/// attack, those who act on it, and the piper.
pub(crate) fn night(options: &Options) -> impl Iterator<Item = Moment> {
    use Call::{Charmed, Lovers, Pack, Role};
    use Moment::{Calls, Hunt};
    const THIEF: Moment = Calls(&[Role(RoleId::Thief)]);
    const CUPID: Moment = Calls(&[Role(RoleId::Cupid)]);
    const LOVERS: Moment = Calls(&[Lovers]);
    const GUARD_SEER: Moment = Calls(&[Role(RoleId::Guard), Role(RoleId::Seer)]);
    const GUARD: Moment = Calls(&[Role(RoleId::Guard)]);
    const PACK: Moment = Calls(&[Pack]);
    const GIRL: Moment = Calls(&[Role(RoleId::LittleGirl)]);
    const WITCH: Moment = Calls(&[Role(RoleId::Witch)]);
    const SEER: Moment = Calls(&[Role(RoleId::Seer)]);
    const PIPER: Moment = Calls(&[Role(RoleId::Piper)]);
    const CHARMED: Moment = Calls(&[Charmed]);

    let (guard, seer): (Moment, &[Moment]) = match options.seer_position {
        SeerPosition::S1 => (GUARD_SEER, &[]),
        SeerPosition::S2 => (GUARD, &[SEER]),
    };
    // Caught while the wolves wake, the girl is known to them before they choose.
    let attack = match options.girl_peek_window {
        GirlPeekWindow::Whole => [PACK, GIRL, Hunt],
        GirlPeekWindow::AfterCall => [PACK, Hunt, GIRL],
    };
    [THIEF, CUPID, LOVERS, guard]
        .into_iter()
        .chain(attack)
        .chain([WITCH])
        .chain(seer.iter().copied())
        .chain([PIPER, CHARMED])
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
    /// Grief for a lover: after the shots of the dead, before the badge.
    Grief,
    /// The scapegoat's list.
    Ban,
    /// The sheriff's badge.
    Badge,
    /// Last words.
    Words,
}
