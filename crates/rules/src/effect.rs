//! What hooks may ask for, and the only place where the state is changed on their behalf.

use crate::agenda::{Step, Then};
use crate::dice::{Purpose, Roll};
use crate::event::{Audience, Cause, Fact, Ward};
use crate::hooks::Me;
use crate::marks::Kind;
use crate::order::Rank;
use crate::request::{Ask, Source};
use crate::roles::RoleId;
use crate::seat::Seat;
use crate::state::State;

/// An attempt on a life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Blow {
    pub on: Seat,
    pub cause: Cause,
    /// Who dealt it, where it is one person's deed.
    pub by: Option<Seat>,
}

/// What became of a seat in one wave: the blows that stood and those that were averted.
#[derive(Clone, Debug)]
pub(crate) struct Fate {
    pub seat: Seat,
    pub stood: Vec<Blow>,
    pub averted: Vec<(Blow, Ward)>,
    /// Whether it happened at night.
    pub by_night: bool,
    pub night: u16,
}

impl Fate {
    pub fn died(&self) -> bool {
        !self.stood.is_empty()
    }

    pub fn died_of(&self, cause: Cause) -> bool {
        self.stood.iter().any(|blow| blow.cause == cause)
    }
}

/// What an interceptor says of a blow.
pub(crate) enum Verdict {
    /// It stands.
    Stands,
    /// It is averted, with these effects after the wave. Notes among them count at once, so that one life absorbs
    /// one blow of two.
    Averted(Ward, Vec<Effect>),
}

/// Something put on a seat. Roles meet through marks, not through each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub on: Seat,
    pub kind: Kind,
    /// Who put it there.
    pub by: Seat,
    /// The only day on which it counts, if it is for one day.
    pub day: Option<u16>,
    /// The vote during which it was put, as `State::vote` counts them.
    pub vote: u32,
}

/// What a power remembers of its own use. It belongs to a seat and a role, and ends with the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Note {
    pub of: Seat,
    pub role: RoleId,
    pub item: Item,
    pub on: Seat,
    pub night: u16,
}

/// The things a power may remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// The antidote was used.
    Antidote,
    /// The poison was used.
    Poison,
    /// This number was guarded.
    Guarded,
    /// This number was checked.
    Checked,
    /// This number was charmed.
    Charmed,
    /// A life was lost.
    Life,
    /// The peek was seen.
    Caught,
}

/// One change of the game.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// An attempt on a life, resolved in the next wave.
    Strike(Blow),
    /// The same, after all that has a lower rank.
    StrikeAt(Rank, Blow),
    /// Protection for this night.
    Shield { on: Seat, ward: Ward, by: Seat },
    /// Puts a mark on a seat.
    Mark(Mark),
    /// Takes it off.
    Unmark(Seat, Kind),
    /// Remembers.
    Note(Note),
    /// Tells.
    Tell(Audience, Fact),
    /// Puts a question when all that has a lower rank is done. It asks the hook that the source names.
    Ask { me: Me, ask: Ask, from: Source, rank: Rank },
    /// A step right after this one; several keep their order.
    Next(Step),
    /// Ends the day: what is under way is settled, then night falls.
    NightNow,
    /// The seat plays this role from now on. `card` is what he shows when his card is turned.
    Become { seat: Seat, role: RoleId, card: RoleId },
    /// The pack's prey tonight, in place of any other.
    Prey(Seat),
    /// A roll, whose result goes to the `rolled` hook of this role.
    Roll { me: Me, role: RoleId, purpose: Purpose, sides: u16 },
    /// A wolf blew himself up while the sheriff was being elected.
    BadgeBomb,
}

/// A thing to do in `Settle`, in the order of ranks and seats.
#[derive(Clone, Debug)]
pub(crate) enum FollowUp {
    /// A question.
    Ask { me: Me, ask: Ask, from: Source },
    /// A blow.
    Strike(Blow),
}

impl State {
    pub(crate) fn apply_all(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.apply(effect);
        }
    }

    pub(crate) fn apply(&mut self, effect: Effect) {
        match effect {
            Effect::Strike(blow) => self.blows.push(blow),
            Effect::StrikeAt(rank, blow) => self.follow_ups.push((rank, blow.on, FollowUp::Strike(blow))),
            Effect::Shield { on, ward, by } => {
                self.shields.push((on, ward, by));
                self.tell(Audience::Moderator, Fact::Put { by, on, what: ward });
            }
            Effect::Mark(mark) => {
                if !self.marks.iter().any(|m| m.on == mark.on && m.kind == mark.kind && m.day == mark.day) {
                    self.marks.push(mark);
                }
            }
            Effect::Unmark(seat, kind) => self.marks.retain(|mark| !(mark.on == seat && mark.kind == kind)),
            Effect::Note(note) => self.notes.push(note),
            Effect::Tell(audience, fact) => self.tell(audience, fact),
            Effect::Ask { me, ask, from, rank } => {
                self.follow_ups.push((rank, me.seat, FollowUp::Ask { me, ask, from }));
            }
            Effect::Next(step) => self.next(step),
            Effect::NightNow => {
                self.agenda.clear();
                // What ended the day is seen before anything that follows from it.
                self.agenda.push_back(Step::Fall);
                self.cursor = 1;
                // An election may be cut short before the night's dead were announced.
                let unannounced = (!self.announced).then_some(Step::Announce);
                self.agenda.extend(unannounced);
                self.agenda.extend([Step::Settle, Step::Night]);
            }
            Effect::Become { seat, role, card } => {
                self.cards[seat.index()] = role;
                self.shown[seat.index()] = card;
            }
            Effect::Prey(seat) => self.quarry = Some(seat),
            Effect::Roll { me, role, purpose, sides } => {
                self.roll(Roll { purpose, sides }, Then::Role { me, role });
            }
            Effect::BadgeBomb => self.next(Step::BadgeBomb),
        }
    }
}
