//! Punishment: the last dead names a player, who is out unless two others vouch for him.

use super::{Class, EventCard, EventId, EventInfo, Instead, Lasts, Needs, happened, one_of, yes_or_no};
use crate::agenda::Step;
use crate::effect::{Blow, Effect};
use crate::event::{Audience, Cause, Fact};
use crate::hooks::{Hooks, Me};
use crate::options::Discussion;
use crate::request::{Ask, Choice, FloorKind, Menu};
use crate::seat::{Seat, Seats};
use crate::state::State;

pub(super) struct Punishment;

/// How many must vouch for him.
const VOUCHERS: usize = 2;

pub(super) const INFO: EventInfo = EventInfo {
    needs: Needs::Dead,
    asks_the_dead: &[1],
    ..EventInfo::new(Class::Immediate, Lasts::Today, &["bich", "lsp", "mdj"])
};

fn ask(part: u8, of: Option<Seat>, who: Seats) -> Effect {
    Effect::Next(Step::Inquire { who, ask: Ask::Event { event: EventId::Punishment, part, of } })
}

impl EventCard for Punishment {
    fn instead(&self, what: Instead, s: &State) -> Option<Vec<Effect>> {
        let dead = s.announced_dead().last().copied().filter(|_| what == Instead::Vote)?;
        Some(vec![ask(1, None, Seats::one(dead))])
    }

    fn answered(&self, part: u8, of: Option<Seat>, answers: &[(Seat, Choice)], s: &State) -> Vec<Effect> {
        match (part, of, answers) {
            (1, _, [(by, choice)]) => {
                let Some(seat) = choice.seat() else { return vec![] };
                let appeal = (s.options().discussion != Discussion::Silent)
                    .then_some(Effect::Next(Step::Speak(seat, FloorKind::Defence)));
                let named = happened(EventId::Punishment, 1, Some(*by), Seats::one(seat), true);
                let vouch = ask(2, Some(seat), s.around().without(seat));
                [named].into_iter().chain(appeal).chain([vouch]).collect()
            }
            (_, Some(seat), _) => {
                let vouch = answers.iter().filter(|(_, choice)| *choice == Choice::Yes).map(|(by, _)| *by);
                let vouch: Seats = vouch.collect();
                let saved = vouch.len() >= VOUCHERS;
                let then = if saved {
                    Effect::Tell(Audience::Everyone, Fact::NobodyOut)
                } else {
                    Effect::Strike(Blow::kill(seat, Cause::Event, None))
                };
                vec![happened(EventId::Punishment, 2, Some(seat), vouch, saved), then]
            }
            _ => vec![],
        }
    }
}

impl Hooks for Punishment {
    fn menu(&self, _me: Me, ask: Ask, s: &State) -> Option<Menu> {
        match ask {
            Ask::Event { part: 1, .. } => one_of(s.around(), false),
            _ => yes_or_no(),
        }
    }
}
