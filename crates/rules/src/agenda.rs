//! The program counter as data: the steps still to do. A shot, a second ballot, an event schedules a step.

use crate::dice::{Purpose, Roll};
use crate::effect::{Effect, Mark, Part, Span};
use crate::event::{Audience, Fact};
use crate::events::{EventId, Instead};
use crate::hooks::{Me, Pick};
use crate::marks::Kind;
use crate::order::Moment;
use crate::person::Gender;
use crate::poll::Poll;
use crate::request::{Answer, Ask, Choice, Direction, Fallback, FloorKind, Menu, Request, Source, Window};
use crate::seat::{Seat, Seats};
use crate::state::State;
use crate::village::Building;

/// One step of the game.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// The sheriff's card is dealt in secret.
    SecretBadge,
    /// Night falls.
    Night,
    /// A moment of the night.
    Moment(Moment),
    /// A round of the pack's pointing.
    Hunt(u8),
    /// The pack decides about the girl it caught.
    Substitute(Seat),
    /// The night's blows are resolved; nobody is told.
    Resolve,
    /// Day breaks.
    Day,
    /// The night's dead are announced.
    Announce,
    /// The blows of the moment are resolved and their dead announced.
    Fall,
    /// The sheriff's election is blown up.
    BadgeBomb,
    /// Everything that a death sets off, until nothing is left; then the win check.
    Settle,
    /// A follow-up question.
    Put { me: Me, ask: Ask },
    /// The election begins.
    Elect,
    /// Candidates may withdraw.
    Withdraw(Seats),
    /// The ballot for sheriff, between these.
    ElectBallot { over: Seats, stood: Seats },
    /// The elected may refuse.
    Accept(Seat),
    /// What happens by itself in the morning, and what may be done then.
    Morning,
    /// The day's discussion begins.
    Talk,
    /// What waited for this part of the time happens.
    Due(Part),
    /// The order of speeches, when the first speaker is known.
    Order(FloorKind, Start),
    /// The next bid for the floor of a free discussion.
    Bids { turns: [u8; crate::seat::SEATS_MAX], last: Seat },
    /// A moment at which somebody may act out of turn.
    Open(Window),
    /// A speech.
    Speak(Seat, FloorKind),
    /// A vote.
    Poll(Box<Poll>),
    /// Its ballots are opened.
    Count(Box<Poll>),
    /// What an opened vote leads to.
    Conclude(Box<Poll>),
    /// A tie.
    Tie(Box<Poll>, Seats),
    /// The village has found against a player.
    Execute(Seat),
    /// These are about to be exiled.
    Plead(Seats),
    /// They are.
    Exile(Seats),
    /// One more exile vote begins.
    SecondVote,
    /// The building of this position is dealt.
    Build(usize),
    /// An event card is turned up.
    Draw,
    /// An event card asks these seats at once.
    Inquire { who: Seats, ask: Ask },
    /// The next of these speaks, and nobody sees who it is.
    Mask(Seats),
    /// The pack hunts in this house.
    Room(Gender),
}

/// Where a round of speeches starts and which way it goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    /// Who may speak.
    pub who: Seats,
    /// The first to speak, or the seat next to which the first one sits.
    pub from: Anchor,
    /// The way round.
    pub way: Option<Direction>,
}

/// Where the first speaker is found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchor {
    /// Not known yet: drawn among these.
    Among(Seats, Next),
    /// This seat speaks first.
    First(Seat),
    /// The seat next to this one speaks first; this one, if he speaks, is last.
    Beside(Seat),
}

/// What a drawn seat is to the order of speeches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The first speaker.
    Himself,
    /// The neighbour of the first speaker.
    Neighbour,
}

/// Who goes on once a roll is known.
#[derive(Clone, Debug)]
pub(crate) enum Then {
    /// The secret sheriff is this many-th seat.
    SecretBadge,
    /// The pack's prey, among these.
    Prey(Seats),
    /// A power asked for it.
    Power(Me),
    /// The first speaker, among these.
    FirstSpeaker(FloorKind, Start),
    /// The direction.
    Direction(FloorKind, Start),
    /// One of the tied is exiled.
    ExileOne(Seats),
    /// One of the tied is sheriff.
    ElectOne(Seats),
    /// Who lives in the building of this position.
    Build(usize, Building),
    /// Which of these event cards is turned up, or drawn for this town crier's hand.
    Drawn(Option<Seat>, Vec<EventId>),
    /// Which of these speaks next, unseen.
    Mask(Seats),
    /// One of the tied is the executioner.
    Appoint(Seats),
}

