//! Backfire: the wolves' next victim turns into a wolf if it is a plain villager; any other lives, and the first wolf
//! to its left dies.

use super::{Class, EventCard, EventInfo, Lasts};
use crate::effect::{Blow, Effect, Verdict};
use crate::event::{Audience, Cause, Fact, Ward};
use crate::hooks::{Hooks, Me};
use crate::marks::Kind;
use crate::roles::RoleId;
use crate::state::State;

pub(super) struct Backfire;

pub(super) const INFO: EventInfo =
    EventInfo { lies: true, ..EventInfo::new(Class::Delayed, Lasts::NextNight, &["mia", "bich", "mdj"]) };

impl EventCard for Backfire {}

impl Hooks for Backfire {
    /// Last of all that averts an attack, so guard and antidote leave nothing to backfire.
    fn intercept(&self, me: Me, blow: &Blow, s: &State) -> Verdict {
        if blow.cause != Cause::Wolves {
            return Verdict::Stands;
        }
        let effects = if s.card(me.seat) == RoleId::Villager && !s.wolfish(me.seat) {
            let turned = Effect::Mark(s.new_mark(me.seat, Kind::Turned, me.seat));
            vec![turned, Effect::Tell(Audience::one(me.seat), Fact::Turned)]
        } else {
            let wolf = s.wolves(s.living.without(me.seat)).clockwise_after(me.seat).next();
            wolf.map(|wolf| Effect::Strike(Blow::kill(wolf, Cause::Event, None))).into_iter().collect()
        };
        Verdict::Averted(Ward::Event, effects)
    }
}
