//! Whole teams of wolves: how well each possible team fits all that has happened, and so how likely each seat belongs
//! to it. Two who protect each other are suspected together, and of two seers one is a wolf, whichever it is.
//!
//! The evidence is a sum of terms about one seat or about two, in hundredths of a natural logarithm, and all sums are
//! whole numbers.

use super::beliefs::Known;
use super::claims::Claims;
use super::memory::{Memory, PerSeat};
use lycaon_rules::{About, Camp, Claim, Manner, RoleId, SEATS_MAX, Seat, Seats};

/// More teams than this are not gone through; then single seats are weighed alone.
const TEAMS_MAX: usize = 6000;

/// What speaks against something that hardly ever happens.
const HARDLY: i32 = -350;

/// The evidence about the seats that may be wolves.
struct Evidence {
    known: PerSeat<Option<bool>>,
    one: PerSeat<i32>,
    two: [[i32; SEATS_MAX]; SEATS_MAX],
}

impl Evidence {
    /// What it is worth that a seat is a wolf, or that it is none.
    fn if_one(&mut self, seat: Seat, wolf: bool, worth: i32) {
        if self.known[seat].is_none() {
            self.one[seat] += if wolf { worth } else { -worth };
        }
    }

    /// What it is worth that both are what is said of them.
    fn if_two(&mut self, (a, a_wolf): (Seat, bool), (b, b_wolf): (Seat, bool), worth: i32) {
        match (self.known[a], self.known[b]) {
            _ if a == b => {}
            (Some(known), _) if known == a_wolf => self.if_one(b, b_wolf, worth),
            (_, Some(known)) if known == b_wolf => self.if_one(a, a_wolf, worth),
            (Some(_), _) | (_, Some(_)) => {}
            (None, None) => {
                // With x for "is a wolf": (1 - x)(1 - y) = 1 - x - y + xy, and so on.
                let sign = if a_wolf == b_wolf { worth } else { -worth };
                self.two[a.index()][b.index()] += sign;
                self.two[b.index()][a.index()] += sign;
                match (a_wolf, b_wolf) {
                    (true, true) => {}
                    (true, false) => self.one[a] += worth,
                    (false, true) => self.one[b] += worth,
                    (false, false) => {
                        self.one[a] -= worth;
                        self.one[b] -= worth;
                    }
                }
            }
        }
    }
}

/// How likely each seat is a wolf, in thousandths; `None` where there are too many teams, or none that is possible.
pub(super) fn chances(
    memory: &Memory,
    claims: &Claims,
    known: &Known,
    hunches: &PerSeat<i32>,
) -> Option<(PerSeat<i32>, i32)> {
    let open: Vec<Seat> = memory.board.seats().filter(|seat| known.wolf[*seat].is_none()).collect();
    let met = memory.board.seats().filter(|seat| known.wolf[*seat] == Some(true)).count();
    let size = memory.wolves_dealt().checked_sub(met)?;
    if size == 0 || size >= open.len() || teams_of(open.len(), size) > TEAMS_MAX {
        return None;
    }
    let mut evidence = Evidence { known: known.wolf, one: *hunches, two: [[0; SEATS_MAX]; SEATS_MAX] };
    claimed_cards(&mut evidence, memory, claims, known);
    seers(&mut evidence, memory, claims, known);
    deaths(&mut evidence, memory, claims);
    ballots(&mut evidence, memory);
    words(&mut evidence, memory);
    let mut teams = Vec::with_capacity(teams_of(open.len(), size));
    list(&evidence, &open, size, Seats::NONE, 0, &mut teams);
    let base = (size * 1000 / open.len()) as i32;
    Some((shares(&open, &teams), base))
}

fn teams_of(seats: usize, size: usize) -> usize {
    (0..size).fold(1, |product, i| product * (seats - i) / (i + 1))
}

/// Lists the teams with their evidence.
fn list(evidence: &Evidence, open: &[Seat], size: usize, team: Seats, worth: i32, teams: &mut Vec<(Seats, i32)>) {
    if size == 0 {
        return teams.push((team, worth));
    }
    for (i, seat) in open.iter().enumerate().take(open.len() + 1 - size) {
        let with: i32 = team.iter().map(|other| evidence.two[seat.index()][other.index()]).sum();
        list(evidence, &open[i + 1..], size - 1, team.with(*seat), worth + evidence.one[*seat] + with, teams);
    }
}