impl State {
    /// Puts a step right after the one under way, behind those put there before it.
    pub(crate) fn next(&mut self, step: Step) {
        let at = self.cursor.min(self.agenda.len());
        self.agenda.insert(at, step);
        self.cursor += 1;
    }

    /// Runs until seats must be asked, a roll is needed, or the game is over.
    pub(crate) fn run(&mut self) -> Vec<Request> {
        loop {
            if let Some(batch) = self.turn() {
                return batch;
            }
        }
    }

    /// Runs one step; `None` if the next can follow at once.
    pub(crate) fn turn(&mut self) -> Option<Vec<Request>> {
        if self.outcome.is_some() || !self.rolls.is_empty() {
            return Some(vec![]);
        }
        let mut step = self.agenda.pop_front().expect("the agenda of an unfinished game is never empty");
        self.cursor = 0;
        self.asked.clear();
        let batch = self.step(&mut step);
        debug_assert_eq!(batch.len(), self.asked.len());
        if batch.is_empty() {
            return None;
        }
        self.asking = Some(step);
        Some(batch)
    }

    /// Runs a step. A vote taken in turn keeps its place in the step itself.
    fn step(&mut self, step: &mut Step) -> Vec<Request> {
        match step {
            Step::SecretBadge => self.deal_secret_badge(),
            Step::Night => self.fall_night(),
            Step::Moment(moment) => return self.moment(*moment),
            Step::Hunt(round) => return self.hunt(*round),
            Step::Substitute(girl) => return self.substitute(*girl),
            Step::Resolve => self.resolve(),
            Step::Day => self.break_day(),
            Step::Announce => self.announce(),
            Step::Fall => {
                self.fall();
            }
            Step::BadgeBomb => self.badge_bomb(),
            Step::Settle => self.settle(),
            Step::Put { me, ask } => return self.put(*me, *ask),
            Step::Elect => return self.elect(),
            Step::Withdraw(candidates) => return self.withdraw(*candidates),
            Step::ElectBallot { over, stood } => self.elect_ballot(*over, *stood),
            Step::Accept(seat) => return self.accept(*seat),
            Step::Morning => self.morning(),
            Step::Talk => return self.talk(),
            Step::Due(part) => self.due(*part, self.day),
            Step::Order(kind, start) => self.order(*kind, *start),
            Step::Bids { turns, last } => return self.bids(turns, *last),
            Step::Open(window) => return self.open(*window),
            Step::Speak(seat, kind) => return self.speak(*seat, *kind),
            Step::Poll(poll) => return self.poll(poll),
            Step::Count(poll) => self.count(poll),
            Step::Conclude(poll) => self.conclude(poll),
            Step::Tie(poll, tied) => self.tie(poll, *tied),
            Step::Execute(seat) => {
                let decided = !self.blamed(*seat) || self.options().scapegoat_may_pact;
                if !(decided && self.replaced(Instead::Verdict(*seat))) {
                    self.next(Step::Plead(Seats::one(*seat)));
                }
            }
            Step::Plead(seats) => return self.plead(*seats),
            Step::Exile(seats) => self.exile(*seats),
            Step::Draw => self.draw(),
            Step::Inquire { who, ask } => return self.inquire(*who, *ask),
            Step::Mask(seats) => self.mask(*seats),
            Step::Room(room) => self.enter(*room),
            Step::SecondVote => self.open_second_vote(),
            Step::Build(position) => self.build(*position),
        }
        vec![]
    }

