//! The whole truth of a game. It cannot be named outside of this crate, so nothing else can be given it.

use crate::agenda::{Step, Then};
use crate::deck::{Board, Deal};
use crate::dice::{Purpose, Roll};
use crate::draw::InForce;
use crate::effect::{Blow, Effect, Fate, FollowUp, Item, Mark, Note, Quarry, Span, When};
use crate::event::{Audience, Event, Fact, Phase, Sight, Ward};
use crate::events::EventId;
use crate::hooks::{Hooks, Me};
use crate::marks::Kind;
use crate::options::{ByNumberOrPerson, OnOff, Opening, Options, Permit, SheriffElectTiming, SheriffSource, SightKind};
use crate::order::{Moment, Rank, moments};
use crate::person::{Gender, Person};
use crate::request::Source;
use crate::roles::{Camp, Group, Pack, RoleId};
use crate::seat::{Seat, Seats};
use crate::win::{Outcome, Party};
use std::collections::VecDeque;
use std::sync::Arc;

/// Whether there will be a sheriff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Election {
    /// The house has no election, or it is over.
    Done,
    /// It is still to come.
    Due,
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub board: Arc<Board>,
    pub log: Vec<Event>,
    pub outcome: Option<Outcome>,

    /// The role each seat plays, and the card it would show.
    pub cards: Vec<RoleId>,
    pub shown: Vec<RoleId>,
    /// The cards as they were dealt.
    pub cards_dealt: Vec<RoleId>,
    pub centre: Vec<RoleId>,
    /// The roles that everybody knows to be in the deck.
    pub announced_roles: Vec<RoleId>,
    /// The moments of a night that may matter in this game, in order.
    pub moments: Vec<Moment>,
    /// Who is alive in truth, and who is dead and not yet announced.
    pub living: Seats,
    pub fallen: Seats,
    pub marks: Vec<Mark>,
    pub notes: Vec<Note>,

    pub phase: Phase,
    pub night: u16,
    pub day: u16,
    /// The pack as its members were last told.
    pub pack_told: Seats,
    pub election: Election,
    pub bombs: u8,
    /// How many votes were held; marks remember in which they were put.
    pub vote: u32,

    /// The night under way.
    pub dusk: Seats,
    pub quarry: Option<Quarry>,
    /// Numbers that mean each other's persons tonight.
    pub swap: Option<(Seat, Seat)>,
    /// Seats whose deaths change places at dawn.
    pub death_swap: Option<(Seat, Seat)>,
    pub shields: Vec<(Seat, Ward, Seat)>,

    pub blows: Vec<Blow>,
    /// Blows of a moment to come.
    pub later: Vec<(When, Blow)>,
    /// Whose cards are not shown because somebody took them.
    pub hidden: Seats,
    /// Those exiled on the last day that had a vote, in order, and whether each was a wolf then.
    pub exiled: Vec<(Seat, bool)>,
    /// Deaths that are true and not yet announced.
    pub fates: Vec<Fate>,
    /// What is found in the morning, after the dead.
    pub dawn: Vec<Effect>,
    pub follow_ups: Vec<(Rank, Seat, FollowUp)>,
    /// Who had won before later blows of the same night counted.
    pub staged: Option<Party>,
    /// The dead of the last announcement, and the last player to die at all.
    pub dawn_dead: Seats,
    pub last_dead: Option<Seat>,
    /// Everybody who was announced dead, in order.
    pub buried: Vec<Seat>,
    /// Whether last night's dead were announced.
    pub announced: bool,

    /// The people at the table, where there is an event deck.
    pub persons: Vec<Person>,
    /// The event cards still to come, and those that were turned up and may still count.
    pub event_deck: Vec<EventId>,
    pub events: Vec<InForce>,
    /// In which of two houses the hunt takes place, while it does not take place in the whole village.
    pub room: Option<Gender>,
    /// The victim of another house.
    pub other_quarry: Option<Quarry>,

    pub agenda: VecDeque<Step>,
    pub cursor: usize,
    pub asking: Option<Step>,
    pub asked: Vec<Me>,
    pub rolls: VecDeque<(Roll, Then)>,
}

