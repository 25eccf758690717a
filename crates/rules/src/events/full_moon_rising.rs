//! Full Moon Rising: in the next night each wolf sees a card like the seer, and hunter, witch and seer wake together as
//! wolves and choose the victim.

use super::{Class, EventCard, EventInfo, Lasts};
use crate::effect::{Effect, Mark, Span};
use crate::event::{Audience, Fact};
use crate::hooks::Hooks;
use crate::marks::Kind;
use crate::roles::RoleId;
use crate::seat::{Seat, Seats};
use crate::state::State;

pub(super) struct FullMoonRising;

pub(super) const INFO: EventInfo = EventInfo {
    wares: &[RoleId::Seer],
    ..EventInfo::new(Class::Delayed, Lasts::NextNight, &["mia", "bich", "lsp", "mdj"])
};

impl EventCard for FullMoonRising {
    fn nightfall(&self, s: &State) -> Vec<Effect> {
        let span = Span::Night(s.night);
        let put = |seat: Seat, kind: Kind| Effect::Mark(Mark { span, ..s.new_mark(seat, kind, seat) });
        let three = stand_ins(s);
        let company = Effect::Tell(Audience::Only(three), Fact::Company { seats: three });
        let wolves = s.wolves(s.living);
        let seer = |seat: Seat| {
            let told = Effect::Tell(Audience::one(seat), Fact::Lent { role: RoleId::Seer });
            [put(seat, Kind::Borrows(RoleId::Seer)), told]
        };
        let sealed = three.iter().map(|seat| put(seat, Kind::Sealed));
        wolves.iter().flat_map(seer).chain(sealed).chain([company]).collect()
    }

    fn hunters(&self, s: &State) -> Option<Seats> {
        Some(stand_ins(s))
    }
}

fn stand_ins(s: &State) -> Seats {
    s.able(&[RoleId::Hunter, RoleId::Witch, RoleId::Seer])
}

impl Hooks for FullMoonRising {}
