//! The event deck: which card is turned up, how long it is in force, what it takes the place of and what it asks.

use crate::agenda::{Step, Then};
use crate::dice::{Purpose, Roll};
use crate::effect::{Effect, Item, Note, Span};
use crate::event::{Audience, Fact};
use crate::events::{EventDraw, EventId, EventOrder, Instead, Lasts, PLAYS, is_spiritualism};
use crate::hooks::Me;
use crate::marks::Kind;
use crate::options::{OnOff, SheriffSource};
use crate::poll::Poll;
use crate::request::{Answer, Ask, Choice, Request, Source};
use crate::roles::RoleId;
use crate::seat::{Seat, Seats};
use crate::state::{Election, State};

/// An event card that was turned up, and while it counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InForce {
    pub event: EventId,
    pub span: Span,
    /// Whether it lies on everybody; as printed on the card, and kept here because the engine asks it of every seat.
    pub lies: bool,
}

impl State {
    /// Whether a card is turned up today.
    pub(crate) fn draws_today(&self) -> bool {
        !self.event_deck.is_empty() && (self.options().event_draw != EventDraw::FromDay2 || self.day > 1)
    }

    /// Draws among the cards that can be played now, which goes by what everybody knows; if none can, there is none
    /// today.
    pub(crate) fn draw(&mut self) {
        let by_crier = self.options().event_draw == EventDraw::TownCrier;
        let crier = self.marked(Kind::Crier).and(self.around()).first();
        match (by_crier, crier) {
            (false, _) => self.draw_for(None),
            (true, Some(crier)) => match self.hand(crier) {
                Some(event) => self.ask_crier(crier, event),
                None => self.draw_for(Some(crier)),
            },
            (true, None) => {}
        }
    }

    /// Draws a card to be turned up, or for the town crier's hand, whose cards are never those of spirits.
    fn draw_for(&mut self, crier: Option<Seat>) {
        let fits = |event: &EventId| event.fits(self) && !(crier.is_some() && is_spiritualism(*event));
        let mut fit: Vec<EventId> = self.event_deck.iter().copied().filter(fits).collect();
        if self.options().event_order == EventOrder::Listed {
            fit.truncate(1);
        }
        if !fit.is_empty() {
            self.roll(Roll { purpose: Purpose::Event, sides: fit.len() as u16 }, Then::Drawn(crier, fit));
        }
    }

    /// A card was drawn, to be turned up or for this hand.
    pub(crate) fn drawn(&mut self, crier: Option<Seat>, event: EventId) {
        let Some(crier) = crier else { return self.turn_up(event) };
        let note = self.note(Me::new(crier, Source::Mark(Kind::Crier)), Item::Held(event), crier);
        self.notes.push(note);
        self.tell(Audience::one(crier), Fact::Holds { event });
        self.ask_crier(crier, event);
    }

    /// The card that a town crier can play today. One that cannot be played goes back to the others.
    fn hand(&mut self, crier: Seat) -> Option<EventId> {
        let me = Me::new(crier, Source::Mark(Kind::Crier));
        let mine = |note: &Note| (note.of, note.source) == (me.seat, me.source);
        let held = self.notes.iter().filter(|note| mine(note)).find_map(|note| match note.item {
            Item::Held(event) => Some(event),
            _ => None,
        })?;
        let fits = held.fits(self);
        if !fits {
            self.apply(Effect::Forget(me, Item::Held(held)));
        }
        fits.then_some(held)
    }

    fn ask_crier(&mut self, crier: Seat, event: EventId) {
        let me = Me::new(crier, Source::Mark(Kind::Crier));
        self.next(Step::Put { me, ask: Ask::Event { event, part: PLAYS, of: None } });
    }

    pub(crate) fn turn_up(&mut self, event: EventId) {
        self.event_deck.retain(|other| *other != event);
        self.tell(Audience::Everyone, Fact::EventDrawn { event });
        let info = event.info();
        let span = match info.lasts {
            Lasts::Today => Span::Through(self.day),
            Lasts::UntilDawn => Span::Before(self.day + 1),
            Lasts::NextNight => Span::Night(self.night + 1),
            Lasts::NextVerdict | Lasts::Ever => Span::Ever,
        };
        self.events.push(InForce { event, span, lies: info.lies });
        let effects = event.event().drawn(self);
        self.apply_all(effects);
    }

