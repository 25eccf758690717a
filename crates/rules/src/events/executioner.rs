//! Executioner: the village elects one, who alone sees the cards of those whom it puts out.

use super::{Class, EventCard, EventInfo, Lasts};
use crate::agenda::Step;
use crate::effect::{Effect, Fate};
use crate::event::Cause;
use crate::hooks::Hooks;
use crate::marks::Kind;
use crate::poll::Poll;
use crate::request::About;
use crate::state::State;

pub(super) struct Executioner;

pub(super) const INFO: EventInfo = EventInfo {
    asks_the_dead: &[1],
    options: &["executioner_may_talk"],
    ..EventInfo::new(Class::Permanent, Lasts::Ever, &["bich", "mia", "mdj"])
};

impl EventCard for Executioner {
    fn morning(&self, s: &State) -> Vec<Effect> {
        let poll = Step::Poll(Box::new(Poll::of(About::Executioner)));
        if s.marked(Kind::Executioner).is_empty() { vec![Effect::Next(poll)] } else { vec![] }
    }

    fn veils(&self, fate: &Fate, s: &State) -> bool {
        fate.died_of(Cause::Vote) && !s.marked(Kind::Executioner).is_empty()
    }
}

impl Hooks for Executioner {}
