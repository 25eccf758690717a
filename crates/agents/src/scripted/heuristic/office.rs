//! The sheriff's office: standing for it, giving it, handing it on.

use super::{Mind, target};
use lycaon_rules::{Choice, Direction, Menu, RoleId, Seat, Seats};

impl Mind<'_> {
    /// The seer stands, a wolf who plays the seer stands, and some of the others do.
    pub(super) fn stands(&mut self) -> bool {
        if self.memory.card == RoleId::Seer || self.pretends() {
            return true;
        }
        self.lots.percent(if self.memory.am_wolf() { 25 } else { 30 })
    }

    /// Once a seer is among the candidates, the others make room.
    pub(super) fn withdraws(&mut self) -> bool {
        let mine = self.claims.card[self.memory.me] == Some(RoleId::Seer);
        let seer_stands = !self.claims.claimants(RoleId::Seer).and(self.memory.candidates).is_empty();
        !mine && seer_stands && self.lots.percent(75)
    }

    /// The office goes to a believed seer, or to the most trusted; a wolf helps the wolf who plays the seer, as far as
    /// the table believes him.
    pub(super) fn sheriff(&mut self, candidates: Seats) -> Option<Choice> {
        let noise = self.noise(20);
        let wolf = self.memory.am_wolf();
        let score = |mind: &Self, seat: Seat| {
            if wolf {
                let partner = mind.memory.pack.has(seat);
                let seer = if mind.claims.card[seat] == Some(RoleId::Seer) { 80 } else { 0 };
                -mind.table().of(seat).clamp(-300, 300) + if partner { seer + 60 } else { -seer } + noise[seat]
            } else {
                mind.own.belief_in_seer(seat) * 2 - mind.own.of(seat).clamp(-300, 300) + noise[seat]
            }
        };
        self.target_by(candidates, score).map(target)
    }

    /// The badge goes to the most trusted; a wolf gives it to a partner whom the table does not suspect.
    pub(super) fn badge(&mut self, menu: &Menu) -> Option<Choice> {
        let heirs = match self.memory.lover() {
            Some(lover) if menu.allows(target(lover)) => self.targets(menu).with(lover),
            _ => self.targets(menu),
        };
        if self.memory.am_wolf() {
            let partners: Seats =
                heirs.and(self.memory.pack).iter().filter(|seat| self.table().of(*seat) < 150).collect();
            if let Some(partner) = self.table().best(partners)
                && self.lots.percent(65)
            {
                return Some(target(partner));
            }
        }
        let heir = if self.memory.am_wolf() { self.table().best(heirs) } else { self.own.best(heirs) };
        match heir {
            // Better nobody than a suspect.
            Some(heir) if self.own.of(heir) > 60 && !self.memory.am_wolf() && menu.allows(Choice::Tear) => {
                Some(Choice::Tear)
            }
            Some(heir) => Some(target(heir)),
            None if menu.allows(Choice::Tear) => Some(Choice::Tear),
            None => None,
        }
    }

    /// A good sheriff, who speaks last, lets the side begin that looks worse; a wolf the one that looks better.
    pub(super) fn direction(&self) -> Choice {
        let (me, opinion) = (self.memory.me, self.opinion_to_show());
        let next = self.memory.others().iter().find(|seat| *seat > me).or(self.memory.others().first());
        let before = self.memory.others().iter().rfind(|seat| *seat < me);
        let before = before.or(self.memory.others().iter().last());
        let suspicion = |seat: Option<Seat>| seat.map_or(0, |seat| opinion.of(seat));
        let upwards_is_worse = suspicion(next) >= suspicion(before);
        let upwards = upwards_is_worse != self.memory.am_wolf();
        Choice::Way { direction: if upwards { Direction::Clockwise } else { Direction::CounterClockwise } }
    }
}
