//! April Fool's: for a day and a night three pairs have each other's power, and the lovers are at odds.

use super::{AprilFool, Class, EventCard, EventId, EventInfo, Lasts};
use crate::dice::Purpose;
use crate::effect::{Effect, Mark, Span};
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me};
use crate::marks::Kind;
use crate::request::Source;
use crate::roles::{Group, RoleId};
use crate::seat::{Seat, Seats};
use crate::state::State;

pub(super) struct AprilFools;

pub(super) const INFO: EventInfo = EventInfo {
    options: &["april_fool"],
    wares: &[RoleId::Witch, RoleId::Seer, RoleId::Hunter, RoleId::LittleGirl, RoleId::Guard, RoleId::Elder],
    ..EventInfo::new(Class::Immediate, Lasts::UntilDawn, &["mdj", "mia", "dnh"])
};

/// Who has each other's power today.
const PAIRS: [(RoleId, RoleId); 3] =
    [(RoleId::Witch, RoleId::Seer), (RoleId::Hunter, RoleId::LittleGirl), (RoleId::Guard, RoleId::Elder)];

impl EventCard for AprilFools {
    fn drawn(&self, s: &State) -> Vec<Effect> {
        let lovers = s.marked(Kind::Lover).iter().map(|seat| put(seat, Kind::Estranged, s));
        let mut effects: Vec<Effect> = lovers.collect();
        match s.options().april_fool {
            AprilFool::PairSwap => {
                for (a, b) in PAIRS.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]) {
                    effects.extend(holders(&[a], s).iter().flat_map(|seat| lend(seat, b, s)));
                }
            }
            AprilFool::Shuffle => {
                let sides = powers(s).len().saturating_sub(1) as u16;
                if sides > 0 {
                    let me = Me::new(Seat::new(1), Source::Event(EventId::AprilFools));
                    effects.push(Effect::Roll { me, purpose: Purpose::Rotation, sides });
                }
            }
        }
        effects
    }
}

fn put(seat: Seat, kind: Kind, s: &State) -> Effect {
    Effect::Mark(Mark { span: Span::Before(s.day + 1), ..s.new_mark(seat, kind, seat) })
}

/// Those present who hold one of these cards and still have its power.
fn holders(roles: &[RoleId], s: &State) -> Seats {
    s.present().iter().filter(|seat| roles.contains(&s.card(*seat)) && !s.powerless(*seat)).collect()
}

fn powers(s: &State) -> Seats {
    let gods: Vec<RoleId> = RoleId::ALL.iter().copied().filter(|role| role.card().group == Group::God).collect();
    holders(&gods, s)
}

/// The seat's own power rests, and it has this one.
fn lend(seat: Seat, role: RoleId, s: &State) -> Vec<Effect> {
    let told = Effect::Tell(Audience::one(seat), Fact::Lent { role });
    vec![put(seat, Kind::Powerless, s), put(seat, Kind::Borrows(role), s), told]
}

impl Hooks for AprilFools {
    fn rolled(&self, _me: Me, _purpose: Purpose, result: u16, s: &State) -> Vec<Effect> {
        let seats: Vec<Seat> = powers(s).iter().collect();
        let from = |at: usize| s.card(seats[(at + usize::from(result)) % seats.len()]);
        seats.iter().enumerate().flat_map(|(at, seat)| lend(*seat, from(at), s)).collect()
    }
}
