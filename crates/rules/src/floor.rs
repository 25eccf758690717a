//! The day: who speaks when, and who may break in.

use crate::agenda::{Anchor, Next, Start, Step, Then};
use crate::dice::{Purpose, Roll};
use crate::effect::{Effect, Mark, Part, Span};
use crate::event::{Audience, Fact, Phase};
use crate::events::{EventId, Instead, happened};
use crate::hooks::{Hooks, Me};
use crate::marks::Kind;
use crate::options::{Discussion, SheriffElectTiming, SheriffSpeechOrder, SpeechDirection, SpeechStart};
use crate::poll::Poll;
use crate::request::{Answer, Ask, Choice, Direction, FloorKind, Menu, Request, Source, Speech, Taboo, Window};
use crate::roles::RoleId;
use crate::seat::{SEATS_MAX, Seat, Seats};
use crate::state::{Election, State};

impl State {
    pub(crate) fn break_day(&mut self) {
        self.day += 1;
        self.phase = Phase::Day;
        self.tell(Audience::Everyone, Fact::DayBroke { day: self.day });
        let timing = self.options().sheriff_elect_timing;
        let due = self.election == Election::Due;
        self.agenda.clear();
        // What was in force for a day or a night is over.
        self.events.retain(|card| card.span == Span::Ever);
        if self.draws_today() {
            self.agenda.push_back(Step::Draw);
        }
        self.announced = self.night == 0;
        if due && (timing == SheriffElectTiming::Day1BeforeDeaths || self.day > 1) {
            self.agenda.push_back(Step::Elect);
        }
        if self.night > 0 {
            self.agenda.extend([Step::Announce, Step::Settle]);
        }
        self.exiled.clear();
        self.agenda.extend([Step::Morning, Step::Talk, Step::Due(Part::AfterTalk), Step::Settle]);
        if due && timing == SheriffElectTiming::Day1AfterSpeeches && self.day == 1 {
            self.agenda.push_back(Step::Elect);
        }
        self.agenda.extend([Step::Poll(Box::new(Poll::exile())), Step::Settle]);
        self.agenda.extend([Step::Due(Part::AfterVote), Step::Settle, Step::Night]);
    }

    /// What cards and marks do by themselves in the morning; then whoever may act then is asked.
    pub(crate) fn morning(&mut self) {
        let effects = self.effects_of(self.present(), |me, hooks| hooks.dawn(me, self));
        let growls = |effect: &Effect| matches!(effect, Effect::Tell(_, Fact::Growl { heard: true }));
        let silent = !effects.iter().any(growls);
        self.apply_all(effects);
        // The bear of a dead tamer, or of one in the centre, is silent like any other.
        if silent && self.announced_roles.contains(&RoleId::BearTamer) {
            self.tell(Audience::Everyone, Fact::Growl { heard: false });
        }
        for event in self.in_force().collect::<Vec<_>>() {
            let effects = event.event().morning(self);
            self.apply_all(effects);
        }
        self.next(Step::Open(Window::Morning));
    }

