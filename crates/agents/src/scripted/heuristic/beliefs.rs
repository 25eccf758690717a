//! Who is held for a wolf, how firmly, and why.
//!
//! Suspicion is counted in points: 0 is "no more than anybody", 100 is a good reason, 300 close to certain. Points
//! are whole numbers, so that the same view gives the same opinion on every machine.

use super::Level;
use super::claims::Claims;
use super::memory::{Memory, PerSeat, is_wolf};
use super::teams;
use lycaon_rules::{About, Claim, RoleId, Seat, Seats};

/// Suspicion of a seat that is certainly a wolf; the negative is certainly not one.
pub(super) const CERTAIN: i32 = 1000;

/// From where one looks at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standpoint {
    /// With all that one's own card and night have shown.
    Own,
    /// With what everybody knows: how things look to the table.
    Public,
}

/// What is certain.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// Whether the seat is a wolf.
    pub wolf: PerSeat<Option<bool>>,
    /// The seat's card.
    pub card: PerSeat<Option<RoleId>>,
}

impl Known {
    pub(super) fn from(memory: &Memory, standpoint: Standpoint) -> Self {
        let mut known = Known { wolf: memory.shown_wolf, card: memory.shown };
        if standpoint == Standpoint::Public {
            return known;
        }
        for check in &memory.checks {
            known.wolf[check.seat] = Some(check.wolf);
        }
        for seat in memory.peeked.iter() {
            known.wolf[seat] = Some(true);
        }
        for seat in memory.board.seats().filter(|seat| memory.learned[*seat].is_some()) {
            known.wolf[seat] = memory.learned[seat];
        }
        // A wolf apart from the pack knows nobody, and neither does one who has only just become a wolf.
        if memory.am_wolf() && !memory.pack.is_empty() {
            for seat in memory.board.seats() {
                known.wolf[seat] = Some(memory.pack.has(seat));
            }
        }
        known.wolf[memory.me] = Some(memory.am_wolf());
        known.card[memory.me] = Some(memory.card);
        known
    }
}

/// Why somebody is suspected or trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    /// Known for certain: shown, seen, or one of the own pack.
    Known,
    /// A believed seer's check.
    Checked { by: Seat },
    /// He claims to be the seer, and another does too or he is refuted.
    FalseSeer,
    /// A seer nobody contradicts.
    Seer,
    /// A card nobody else claims.
    Card { role: RoleId },
    /// A card that is not his.
    FalseCard { role: RoleId },
    /// A believed witch healed him.
    Healed { by: Seat },
    /// His ballot against somebody who was, or is held for, good (or a wolf).
    Vote { onto: Seat },
    /// He spoke against somebody.
    Accused { whom: Seat },
    /// He spoke for somebody.
    Defended { whom: Seat },
    /// A seer who is none cleared him.
    ClearedByWolf { by: Seat },
    /// A wolf accused him.
    AccusedByWolf { by: Seat },
    /// A feeling.
    Hunch,
}

/// The suspicion of every seat, with its reasons.
#[derive(Clone, Debug)]
pub(super) struct Beliefs {
    points: PerSeat<i32>,
    reasons: Vec<(Seat, Reason, i32)>,
    /// How far each claimed seer is believed, in percent.
    pub seers: Vec<(Seat, i32)>,
    pub known: Known,
}

impl Beliefs {
    /// Forms an opinion of everybody. `hunches` are the player's own small, groundless leanings.
    pub(super) fn form(
        memory: &Memory,
        claims: &Claims,
        standpoint: Standpoint,
        level: Level,
        hunches: &PerSeat<i32>,
    ) -> Self {
        let known = Known::from(memory, standpoint);
        let seers =
            if level.compares_claims() { claims.seers(memory, &known) } else { claims.first_seer(memory, &known) };
        let mut beliefs = Beliefs { points: PerSeat::default(), reasons: vec![], seers, known };
        for seat in memory.board.seats() {
            beliefs.add(seat, Reason::Hunch, hunches[seat]);
        }
        beliefs.weigh_seers(claims);
        if level.compares_claims() {
            beliefs.weigh_cards(memory, claims);
        }
        beliefs.settle(memory);
        if level.looks_back() {
            let first = beliefs.points;
            beliefs.weigh_ballots(memory, &first);
            beliefs.weigh_words(memory, &first);
            beliefs.settle(memory);
        }
        if level.weighs_teams() {
            beliefs.weigh_teams(memory, claims, hunches);
        }
        beliefs
    }

    /// Puts what whole teams make of each seat in the place of what single reasons add up to; the reasons stay.
    fn weigh_teams(&mut self, memory: &Memory, claims: &Claims, hunches: &PerSeat<i32>) {
        let Some((chances, anybody)) = teams::chances(memory, claims, &self.known, hunches) else { return };
        let anybody = points_of(anybody);
        for seat in memory.board.seats().filter(|seat| self.known.wolf[*seat].is_none()) {
            self.points[seat] = points_of(chances[seat]) - anybody;
        }
        for (seat, belief) in &mut self.seers {
            let refuted = claims.cannot_be_the_seer(*seat, memory, &self.known);
            if self.known.wolf[*seat].is_none() {
                *belief = if refuted { 0 } else { (1000 - chances[*seat]) / 10 };
            }
        }
    }

    /// The suspicion of a seat, in points.
    pub(super) fn of(&self, seat: Seat) -> i32 {
        self.points[seat]
    }

    /// The strongest reason to suspect a seat, or to trust it.
    pub(super) fn reason(&self, seat: Seat, suspect: bool) -> Reason {
        if self.known.wolf[seat] == Some(suspect) {
            return Reason::Known;
        }
        let ours = self.reasons.iter().filter(|(of, _, points)| *of == seat && (*points > 0) == suspect);
        ours.max_by_key(|(_, _, points)| points.abs()).map_or(Reason::Hunch, |(_, reason, _)| *reason)
    }

