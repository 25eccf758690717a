//! Ballots.

use super::memory::PerSeat;
use super::{Lots, Mind, target};
use lycaon_rules::{About, Choice, Claim, Menu, RoleId, Seat, Seats};

/// How much worse than another a partner must look before a wolf who plays the villager turns on him.
const PARTNER_SPARED: i32 = 50;

impl Mind<'_> {
    pub(super) fn ballot(&mut self, about: About, menu: &Menu) -> Option<Choice> {
        let seats = self.targets(menu).without(self.memory.me);
        match about {
            About::Exile | About::Accusation => self.exile(seats, menu.allows(Choice::Pass)),
            About::Executioner => self.own.best(seats).map(target),
            About::Sheriff => self.sheriff(seats),
        }
    }

    /// Against whom to vote; `None` is left to the fallback.
    fn exile(&mut self, seats: Seats, may_abstain: bool) -> Option<Choice> {
        let onto = self.against(seats)?;
        // On the first day a vote without a case may well hit a friend; later every vote is needed.
        let undecided = !self.memory.am_wolf() && self.memory.day <= 1 && self.case_against(onto) < 15;
        if may_abstain && undecided && self.lots.percent(40) {
            return Some(Choice::Pass);
        }
        Some(target(onto))
    }

    /// Whom of these to get rid of.
    pub(super) fn against(&mut self, seats: Seats) -> Option<Seat> {
        let seats = match self.memory.lover() {
            Some(lover) => seats.without(lover),
            None => seats,
        };
        if self.memory.am_wolf() {
            return self.against_as_wolf(seats);
        }
        let leanings = self.leanings_today(&format!("seat {}", self.memory.me), 12);
        self.target_by(seats, |mind, seat| mind.case_against(seat) + leanings[seat])
    }

    /// A villager's case against a seat: what he believes, and what those he trusts announced today.
    fn case_against(&self, seat: Seat) -> i32 {
        let voices: i32 = self.announced_against(seat).iter().map(|by| self.weight_of_voice(by)).sum();
        self.own.of(seat) + voices.min(150)
    }

    fn weight_of_voice(&self, by: Seat) -> i32 {
        if !self.level.weighs_voices() {
            return 25;
        }
        let trust = (60 - self.own.of(by)).clamp(0, 160) / 5;
        if self.memory.sheriff == Some(by) { trust * 2 } else { trust }
    }

    /// Who announced today that they vote against this seat.
    pub(super) fn announced_against(&self, seat: Seat) -> Seats {
        let announces = |claim: Claim| matches!(claim, Claim::WillVote { seat: onto } if onto == seat);
        self.memory.said_today().filter(|said| announces(said.claim)).map(|said| said.by).collect()
    }

    /// A wolf pushes whoever looks bad to the table and is not one of his, unless one of his is lost anyway: then a
    /// vote against him buys trust.
    fn against_as_wolf(&mut self, seats: Seats) -> Option<Seat> {
        let pack = self.memory.pack.with(self.memory.me);
        let partners = seats.and(pack);
        let lost = partners.iter().find(|seat| self.is_lost(*seat));
        if let Some(partner) = lost
            && self.level.lies()
            && (self.announced_by_me(partner) || self.drawn_today("bus", 55))
        {
            return Some(partner);
        }
        let prey = if self.hooks() { seats } else { seats.minus(pack) };
        if prey.is_empty() {
            return self.table.best(partners);
        }
        // A pack that plans leans one way, so that its ballots come together.
        let whose = if self.level.plans() { "the pack".into() } else { format!("seat {}", self.memory.me) };
        let leanings = self.leanings_today(&whose, 25);
        self.target_by(prey, |mind, seat| {
            let ours = if pack.has(seat) { PARTNER_SPARED } else { 0 };
            mind.case_at_the_table(seat) + leanings[seat] - ours
        })
    }

    /// Whether this wolf plays the villager to the end, and turns even on his own where the table does. The one who
    /// plays the seer cannot.
    fn hooks(&self) -> bool {
        let drawn = || Lots::new(self.seed, format!("hook of seat {}", self.memory.me)).percent(70);
        self.level.plans() && self.claims.card[self.memory.me] != Some(RoleId::Seer) && drawn()
    }

    /// Whether the table will exile this partner whatever the pack does.
    fn is_lost(&self, partner: Seat) -> bool {
        let voices = self.announced_against(partner).minus(self.memory.pack).len();
        self.table.of(partner) > 250 && voices * 3 >= self.memory.living.len()
    }

    fn announced_by_me(&self, seat: Seat) -> bool {
        self.announced_against(seat).has(self.memory.me)
    }

    /// How easily the table could be brought to exile a seat, and how much the pack would like it.
    fn case_at_the_table(&self, seat: Seat) -> i32 {
        let voices = 18 * self.announced_against(seat).len() as i32;
        let wish = match self.claims.card[seat] {
            Some(RoleId::Seer) => 120,
            Some(RoleId::Witch | RoleId::Guard) => 40,
            Some(RoleId::Idiot | RoleId::Elder) => -40,
            _ => 0,
        };
        let named = if self.named.has(seat) { 250 } else { 0 };
        self.table.of(seat).clamp(-300, 300) + voices.min(120) + wish + named
    }

    /// A draw that stays the same for a whole day, for plans that must not change between a word and a ballot.
    pub(super) fn drawn_today(&self, what: &str, percent: u64) -> bool {
        let stream = format!("{what} of seat {} on day {}", self.memory.me, self.memory.day);
        Lots::new(self.seed, stream).percent(percent)
    }

    /// Small groundless differences that stay the same for a whole day.
    fn leanings_today(&self, whose: &str, most: u64) -> PerSeat<i32> {
        let mut lots = Lots::new(self.seed, format!("leanings of {whose} on day {}", self.memory.day));
        let mut leanings = PerSeat::default();
        for seat in self.memory.board.seats() {
            leanings[seat] = lots.below(most + 1) as i32;
        }
        leanings
    }

    /// The candidates are asked about one by one: the hand goes up at the one who would be voted for.
    pub(super) fn hand(&mut self, candidate: Seat) -> Choice {
        let chosen = self.against(self.memory.others());
        super::yes(chosen == Some(candidate))
    }

    pub(super) fn break_tie(&mut self, tied: Seats, menu: &Menu) -> Option<Choice> {
        let onto = self.against(tied.and(self.targets(menu)))?;
        Some(target(onto))
    }

    /// Small groundless differences, up to `most` points, drawn anew at each decision.
    pub(super) fn noise(&mut self, most: u64) -> PerSeat<i32> {
        let mut noise = PerSeat::default();
        for seat in self.memory.board.seats() {
            noise[seat] = self.lots.below(most + 1) as i32;
        }
        noise
    }
}