    /// Opens the day's discussion; where the sheriff orders the speeches he is asked for the direction first.
    pub(crate) fn talk(&mut self) -> Vec<Request> {
        if self.options().discussion == Discussion::Silent || self.replaced(Instead::Talk) {
            return vec![];
        }
        let o = self.options();
        let chooses = o.sheriff_speech_order == SheriffSpeechOrder::ChoosesDirectionSpeaksLast;
        let (start, way) = (o.speech_start, o.speech_direction);
        let present = self.around();
        if present.is_empty() {
            return vec![];
        }
        let way = (way == SpeechDirection::Clockwise).then_some(Direction::Clockwise);
        let sheriff = self.marked(Kind::Sheriff).and(present).first();
        let from = match (start, sheriff) {
            (_, Some(sheriff)) if chooses => {
                let ways = [Direction::Clockwise, Direction::CounterClockwise];
                let choices = ways.map(|direction| Choice::Way { direction }).to_vec();
                let me = Me::new(sheriff, Source::Mark(Kind::Sheriff));
                return vec![self.request(me, Ask::Order, Menu::OneOf { choices })];
            }
            (SpeechStart::Sheriff, Some(sheriff)) => Anchor::First(sheriff),
            (SpeechStart::Random, _) => Anchor::Among(present, Next::Himself),
            // Beside last night's victim: drawn if there are several, since picking the pack's would tell the cause;
            // without one beside the last to die, and at the very first drawn (errata 61).
            (SpeechStart::LeftOfVictim | SpeechStart::Sheriff, _) => match (self.dawn_dead.len(), self.last_dead) {
                (1.., _) => Anchor::Among(self.dawn_dead, Next::Neighbour),
                (0, Some(dead)) => Anchor::Beside(dead),
                (0, None) => Anchor::Among(present, Next::Himself),
            },
        };
        self.next(Step::Order(FloorKind::Day, Start { who: present, from, way }));
        vec![]
    }

    pub(crate) fn directed(&mut self, sheriff: Seat, choice: Choice) {
        let Choice::Way { direction } = choice else { unreachable!("the menu has directions only") };
        self.tell(Audience::Everyone, Fact::Directed { by: sheriff, direction });
        let start = Start { who: self.around(), from: Anchor::Beside(sheriff), way: Some(direction) };
        self.next(Step::Order(FloorKind::Day, start));
    }

    /// Draws what is not known yet of an order of speeches, then opens the floor.
    pub(crate) fn order(&mut self, kind: FloorKind, start: Start) {
        match (start.from, start.way) {
            (Anchor::Among(seats, _), _) => {
                let roll = Roll { purpose: Purpose::FirstSpeaker, sides: seats.len() as u16 };
                self.roll(roll, Then::FirstSpeaker(kind, start));
            }
            (_, None) => self.roll(Roll { purpose: Purpose::Direction, sides: 2 }, Then::Direction(kind, start)),
            (Anchor::First(seat), Some(way)) => self.open_floor(kind, in_turn(start.who, seat, true, way)),
            (Anchor::Beside(seat), Some(way)) => self.open_floor(kind, in_turn(start.who, seat, false, way)),
        }
    }

    pub(crate) fn first_speaker(&mut self, kind: FloorKind, start: Start, result: u16) {
        let Anchor::Among(seats, next) = start.from else { unreachable!("only an open anchor is drawn") };
        let seat = seats.iter().nth(usize::from(result) - 1).expect("the die has a face for each seat");
        let from = match next {
            Next::Himself => Anchor::First(seat),
            Next::Neighbour => Anchor::Beside(seat),
        };
        self.order(kind, Start { from, ..start });
    }

    pub(crate) fn direction(&mut self, kind: FloorKind, start: Start, result: u16) {
        let way = if result == 1 { Direction::Clockwise } else { Direction::CounterClockwise };
        self.order(kind, Start { way: Some(way), ..start });
    }

    /// Puts the speeches on the agenda, each behind a moment at which somebody may break in.
    fn open_floor(&mut self, kind: FloorKind, order: Vec<Seat>) {
        let discussion = self.options().discussion;
        if kind == FloorKind::Day && discussion == Discussion::Free {
            let last = *order.last().expect("somebody is present");
            self.next(Step::Bids { turns: [0; SEATS_MAX], last });
            return;
        }
        self.tell(Audience::Everyone, Fact::Floor { floor: kind, order: order.clone() });
        let rounds = if kind == FloorKind::Day && discussion == Discussion::TwoRounds { 2 } else { 1 };
        let window = window_of(kind);
        // In a round without interruptions speeches are the day's, and whoever could break in may act after them.
        let (spoken, after) = match kind {
            FloorKind::Round => (FloorKind::Day, Some(Window::Floor)),
            kind => (kind, window),
        };
        for seat in order.iter().cycle().take(order.len() * rounds) {
            self.next_if(window.map(Step::Open));
            self.next(Step::Speak(*seat, spoken));
        }
        self.next_if(after.map(Step::Open));
    }