    /// Those of these seats who are suspected at least this much.
    pub(super) fn suspects(&self, seats: Seats, points: i32) -> Seats {
        seats.iter().filter(|seat| self.points[*seat] >= points).collect()
    }

    /// The most suspected of these seats.
    pub(super) fn worst(&self, seats: Seats) -> Option<Seat> {
        seats.iter().max_by_key(|seat| (self.points[*seat], *seat))
    }

    /// The most trusted of these seats.
    pub(super) fn best(&self, seats: Seats) -> Option<Seat> {
        seats.iter().min_by_key(|seat| (self.points[*seat], *seat))
    }

    /// The seer who is believed, if one is, with how far in percent.
    pub(super) fn seer(&self) -> Option<(Seat, i32)> {
        self.seers.iter().copied().filter(|(_, belief)| *belief > 50).max_by_key(|(seat, belief)| (*belief, *seat))
    }

    /// How far this seat is believed to be the seer, in percent.
    pub(super) fn belief_in_seer(&self, seat: Seat) -> i32 {
        self.seers.iter().find(|(of, _)| *of == seat).map_or(0, |(_, belief)| *belief)
    }

    fn add(&mut self, seat: Seat, reason: Reason, points: i32) {
        if points != 0 {
            self.points[seat] += points;
            self.reasons.push((seat, reason, points));
        }
    }

    /// What is certain overrides every reason.
    fn settle(&mut self, memory: &Memory) {
        for seat in memory.board.seats() {
            if let Some(wolf) = self.known.wolf[seat] {
                self.points[seat] = if wolf { CERTAIN } else { -CERTAIN };
            }
        }
    }

    /// Claimed seers: one who is not believed is probably a wolf, and so is whom a believed one names.
    fn weigh_seers(&mut self, claims: &Claims) {
        for (by, belief) in self.seers.clone() {
            let doubt = 100 - belief;
            let reason = if belief < 50 { Reason::FalseSeer } else { Reason::Seer };
            self.add(by, reason, points(doubt * 9 / 10));
            for report in claims.reports_of(by) {
                let (reason, chance) = match (report.wolf, belief > 0) {
                    // Whom an exposed wolf names is probably none, and whom he clears may be his partner.
                    (true, false) => (Reason::AccusedByWolf { by }, 8),
                    (false, false) => (Reason::ClearedByWolf { by }, 35),
                    (true, true) => (Reason::Checked { by }, belief + doubt * 15 / 100),
                    (false, true) => (Reason::Checked { by }, doubt * 30 / 100),
                };
                self.add(report.seat, reason, points(chance));
            }
        }
    }

    fn weigh_cards(&mut self, memory: &Memory, claims: &Claims) {
        for seat in memory.board.seats() {
            let Some(role) = claims.card[seat] else { continue };
            if matches!(role, RoleId::Villager | RoleId::Seer) || is_wolf(role) {
                continue;
            }
            let elsewhere = memory.board.seats().any(|other| other != seat && self.known.card[other] == Some(role));
            let rivals = claims.claimants(role).without(seat);
            let points = match () {
                () if memory.in_deck(role) == 0 || elsewhere => 400,
                () if rivals.is_empty() => -130,
                () => 110,
            };
            self.add(seat, if points > 0 { Reason::FalseCard { role } } else { Reason::Card { role } }, points);
        }
        for (witch, healed) in &claims.healed {
            if self.points[*witch] <= 0 && self.known.wolf[*witch] != Some(true) {
                self.add(*healed, Reason::Healed { by: *witch }, -110);
            }
        }
    }

    /// Who voted against those now held for wolves gains trust; who voted against the trusted loses it.
    fn weigh_ballots(&mut self, memory: &Memory, first: &PerSeat<i32>) {
        for vote in memory.ballots.iter().filter(|vote| vote.about == About::Exile) {
            for (by, onto) in &vote.cast {
                let Some(onto) = *onto else { continue };
                self.add(*by, Reason::Vote { onto }, -opinion(first[onto]) / 7);
            }
        }
    }

    /// The same for words, which cost less than ballots and so count for less.
    fn weigh_words(&mut self, memory: &Memory, first: &PerSeat<i32>) {
        for said in &memory.said {
            match said.claim {
                Claim::Suspects { seat: whom } if whom != said.by => {
                    self.add(said.by, Reason::Accused { whom }, -opinion(first[whom]) / 20);
                }
                Claim::Trusts { seat: whom } if whom != said.by => {
                    self.add(said.by, Reason::Defended { whom }, opinion(first[whom]) / 14);
                }
                _ => {}
            }
        }
    }
}

/// What a chance of being a wolf, in percent, is worth in points: a hundred times the difference of its log-odds and
/// those of a chance of 25, which is anybody's.
fn points(chance: i32) -> i32 {
    points_of(chance * 10)
}

/// The same of a chance in thousandths.
fn points_of(chance: i32) -> i32 {
    const EACH_FIVE_PERCENT: [i32; 21] =
        [-450, -184, -110, -63, -29, 0, 25, 48, 69, 90, 110, 130, 150, 172, 195, 220, 249, 283, 330, 404, 600];
    let chance = chance.clamp(0, 1000);
    let low = EACH_FIVE_PERCENT[chance as usize / 50];
    let high = EACH_FIVE_PERCENT[(chance as usize / 50 + 1).min(20)];
    low + (high - low) * (chance % 50) / 50
}

/// An opinion as it counts against those who acted on it: certainty weighs no more than a very good reason.
fn opinion(points: i32) -> i32 {
    points.clamp(-300, 300)
}
