//! The powers of single roles, by what they are for: harm to suspects, protection of the trusted, harm to the village.

use super::{Mind, target, yes};
use lycaon_rules::{Building, Choice, Group, Menu, RoleId, Seat, Seats, Window};

/// Suspicion that is enough for a power whose error costs little.
pub(super) const LIKELY: i32 = 60;

/// Suspicion that is enough for a power whose error costs a life.
const SURE: i32 = 200;

impl Mind<'_> {
    /// The night's power of a role that has no rule of its own among the common ones.
    pub(super) fn power(&mut self, role: RoleId, menu: &Menu) -> Option<Choice> {
        match role {
            RoleId::Dreamer => self.dream(menu),
            RoleId::Magician => self.swap(menu),
            RoleId::MiracleMerchant => self.give(menu),
            RoleId::Actor => self.borrow(menu),
            RoleId::AccursedWolfFather => Some(yes(self.infects())),
            RoleId::WhiteWerewolf => self.betray(menu),
            RoleId::PureWhiteMaiden | RoleId::Psychic => self.check(menu),
            RoleId::Poisoner => self.potions(menu),
            RoleId::Dancer => self.dance(menu),
            RoleId::Gypsy => Some(Choice::Yes),
            RoleId::Warden => self.deal(menu),
            RoleId::WolfWitch | RoleId::Gargoyle => self.look(menu),
            RoleId::EclipseWolfQueen => self.lock(menu),
            RoleId::AwakenedGargoyle => self.turn(menu),
            RoleId::Crow | RoleId::Raven | RoleId::SilenceElder | RoleId::VoteBanElder | RoleId::Stalker => {
                self.harm(menu, LIKELY)
            }
            RoleId::Bewitcher => self.harm(menu, 0),
            RoleId::Fox => self.sniff(menu),
            RoleId::Admirer | RoleId::WildChild | RoleId::Shadow | RoleId::MechanicalWolf => self.companion(menu),
            RoleId::WolfHound => Some(self.side()),
            RoleId::Assassin => self.guess(menu),
            RoleId::Tengu => self.swallow(menu),
            // Where only his own are left to choose from, he declines, or takes whom the table trusts.
            _ if self.memory.am_wolf() => {
                let declined = menu.allows(Choice::Pass).then_some(Choice::Pass);
                let chosen = self.prey(menu).or(declined);
                chosen.or_else(|| self.table().best(self.targets(menu)).map(target))
            }
            _ => self.harm(menu, SURE),
        }
    }

    /// An offer to act by day.
    pub(super) fn offer(&mut self, role: RoleId, window: Window, menu: &Menu) -> Option<Choice> {
        match (role, window) {
            (RoleId::DevotedServant, Window::Unmasking { seat }) => Some(yes(self.steps_in_for(seat))),
            (RoleId::SequencePrince, _) => Some(yes(self.rewinds())),
            (RoleId::StutteringJudge, _) => Some(yes(self.own.suspects(self.memory.others(), 2 * LIKELY).len() > 1)),
            (RoleId::Knight, _) => self.harm(menu, SURE),
            _ if self.memory.am_wolf() && self.explodes(window) => self.prey(menu).or(Some(Choice::Yes)),
            _ => Some(Choice::Pass),
        }
    }

    /// What a building of the Village lets its owner do by day.
    pub(super) fn trade(&mut self, building: Building, menu: &Menu) -> Option<Choice> {
        match (building, menu) {
            (Building::School, Menu::Subset { of, max, .. }) => {
                let suspects = self.own.suspects(of.without(self.memory.me), SURE);
                let pupils: Seats = suspects.iter().take(usize::from(*max)).collect();
                Some(if pupils.is_empty() { Choice::Pass } else { Choice::Set { seats: pupils } })
            }
            (Building::Church, _) if !self.memory.am_wolf() => self.harm(menu, LIKELY),
            _ if self.memory.am_wolf() => Some(Choice::Pass),
            _ => self.harm(menu, SURE),
        }
    }

    /// The most suspected, if he is suspected that much; without the choice to pass, the most suspected anyway. A wolf
    /// who holds such a power, lent or learned, turns it on the village.
    fn harm(&mut self, menu: &Menu, bar: i32) -> Option<Choice> {
        if self.memory.am_wolf() {
            return self.prey(menu).or(Some(Choice::Pass));
        }
        let worst = self.own.worst(self.targets(menu).without(self.memory.me));
        match worst {
            Some(seat) if self.own.of(seat) >= bar || !menu.allows(Choice::Pass) => Some(target(seat)),
            _ => Some(Choice::Pass),
        }
    }

    /// Whom the pack wants gone most, none of its own.
    pub(super) fn prey(&mut self, menu: &Menu) -> Option<Choice> {
        let others = self.targets(menu).minus(self.memory.pack).without(self.memory.me);
        self.target_by(others, Self::worth_killing).map(target)
    }

    /// The dreamer keeps those safe whom he trusts, and sends whom he is sure of walking twice.
    fn dream(&mut self, menu: &Menu) -> Option<Choice> {
        let night = self.memory.nights;
        let last = self.memory.last_target(RoleId::Dreamer).filter(|(of, _)| of + 1 == night).map(|(_, seat)| seat);
        let all = self.targets(menu);
        if let Some(suspect) = self.own.worst(all).filter(|seat| self.own.of(*seat) >= SURE) {
            return Some(target(suspect));
        }
        let fresh = last.map_or(all, |seat| all.without(seat));
        let noise = self.noise(60);
        let score = |mind: &Self, seat: Seat| {
            mind.own.belief_in_seer(seat) * 4 - mind.own.of(seat).clamp(-300, 300) / 3 + noise[seat]
        };
        self.target_by(if fresh.is_empty() { all } else { fresh }, score).map(target)
    }

    /// The magician puts a suspect in the place of whom the pack must want.
    fn swap(&mut self, menu: &Menu) -> Option<Choice> {
        let Menu::Subset { of, .. } = menu else { return None };
        let suspect = self.own.worst(of.without(self.memory.me)).filter(|seat| self.own.of(*seat) >= LIKELY);
        let wanted = suspect.and_then(|suspect| self.target_by(of.without(suspect), Self::worth_killing));
        match suspect.zip(wanted) {
            Some((suspect, wanted)) => Some(Choice::Set { seats: Seats::one(suspect).with(wanted) }),
            None => Some(Choice::Pass),
        }
    }

    /// Whose fate to share: anybody's, for nothing is known yet.
    fn companion(&mut self, menu: &Menu) -> Option<Choice> {
        let seats = self.targets(menu).without(self.memory.me);
        self.lots.seat(seats).map(target)
    }

    /// The merchant waits for somebody to trust. A check for the trusted, and a poison where there is a suspect.
    fn give(&mut self, menu: &Menu) -> Option<Choice> {
        let trusted = self.own.best(menu.seats().without(self.memory.me));
        let suspected = self.own.worst(self.memory.others()).is_some_and(|seat| self.own.of(seat) >= SURE);
        let late = self.memory.nights >= 4;
        let role = if suspected { RoleId::Witch } else { RoleId::Seer };
        let worthy = trusted.filter(|seat| self.own.of(*seat) <= -LIKELY || late);
        Some(worthy.map_or(Choice::Pass, |seat| Choice::Give { seat, role }))
    }

    /// The actor plays his cards from the first night on, those first that do most.
    fn borrow(&mut self, menu: &Menu) -> Option<Choice> {
        let Menu::OneOf { choices } = menu else { return None };
        let worth = |choice: &Choice| match *choice {
            Choice::Card { role: RoleId::Seer } => 9,
            Choice::Card { role } if role.card().group == Group::God => 5,
            Choice::Card { .. } => 2,
            _ => 1,
        };
        choices.iter().copied().max_by_key(worth)
    }

    /// The dancer dances herself, with the most suspected and the most trusted: where two of three are good, the wolf
    /// falls.
    fn dance(&mut self, menu: &Menu) -> Option<Choice> {
        let Menu::Subset { of, max, .. } = menu else { return None };
        let own = if of.has(self.memory.me) { Seats::one(self.memory.me) } else { Seats::NONE };
        let suspect = self.own.worst(of.minus(own))?;
        let mut dancers = own.with(suspect);
        while dancers.len() < usize::from(*max) {
            dancers.insert(self.own.best(of.minus(dancers))?);
        }
        Some(Choice::Set { seats: dancers })
    }

    /// A wolf who sees cards looks at whom the pack may fear most, and at nobody twice.
    fn look(&mut self, menu: &Menu) -> Option<Choice> {
        let seen: Seats = self.memory.checks.iter().map(|check| check.seat).collect();
        let unseen = self.targets(menu).minus(self.memory.pack).minus(seen).without(self.memory.me);
        Some(self.target_by(unseen, Self::worth_killing).map_or(Choice::Pass, target))
    }

    /// The warden lets the two deal whom the village would miss most.
    fn deal(&mut self, menu: &Menu) -> Option<Choice> {
        let Menu::Subset { of, max, .. } = menu else { return None };
        let mut seats: Vec<Seat> = of.iter().collect();
        let ours = self.memory.pack.with(self.memory.me);
        seats.sort_by_key(|seat| (ours.has(*seat), -self.worth_killing(*seat), *seat));
        Some(Choice::Set { seats: seats.into_iter().take(usize::from(*max)).collect() })
    }

    /// The queen locks whom of the wolves the village will aim at, so that the aim turns back.
    fn lock(&mut self, menu: &Menu) -> Option<Choice> {
        let wolves = self.targets(menu).and(self.memory.pack.with(self.memory.me));
        let aimed_at = self.table().worst(wolves).filter(|seat| self.table().of(*seat) >= LIKELY);
        Some(aimed_at.map_or(Choice::Pass, target))
    }

    /// The gargoyle turns whom the village would trust.
    fn turn(&mut self, menu: &Menu) -> Option<Choice> {
        self.target_by(self.targets(menu), |mind, seat| -mind.table().of(seat)).map(target)
    }

    /// The fox sniffs where suspicion is thickest, at somebody it has not cleared.
    fn sniff(&mut self, menu: &Menu) -> Option<Choice> {
        let unknown: Seats = self.targets(menu).iter().filter(|seat| self.own.known.wolf[*seat].is_none()).collect();
        Some(self.target_by(unknown, |mind, seat| mind.own.of(seat)).map_or(Choice::Pass, target))
    }

    /// The wolf-hound's side.
    fn side(&mut self) -> Choice {
        Choice::Card { role: if self.lots.percent(50) { RoleId::Werewolf } else { RoleId::Villager } }
    }

    /// The assassin believes who has claimed a card that nobody else claims.
    fn guess(&mut self, menu: &Menu) -> Option<Choice> {
        let Menu::OneOf { choices } = menu else { return None };
        let sure = |choice: &Choice| match *choice {
            Choice::Give { seat, role } if self.claims.card[seat] == Some(role) => {
                let alone = self.claims.claimants(role).len() == 1;
                (alone && !self.memory.pack.has(seat)).then(|| self.worth_killing(seat))
            }
            _ => None,
        };
        let best = choices.iter().filter_map(|choice| Some((sure(choice)?, *choice))).max();
        Some(best.map_or(Choice::Pass, |(_, choice)| choice))
    }

    /// The tengu keeps whoever of the pack is in danger, himself first, from being exiled.
    fn swallow(&mut self, menu: &Menu) -> Option<Choice> {
        let own = self.targets(menu).and(self.memory.pack.with(self.memory.me));
        let danger = self.table().worst(own).filter(|seat| self.table().of(*seat) >= LIKELY);
        Some(danger.map_or(Choice::Pass, target))
    }

    /// A god is worth more as a wolf than dead, and so is anybody once the pack is small.
    fn infects(&self) -> bool {
        let god = |seat: Seat| self.claims.card[seat].is_some_and(|card| card.card().group == Group::God);
        let small = self.memory.pack.and(self.memory.living).len() <= 2;
        small || self.memory.victim.is_some_and(god)
    }

    /// The white werewolf kills a wolf while the pack is stronger than he needs it.
    fn betray(&mut self, menu: &Menu) -> Option<Choice> {
        let wolves = self.targets(menu);
        let strong = (wolves.len() + 1) * 3 > self.memory.living.len();
        if strong { self.lots.seat(wolves).map(target) } else { Some(Choice::Pass) }
    }

    /// Whether the vote just opened is about to exile somebody who is trusted, or oneself.
    fn rewinds(&self) -> bool {
        let Some(vote) = self.memory.ballots.last() else { return false };
        let against = |seat: &Seat| vote.cast.iter().filter(|(_, onto)| *onto == Some(*seat)).count();
        let first = self.memory.living.iter().max_by_key(against).filter(|seat| against(seat) > 0);
        first.is_some_and(|seat| seat == self.memory.me || self.own.of(seat) < -LIKELY)
    }

    /// Whether the exiled player's card is worth taking: a power, and probably none of a wolf.
    fn steps_in_for(&self, seat: Seat) -> bool {
        let power = self.claims.card[seat].is_some_and(|card| card.card().group == Group::God);
        power && self.own.of(seat) < LIKELY
    }
}
