//! Double Agent: the first player to die names one who is no wolf, and who is on the wolves' side from then on (000h).

use super::{Class, DoubleAgentWhen, EventCard, EventId, EventInfo, Lasts, one_of};
use crate::agenda::Step;
use crate::effect::{Effect, Item};
use crate::event::{Audience, Fact, Sight};
use crate::hooks::{Hooks, Me};
use crate::marks::Kind;
use crate::request::{Ask, Choice, Menu, Source};
use crate::seat::{Seat, Seats};
use crate::state::State;

pub(super) struct DoubleAgent;

pub(super) const INFO: EventInfo = EventInfo {
    asks_the_dead: &[1],
    options: &["double_agent_when"],
    ..EventInfo::new(Class::Permanent, Lasts::Ever, &["000h", "bich", "lsp", "mdj"])
};

/// The first dead is asked, as soon as there is one.
fn ask(s: &State) -> Vec<Effect> {
    let ask = Ask::Event { event: EventId::DoubleAgent, part: 1, of: None };
    let first = s.announced_dead().first().copied();
    first.map(|seat| Effect::Next(Step::Inquire { who: Seats::one(seat), ask })).into_iter().collect()
}

impl EventCard for DoubleAgent {
    fn fits(&self, s: &State) -> bool {
        s.options().double_agent_when != DoubleAgentWhen::AtOnce || !s.announced_dead().is_empty()
    }

    fn morning(&self, s: &State) -> Vec<Effect> {
        if s.options().double_agent_when == DoubleAgentWhen::AtOnce { ask(s) } else { vec![] }
    }

    fn nightfall(&self, s: &State) -> Vec<Effect> {
        ask(s)
    }

    /// Whoever points at a wolf hears so and is asked again. The ally learns whose side he is on and who the wolves
    /// are, and they learn of him.
    fn answered(&self, _part: u8, _of: Option<Seat>, answers: &[(Seat, Choice)], s: &State) -> Vec<Effect> {
        let [(by, choice)] = answers else { return vec![] };
        let Some(seat) = choice.seat() else { return vec![] };
        if s.wolfish(seat) {
            let told = Effect::Tell(Audience::one(*by), Fact::Saw { seat, sight: Sight::Wolf });
            let me = Me::new(*by, Source::Event(EventId::DoubleAgent));
            let refused = Effect::Note(s.note(me, Item::Named, seat));
            return [told, refused].into_iter().chain(ask(s)).collect();
        }
        let pack = s.pack();
        vec![
            Effect::Discard(EventId::DoubleAgent),
            Effect::Mark(s.new_mark(seat, Kind::Ally, *by)),
            Effect::Tell(Audience::Only(pack.with(seat)), Fact::Enlisted { seat }),
            Effect::Tell(Audience::one(seat), Fact::Wolves { seats: pack }),
        ]
    }
}

impl Hooks for DoubleAgent {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let refused = s.notes(me, Item::Named).map(|note| note.on).collect();
        one_of(s.present().minus(refused), false)
    }
}