impl State {
    pub(crate) fn new(board: Arc<Board>, deal: Deal) -> Self {
        let seats = usize::from(board.seats);
        let mut state = State {
            log: Vec::with_capacity(160),
            outcome: None,
            cards: deal.cards.clone(),
            shown: deal.cards.clone(),
            cards_dealt: deal.cards.clone(),
            centre: deal.centre.clone(),
            announced_roles: Vec::new(),
            moments: moments(&board, &deal),
            living: Seats::all(seats),
            fallen: Seats::NONE,
            marks: Vec::new(),
            notes: Vec::new(),
            phase: Phase::Setup,
            night: 0,
            day: 0,
            pack_told: Seats::NONE,
            election: Election::Done,
            bombs: 0,
            vote: 0,
            dusk: Seats::NONE,
            quarry: None,
            swap: None,
            death_swap: None,
            shields: Vec::new(),
            blows: Vec::new(),
            later: Vec::new(),
            hidden: Seats::NONE,
            exiled: Vec::new(),
            fates: Vec::new(),
            dawn: Vec::new(),
            follow_ups: Vec::new(),
            staged: None,
            dawn_dead: Seats::NONE,
            last_dead: None,
            buried: Vec::new(),
            announced: true,
            persons: deal.persons.clone(),
            event_deck: board.options.event_deck.0.clone(),
            events: Vec::new(),
            room: None,
            other_quarry: None,
            agenda: VecDeque::new(),
            cursor: 0,
            asking: None,
            asked: Vec::new(),
            rolls: VecDeque::new(),
            board,
        };
        state.open_game(deal);
        state
    }

    /// Announces the deck, deals, and puts the first steps on the agenda.
    fn open_game(&mut self, deal: Deal) {
        let deck = self.board.announced();
        self.announced_roles = deck.iter().map(|(role, _)| *role).collect();
        let opened = Fact::Opened { seats: self.board.seats, deck };
        self.tell(Audience::Everyone, opened);
        for seat in Seat::all(deal.cards.len()) {
            self.tell(Audience::one(seat), Fact::Card { role: deal.cards[seat.index()] });
        }
        self.tell(Audience::Moderator, Fact::Dealt { cards: deal.cards, centre: deal.centre });
        if !deal.persons.is_empty() {
            self.tell(Audience::Everyone, Fact::Persons { persons: deal.persons });
        }
        if !self.options().buildings.0.is_empty() {
            self.agenda.push_back(Step::Build(0));
        }
        let o = self.options();
        let (sheriff, source, timing, opening) =
            (o.sheriff == OnOff::On, o.sheriff_source, o.sheriff_elect_timing, o.opening);
        if sheriff && source == SheriffSource::DealtSecret {
            self.agenda.push_back(Step::SecretBadge);
        }
        if sheriff && source == SheriffSource::Elected {
            self.election = Election::Due;
            if timing == SheriffElectTiming::BeforeNight1 {
                self.agenda.push_back(Step::Elect);
            }
        }
        match opening {
            Opening::Night => self.agenda.push_back(Step::Night),
            Opening::Day => {
                // Without a night before it, the pack would not know itself on the first day.
                self.tell_pack();
                self.agenda.push_back(Step::Day);
            }
        }
        for role in self.announced_roles.clone() {
            let effects = role.role().opening(self);
            self.apply_all(effects);
        }
    }

    pub(crate) fn options(&self) -> &Options {
        &self.board.options
    }

    /// Records an event.
    ///
    /// # Panics
    /// When the audience is wider than the fact's ceiling: a leak is a defect of the program, never of its input.
    pub(crate) fn tell(&mut self, audience: Audience, fact: Fact) {
        if audience == Audience::Only(Seats::NONE) {
            return;
        }
        assert!(fact.may_reach(audience), "{fact:?} must not reach {audience:?}");
        let day = if self.phase == Phase::Night { self.night } else { self.day };
        self.log.push(Event { n: self.log.len() as u32, day, phase: self.phase, audience, fact });
    }

    /// The role a seat plays.
    pub(crate) fn card(&self, seat: Seat) -> RoleId {
        self.cards[seat.index()]
    }

    /// Who is in the game as far as anybody knows: the living, and the dead who are not announced. Menus, ballots and
    /// offers are made of these; only the resolution of blows uses `living`.
    pub(crate) fn present(&self) -> Seats {
        self.living.or(self.fallen)
    }

    /// What the seat is: a wolf or not.
    pub(crate) fn wolfish(&self, seat: Seat) -> bool {
        self.card(seat).card().camp == Camp::Wolves || self.has(seat, Kind::Turned)
    }

    /// All wolves among these seats.
    pub(crate) fn wolves(&self, among: Seats) -> Seats {
        among.iter().filter(|seat| self.wolfish(*seat)).collect()
    }