    /// Takes the answers to a batch, in its order.
    pub(crate) fn take(&mut self, batch: &[Request], answers: Vec<Answer>) {
        let step = self.asking.take().expect("a batch belongs to a step");
        let asked = std::mem::take(&mut self.asked);
        self.cursor = 0;
        for (request, answer) in batch.iter().zip(&answers) {
            if !matches!(answer.choice, Choice::Say) {
                let fact = Fact::Decided { ask: request.ask, choice: answer.choice };
                self.tell(Audience::one(request.seat), fact);
            }
        }
        match step {
            Step::Hunt(round) => self.hunted(round, batch, answers),
            Step::Substitute(girl) => self.substituted(girl, &answers),
            Step::Elect => self.stood(batch, &answers),
            Step::Withdraw(candidates) => self.withdrawn(candidates, batch, &answers),
            Step::Accept(seat) => self.accepted(seat, answers[0].choice),
            Step::Talk => self.directed(batch[0].seat, answers[0].choice),
            Step::Bids { turns, last } => self.bidden(turns, last, batch, &answers),
            Step::Open(window) => self.offered(window, batch, &asked, &answers),
            Step::Speak(seat, kind) => self.spoken(seat, Some(kind), answers),
            Step::Poll(poll) => self.cast(poll, batch, &answers),
            Step::Put { ask: Ask::Words, me, .. } => self.spoken(me.seat, None, answers),
            Step::Inquire { ask, .. } => self.inquired(ask, batch, &answers),
            Step::Moment(_) | Step::Put { .. } | Step::Plead(_) => self.play(batch, &asked, &answers),
            other => unreachable!("{other:?} asks nobody"),
        }
        // Nobody is asked before the next step clears it; its room serves again.
        self.asked = asked;
    }

    /// Plays answers through the hooks that asked.
    fn play(&mut self, batch: &[Request], asked: &[Me], answers: &[Answer]) {
        for ((request, me), answer) in batch.iter().zip(asked).zip(answers) {
            let pick = self.pick(answer.choice);
            let pick = self.entangled(*me, pick);
            let pick = self.turned_back(*me, pick);
            let effects = me.source.hooks().play(*me, request.ask, pick, self);
            self.apply_all(effects);
            if let (Source::Gift(role), true) = (me.source, answer.choice != Choice::Pass) {
                self.apply(Effect::Unmark(me.seat, Kind::Gift(role)));
            }
        }
    }

    /// A choice by number and by person. Only numbers named at night are swapped.
    pub(crate) fn pick(&self, named: Choice) -> Pick {
        let person = |seat: Seat| self.person(seat);
        let hit = match named {
            _ if self.swap.is_none() => named,
            Choice::Target { seat } => Choice::Target { seat: person(seat) },
            Choice::Poison { seat } => Choice::Poison { seat: person(seat) },
            Choice::SaveAndPoison { seat } => Choice::SaveAndPoison { seat: person(seat) },
            Choice::Give { seat, role } => Choice::Give { seat: person(seat), role },
            Choice::Set { seats } => Choice::Set { seats: seats.iter().map(person).collect() },
            other => other,
        };
        Pick { named, hit }
    }

    /// What somebody entangled aims at one player hits whom he is entangled with.
    fn entangled(&self, me: Me, pick: Pick) -> Pick {
        let with = self.mark(me.seat, Kind::Entangled).filter(|_| me.seat == me.asked).map(|mark| mark.by);
        with.map_or(pick, |seat| Pick { hit: aimed_at(pick.hit, seat), ..pick })
    }

    /// What the good aim at a locked player falls on themselves; who locked him has used up that power.
    fn turned_back(&mut self, me: Me, pick: Pick) -> Pick {
        let aimed = pick.hit.seat().filter(|_| me.source.hooks().turns_back() && !self.wolfish(me.seat));
        let Some(by) = aimed.and_then(|seat| self.mark(seat, Kind::Locked)).map(|mark| mark.by) else { return pick };
        let span = Span::From(self.night + 1);
        self.apply(Effect::Mark(Mark { span, ..self.new_mark(by, Kind::Sealed, by) }));
        Pick { hit: aimed_at(pick.hit, me.seat), ..pick }
    }

    pub(crate) fn roll_waiting(&self) -> Option<Roll> {
        self.rolls.front().map(|(roll, _)| *roll)
    }

    /// Asks for a roll, or goes on at once where the die has one face.
    pub(crate) fn roll(&mut self, roll: Roll, then: Then) {
        if roll.sides == 1 {
            self.settle_roll(roll.purpose, then, 1);
        } else {
            self.rolls.push_back((roll, then));
        }
    }

