//! The whole truth of a game. It cannot be named outside of this crate, so nothing else can be given it.

use crate::agenda::{Asked, Step, Then};
use crate::deck::{Board, Deal};
use crate::dice::{Purpose, Roll};
use crate::effect::{Blow, Fate, FollowUp, Item, Mark, Note};
use crate::event::{Audience, Event, Fact, Phase, Sight, Ward};
use crate::hooks::{Hooks, Me};
use crate::marks::Kind;
use crate::options::{OnOff, Opening, Options, Permit, SheriffElectTiming, SheriffSource, SightKind};
use crate::order::Rank;
use crate::request::Source;
use crate::roles::{Camp, RoleId};
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
    pub centre: Vec<RoleId>,
    /// The roles that everybody knows to be in the deck.
    pub announced_roles: Vec<RoleId>,
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
    pub quarry: Option<Seat>,
    pub shields: Vec<(Seat, Ward, Seat)>,

    pub blows: Vec<Blow>,
    /// Deaths that are true and not yet announced.
    pub fates: Vec<Fate>,
    pub follow_ups: Vec<(Rank, Seat, FollowUp)>,
    /// Who had won before later blows of the same night counted.
    pub staged: Option<Party>,
    /// The dead of the last announcement, and the last player to die at all.
    pub dawn_dead: Seats,
    pub last_dead: Option<Seat>,
    /// Whether last night's dead were announced.
    pub announced: bool,

    pub agenda: VecDeque<Step>,
    pub cursor: usize,
    pub asking: Option<Step>,
    pub asked: Vec<Asked>,
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
            centre: deal.centre.clone(),
            announced_roles: Vec::new(),
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
            shields: Vec::new(),
            blows: Vec::new(),
            fates: Vec::new(),
            follow_ups: Vec::new(),
            staged: None,
            dawn_dead: Seats::NONE,
            last_dead: None,
            announced: true,
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
        self.card(seat).card().camp == Camp::Wolves
    }

    /// What a check of this kind shows of a seat.
    pub(crate) fn sight(&self, seat: Seat, kind: SightKind) -> Sight {
        match kind {
            SightKind::Role => Sight::Role(self.card(seat)),
            SightKind::Camp if self.wolfish(seat) => Sight::Wolf,
            SightKind::Camp => Sight::Good,
        }
    }

    /// All wolves among these seats.
    pub(crate) fn wolves(&self, among: Seats) -> Seats {
        among.iter().filter(|seat| self.wolfish(*seat)).collect()
    }

    /// Whether a mark of this kind is on the seat today.
    pub(crate) fn has(&self, seat: Seat, kind: Kind) -> bool {
        self.mark(seat, kind).is_some()
    }

    /// The mark of this kind on the seat, if it counts today.
    pub(crate) fn mark(&self, seat: Seat, kind: Kind) -> Option<&Mark> {
        self.marks.iter().find(|m| m.on == seat && m.kind == kind && m.day.is_none_or(|day| day == self.day))
    }

    /// Every seat that bears this mark today, dead or alive.
    pub(crate) fn marked(&self, kind: Kind) -> Seats {
        let counts = |mark: &&Mark| mark.kind == kind && mark.day.is_none_or(|day| day == self.day);
        self.marks.iter().filter(counts).map(|mark| mark.on).collect()
    }

    /// The notes of a power of this seat.
    pub(crate) fn notes(&self, of: Seat, item: Item) -> impl Iterator<Item = &Note> {
        let role = self.card(of);
        self.notes.iter().filter(move |note| note.of == of && note.role == role && note.item == item)
    }

    /// A note of this seat's power, made now.
    pub(crate) fn note(&self, of: Seat, item: Item, on: Seat) -> Note {
        Note { of, role: self.card(of), item, on, night: self.night }
    }

    /// A mark put now, for good.
    pub(crate) fn new_mark(&self, on: Seat, kind: Kind, by: Seat) -> Mark {
        Mark { on, kind, by, day: None, vote: self.vote }
    }

    /// Whether the seat has lost its power.
    pub(crate) fn powerless(&self, seat: Seat) -> bool {
        self.has(seat, Kind::Powerless)
    }

    /// Whom a lover must spare with his powers, where the house forbids lovers to harm each other (003: 互杀).
    pub(crate) fn spared_by(&self, seat: Seat) -> Seats {
        let forbid = self.options().lovers_may_target_each_other_with_powers == Permit::Forbid;
        if forbid && self.has(seat, Kind::Lover) { self.marked(Kind::Lover).without(seat) } else { Seats::NONE }
    }

    /// What may speak for a seat: its card, unless its power is lost, and the marks on it.
    pub(crate) fn hooks_of(&self, seat: Seat) -> impl Iterator<Item = (Source, &'static dyn Hooks)> + '_ {
        let card = self.card(seat);
        let own = (!self.powerless(seat)).then_some((Source::Role(card), Source::Role(card).hooks()));
        let counts = move |mark: &&Mark| mark.on == seat && mark.day.is_none_or(|day| day == self.day);
        let marks = self.marks.iter().filter(counts).map(|mark| (mark.kind.source(), mark.kind.hooks()));
        own.into_iter().chain(marks)
    }

    /// Whose power of this role may be used tonight.
    pub(crate) fn holders(&self, role: RoleId) -> Seats {
        self.living.iter().filter(|seat| self.card(*seat) == role && !self.powerless(*seat)).collect()
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

impl Source {
    /// The hooks that a request of this source is played through.
    pub(crate) fn hooks(self) -> &'static dyn Hooks {
        match self {
            Source::House => &House,
            Source::Role(role) => role.role(),
            Source::Sheriff => Kind::Sheriff.hooks(),
            Source::ShownIdiot => Kind::Flipped.hooks(),
        }
    }
}

/// The house asks for words; what they do is decided where they are asked for.
struct House;

impl Hooks for House {
    fn menu(&self, _me: Me, ask: crate::request::Ask, s: &State) -> Option<crate::request::Menu> {
        ask.is_speech().then(|| crate::request::Menu::Talk { limit: s.options().speech_length.0 })
    }
}
