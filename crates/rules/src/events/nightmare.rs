//! Nightmare: nobody talks; each accuses one player in turn, from the left of the last dead, and whoever is accused most
//! is out, all of them if several are.

use super::{Class, EventCard, EventInfo, Instead, Lasts, Needs};
use crate::effect::Effect;
use crate::hooks::Hooks;
use crate::poll::Poll;
use crate::request::About;
use crate::state::State;

pub(super) struct Nightmare;

pub(super) const INFO: EventInfo =
    EventInfo { needs: Needs::Dead, ..EventInfo::new(Class::Immediate, Lasts::Today, &["bich", "lsp", "mdj"]) };

impl EventCard for Nightmare {
    fn instead(&self, what: Instead, s: &State) -> Option<Vec<Effect>> {
        match what {
            Instead::Talk => Some(vec![]),
            Instead::Vote => {
                let first = s.leftwards().first().copied()?;
                Some(vec![Effect::Next(s.open_in_turn(Poll::of(About::Accusation), first))])
            }
            _ => None,
        }
    }
}

impl Hooks for Nightmare {}