    pub(crate) fn rolled(&mut self, roll: Roll, result: u16) {
        let (_, then) = self.rolls.pop_front().expect("a roll was awaited");
        self.cursor = 0;
        self.tell(Audience::Moderator, Fact::Rolled { purpose: roll.purpose, sides: roll.sides, result });
        self.settle_roll(roll.purpose, then, result);
    }

    fn settle_roll(&mut self, purpose: Purpose, then: Then, result: u16) {
        let nth = |seats: Seats| seats.iter().nth(usize::from(result) - 1).expect("the die has a face for each seat");
        match then {
            Then::SecretBadge => {
                let seats = self.living;
                self.secret_badge(nth(seats));
            }
            Then::Build(position, building) => self.built(position, building, result),
            Then::Drawn(crier, events) => self.drawn(crier, events[usize::from(result) - 1]),
            Then::Mask(seats) => self.unmask(seats, nth(seats)),
            Then::Appoint(seats) => {
                let seat = nth(seats);
                self.tell(Audience::Everyone, Fact::Drawn { seat });
                self.appoint(seat);
            }
            Then::Prey(seats) => self.prey(Some(nth(seats))),
            Then::Power(me) => {
                let effects = me.source.hooks().rolled(me, purpose, result, self);
                self.apply_all(effects);
            }
            Then::FirstSpeaker(kind, start) => self.first_speaker(kind, start, result),
            Then::Direction(kind, start) => self.direction(kind, start, result),
            Then::ExileOne(seats) => {
                let seat = nth(seats);
                self.tell(Audience::Everyone, Fact::Drawn { seat });
                self.next(Step::Execute(seat));
            }
            Then::ElectOne(seats) => {
                let seat = nth(seats);
                self.tell(Audience::Everyone, Fact::Drawn { seat });
                self.elected(seat);
            }
        }
    }

    /// Puts one question through the hooks of its source: brief, then menu, then request. Empty if there is no menu.
    pub(crate) fn put(&mut self, me: Me, ask: Ask) -> Vec<Request> {
        let hooks = me.source.hooks();
        let brief = hooks.brief(me, ask, self);
        self.apply_all(brief);
        match hooks.menu(me, ask, self) {
            Some(menu) => vec![self.request(me, ask, menu)],
            None => vec![],
        }
    }

    /// A request, remembered with the power behind it.
    pub(crate) fn request(&mut self, me: Me, ask: Ask, menu: Menu) -> Request {
        self.asked.push(me);
        // A wolf who is silent points at nobody, whatever his card makes him choose elsewhere.
        let must = || match ask {
            Ask::Hunt { .. } => false,
            Ask::Event { .. } => true,
            ask => me.source.hooks().must(ask, self),
        };
        Request { seat: me.asked, ask, fallback: fallback(ask, &menu, must), menu, from: me.source, chat: false }
    }

    /// A request of the house.
    pub(crate) fn house(&mut self, seat: Seat, ask: Ask, menu: Menu) -> Request {
        self.request(Me::new(seat, Source::House), ask, menu)
    }
}

/// The same choice, aimed at this seat if it is aimed at one.
fn aimed_at(choice: Choice, seat: Seat) -> Choice {
    match choice {
        Choice::Target { .. } => Choice::Target { seat },
        Choice::Poison { .. } => Choice::Poison { seat },
        Choice::SaveAndPoison { .. } => Choice::SaveAndPoison { seat },
        Choice::Give { role, .. } => Choice::Give { seat, role },
        other => other,
    }
}

/// What counts when a seat is silent: the choice that does least, and the lot where the rules let nobody decline.
fn fallback(ask: Ask, menu: &Menu, must: impl FnOnce() -> bool) -> Fallback {
    let choice = match (ask, menu) {
        (_, Menu::Talk { .. }) => Choice::Say,
        (Ask::Ban, Menu::Subset { of, .. }) => Choice::Set { seats: *of },
        (Ask::Order, _) => Choice::Way { direction: Direction::Clockwise },
        (Ask::Bid, _) => Choice::Bid { level: 0 },
        (Ask::Badge, menu) if menu.allows(Choice::Tear) => Choice::Tear,
        (_, menu) if must() && !menu.allows(Choice::Pass) => return Fallback::Lot,
        _ => Choice::Pass,
    };
    Fallback::Choice { choice }
}