    /// The living wolves who know each other. Computed at the moment of telling, so a convert hears everything from
    /// then on and nothing from before.
    pub(crate) fn pack(&self) -> Seats {
        let by_card = |seat: Seat| self.card(seat).card().pack != Pack::Apart || self.has(seat, Kind::Joined);
        let meets = |seat: &Seat| self.wolfish(*seat) && by_card(*seat) && !self.has(*seat, Kind::Aside);
        self.living.iter().filter(meets).collect()
    }

    /// Who chooses the prey: the pack, and once it is dead the wolves apart from it.
    pub(crate) fn hunters(&self) -> Seats {
        let pack = self.pack();
        let awake = if pack.is_empty() { self.wolves(self.living) } else { pack };
        let indoors = |seat: &Seat| self.room.is_none_or(|room| self.person_in(*seat).gender == room);
        let hunters = awake.minus(self.marked(Kind::Absent)).iter().filter(indoors).collect();
        self.in_force().find_map(|event| event.event().hunters(self)).unwrap_or(hunters)
    }

    /// The nearest to either side among those who are present.
    pub(crate) fn neighbours(&self, seat: Seat) -> Seats {
        let others = || self.present().without(seat).clockwise_after(seat);
        others().next().into_iter().chain(others().last()).collect()
    }

    /// What a seat counts as for the side win.
    pub(crate) fn group(&self, seat: Seat) -> Group {
        let role = self.card(seat);
        let slot = role.role().slot(Me::new(seat, Source::Role(role)), self);
        slot.unwrap_or_else(|| role.group(self.options()))
    }

    /// The person whom a number means at this moment.
    pub(crate) fn person(&self, number: Seat) -> Seat {
        match self.swap {
            Some((a, b)) if number == a => b,
            Some((a, b)) if number == b => a,
            _ => number,
        }
    }

    /// Which of the two a power remembers of a choice, so as not to repeat it (`magician_legality`).
    pub(crate) fn remembered(&self, named: Seat, hit: Seat) -> Seat {
        match self.options().magician_legality {
            ByNumberOrPerson::Number => named,
            ByNumberOrPerson::Person => hit,
        }
    }

    /// What a check of this kind shows of a person: what his card says he seems, or what he is.
    pub(crate) fn sight(&self, seat: Seat, kind: SightKind) -> Sight {
        if let Some(seems) = self.card(seat).role().seems(seat, kind, self) {
            return seems;
        }
        match kind {
            SightKind::Role => Sight::Role(self.card(seat)),
            SightKind::Camp if self.wolfish(seat) => Sight::Wolf,
            SightKind::Camp => Sight::Good,
        }
    }

    /// A check: the result is told by number, and the person looked at may react.
    pub(crate) fn look(&mut self, me: Me, named: Seat, hit: Seat, kind: SightKind) {
        let sight = self.sight(hit, kind);
        self.tell(Audience::one(me.seat), Fact::Saw { seat: named, sight });
        let effects = self.effects_of(Seats::one(hit), |own, hooks| hooks.looked(own, me, sight, self));
        self.apply_all(effects);
    }

    /// Whether a mark of this kind is on the seat today.
    #[inline]
    pub(crate) fn has(&self, seat: Seat, kind: Kind) -> bool {
        self.mark(seat, kind).is_some()
    }

    /// The mark of this kind on the seat, if it counts today.
    #[inline]
    pub(crate) fn mark(&self, seat: Seat, kind: Kind) -> Option<&Mark> {
        self.marks.iter().find(|m| m.on == seat && m.kind == kind && self.counts(m))
    }

    /// Every seat that bears this mark today, dead or alive.
    pub(crate) fn marked(&self, kind: Kind) -> Seats {
        self.marks.iter().filter(|mark| mark.kind == kind && self.counts(mark)).map(|mark| mark.on).collect()
    }

    /// What a power remembers of this kind.
    pub(crate) fn notes(&self, me: Me, item: Item) -> impl Iterator<Item = &Note> {
        self.notes.iter().filter(move |note| note.of == me.seat && note.source == me.source && note.item == item)
    }

    /// A note of this power, made now.
    pub(crate) fn note(&self, me: Me, item: Item, on: Seat) -> Note {
        Note { of: me.seat, source: me.source, item, on, night: self.night }
    }

    /// A mark put now, for good.
    pub(crate) fn new_mark(&self, on: Seat, kind: Kind, by: Seat) -> Mark {
        Mark { on, kind, by, span: Span::Ever, vote: self.vote }
    }

    /// Whether a mark counts at this moment.
    pub(crate) fn counts(&self, mark: &Mark) -> bool {
        self.spans(mark.span)
    }

