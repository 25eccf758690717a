//! What a player remembers: the events of his own view, sorted for the questions he will ask of them.

use super::listen;
use super::sentences::Sentences;
use lycaon_rules::{
    About, Ask, Board, Camp, Choice, Claim, EventId, Fact, Manner, Phase, RoleId, SEATS_MAX, Seat, SeatEvent, Seats,
    View,
};
use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// One value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PerSeat<T>([T; SEATS_MAX]);

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// A statement somebody made in public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub day: u16,
    pub by: Seat,
    pub claim: Claim,
}

/// A death everybody knows of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Death {
    pub day: u16,
    pub seat: Seat,
    pub manner: Manner,
}

/// The opened ballots of a vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ballots {
    pub day: u16,
    pub about: About,
    pub cast: Vec<(Seat, Option<Seat>)>,
}

/// A check of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Check {
    pub night: u16,
    pub seat: Seat,
    pub wolf: bool,
}

/// One's own answer to a question of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Done {
    pub day: u16,
    pub ask: Ask,
    pub choice: Choice,
}

/// The fold of one seat's view.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub me: Seat,
    pub board: Arc<Board>,
    heard: usize,
    /// The number of the day, or of the night before it.
    pub day: u16,
    pub phase: Phase,
    pub living: Seats,
    /// Who is known to all to hold the badge; a sheriff in secret keeps it so.
    pub sheriff: Option<Seat>,
    /// One's own card, the last one dealt or become.
    pub card: RoleId,
    /// The wolves, if one is of them.
    pub pack: Seats,
    pub lovers: Seats,
    /// Cards that were shown to all.
    pub shown: PerSeat<Option<RoleId>>,
    /// Whether a seat was shown to all to be a wolf, or not to be one.
    pub shown_wolf: PerSeat<Option<bool>>,
    pub deaths: Vec<Death>,
    pub said: Vec<Said>,
    /// The sentences that have been said.
    pub sentences: Sentences,
    /// How many statements were made before one's own last speech.
    pub said_before_me: usize,
    /// How often each seat spoke today.
    pub speeches_today: PerSeat<u8>,
    /// Who stands for sheriff.
    pub candidates: Seats,
    pub ballots: Vec<Ballots>,
    /// The seats between which today's vote was tied.
    pub tied: Seats,
    /// One's own checks.
    pub checks: Vec<Check>,
    /// Wolves a peek showed.
    pub peeked: Seats,
    /// What one's own power or place has shown of others, beside checks: whether the seat is a wolf.
    pub learned: PerSeat<Option<bool>>,
    /// Whether one was made a wolf.
    pub turned: bool,
    /// The pack's victim of this night, as the witch or the pack heard it.
    pub victim: Option<Seat>,
    pub done: Vec<Done>,
    /// Whom one healed as the witch.
    pub healed: Vec<Seat>,
    /// The number of the last night that fell.
    pub nights: u16,
    /// What the pack pointed at tonight, in order.
    pub pointed: Vec<(Seat, Seat)>,
    /// The pack's victims, by night.
    pub prey: Vec<(u16, Seat)>,
    /// The event card of the day.
    pub event: Option<EventId>,
    /// Whom a card has sent away from the table.
    pub away: Seats,
}

impl Memory {
    /// The memory of a view.
    pub(super) fn of(view: &View, me: Seat) -> Self {
        let mut memory = Memory {
            me,
            board: view.board().clone(),
            heard: 0,
            day: 0,
            phase: Phase::Setup,
            living: view.living(),
            sheriff: None,
            card: RoleId::Villager,
            pack: Seats::NONE,
            lovers: Seats::NONE,
            shown: PerSeat::default(),
            shown_wolf: PerSeat::default(),
            deaths: vec![],
            said: vec![],
            sentences: Sentences::default(),
            said_before_me: 0,
            speeches_today: PerSeat::default(),
            candidates: Seats::NONE,
            ballots: vec![],
            tied: Seats::NONE,
            checks: vec![],
            peeked: Seats::NONE,
            learned: PerSeat::default(),
            turned: false,
            victim: None,
            done: vec![],
            healed: vec![],
            nights: 0,
            pointed: vec![],
            prey: vec![],
            event: None,
            away: view.away(),
        };
        memory.catch_up(view);
        memory
    }

