//! What a stream of events rules out, fact by fact.

use super::board::Meaning;
use super::roles::Roles;
use lycaon_rules::{About, Choice, Fact, FloorKind, Manner, RoleId, Seat, SeatEvent, Seats, Sight, View, WolfWin};

/// How many of some cards some seats hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quota {
    pub among: Seats,
    pub of: Roles,
    pub at_least: u8,
    pub at_most: u8,
}

/// What is known of a deal.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    /// By place, the cards that may lie there: the seats, then the centre.
    pub places: Vec<Roles>,
    pub quotas: Vec<Quota>,
}

/// Reads a stream.
struct Reading<'m> {
    meaning: &'m Meaning,
    me: Option<Seat>,
    living: Seats,
    evidence: Evidence,
    /// Whether the listener is the witch, and whom she poisoned since the last dawn.
    witch: bool,
    poisoned: Option<Seat>,
    /// Whether a dawn was announced, so that a victory has been looked for.
    dawned: bool,
    /// Whether the listener was told of the pack.
    met: bool,
}

impl Evidence {
    /// The evidence of a view.
    pub fn of(view: &View, meaning: &Meaning) -> Evidence {
        let seats = usize::from(view.board().seats);
        let mut reading = Reading {
            meaning,
            me: view.seat(),
            living: Seats::all(seats),
            evidence: Evidence { places: vec![Roles::ALL; seats + meaning.centre], quotas: vec![] },
            witch: false,
            poisoned: None,
            dawned: false,
            met: false,
        };
        for event in view.heard() {
            reading.hear(event);
        }
        reading.evidence
    }
}