/// Each seat's share of the weight of all teams, in thousandths.
fn shares(open: &[Seat], teams: &[(Seats, i32)]) -> PerSeat<i32> {
    let top = teams.iter().map(|(_, worth)| *worth).max().unwrap_or(0);
    let mut sums = PerSeat::<u64>::default();
    let mut total = 0;
    for (team, worth) in teams {
        let weight = exponential(top - worth);
        total += weight;
        for seat in team.iter() {
            sums[seat] += weight;
        }
    }
    let mut shares = PerSeat::default();
    for seat in open {
        shares[*seat] = (sums[*seat] * 1000 / total.max(1)) as i32;
    }
    shares
}

/// Two to the 24th times e to the minus `hundredths` / 100, in steps of five hundredths.
fn exponential(hundredths: i32) -> u64 {
    const STEPS: usize = 320;
    const TABLE: [u64; STEPS] = {
        let mut table = [1 << 24; STEPS];
        let mut i = 1;
        while i < STEPS {
            table[i] = table[i - 1] * 951_229 / 1_000_000;
            i += 1;
        }
        table
    };
    TABLE[(hundredths as usize / 5).min(STEPS - 1)]
}

/// Of several who claim a card, no more tell the truth than there are such cards.
fn claimed_cards(evidence: &mut Evidence, memory: &Memory, claims: &Claims, known: &Known) {
    for seat in memory.board.seats() {
        let Some(role) = claims.card[seat].filter(|role| role.card().camp == Camp::Village) else { continue };
        if role == RoleId::Villager || known.card[seat] == Some(role) {
            continue;
        }
        let elsewhere = memory.board.seats().any(|other| other != seat && known.card[other] == Some(role));
        if memory.in_deck(role) == 0 || elsewhere {
            evidence.if_one(seat, false, HARDLY);
            continue;
        }
        let rivals = claims.claimants(role).without(seat);
        for rival in rivals.iter().filter(|rival| *rival > seat && memory.in_deck(role) == 1) {
            evidence.if_two((seat, false), (rival, false), HARDLY);
        }
        if rivals.is_empty() {
            // Whoever holds the card would have spoken up, unless he is dead.
            evidence.if_one(seat, true, if role == RoleId::Seer { -300 } else { -130 });
        }
    }
}

/// What a seer reports is true, if he is the seer.
fn seers(evidence: &mut Evidence, memory: &Memory, claims: &Claims, known: &Known) {
    for seer in claims.claimants(RoleId::Seer).iter() {
        if claims.cannot_be_the_seer(seer, memory, known) {
            evidence.if_one(seer, false, HARDLY);
            for report in claims.reports_of(seer).filter(|report| !report.wolf) {
                evidence.if_two((seer, true), (report.seat, true), 40);
            }
            continue;
        }
        for report in claims.reports_of(seer) {
            if report.wolf {
                evidence.if_two((seer, false), (report.seat, false), HARDLY);
                evidence.if_two((seer, true), (report.seat, true), -120);
            } else {
                evidence.if_two((seer, false), (report.seat, true), HARDLY);
            }
        }
    }
    for (witch, healed) in &claims.healed {
        evidence.if_two((*witch, false), (*healed, true), -220);
    }
    for (witch, poisoned) in &claims.poisoned {
        evidence.if_two((*witch, false), (*poisoned, false), -100);
    }
}

/// Whom the night took, the pack did not want: a wolf falls to poison, and seldom to his own.
fn deaths(evidence: &mut Evidence, memory: &Memory, claims: &Claims) {
    let nightly = |death: &super::memory::Death| death.manner == Manner::Night;
    for death in memory.deaths.iter().filter(|death| nightly(death)) {
        let together = memory.deaths.iter().filter(|other| nightly(other) && other.day == death.day).count();
        let poisoned = claims.poisoned.iter().any(|(_, seat)| *seat == death.seat);
        let worth = match together {
            _ if poisoned => 0,
            1 => -280,
            _ => -90,
        };
        evidence.if_one(death.seat, true, worth);
    }
}

/// Wolves seldom vote for wolves, and the village finds them more often than by chance.
fn ballots(evidence: &mut Evidence, memory: &Memory) {
    for vote in memory.ballots.iter().filter(|vote| vote.about == About::Exile) {
        for (by, onto) in &vote.cast {
            let Some(onto) = *onto else { continue };
            evidence.if_two((*by, true), (onto, true), -30);
            evidence.if_two((*by, true), (onto, false), 15);
            evidence.if_two((*by, false), (onto, true), 15);
        }
    }
}

/// Words cost less than ballots.
fn words(evidence: &mut Evidence, memory: &Memory) {
    for said in &memory.said {
        match said.claim {
            Claim::Suspects { seat } => evidence.if_two((said.by, true), (seat, true), -25),
            Claim::Trusts { seat } => {
                evidence.if_two((said.by, true), (seat, true), 20);
                evidence.if_two((said.by, false), (seat, true), -10);
            }
            _ => {}
        }
    }
}
