//! What event cards ask, and how one speaks under them.

use super::memory::Memory;
use super::{Mind, target, yes};
use lycaon_narrator::taboo;
use lycaon_rules::{Choice, EventId, Menu, Seat, Seats};

impl Mind<'_> {
    /// A question of an event card.
    pub(super) fn event(&mut self, event: EventId, of: Option<Seat>, menu: &Menu) -> Option<Choice> {
        match (event, menu) {
            (EventId::PactWithTheDevil, _) => Some(Choice::Yes),
            (EventId::Punishment, _) if of.is_some() => of.map(|seat| yes(self.vouches(seat))),
            (EventId::GreatDistrust, Menu::Subset { of, max, .. }) => Some(self.friends(*of, usize::from(*max))),
            // To be known as a wolf's prey helps nobody; a wolf touches whom he wants to eat.
            (EventId::TouchOfDeath, _) if self.memory.am_wolf() => self.prey(menu),
            (EventId::TouchOfDeath, _) => Some(Choice::Pass),
            // The office, the first word and the cleared name go to whom one trusts.
            (EventId::Executioner | EventId::Influences | EventId::BleakMonday, _) => self.trusted(menu),
            (EventId::DoubleAgent, _) => self.double_agent(menu),
            _ => match menu {
                Menu::Subset { of, max, .. } => Some(self.suspects_of(*of, usize::from(*max))),
                _ => self.suspect(menu),
            },
        }
    }

    /// Whether one vouches: for a friend, or for whom one does not hold for a wolf.
    fn vouches(&self, seat: Seat) -> bool {
        let friend = self.memory.am_wolf() && self.memory.pack.has(seat);
        friend || self.memory.lover() == Some(seat) || self.own.of(seat) < 20
    }

    fn trusted(&mut self, menu: &Menu) -> Option<Choice> {
        let seats = self.targets(menu).without(self.memory.me);
        self.own.best(seats).or(menu.seats().first()).map(target)
    }

    /// A dead villager makes the least dangerous ally of the wolves; a dead wolf the most trusted.
    fn double_agent(&mut self, menu: &Menu) -> Option<Choice> {
        let pack = self.memory.pack.with(self.memory.me);
        let seats = menu.seats().minus(pack);
        if self.memory.am_wolf() { self.own.best(seats) } else { self.table().best(seats) }.map(target)
    }

    fn suspect(&mut self, menu: &Menu) -> Option<Choice> {
        let seats = menu.seats().without(self.memory.me);
        let whom = if self.memory.am_wolf() { self.against(seats) } else { self.own.worst(seats) };
        whom.map(target)
    }

    fn suspects_of(&self, of: Seats, many: usize) -> Choice {
        let mut seats: Vec<Seat> = of.iter().collect();
        seats.sort_by_key(|seat| (-self.own.of(*seat), *seat));
        Choice::Set { seats: seats.into_iter().take(many).collect() }
    }

    fn friends(&self, of: Seats, many: usize) -> Choice {
        let mut seats: Vec<Seat> = of.iter().collect();
        let friend = |seat: Seat| self.memory.lover() == Some(seat) || self.memory.pack.has(seat);
        seats.sort_by_key(|seat| (!friend(*seat), self.own.of(*seat), *seat));
        Choice::Set { seats: seats.into_iter().take(many).collect() }
    }
}

/// Whether a sentence of one's own says what today's event card forbids.
pub(super) fn forbidden_today(memory: &Memory, sentence: &str) -> bool {
    let breaks = |event: EventId| taboo::breaches(sentence, memory.me).into_iter().any(|taboo| event.forbids(taboo));
    memory.event.is_some_and(breaks)
}