impl Reading<'_> {
    fn hear(&mut self, event: &SeatEvent) {
        match &event.fact {
            Fact::Card { role } => self.own(*role),
            Fact::Pack { wolves } => self.pack(*wolves, true),
            Fact::Wolves { seats } => self.pack(*seats, false),
            Fact::Kin { role, seats } => self.kin(*role, *seats),
            Fact::Lovers { roles: Some(roles), .. } => {
                roles.iter().for_each(|(seat, role)| self.is(*seat, Roles::one(*role)));
            }
            Fact::Centre { cards } => self.centre(cards),
            Fact::Saw { seat, sight } => self.saw(*seat, *sight),
            Fact::Peeked { wolves, .. } => wolves.iter().for_each(|seat| self.is(seat, Roles::wolves())),
            Fact::Sniffed { seats, wolf } if !self.meaning.numbers_wander => self.sniffed(*seats, *wolf),
            Fact::Graves { exiled } => exiled.iter().for_each(|(seat, wolf)| self.camp(*seat, *wolf)),
            Fact::Victim { seat: Some(seat) } => self.prey(*seat),
            Fact::Decided { choice: Choice::Poison { seat } | Choice::SaveAndPoison { seat }, .. } => {
                self.poisoned = Some(*seat);
            }
            Fact::Revealed { seat, role, card } if role == card => self.is(*seat, Roles::one(*card)),
            Fact::RevealedCamp { seat, wolf } | Fact::Duel { seat, wolf, .. } => self.camp(*seat, *wolf),
            Fact::Flipped { seat } => self.is(*seat, Roles::one(RoleId::Idiot)),
            Fact::PowersLost { elder } => self.is(*elder, Roles::one(RoleId::Elder)),
            Fact::Died { seats, manner, .. } => self.died(*seats, *manner),
            Fact::Returned { seat } => self.living.insert(*seat),
            Fact::NightFell { night } if *night > 1 => self.goes_on(),
            Fact::Floor { floor: FloorKind::Day | FloorKind::Round, .. } if self.dawned => self.goes_on(),
            Fact::PollOpened { about: About::Exile, .. } if self.dawned => self.goes_on(),
            _ => {}
        }
    }

    /// A seat is one of these now.
    fn is(&mut self, seat: Seat, roles: Roles) {
        if !self.meaning.cards_wander {
            let place = &mut self.evidence.places[seat.index()];
            *place = place.and(roles.or(self.meaning.changing));
        }
    }

    fn camp(&mut self, seat: Seat, wolf: bool) {
        self.is(seat, if wolf { Roles::wolves() } else { Roles::wolves().not() });
    }

    /// One's own card, as it was dealt.
    fn own(&mut self, role: RoleId) {
        if let Some(me) = self.me {
            self.evidence.places[me.index()] = Roles::one(role);
            self.witch = role == RoleId::Witch;
        }
    }

    /// The first time, the pack is all who meet it by their cards.
    fn pack(&mut self, wolves: Seats, inside: bool) {
        if std::mem::replace(&mut self.met, true) {
            return;
        }
        let me = self.me;
        for seat in self.living.iter().filter(|seat| inside || Some(*seat) != me) {
            self.is(seat, if wolves.has(seat) { Roles::wolves() } else { Meaning::pack().not() });
        }
    }

    fn kin(&mut self, role: RoleId, seats: Seats) {
        for seat in self.living.iter() {
            self.is(seat, if seats.has(seat) { Roles::one(role) } else { Roles::one(role).not() });
        }
    }

    /// The thief has seen the centre.
    fn centre(&mut self, cards: &[RoleId]) {
        let seats = self.evidence.places.len() - self.meaning.centre;
        for (place, card) in self.evidence.places[seats..].iter_mut().zip(cards) {
            *place = Roles::one(*card);
        }
    }

    fn saw(&mut self, seat: Seat, sight: Sight) {
        if self.meaning.numbers_wander || Some(seat) == self.me {
            return;
        }
        let shown = match sight {
            Sight::Wolf => Roles::wolves(),
            Sight::Good => Roles::wolves().not(),
            Sight::Role(role) => Roles::one(role),
        };
        self.is(seat, shown.or(self.meaning.seeming));
    }

    fn sniffed(&mut self, seats: Seats, wolf: bool) {
        if !wolf {
            seats.iter().for_each(|seat| self.camp(seat, false));
        } else if self.cards_stay() {
            self.count(Quota { among: seats, of: Roles::wolves(), at_least: 1, at_most: u8::MAX });
        }
    }

    /// The pack attacked this seat.
    fn prey(&mut self, seat: Seat) {
        if self.meaning.spares && !self.meaning.numbers_wander && self.cards_stay() {
            self.is(seat, Meaning::pack().not());
        }
    }

    fn died(&mut self, seats: Seats, manner: Manner) {
        self.living = self.living.minus(seats);
        match manner {
            Manner::Explosion => seats.iter().for_each(|seat| self.is(seat, Roles::wolves())),
            Manner::Night => {
                self.dawned = true;
                self.found_dead(seats);
            }
            Manner::Poison => self.dawned = true,
            _ => {}
        }
    }

    /// The dead of a night: the pack's victim, and where there is a witch perhaps hers. The pack attacks none of its own.
    fn found_dead(&mut self, dead: Seats) {
        let poisoned = std::mem::take(&mut self.poisoned);
        if !self.meaning.plain || !self.meaning.spares {
            return;
        }
        if self.witch || !self.meaning.poison {
            let victims = poisoned.map_or(dead, |seat| dead.without(seat));
            victims.iter().for_each(|seat| self.prey(seat));
        } else if dead.len() > 1 {
            let others = dead.len() as u8 - 1;
            self.count(Quota { among: dead, of: Meaning::pack(), at_least: 0, at_most: others });
        }
    }

    /// A victory has been looked for, and nobody has won.
    fn goes_on(&mut self) {
        if !self.meaning.plain || !self.cards_stay() {
            return;
        }
        let (living, wolves) = (self.living, Roles::wolves());
        let alive = living.len() as u8;
        let most = match self.meaning.wolf_win {
            WolfWin::Parity => alive.saturating_sub(1) / 2,
            WolfWin::KillAll | WolfWin::SideWipe => alive.saturating_sub(1),
        };
        self.count(Quota { among: living, of: wolves, at_least: 1, at_most: most });
        if self.meaning.wolf_win == WolfWin::SideWipe {
            for side in self.meaning.sides.clone() {
                self.count(Quota { among: living, of: side, at_least: 1, at_most: u8::MAX });
            }
        }
    }

    fn count(&mut self, quota: Quota) {
        // Where the living are the same, the same is known.
        if !self.evidence.quotas.contains(&quota) {
            self.evidence.quotas.push(quota);
        }
    }

    /// Whether everybody is what his card says for the whole game.
    fn cards_stay(&self) -> bool {
        !self.meaning.cards_wander && self.meaning.changing.is_empty()
    }
}
