//! What a listener holds for certain: the fold over what was addressed to him.
//!
//! It is what can be told apart from a guess without a judge: his own card, cards and camps he was shown, what he did. It
//! may be wrong, as a seer is who saw a hidden wolf: he holds for certain what he was told.

use lycaon_rules::{Ask, Board, Camp, Choice, Fact, Manner, RoleId, Seat, Seats, Sight};
use std::collections::BTreeMap;

/// What somebody did or saw by a power of his own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Act {
    /// The day on which, or the number of the night in which.
    pub day: u16,
    /// What.
    pub deed: Deed,
    /// To whom; `None` if he was not told.
    pub seat: Option<Seat>,
}

/// A kind of act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Looked, and saw a wolf or none.
    Saw {
        /// Whether a wolf was seen.
        wolf: bool,
    },
    /// Gave the antidote.
    Saved,
    /// Gave poison.
    Poisoned,
    /// Protected.
    Guarded,
    /// Shot.
    Shot,
}

/// What a listener holds for certain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    roles: BTreeMap<Seat, RoleId>,
    wolves: Seats,
    good: Seats,
    acts: Vec<Act>,
    victim: Option<Seat>,
    /// How many wolves there can be, if the deck says so.
    pack: Option<usize>,
}

impl Knowledge {
    /// What everybody knows before the deal.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let wolves = board.roles.iter().filter(|(role, _)| role.card().camp == Camp::Wolves);
        let pack = wolves.map(|(_, count)| usize::from(*count)).sum();
        Knowledge { pack: (!board.has_centre()).then_some(pack), ..Knowledge::default() }
    }

    /// The card of a seat, if it is known.
    #[must_use]
    pub fn role(&self, seat: Seat) -> Option<RoleId> {
        self.roles.get(&seat).copied()
    }

    /// How many seats are known to hold a card.
    #[must_use]
    pub fn holders(&self, role: RoleId) -> usize {
        self.roles.values().filter(|held| **held == role).count()
    }

    /// Whether a seat is a wolf, if that is known. Who knows as many wolves as were dealt knows that nobody else is one.
    #[must_use]
    pub fn wolf(&self, seat: Seat) -> Option<bool> {
        if self.wolves.has(seat) {
            return Some(true);
        }
        let all_known = self.pack.is_some_and(|pack| self.wolves.len() >= pack);
        (all_known || self.good.has(seat)).then_some(false)
    }

    /// What the listener did, oldest first.
    #[must_use]
    pub fn acts(&self) -> &[Act] {
        &self.acts
    }

    /// Hears a fact on a day; `me` is the listener, unless it is the public.
    pub fn hear(&mut self, me: Option<Seat>, day: u16, fact: &Fact) {
        match fact {
            Fact::Revealed { seat, role, .. } => self.holds(*seat, *role),
            Fact::RevealedCamp { seat, wolf } | Fact::Duel { seat, wolf, .. } => self.is(*seat, *wolf),
            Fact::Flipped { seat } => self.holds(*seat, RoleId::Idiot),
            Fact::Died { seats, manner: Manner::Explosion, .. } => seats.iter().for_each(|seat| self.is(seat, true)),
            _ => {
                if let Some(me) = me {
                    self.told(me, day, fact);
                }
            }
        }
    }

    /// Hears what the public does not.
    fn told(&mut self, me: Seat, day: u16, fact: &Fact) {
        match fact {
            Fact::Card { role } | Fact::Became { role } => self.holds(me, *role),
            Fact::Turned => self.is(me, true),
            Fact::Pack { wolves } | Fact::Wolves { seats: wolves } | Fact::Peeked { wolves, .. } => {
                wolves.iter().for_each(|seat| self.is(seat, true));
            }
            Fact::Kin { role, seats } => seats.iter().for_each(|seat| self.holds(seat, *role)),
            Fact::Lovers { roles: Some(roles), .. } => roles.iter().for_each(|(seat, role)| self.holds(*seat, *role)),
            Fact::Graves { exiled } => exiled.iter().for_each(|(seat, wolf)| self.is(*seat, *wolf)),
            Fact::Sniffed { seats, wolf: false } => seats.iter().for_each(|seat| self.saw(seat, day, false)),
            Fact::Saw { seat, sight } => {
                if let Sight::Role(role) = sight {
                    self.holds(*seat, *role);
                }
                self.saw(*seat, day, sight.is_wolf());
            }
            Fact::Victim { seat } => self.victim = *seat,
            Fact::VictimHidden => self.victim = None,
            Fact::Decided { ask, choice } => self.did(day, *ask, *choice),
            Fact::TooLate { .. } => self.acts.retain(|act| act.day != day || matches!(act.deed, Deed::Saw { .. })),
            _ => {}
        }
    }

    fn did(&mut self, day: u16, ask: Ask, choice: Choice) {
        let deeds = match (ask, choice) {
            (_, Choice::Save) => vec![(Deed::Saved, self.victim)],
            (_, Choice::Poison { seat }) => vec![(Deed::Poisoned, Some(seat))],
            (_, Choice::SaveAndPoison { seat }) => vec![(Deed::Saved, self.victim), (Deed::Poisoned, Some(seat))],
            (Ask::Night { role: RoleId::Guard }, Choice::Target { seat }) => vec![(Deed::Guarded, Some(seat))],
            (Ask::Shot, Choice::Target { seat }) => vec![(Deed::Shot, Some(seat))],
            _ => vec![],
        };
        self.acts.extend(deeds.into_iter().map(|(deed, seat)| Act { day, deed, seat }));
    }

    fn saw(&mut self, seat: Seat, day: u16, wolf: bool) {
        self.is(seat, wolf);
        self.acts.push(Act { day, deed: Deed::Saw { wolf }, seat: Some(seat) });
    }

    fn holds(&mut self, seat: Seat, role: RoleId) {
        self.roles.insert(seat, role);
        self.is(seat, role.card().camp == Camp::Wolves);
    }

    fn is(&mut self, seat: Seat, wolf: bool) {
        let (camp, other) = if wolf { (&mut self.wolves, &mut self.good) } else { (&mut self.good, &mut self.wolves) };
        camp.insert(seat);
        other.remove(seat);
    }
}