    /// A discussion in which nobody sees who speaks: each once, in an order that is drawn speech by speech and told to
    /// nobody.
    pub(crate) fn mask(&mut self, seats: Seats) {
        match seats.len() as u16 {
            0 => self.next(Step::Open(Window::Floor)),
            sides => self.roll(Roll { purpose: Purpose::Voice, sides }, Then::Mask(seats)),
        }
    }

    pub(crate) fn unmask(&mut self, seats: Seats, speaker: Seat) {
        self.next(Step::Speak(speaker, FloorKind::Masked));
        self.next(Step::Mask(seats.without(speaker)));
    }

    /// Whoever says what a card in force forbids has no ballot today.
    fn sanction(&mut self, seat: Seat, breaches: &[Taboo]) {
        let forbids = |event: &EventId| breaches.iter().any(|taboo| event.event().forbids(*taboo));
        let card = self.in_force().find(forbids).filter(|_| !self.has(seat, Kind::NoVote));
        if let Some(event) = card {
            let span = Span::Day(self.day);
            self.apply(Effect::Mark(Mark { span, ..self.new_mark(seat, Kind::NoVote, seat) }));
            self.apply(happened(event, 1, Some(seat), Seats::one(seat), true));
        }
    }

    fn next_if(&mut self, step: Option<Step>) {
        if let Some(step) = step {
            self.next(step);
        }
    }

    /// A round of bids for the floor: the highest speaks, of equals the first after the last speaker; when nobody
    /// wants it the discussion is over.
    pub(crate) fn bids(&mut self, turns: &[u8; SEATS_MAX], _last: Seat) -> Vec<Request> {
        let limit = self.options().floor_turns.0 as u8;
        let choices: Vec<Choice> = (0..=3).map(|level| Choice::Bid { level }).collect();
        let may_speak = |seat: &Seat| turns[seat.index()] < limit && !self.silenced(*seat);
        let may: Vec<Seat> = self.around().iter().filter(may_speak).collect();
        may.into_iter().map(|seat| self.house(seat, Ask::Bid, Menu::OneOf { choices: choices.clone() })).collect()
    }

    pub(crate) fn bidden(&mut self, mut turns: [u8; SEATS_MAX], last: Seat, batch: &[Request], answers: &[Answer]) {
        let level = |answer: &Answer| if let Choice::Bid { level } = answer.choice { level } else { 0 };
        let bids: Vec<(Seat, u8)> = batch.iter().map(|request| request.seat).zip(answers.iter().map(level)).collect();
        let highest = bids.iter().map(|(_, level)| *level).max().unwrap_or(0);
        self.tell(Audience::Everyone, Fact::Bids { bids: bids.clone() });
        if highest == 0 {
            self.next(Step::Open(Window::Floor));
            return;
        }
        let eager: Seats = bids.iter().filter(|(_, level)| *level == highest).map(|(seat, _)| *seat).collect();
        let speaker = eager.clockwise_after(last).next().expect("somebody bid highest");
        turns[speaker.index()] += 1;
        self.next(Step::Open(Window::Floor));
        self.next(Step::Speak(speaker, FloorKind::Day));
        self.next(Step::Bids { turns, last: speaker });
    }

    pub(crate) fn speak(&mut self, seat: Seat, floor: FloorKind) -> Vec<Request> {
        if !self.around().has(seat) || self.silenced(seat) {
            return vec![];
        }
        let limit = self.options().speech_length.0;
        vec![self.house(seat, Ask::Speak { floor }, Menu::Talk { limit })]
    }

