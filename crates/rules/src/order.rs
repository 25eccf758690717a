//! The only file about who goes first.

use crate::deck::{Board, Deal};
use crate::options::{FirstMoverOrder, GirlPeekWindow, Options, SeerPosition};
use crate::roles::{Pack, RoleId, Wakes};
use crate::state::State;
use crate::village::Building;
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
    /// The wolf brothers.
    Brothers,
    /// The baker.
    Baker,
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

/// One role's own moment, or that of several whose answers cannot meet.
macro_rules! calls {
    ($($role:ident),+) => { Moment::Calls(&[$(Call::Role(RoleId::$role)),+]) };
}

/// The order of a night (RULEBOOK 4A): who must know his final card first, then those who lend powers, then who
/// changes what numbers mean, then protection and marks, checks, the attack and what belongs to it, those who act on
/// it, and the piper.
pub(crate) fn night(options: &Options) -> impl Iterator<Item = Moment> {
    use Call::{Baker, Brothers, Charmed, Lovers, Pack};
    use Moment::{Calls, Hunt};
    const PACK: Moment = Calls(&[Pack]);
    const GIRL: Moment = calls!(LittleGirl);
    // He chooses beside the pack, which he must have met.
    const TURN: Moment = calls!(AwakenedGargoyle);
    // Whom a deal entangles is asked for his power afterwards.
    const DEAL: Moment = calls!(Warden);
    // She asks who dances, so the dance has begun.
    const MASK: Moment = calls!(Masquerade);
    const DUSK: &[Moment] = &[calls!(FireWolf)];
    const SETUP: &[Moment] = &[
        calls!(Thief),
        calls!(Actor),
        calls!(WolfHound, Admirer, WildChild, Shadow, Cupid, MechanicalWolf),
        Calls(&[Lovers]),
        calls!(TwoSisters, ThreeBrothers, Avenger),
        Calls(&[Brothers]),
    ];
    const FIRST: &[Moment] = &[calls!(MiracleMerchant), calls!(Magician)];
    const MAGICIAN_FIRST: &[Moment] = &[calls!(Magician), calls!(MiracleMerchant)];
    const MARKS: &[Moment] =
        &[calls!(Nightmare), calls!(EclipseWolfQueen), DEAL, calls!(Dreamer, Fox, Bewitcher, Pyromaniac, Dancer), MASK];
    const AFTER_ATTACK: &[Moment] = &[
        Calls(&[Baker]),
        calls!(AccursedWolfFather),
        calls!(WhiteWerewolf, WolfBeauty, Gargoyle, HiddenWolf, WolfWitch),
        calls!(BigBadWolf, WolfBrotherYounger, Assassin, Tengu),
        calls!(Witch, Poisoner, Stalker),
    ];
    const LAST: &[Moment] = &[calls!(DemonHunter, Gravekeeper), calls!(Gypsy), calls!(Piper), Calls(&[Charmed])];

    let first = match options.first_mover_order {
        FirstMoverOrder::AdmirerMerchantMagician => FIRST,
        FirstMoverOrder::MagicianFirst => MAGICIAN_FIRST,
    };
    // The maiden is alone: whom she sees may die at once, and is asked nothing more.
    let (protect, check): (&[Moment], &[Moment]) = match options.seer_position {
        SeerPosition::S1 => {
            (&[calls!(Guard, SilenceElder, VoteBanElder, Crow, Raven, Seer, Psychic), calls!(PureWhiteMaiden)], &[])
        }
        SeerPosition::S2 => (
            &[calls!(Guard, SilenceElder, VoteBanElder, Crow, Raven)],
            &[calls!(Seer, Psychic), calls!(PureWhiteMaiden)],
        ),
    };
    // Caught while the wolves wake, the girl is known to them before they choose.
    let attack: &[Moment] = match options.girl_peek_window {
        GirlPeekWindow::Whole => &[PACK, TURN, GIRL, Hunt],
        GirlPeekWindow::AfterCall => &[PACK, TURN, Hunt, GIRL],
    };
    [DUSK, SETUP, first, MARKS, protect, attack, AFTER_ATTACK, check, LAST].into_iter().flatten().copied()
}

/// The moments of a night that may matter in a game of this deal: those in which somebody is called, or may have come
/// to be by then. Most roles are in no game.
pub(crate) fn moments(board: &Board, deal: &Deal) -> Vec<Moment> {
    // Every role whose power somebody may come to have: on the cards, in the centre, open, or given away.
    let mut callable = [false; RoleId::ALL.len()];
    for role in deal.cards.iter().chain(&deal.centre).chain(&board.face_up).chain(board.roles.keys()) {
        callable[*role as usize] = true;
        for ware in role.card().wares {
            callable[*ware as usize] = true;
        }
    }
    for ware in board.options.event_deck.0.iter().flat_map(|event| event.info().wares) {
        callable[*ware as usize] = true;
    }
    let any = |roles: &[RoleId]| roles.iter().any(|role| callable[*role as usize]);
    let may_be_called = |call: &Call| match call {
        Call::Pack => true,
        Call::Role(role) => any(&[*role]),
        Call::Lovers => any(&[RoleId::Cupid]),
        Call::Brothers => any(&[RoleId::WolfBrotherElder, RoleId::WolfBrotherYounger]),
        Call::Baker => board.options.buildings.has(Building::Bakery),
        Call::Charmed => any(&[RoleId::Piper]),
    };
    let matters = |moment: &Moment| match moment {
        Moment::Calls(calls) => calls.iter().any(may_be_called),
        Moment::Hunt => true,
    };
    night(&board.options).filter(matters).collect()
}

/// The place of a role's call among the moments of a night, from 1, or of the pack's choice for a wolf who has no call
/// but that.
pub(crate) fn step(role: RoleId, options: &Options) -> Option<usize> {
    let own = |moment: &Moment| matches!(moment, Moment::Calls(calls) if calls.contains(&Call::Role(role)));
    let hunts = role.card().pack == Pack::Meets;
    let hunt = |moment: &Moment| hunts && *moment == Moment::Hunt;
    let at = |wanted: &dyn Fn(&Moment) -> bool| night(options).position(|moment| wanted(&moment));
    at(&own).or_else(|| at(&hunt)).map(|position| position + 1)
}

impl State {
    /// Whether a role is called tonight at all.
    pub(crate) fn wakes(&self, role: RoleId) -> bool {
        match role.card().wakes {
            Wakes::Never => false,
            Wakes::FirstNight => self.night == 1,
            Wakes::EveryNight => true,
            Wakes::FromSecondNight => self.night > 1,
            Wakes::AfterDay => self.day > 0,
            Wakes::EvenNights => self.night.is_multiple_of(2),
        }
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
    /// The bailiff's deed for the building of a dead player.
    Deed,
    /// Last words.
    Words,
}