    /// The event cards in force now.
    pub(crate) fn in_force(&self) -> impl Iterator<Item = EventId> + '_ {
        self.events.iter().filter(|card| self.spans(card.span)).map(|card| card.event)
    }

    /// What a card in force puts in the place of this. A vote that does not take place is a verdict all the same: cards
    /// that wait for one are done.
    pub(crate) fn replaced(&mut self, what: Instead) -> bool {
        let cards: Vec<EventId> = self.in_force().collect();
        let Some((event, effects)) =
            cards.into_iter().find_map(|event| Some((event, event.event().instead(what, self)?)))
        else {
            return false;
        };
        if what == Instead::Vote {
            // A card that itself waits for the vote changes only how it is held, and is done.
            let waits = |event: EventId| event.info().lasts == Lasts::NextVerdict;
            let held = waits(event);
            self.events.retain(|card| if held { card.event != event } else { !waits(card.event) });
        }
        self.apply_all(effects);
        true
    }

    /// Puts a question of an event card to these seats at once.
    pub(crate) fn inquire(&mut self, who: Seats, ask: Ask) -> Vec<Request> {
        let Ask::Event { event, .. } = ask else { unreachable!("only event cards inquire") };
        // Who has left since he was named is not asked.
        let there = if ask.reaches_the_dead() { who } else { who.and(self.present()) };
        there.iter().flat_map(|seat| self.put(Me::new(seat, Source::Event(event)), ask)).collect()
    }

    pub(crate) fn inquired(&mut self, ask: Ask, batch: &[Request], answers: &[Answer]) {
        let Ask::Event { event, part, of } = ask else { unreachable!("only event cards inquire") };
        let choices: Vec<(Seat, Choice)> =
            batch.iter().map(|request| request.seat).zip(answers.iter().map(|answer| answer.choice)).collect();
        let effects = event.event().answered(part, of, &choices, self);
        self.apply_all(effects);
    }

    /// Who is at the table: present, and not away for a while.
    pub(crate) fn around(&self) -> Seats {
        self.present().minus(self.marked(Kind::Absent))
    }

    /// The dead whom everybody knows, in the order in which they were announced; of one night, by seat.
    pub(crate) fn announced_dead(&self) -> &[Seat] {
        &self.buried
    }

    /// Those at the table, clockwise from the left of the last dead, or of the last seat while nobody has died.
    pub(crate) fn leftwards(&self) -> Vec<Seat> {
        let anchor = self.announced_dead().last().copied().unwrap_or(Seat::new(self.board.seats));
        self.around().clockwise_after(anchor).collect()
    }

    /// Takes a death back. What it has set off already stays.
    pub(crate) fn revive(&mut self, seat: Seat) {
        self.fates.retain(|fate| fate.seat != seat);
        self.fallen.remove(seat);
        self.buried.retain(|dead| *dead != seat);
        self.living.insert(seat);
        self.staged = None;
        if self.last_dead == Some(seat) {
            self.last_dead = self.announced_dead().last().copied();
        }
    }

    /// Whether this table elects a sheriff, and has done so.
    pub(crate) fn has_elections(&self) -> bool {
        let o = self.options();
        o.sheriff == OnOff::On && o.sheriff_source == SheriffSource::Elected && self.election == Election::Done
    }

    /// The card a seat was dealt.
    pub(crate) fn dealt(&self, seat: Seat) -> RoleId {
        self.cards_dealt[seat.index()]
    }

    /// The living who hold one of these cards and can use it.
    pub(crate) fn able(&self, roles: &[RoleId]) -> Seats {
        let able = |seat: &Seat| roles.contains(&self.card(*seat)) && !self.powerless(*seat);
        self.living.iter().filter(able).collect()
    }

    /// Opens a vote in which ballots are cast openly and in turn, clockwise, from this seat.
    pub(crate) fn open_in_turn(&self, poll: Poll, first: Seat) -> Step {
        Step::Poll(Box::new(Poll { first_voter: Some(first), ..poll }))
    }
}