    pub(crate) fn spoken(&mut self, seat: Seat, floor: Option<FloorKind>, answers: Vec<Answer>) {
        for speech in answers.into_iter().filter_map(|answer| answer.speech) {
            let Speech { text, claims, breaches } = speech;
            if floor == Some(FloorKind::Masked) {
                self.tell(Audience::Everyone, Fact::Overheard { text });
                self.tell(Audience::Moderator, Fact::Voice { seat });
            } else {
                self.tell(Audience::Everyone, Fact::Spoke { seat, floor, text, claims });
            }
            self.sanction(seat, &breaches);
        }
    }

    /// Offers everybody whom a hook lets act now.
    pub(crate) fn open(&mut self, window: Window) -> Vec<Request> {
        let mut offers = vec![];
        for seat in self.around().iter() {
            for (me, hooks) in self.hooks_of(seat) {
                let offer = hooks.offer(me, window, self).filter(|_| !self.sealed(me));
                offers.extend(offer.map(|menu| (me, menu)));
            }
        }
        offers.into_iter().map(|(me, menu)| self.request(me, Ask::Offer { window }, menu)).collect()
    }

    /// Takes up offers in order. Once one has ended the day the window is closed, and the others hear that they came
    /// too late.
    pub(crate) fn offered(&mut self, window: Window, batch: &[Request], asked: &[Me], answers: &[Answer]) {
        let mut closed = false;
        for ((request, me), answer) in batch.iter().zip(asked).zip(answers) {
            if answer.choice == Choice::Pass {
                continue;
            }
            let hooks = me.source.hooks();
            if closed || hooks.offer(*me, window, self).is_none() {
                self.tell(Audience::one(request.seat), Fact::TooLate { ask: request.ask });
                continue;
            }
            let pick = self.pick(answer.choice);
            let effects = hooks.play(*me, request.ask, pick, self);
            closed = effects.iter().any(|effect| matches!(effect, Effect::NightNow));
            self.apply_all(effects);
        }
    }
}

/// The house asks for words; what they do is decided where they are asked for.
pub(crate) struct House;

impl Hooks for House {
    fn menu(&self, _me: Me, ask: Ask, s: &State) -> Option<Menu> {
        ask.is_speech().then(|| Menu::Talk { limit: s.options().speech_length.0 })
    }
}

/// The moment of the day at which somebody may break into speeches of this kind.
fn window_of(kind: FloorKind) -> Option<Window> {
    match kind {
        FloorKind::Day => Some(Window::Floor),
        FloorKind::Hustings => Some(Window::Hustings),
        FloorKind::Defence | FloorKind::Interjection | FloorKind::Round | FloorKind::Masked => None,
    }
}

/// The speakers in turn, beginning with the seat itself or with its neighbour; the neighbour's seat comes last then.
fn in_turn(who: Seats, seat: Seat, from_it: bool, way: Direction) -> Vec<Seat> {
    let mut order: Vec<Seat> = who.clockwise_after(seat).collect();
    let own = order.iter().position(|s| *s == seat).map(|at| order.remove(at));
    if way == Direction::CounterClockwise {
        order.reverse();
    }
    match own {
        Some(own) if from_it => order.insert(0, own),
        Some(own) => order.push(own),
        None => {}
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(order: Vec<Seat>) -> Vec<u8> {
        order.into_iter().map(Seat::number).collect()
    }

    #[test]
    fn speeches_go_round_either_way() {
        let who = Seats::all(5);
        let three = Seat::new(3);
        assert_eq!(numbers(in_turn(who, three, true, Direction::Clockwise)), [3, 4, 5, 1, 2]);
        assert_eq!(numbers(in_turn(who, three, false, Direction::Clockwise)), [4, 5, 1, 2, 3]);
        assert_eq!(numbers(in_turn(who, three, true, Direction::CounterClockwise)), [3, 2, 1, 5, 4]);
        let without = who.without(three);
        assert_eq!(numbers(in_turn(without, three, false, Direction::CounterClockwise)), [2, 1, 5, 4]);
    }
}
