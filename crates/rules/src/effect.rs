//! What hooks may ask for, and the only place where the state is changed on their behalf.

use crate::agenda::{Step, Then};
use crate::dice::{Purpose, Roll};
use crate::event::{Audience, Cause, Fact, Ward};
use crate::events::EventId;
use crate::hooks::Me;
use crate::marks::Kind;
use crate::options::{MagicianModel, SightKind};
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
    pub harm: Harm,
}

/// What a blow does if it stands. An infection is an attack too, so that what averts the one averts the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Harm {
    Kill,
    /// Makes a wolf of its victim.
    Turn,
}

impl Blow {
    pub fn kill(on: Seat, cause: Cause, by: Option<Seat>) -> Self {
        Blow { on, cause, by, harm: Harm::Kill }
    }
}

/// A moment to come. Moments are ordered; what is due at one fires at it or at the first later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct When {
    /// The number of the night, or of the day.
    pub number: u16,
    pub part: Part,
}

/// A part of the time from dusk to dusk, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// When the night's blows are resolved.
    Night,
    /// When the day's speeches are over.
    AfterTalk,
    /// When the day's vote is over.
    AfterVote,
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
        self.stood.iter().any(|blow| blow.harm == Harm::Kill)
    }

    pub fn died_of(&self, cause: Cause) -> bool {
        self.stood.iter().any(|blow| blow.harm == Harm::Kill && blow.cause == cause)
    }

    /// Whether the seat was made a wolf, and lives.
    pub fn turned(&self) -> bool {
        !self.stood.is_empty() && !self.died()
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
    /// While it counts.
    pub span: Span,
    /// The vote during which it was put, as `State::vote` counts them.
    pub vote: u32,
}

/// While a mark counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    /// For good.
    Ever,
    /// In this night.
    Night(u16),
    /// On this day.
    Day(u16),
    /// Until this day is over.
    Through(u16),
    /// From this night on.
    From(u16),
    /// Until this day breaks.
    Before(u16),
}

/// What a power remembers of its own use. It belongs to a seat and one of its powers, and ends with that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Note {
    pub of: Seat,
    pub source: Source,
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
    /// The power was used.
    Used,
    /// The power was used for this card.
    Card(RoleId),
    /// This number was swapped.
    Swapped,
    /// This player was chosen.
    Chosen,
    /// This number was cursed.
    Cursed,
    /// This number was silenced.
    Silenced,
    /// This number was named.
    Named,
    /// This spiritualism card was used.
    Spirit(EventId),
    /// This event card is in hand.
    Held(EventId),
    /// This player traded in a deal.
    Traded,
}

/// One change of the game.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// An attempt on a life, resolved in the next wave.
    Strike(Blow),
    /// The same, resolved here and now; it is announced with the other deaths of the night.
    StrikeNow(Blow),
    /// The same, after all that has a lower rank.
    StrikeAt(Rank, Blow),
    /// The same, at a moment to come.
    Later(When, Blow),
    /// Protection for this night.
    Shield { on: Seat, ward: Ward, by: Seat },
    /// Puts a mark on a seat, unless one of the kind is there by the same hand for the same time.
    Mark(Mark),
    /// Takes it off.
    Unmark(Seat, Kind),
    /// Remembers.
    Note(Note),
    /// Tells.
    Tell(Audience, Fact),
    /// Puts a question when all that has a lower rank is done.
    Ask { me: Me, ask: Ask, rank: Rank },
    /// A step right after this one; several keep their order.
    Next(Step),
    /// Ends the day: what is under way is settled, then night falls.
    NightNow,
    /// The seat plays this role from now on. `card` is what he shows when his card is turned.
    Become { seat: Seat, role: RoleId, card: RoleId },
    /// The pack's prey tonight, in place of any other.
    Prey(Seat),
    /// What the pack's attack does tonight.
    Harm(Harm),
    /// Two numbers mean each other's persons for the rest of the night.
    Swap(Seat, Seat),
    /// A check: `named` is looked at, which is `hit`, and `me` is told.
    Look { me: Me, named: Seat, hit: Seat, kind: SightKind },
    /// The vote that was just opened does not count; it is held again after what is put next.
    VoidVote,
    /// One more exile vote before the day ends.
    SecondVote,
    /// The card is not shown when its holder dies: somebody took it.
    HideCard(Seat),
    /// A roll, whose result goes to the `rolled` hook of this power.
    Roll { me: Me, purpose: Purpose, sides: u16 },
    /// The seat counts as exiled today, though it stays for a while.
    Exiled(Seat),
    /// What everybody finds in the morning, after the night's dead.
    AtDawn(Vec<Effect>),
    /// An event card is turned up.
    TurnUp(EventId),
    /// An event card is no longer in force.
    Discard(EventId),
    /// A dead player is in the game again, as if he had not died.
    Revive(Seat),
    /// A power remembers this no longer.
    Forget(Me, Item),
    /// A wolf blew himself up while the sheriff was being elected.
    BadgeBomb,
}

