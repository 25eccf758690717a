//! What a player passes himself off as: when the village's powers come out, and the lies of the wolves.

use super::memory::Check;
use super::{Level, Lots, Mind};
use lycaon_rules::{Camp, Claim, Reveal, RoleId, Seat, Seats};

impl Mind<'_> {
    /// Whether this is the wolf who plays the seer. The pack draws him once a game, if it draws one at all.
    pub(super) fn pretends(&self) -> bool {
        if !self.memory.am_wolf() || !self.level.lies() || self.memory.in_deck(RoleId::Seer) == 0 {
            return false;
        }
        if self.claims.card[self.memory.me].is_some() {
            return self.claims.card[self.memory.me] == Some(RoleId::Seer);
        }
        let seers = self.claims.claimants(RoleId::Seer);
        let seer_shown = self.memory.board.seats().any(|seat| self.memory.shown[seat] == Some(RoleId::Seer));
        if seer_shown || !seers.and(self.memory.pack).is_empty() {
            return false;
        }
        let pack = self.memory.pack.with(self.memory.me);
        let mut lots = Lots::new(self.seed, "the wolf who plays the seer");
        let chance = match self.cards_are_shown() {
            // The true seer's card will give him away.
            true => 25,
            false if pack.len() > 1 => {
                if self.level.plans() {
                    90
                } else {
                    65
                }
            }
            false => 30,
        };
        lots.percent(chance) && lots.seat(pack) == Some(self.memory.me)
    }

    /// Whether the house shows the cards of the dead, so that a lie about a card comes out.
    fn cards_are_shown(&self) -> bool {
        let options = &self.memory.board.options;
        options.reveal_execution == Reveal::Card && options.reveal_night_death == Reveal::Card
    }

    /// The checks one has made, or would have made as the seer one plays, and has not reported.
    pub(super) fn unreported_checks(&mut self) -> Vec<Check> {
        let me = self.memory.me;
        let reported: Vec<u16> = self.claims.reports_of(me).map(|report| report.night).collect();
        if self.memory.card == RoleId::Seer {
            return self.memory.checks.iter().filter(|check| !reported.contains(&check.night)).copied().collect();
        }
        let mut invented: Vec<Check> = vec![];
        for night in (1..=self.memory.nights).filter(|night| !reported.contains(night)) {
            let so_far: Vec<(Seat, bool)> = self
                .claims
                .reports_of(me)
                .map(|report| (report.seat, report.wolf))
                .chain(invented.iter().map(|check| (check.seat, check.wolf)))
                .collect();
            invented.extend(self.invent_check(night, &so_far));
        }
        invented
    }

    /// A check that fits what everybody knows and what was claimed before.
    fn invent_check(&mut self, night: u16, so_far: &[(Seat, bool)]) -> Option<Check> {
        let free: Seats = self
            .memory
            .others()
            .iter()
            .filter(|seat| self.table.known.wolf[*seat].is_none() && so_far.iter().all(|(of, _)| of != seat))
            .collect();
        let prey = free.minus(self.memory.pack);
        let partners = free.and(self.memory.pack);
        let wolves_named = so_far.iter().filter(|(_, wolf)| *wolf).count();
        let rivals = prey.and(self.claims.claimants(RoleId::Seer));
        // Whoever plans answers a rival with the gravest charge, and shelters his own more often.
        let (against_rival, for_partner) = if self.level.plans() { (100, 60) } else { (50, 25) };
        let wolf = |seat| Some(Check { night, seat, wolf: true });
        let good = |seat| Some(Check { night, seat, wolf: false });
        if wolves_named + 1 < self.memory.wolves_dealt() + usize::from(so_far.is_empty()) {
            if let Some(rival) = rivals.first()
                && self.lots.percent(against_rival)
            {
                return wolf(rival);
            }
            if self.lots.percent(45) {
                return wolf(self.table.worst(prey)?);
            }
        }
        if !partners.is_empty() && self.lots.percent(for_partner) {
            return good(self.lots.seat(partners)?);
        }
        good(self.lots.seat(prey.minus(rivals)).or_else(|| self.lots.seat(free))?)
    }

    /// Whether the true seer speaks openly now.
    pub(super) fn seer_comes_out(&self, last_chance: bool) -> bool {
        let me = self.memory.me;
        if self.memory.card != RoleId::Seer {
            return false;
        }
        if self.level == Level::Easy {
            // He hopes to live longer in hiding.
            return last_chance || self.pushed() || self.claims.card[me].is_some();
        }
        let found_a_wolf = self.memory.checks.iter().any(|check| check.wolf && self.memory.living.has(check.seat));
        let contradicted = !self.claims.claimants(RoleId::Seer).without(me).is_empty();
        let stands = self.memory.candidates.has(me);
        let late = self.memory.checks.len() >= 2;
        let at_once = self.level.plans() && !self.cards_are_shown();
        at_once
            || last_chance
            || found_a_wolf
            || contradicted
            || stands
            || late
            || self.pushed()
            || self.claims.card[me].is_some()
    }

    /// Whether the table is about to turn on one.
    pub(super) fn pushed(&self) -> bool {
        let me = self.memory.me;
        self.announced_against(me).without(me).len() >= 2 || self.table.of(me) > 100
    }

    /// The card to come out with when it must be one: the own card, or a wolf's alibi that nobody can refute yet.
    pub(super) fn alibi(&self) -> RoleId {
        let me = self.memory.me;
        if let Some(card) = self.claims.card[me] {
            return card;
        }
        match self.memory.card.card().camp {
            Camp::Village if !self.memory.am_wolf() => return self.memory.card,
            Camp::Loner => return RoleId::Villager,
            _ if !self.level.lies() => return RoleId::Villager,
            Camp::Village | Camp::Wolves => {}
        }
        let mut lots = Lots::new(self.seed, format!("alibi of seat {me}"));
        let free = |role: &RoleId| {
            self.memory.in_deck(*role) > 0
                && self.claims.claimants(*role).is_empty()
                && self.memory.board.seats().all(|seat| self.memory.shown[seat] != Some(*role))
        };
        let masks = [RoleId::Hunter, RoleId::Guard, RoleId::Idiot, RoleId::Elder, RoleId::Cupid];
        let masks: Vec<RoleId> = masks.into_iter().filter(free).collect();
        match lots.one_of(&masks) {
            Some(mask) if lots.percent(if self.cards_are_shown() { 20 } else { 45 }) => mask,
            _ => RoleId::Villager,
        }
    }

    /// Whether a god (not the seer) says who he is: when he is pushed, when another takes his card, when it saves
    /// somebody he healed, or when few are left.
    pub(super) fn god_comes_out(&self) -> bool {
        let me = self.memory.me;
        let rival = !self.claims.claimants(self.memory.card).without(me).is_empty()
            && !matches!(self.memory.card, RoleId::Villager | RoleId::Seer)
            && !self.memory.am_wolf();
        let protege_pushed = self.memory.healed.iter().any(|seat| self.announced_against(*seat).len() >= 2);
        let at_the_end = self.memory.living.len() <= 5 && is_power(self.memory.card);
        rival || protege_pushed || at_the_end || self.pushed()
    }

    /// Who spoke against one today, by word or by a check, since one last spoke.
    pub(super) fn accusers(&self) -> Seats {
        let of = self.memory.me;
        let against = |claim: Claim| match claim {
            Claim::Suspects { seat } | Claim::WillVote { seat } | Claim::Checked { seat, wolf: true, .. } => seat == of,
            _ => false,
        };
        let news = self.memory.said[self.memory.said_before_me..].iter().filter(|said| said.day == self.memory.day);
        news.filter(|said| said.by != of && against(said.claim)).map(|said| said.by).collect()
    }
}

/// Whether the card has a power that speaks for whoever holds it.
fn is_power(role: RoleId) -> bool {
    role.card().camp == Camp::Village && !matches!(role, RoleId::Villager | RoleId::Seer | RoleId::Thief)
}
