//! What has been claimed in public, and how far each seer can be believed.

use super::beliefs::Known;
use super::memory::{Memory, PerSeat};
use lycaon_rules::{Claim, Manner, RoleId, Seat, Seats};

/// A check somebody says he made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Report {
    pub by: Seat,
    pub seat: Seat,
    pub wolf: bool,
    pub night: u16,
}

/// The public claims, read from the speeches.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    /// The card each seat says it holds; the last word counts.
    pub card: PerSeat<Option<RoleId>>,
    /// Who came out with a card first, second, and so on.
    order: Vec<Seat>,
    pub reports: Vec<Report>,
    /// Who says he healed whom.
    pub healed: Vec<(Seat, Seat)>,
    /// Who says he poisoned whom.
    pub poisoned: Vec<(Seat, Seat)>,
}

impl Claims {
    pub(super) fn read(memory: &Memory) -> Self {
        let mut claims = Claims::default();
        for said in &memory.said {
            let by = said.by;
            match said.claim {
                Claim::Role { seat, role } if seat == by => claims.comes_out(by, role),
                Claim::Checked { seat, wolf, night } => {
                    claims.comes_out(by, RoleId::Seer);
                    let report = Report { by, seat, wolf, night };
                    if !claims.reports.contains(&report) {
                        claims.reports.push(report);
                    }
                }
                Claim::Healed { seat } => {
                    claims.comes_out(by, RoleId::Witch);
                    claims.healed.push((by, seat));
                }
                Claim::Poisoned { seat } => {
                    claims.comes_out(by, RoleId::Witch);
                    claims.poisoned.push((by, seat));
                }
                _ => {}
            }
        }
        claims
    }

    fn comes_out(&mut self, seat: Seat, role: RoleId) {
        self.card[seat] = Some(role);
        if !self.order.contains(&seat) {
            self.order.push(seat);
        }
    }

    /// Who claims this card, dead or alive.
    pub(super) fn claimants(&self, role: RoleId) -> Seats {
        self.order.iter().copied().filter(|seat| self.card[*seat] == Some(role)).collect()
    }

    /// The checks one seat reported.
    pub(super) fn reports_of(&self, by: Seat) -> impl Iterator<Item = &Report> {
        self.reports.iter().filter(move |report| report.by == by)
    }

    /// How far each who claims to be the seer is believed, in percent, given what is known. A claim that cannot be
    /// true has 0; what is missing to 100 is the chance that the seer has not spoken.
    pub(super) fn seers(&self, memory: &Memory, known: &Known) -> Vec<(Seat, i32)> {
        const SEER_IS_SILENT: i32 = 20;
        let claimants = self.claimants(RoleId::Seer);
        let weights: Vec<(Seat, i32)> =
            claimants.iter().map(|seat| (seat, self.seer_weight(seat, memory, known))).collect();
        let proven = claimants.iter().any(|seat| known.card[seat] == Some(RoleId::Seer));
        let silent = if proven { 0 } else { SEER_IS_SILENT };
        let total = weights.iter().map(|(_, weight)| weight).sum::<i32>() + silent;
        weights.into_iter().map(|(seat, weight)| (seat, weight * 100 / total.max(1))).collect()
    }

    /// The same of a player who believes whoever came out first, as long as he knows no better.
    pub(super) fn first_seer(&self, memory: &Memory, known: &Known) -> Vec<(Seat, i32)> {
        let mut claimants: Vec<Seat> = self.claimants(RoleId::Seer).iter().collect();
        claimants.sort_by_key(|seat| self.rank(*seat));
        let first = claimants.iter().copied().find(|seat| !self.cannot_be_the_seer(*seat, memory, known));
        claimants.into_iter().map(|seat| (seat, if Some(seat) == first { 85 } else { 10 })).collect()
    }

    fn seer_weight(&self, seat: Seat, memory: &Memory, known: &Known) -> i32 {
        if self.cannot_be_the_seer(seat, memory, known) {
            return 0;
        }
        let first = self.claimants(RoleId::Seer).iter().min_by_key(|s| self.rank(*s)) == Some(seat);
        let confirmed = self.reports_of(seat).filter(|report| known.wolf[report.seat] == Some(report.wolf));
        let confirmed: i32 = confirmed.map(|report| if report.wolf { 150 } else { 15 }).sum();
        let bitten = memory.death_of(seat).is_some_and(|death| death.manner == Manner::Night);
        // The wolves seldom leave a seer alive who came out long ago.
        let nights_survived = i32::from(self.nights_survived(seat, memory));
        let weight = 100
            + if first { 30 } else { 0 }
            + confirmed
            + if bitten { 120 } else { 0 }
            + if memory.sheriff == Some(seat) { 20 } else { 0 };
        (weight - 20 * nights_survived).max(20)
    }

    /// How many nights a living seat has survived since it came out as the seer.
    pub(super) fn nights_survived(&self, seat: Seat, memory: &Memory) -> u16 {
        match self.came_out_on(seat, memory) {
            Some(day) if memory.living.has(seat) => memory.day.saturating_sub(day),
            _ => 0,
        }
    }

    fn rank(&self, seat: Seat) -> usize {
        self.order.iter().position(|s| *s == seat).unwrap_or(usize::MAX)
    }

    /// The day on which the seat first claimed to be the seer.
    fn came_out_on(&self, seat: Seat, memory: &Memory) -> Option<u16> {
        let is_claim = |claim: &Claim| match claim {
            Claim::Role { seat: of, role } => *of == seat && *role == RoleId::Seer,
            Claim::Checked { .. } => true,
            _ => false,
        };
        memory.said.iter().find(|said| said.by == seat && is_claim(&said.claim)).map(|said| said.day)
    }

    /// Whether the claim contradicts what is known, or itself.
    pub(super) fn cannot_be_the_seer(&self, seat: Seat, memory: &Memory, known: &Known) -> bool {
        if let Some(card) = known.card[seat] {
            return card != RoleId::Seer;
        }
        let elsewhere = memory.board.seats().any(|other| other != seat && known.card[other] == Some(RoleId::Seer));
        let reports: Vec<&Report> = self.reports_of(seat).collect();
        let disproved = |report: &&Report| known.wolf[report.seat].is_some_and(|wolf| wolf != report.wolf);
        let clash =
            |a: &Report, b: &Report| (a.seat == b.seat && a.wolf != b.wolf) || (a.night == b.night && a.seat != b.seat);
        memory.in_deck(RoleId::Seer) == 0
            || elsewhere
            || known.wolf[seat] == Some(true)
            || reports.iter().any(disproved)
            || reports.iter().any(|report| report.night > memory.day || report.seat == seat)
            || reports.iter().enumerate().any(|(i, a)| reports[..i].iter().any(|b| clash(a, b)))
            || reports.iter().filter(|report| report.wolf).count() > memory.wolves_dealt()
    }
}