/// The pack's prey: the number that was named and the person who is hit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quarry {
    pub named: Seat,
    pub hit: Seat,
    pub harm: Harm,
}

/// A thing to do in `Settle`, in the order of ranks and seats.
#[derive(Clone, Debug)]
pub(crate) enum FollowUp {
    /// A question.
    Ask { me: Me, ask: Ask },
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
            Effect::StrikeNow(blow) => {
                let waiting = std::mem::replace(&mut self.blows, vec![blow]);
                self.waves();
                self.blows = waiting;
            }
            Effect::Later(when, blow) => self.later.push((when, blow)),
            Effect::StrikeAt(rank, blow) => self.follow_ups.push((rank, blow.on, FollowUp::Strike(blow))),
            Effect::Shield { on, ward, by } => {
                self.shields.push((on, ward, by));
                self.tell(Audience::Moderator, Fact::Put { by, on, what: ward });
            }
            Effect::Mark(mark) => {
                let refused = self.hooks_of(mark.on).any(|(_, hooks)| hooks.refuses(mark.kind, self));
                let same = |m: &Mark| (m.on, m.kind, m.by, m.span) == (mark.on, mark.kind, mark.by, mark.span);
                if !refused && !self.marks.iter().any(same) {
                    self.marks.push(mark);
                }
            }
            Effect::Unmark(seat, kind) => self.marks.retain(|mark| !(mark.on == seat && mark.kind == kind)),
            Effect::Note(note) => self.notes.push(note),
            Effect::Tell(audience, fact) => self.tell(audience, fact),
            Effect::Ask { me, ask, rank } => {
                self.follow_ups.push((rank, me.seat, FollowUp::Ask { me, ask }));
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
                self.agenda.extend([Step::Due(Part::AfterVote), Step::Settle, Step::Night]);
            }
            Effect::Become { seat, role, card } => {
                self.cards[seat.index()] = role;
                self.shown[seat.index()] = card;
            }
            Effect::Prey(seat) => self.quarry = Some(Quarry { named: seat, hit: seat, harm: Harm::Kill }),
            Effect::Harm(harm) => {
                if let Some(quarry) = &mut self.quarry {
                    quarry.harm = harm;
                }
            }
            Effect::Swap(a, b) => match self.options().magician_model {
                MagicianModel::Remap => self.swap = Some((a, b)),
                MagicianModel::DeathSwap => self.death_swap = Some((a, b)),
            },
            Effect::Look { me, named, hit, kind } => self.look(me, named, hit, kind),
            Effect::VoidVote => self.void_vote(),
            Effect::SecondVote => self.second_vote(),
            Effect::HideCard(seat) => self.hidden.insert(seat),
            Effect::Roll { me, purpose, sides } => {
                self.roll(Roll { purpose, sides }, Then::Power(me));
            }
            Effect::Exiled(seat) => self.exiled.push((seat, self.wolfish(seat))),
            Effect::AtDawn(effects) => self.dawn.extend(effects),
            Effect::TurnUp(event) => self.turn_up(event),
            Effect::Discard(event) => self.events.retain(|in_force| in_force.event != event),
            Effect::Revive(seat) => self.revive(seat),
            Effect::Forget(me, item) => {
                self.notes.retain(|note| !(note.of == me.seat && note.source == me.source && note.item == item));
            }
            Effect::BadgeBomb => self.next(Step::BadgeBomb),
        }
    }
}
