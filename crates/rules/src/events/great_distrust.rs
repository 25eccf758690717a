//! Great Distrust: everybody points at his best friends at once; whoever is nobody's friend is out.

use super::{Class, EventCard, EventId, EventInfo, Instead, Lasts, happened};
use crate::agenda::Step;
use crate::effect::{Blow, Effect};
use crate::event::{Audience, Cause, Fact};
use crate::hooks::{Hooks, Me};
use crate::request::{Ask, Choice, Menu};
use crate::seat::{Seat, Seats};
use crate::state::State;

pub(super) struct GreatDistrust;

pub(super) const INFO: EventInfo = EventInfo {
    options: &["distrust_friends"],
    ..EventInfo::new(Class::Immediate, Lasts::Today, &["bich", "mia", "lsp", "mdj"])
};

impl EventCard for GreatDistrust {
    fn instead(&self, what: Instead, s: &State) -> Option<Vec<Effect>> {
        let ask = Ask::Event { event: EventId::GreatDistrust, part: 1, of: None };
        (what == Instead::Vote).then(|| vec![Effect::Next(Step::Inquire { who: s.around(), ask })])
    }

    fn answered(&self, _part: u8, _of: Option<Seat>, answers: &[(Seat, Choice)], s: &State) -> Vec<Effect> {
        let mut friends = Seats::NONE;
        let mut effects = vec![];
        for (by, choice) in answers {
            if let Choice::Set { seats } = *choice {
                friends = friends.or(seats);
                effects.push(happened(EventId::GreatDistrust, 1, Some(*by), seats, true));
            }
        }
        let alone = s.around().minus(friends);
        if alone.is_empty() {
            effects.push(Effect::Tell(Audience::Everyone, Fact::NobodyOut));
        }
        effects.extend(alone.iter().map(|seat| Effect::Strike(Blow::kill(seat, Cause::Event, None))));
        effects
    }
}

impl Hooks for GreatDistrust {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        let of = s.around().without(me.seat);
        let count = s.options().distrust_friends.0.min(of.len() as u16) as u8;
        (count > 0).then_some(Menu::Subset { of, min: count, max: count, pass: false })
    }
}