    /// Takes in what the view has heard since the last time.
    pub(super) fn catch_up(&mut self, view: &View) {
        for event in &view.heard()[self.heard.min(view.heard().len())..] {
            self.take(event);
        }
        self.heard = view.heard().len();
        self.living = view.living();
        self.card = view.card().unwrap_or(RoleId::Villager);
        self.pack = view.pack();
        self.lovers = view.lovers();
        self.away = view.away();
    }

    /// How many events were heard: the position of the next decision in the seat's own stream.
    pub(super) fn heard(&self) -> usize {
        self.heard
    }

    fn take(&mut self, event: &SeatEvent) {
        self.day = event.day;
        self.phase = event.phase;
        match &event.fact {
            Fact::NightFell { night } => {
                self.nights = *night;
                self.victim = None;
                self.pointed.clear();
            }
            Fact::DayBroke { .. } => {
                self.speeches_today = PerSeat::default();
                self.tied = Seats::NONE;
                self.event = None;
            }
            Fact::EventDrawn { event } => self.event = Some(*event),
            Fact::Enlisted { seat } if *seat == self.me => self.turned = true,
            Fact::Tied { about: About::Exile, over } => self.tied = *over,
            Fact::Died { seats, manner, .. } => self.buried(*seats, *manner),
            Fact::Revealed { seat, role, .. } => {
                self.shown[*seat] = Some(*role);
                self.shown_wolf[*seat] = Some(is_wolf(*role));
            }
            Fact::RevealedCamp { seat, wolf } => self.shown_wolf[*seat] = Some(*wolf),
            Fact::Flipped { seat } => {
                self.shown[*seat] = Some(RoleId::Idiot);
                self.shown_wolf[*seat] = Some(false);
            }
            Fact::Duel { seat, wolf, .. } => self.shown_wolf[*seat] = Some(*wolf),
            Fact::Elected { seat } => self.sheriff = Some(*seat),
            Fact::Badge { to, .. } => self.sheriff = *to,
            Fact::BadgeVoid { .. } => self.sheriff = None,
            Fact::Standing { seats } => self.candidates = *seats,
            Fact::Withdrew { seats } => self.candidates = self.candidates.minus(*seats),
            Fact::Spoke { seat, text, claims, .. } => self.listen(event.day, *seat, text, claims),
            Fact::Counted { about, ballots, .. } => {
                self.ballots.push(Ballots { day: event.day, about: *about, cast: ballots.clone() });
            }
            _ => self.take_private(event),
        }
    }

    fn take_private(&mut self, event: &SeatEvent) {
        let day = event.day;
        match &event.fact {
            Fact::Saw { seat, sight } => {
                let wolf = sight.is_wolf();
                if *seat == self.me {
                    self.turned = wolf;
                } else if event.phase == Phase::Night {
                    self.checks.push(Check { night: day, seat: *seat, wolf });
                } else {
                    self.learned[*seat] = Some(wolf);
                }
            }
            Fact::Peeked { wolves, .. } => self.peeked = self.peeked.or(*wolves),
            Fact::Turned => self.turned = true,
            Fact::Sniffed { seats, wolf: false } => seats.iter().for_each(|seat| self.learned[seat] = Some(false)),
            Fact::Graves { exiled } => exiled.iter().for_each(|(seat, wolf)| self.learned[*seat] = Some(*wolf)),
            Fact::Kin { role, seats } => seats.iter().for_each(|seat| self.learned[seat] = Some(is_wolf(*role))),
            Fact::Victim { seat } => self.victim = *seat,
            Fact::Prey { seat } => {
                self.victim = *seat;
                self.prey.extend(seat.map(|seat| (day, seat)));
            }
            Fact::Pointed { by, choice, text, .. } => {
                self.sentences.hear(text.as_deref().unwrap_or_default(), *by == self.me);
                self.pointed.extend(choice.seat().map(|onto| (*by, onto)));
            }
            Fact::Decided { ask, choice } => {
                if matches!(choice, Choice::Save | Choice::SaveAndPoison { .. }) {
                    self.healed.extend(self.victim);
                }
                self.done.push(Done { day, ask: *ask, choice: *choice });
            }
            _ => {}
        }
    }

