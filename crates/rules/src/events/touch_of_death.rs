//! Touch of Death: the hunt reaches only whom a wolf has touched. At a table without bodies everybody may touch one
//! other player by day, which that one alone notices.

use super::{Class, EventCard, EventId, EventInfo, Lasts, one_of};
use crate::agenda::Step;
use crate::effect::{Effect, Mark, Span};
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seat;
use crate::state::State;

pub(super) struct TouchOfDeath;

pub(super) const INFO: EventInfo =
    EventInfo { options: &["touch_of_death"], ..EventInfo::new(Class::Permanent, Lasts::Ever, &["dnh", "hey", "mdj"]) };

fn plays(s: &State) -> bool {
    s.options().touch_of_death == super::options::TouchOfDeath::Touches
}

impl EventCard for TouchOfDeath {
    fn morning(&self, s: &State) -> Vec<Effect> {
        let ask = Ask::Event { event: EventId::TouchOfDeath, part: 1, of: None };
        if plays(s) { vec![Effect::Next(Step::Inquire { who: s.around(), ask })] } else { vec![] }
    }

    fn answered(&self, _part: u8, _of: Option<Seat>, answers: &[(Seat, Choice)], s: &State) -> Vec<Effect> {
        let touches = answers.iter().filter_map(|(by, choice)| Some((*by, choice.seat()?)));
        let touch = |(by, seat): (Seat, Seat)| {
            let span = Span::Night(s.night + 1);
            let mark = Effect::Mark(Mark { span, ..s.new_mark(seat, Kind::Touched, by) });
            [mark, Effect::Tell(Audience::one(seat), Fact::Touched { by })]
        };
        touches.flat_map(touch).collect()
    }

    fn reaches(&self, seat: Seat, s: &State) -> bool {
        let by_wolf = |mark: &Mark| s.living.has(mark.by) && s.wolfish(mark.by);
        let touch = |mark: &&Mark| mark.on == seat && mark.kind == Kind::Touched && s.counts(mark);
        !plays(s) || s.marks.iter().filter(touch).any(by_wolf)
    }
}

impl Hooks for TouchOfDeath {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        one_of(s.around().without(me.seat), true)
    }
}