    /// Whether this is the time that a span is about.
    pub(crate) fn spans(&self, span: Span) -> bool {
        let by_night = self.phase == Phase::Night;
        match span {
            Span::Ever => true,
            Span::Night(night) => by_night && night == self.night,
            Span::Day(day) => !by_night && day == self.day,
            Span::Through(day) => self.day < day || self.day == day && !by_night,
            Span::From(night) => self.night >= night,
            Span::Before(day) => self.day < day,
        }
    }

    /// Whether the seat has lost its power.
    pub(crate) fn powerless(&self, seat: Seat) -> bool {
        self.has(seat, Kind::Powerless)
    }

    /// Whether the seat may not speak. Its silence begins when it is announced, or it would announce itself.
    pub(crate) fn silenced(&self, seat: Seat) -> bool {
        self.announced && self.has(seat, Kind::Silenced)
    }

    /// Whether the seat died in a night in which its power was blocked: then it has no last shot either.
    pub(crate) fn died_blocked(&self, fate: &Fate) -> bool {
        let that_night = Span::Night(fate.night);
        let blocks = |mark: &Mark| mark.on == fate.seat && mark.kind == Kind::Blocked && mark.span == that_night;
        fate.by_night && self.marks.iter().any(blocks)
    }

    /// Whether this is the power of a card that can no longer be used.
    pub(crate) fn sealed(&self, me: Me) -> bool {
        matches!(me.source, Source::Role(_)) && self.has(me.seat, Kind::Sealed)
    }

    /// Whom a lover must spare with his powers, where the house forbids lovers to harm each other (003: 互杀).
    pub(crate) fn spared_by(&self, seat: Seat) -> Seats {
        let forbid = self.options().lovers_may_target_each_other_with_powers == Permit::Forbid;
        if forbid && self.has(seat, Kind::Lover) { self.marked(Kind::Lover).without(seat) } else { Seats::NONE }
    }

    /// What may speak for a seat: its card, unless its power is lost, and the marks on it. The engine asks this more
    /// often than anything else, so it is one plain loop.
    pub(crate) fn hooks_of(&self, seat: Seat) -> impl Iterator<Item = (Me, &'static dyn Hooks)> + '_ {
        let mut card = (!self.powerless(seat)).then(|| self.card(seat));
        let mut marks = self.marks.iter();
        let mut lying = self.events.iter();
        std::iter::from_fn(move || {
            if let Some(role) = card.take() {
                return Some((Me::new(seat, Source::Role(role)), role.role()));
            }
            for mark in marks.by_ref().filter(|mark| mark.on == seat && self.counts(mark)) {
                if let Some(hooks) = mark.kind.hooks() {
                    return Some((Me::new(seat, mark.kind.source()), hooks));
                }
            }
            let card = lying.find(|card| card.lies && self.spans(card.span))?;
            Some((Me::new(seat, Source::Event(card.event)), card.event.event() as &dyn Hooks))
        })
    }

    /// What the cards and marks of these seats do at a moment, in the order of the seats.
    pub(crate) fn effects_of(
        &self,
        seats: Seats,
        mut speak: impl FnMut(Me, &'static dyn Hooks) -> Vec<Effect>,
    ) -> Vec<Effect> {
        let mut effects = vec![];
        for seat in seats.iter() {
            for (me, hooks) in self.hooks_of(seat) {
                effects.append(&mut speak(me, hooks));
            }
        }
        effects
    }

    /// The powers of this role that may be used tonight: of its holders, and of those who borrowed it.
    pub(crate) fn holders(&self, role: RoleId) -> Vec<Me> {
        let power =
            |me: &Me| matches!(me.source, Source::Role(of) | Source::Borrowed(of) | Source::Gift(of) if of == role);
        let mut holders = vec![];
        for seat in self.living.iter() {
            holders.extend(self.hooks_of(seat).map(|(me, _)| me).filter(power));
        }
        holders
    }

    /// Whether anybody may have the power of this role, as his card or lent to him. Most roles are in no game.
    pub(crate) fn in_play(&self, role: RoleId) -> bool {
        let lent = |mark: &Mark| matches!(mark.kind, Kind::Borrows(of) | Kind::Gift(of) if of == role);
        self.cards.contains(&role) || self.marks.iter().any(lent)
    }

    pub(crate) fn deal_secret_badge(&mut self) {
        let sides = self.living.len() as u16;
        self.roll(Roll { purpose: Purpose::SecretBadge, sides }, Then::SecretBadge);
    }

    pub(crate) fn secret_badge(&mut self, seat: Seat) {
        let mark = self.new_mark(seat, Kind::Sheriff, seat);
        self.marks.push(mark);
        self.tell(Audience::one(seat), Fact::SecretBadge { seat });
    }
}