    /// A speech counts by the claims stated with it; where none are, by what its words seem to say.
    fn listen(&mut self, day: u16, by: Seat, text: &str, stated: &[Claim]) {
        self.speeches_today[by] = self.speeches_today[by].saturating_add(1);
        self.sentences.hear(text, by == self.me);
        if by == self.me {
            self.said_before_me = self.said.len();
        }
        let seer = |said: &Said| said.by == by && said.claim == Claim::Role { seat: by, role: RoleId::Seer };
        let heard = if stated.is_empty() {
            listen::claims(text, by, self.board.seats, self.said.iter().any(seer), self.nights)
        } else {
            stated.to_vec()
        };
        self.said.extend(heard.into_iter().map(|claim| Said { day, by, claim }));
    }

    fn buried(&mut self, seats: Seats, manner: Manner) {
        let day = self.day;
        self.deaths.extend(seats.iter().map(|seat| Death { day, seat, manner }));
        if manner == Manner::Explosion {
            for seat in seats.iter() {
                self.shown_wolf[seat] = Some(true);
            }
        }
    }

    /// Whether one is on the wolves' side.
    pub(super) fn am_wolf(&self) -> bool {
        is_wolf(self.card) || self.turned || self.pack.has(self.me)
    }

    /// Whom one chose last with the night's power of this role, and in which night.
    pub(super) fn last_target(&self, role: RoleId) -> Option<(u16, Seat)> {
        let of = |done: &&Done| done.ask == Ask::Night { role };
        let last = self.done.iter().rev().find(of)?;
        Some((last.day, last.choice.seat()?))
    }

    /// Everybody else who is alive.
    pub(super) fn others(&self) -> Seats {
        self.living.without(self.me)
    }

    /// The other living who are at the table today.
    pub(super) fn around(&self) -> Seats {
        self.others().minus(self.away)
    }

    /// The other lover, if one is in love.
    pub(super) fn lover(&self) -> Option<Seat> {
        self.lovers.has(self.me).then(|| self.lovers.without(self.me).first()).flatten()
    }

    /// How many of this card were announced.
    pub(super) fn in_deck(&self, role: RoleId) -> u8 {
        self.board.roles.get(&role).copied().unwrap_or(0)
    }

    /// Whom one poisoned as the witch.
    pub(super) fn poisoned(&self) -> impl Iterator<Item = Seat> {
        self.done.iter().filter_map(|done| match done.choice {
            Choice::Poison { seat } | Choice::SaveAndPoison { seat } => Some(seat),
            _ => None,
        })
    }

    /// How many wolves were dealt.
    pub(super) fn wolves_dealt(&self) -> usize {
        self.board.roles.iter().filter(|(role, _)| is_wolf(**role)).map(|(_, n)| usize::from(*n)).sum()
    }

    /// How the seat died, if all know that it did.
    pub(super) fn death_of(&self, seat: Seat) -> Option<Death> {
        self.deaths.iter().find(|death| death.seat == seat).copied()
    }

    /// The statements of today.
    pub(super) fn said_today(&self) -> impl Iterator<Item = &Said> {
        self.said.iter().filter(|said| said.day == self.day)
    }
}

/// Whether the card is a wolf's.
pub(super) fn is_wolf(role: RoleId) -> bool {
    role.card().camp == Camp::Wolves
}
