//! Miracle: the wolves' last victim is in the game again, as a plain villager. By 001 nobody is named: the one who
//! returns knows, and the wolves can tell.

use super::{Class, EventCard, EventInfo, Lasts};
use crate::effect::Effect;
use crate::event::{Audience, Cause, Fact};
use crate::hooks::Hooks;
use crate::marks::Kind;
use crate::roles::RoleId;
use crate::seat::Seat;
use crate::state::State;

pub(super) struct Miracle;

pub(super) const INFO: EventInfo = EventInfo {
    options: &["miracle_public"],
    ..EventInfo::new(Class::Immediate, Lasts::Today, &["001", "bich", "mia", "mdj"])
};

/// The wolves' victim of this night, whom nobody has been told of. Where the return is public it may also be the last
/// one of an earlier night.
fn victim(s: &State) -> Option<Seat> {
    let tonight = s.fates.iter().find(|fate| fate.by_night && fate.died_of(Cause::Wolves)).map(|fate| fate.seat);
    let before = || {
        let eaten = |fact: &Fact| match fact {
            Fact::Fell { seat, causes } if causes.contains(&Cause::Wolves) && !s.present().has(*seat) => Some(*seat),
            _ => None,
        };
        s.log.iter().rev().find_map(|event| eaten(&event.fact))
    };
    tonight.or_else(|| if s.options().miracle_public { before() } else { None })
}

impl EventCard for Miracle {
    fn drawn(&self, s: &State) -> Vec<Effect> {
        let Some(seat) = victim(s) else { return vec![] };
        let audience = if s.options().miracle_public { Audience::Everyone } else { Audience::one(seat) };
        vec![
            Effect::Revive(seat),
            Effect::Unmark(seat, Kind::Turned),
            Effect::Unmark(seat, Kind::Powerless),
            Effect::Tell(audience, Fact::Returned { seat }),
            Effect::Become { seat, role: RoleId::Villager, card: RoleId::Villager },
            Effect::Tell(Audience::one(seat), Fact::Became { role: RoleId::Villager }),
        ]
    }
}

impl Hooks for Miracle {}
