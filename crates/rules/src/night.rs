//! The night: calls, the pack, and what its blows come to.

use crate::agenda::{Step, Then};
use crate::dice::{Purpose, Roll};
use crate::effect::{Blow, Effect, Harm, Item, Part, Quarry, Span, When};
use crate::event::{Audience, Cause, Fact, Phase};
use crate::events::Instead;
use crate::hooks::Me;
use crate::marks::Kind;
use crate::options::{GirlMode, LoversWakeAgain, Permit, SimulateCalls, WolfComm, WolfConsensus, WolfTargetWolf};
use crate::order::{Call, Moment};
use crate::person::Gender;
use crate::request::{Answer, Ask, Choice, Menu, Request, Source};
use crate::roles::RoleId;
use crate::seat::{Seat, Seats};
use crate::state::State;
use crate::village::Building;
use crate::win::Reason;

impl State {
    pub(crate) fn fall_night(&mut self) {
        if self.day >= self.options().max_days.0 {
            self.finish(vec![], Seats::NONE, Reason::MaxDays);
            return;
        }
        self.night += 1;
        self.phase = Phase::Night;
        // What counted for a time that is over is not looked for any more.
        let (night, day) = (self.night, self.day);
        self.marks.retain(|mark| match mark.span {
            Span::Night(of) => of >= night,
            Span::Day(last) | Span::Through(last) | Span::Before(last) => last > day,
            Span::From(_) | Span::Ever => true,
        });
        self.dusk = self.living;
        self.quarry = None;
        self.swap = None;
        self.shields.clear();
        self.staged = None;
        self.tell(Audience::Everyone, Fact::NightFell { night: self.night });
        let effects = self.effects_of(self.present(), |me, hooks| hooks.dusk(me, self));
        self.apply_all(effects);
        self.agenda.clear();
        self.agenda.extend(self.moments.iter().copied().map(Step::Moment));
        self.agenda.extend([Step::Resolve, Step::Day]);
        self.cursor = 0;
        for event in self.in_force().collect::<Vec<_>>() {
            let effects = event.event().nightfall(self);
            self.apply_all(effects);
        }
    }

    /// The pack goes hunting in one of two houses.
    pub(crate) fn enter(&mut self, room: Gender) {
        self.room = Some(room);
        self.next(Step::Hunt(1));
    }

    pub(crate) fn moment(&mut self, moment: Moment) -> Vec<Request> {
        let calls = match moment {
            Moment::Hunt => {
                // A girl who was caught and taken before the choice is the night's prey already.
                if self.quarry.is_none() && !self.replaced(Instead::Hunt) {
                    self.next(Step::Hunt(1));
                }
                return vec![];
            }
            Moment::Calls(calls) => calls,
        };
        for call in calls {
            if self.scripted(*call) {
                self.tell(Audience::Everyone, Fact::Called { call: *call });
            }
        }
        let mut batch = vec![];
        for call in calls {
            match call {
                Call::Pack => self.tell_pack(),
                Call::Lovers => self.tell_lovers(),
                Call::Brothers => self.tell_brothers(),
                Call::Baker => self.wake_baker(),
                Call::Charmed => self.tell_charmed(),
                Call::Role(role) if self.in_play(*role) && self.wakes(*role) => {
                    self.tell_disarmed(*role);
                    for me in self.holders(*role) {
                        if self.has(me.seat, Kind::Blocked) || self.sealed(me) {
                            self.tell(Audience::one(me.seat), Fact::Blocked);
                        } else {
                            batch.extend(self.put(me, Ask::Night { role: *role }));
                        }
                    }
                }
                Call::Role(_) => {}
            }
        }
        batch
    }

    /// Who is called and has lost his power hears so, every night, instead of a question.
    fn tell_disarmed(&mut self, role: RoleId) {
        let disarmed: Seats =
            self.living.iter().filter(|seat| self.card(*seat) == role && self.powerless(*seat)).collect();
        for seat in disarmed.iter() {
            self.tell(Audience::one(seat), Fact::Blocked);
        }
    }

    /// Whether the moderator makes this call tonight. It depends on the deck, the options and the number of the
    /// night; with `until_role_dead` also on deaths that everybody knows.
    fn scripted(&self, call: Call) -> bool {
        let o = self.options();
        // Cards that were drawn from the box are not announced, so calling them would tell of them.
        let in_deck = |role: RoleId| self.announced_roles.contains(&role);
        let role = match call {
            Call::Pack => return true,
            Call::Lovers => {
                let tonight = self.night == 1 || o.lovers_wake_again == LoversWakeAgain::EveryNight;
                return tonight && self.called(RoleId::Cupid, in_deck(RoleId::Cupid));
            }
            Call::Baker => return o.buildings.has(Building::Bakery),
            Call::Brothers => {
                let brothers = [RoleId::WolfBrotherElder, RoleId::WolfBrotherYounger];
                return self.night == 1 && brothers.into_iter().any(|role| self.called(role, in_deck(role)));
            }
            Call::Charmed => RoleId::Piper,
            Call::Role(role) => role,
        };
        let off = role == RoleId::LittleGirl && o.girl_mode == GirlMode::Off;
        in_deck(role) && !off && self.wakes(role) && self.called(role, true)
    }

    fn called(&self, role: RoleId, in_deck: bool) -> bool {
        let held = |seats: Seats| seats.iter().any(|seat| self.card(seat) == role);
        let everybody = Seats::all(self.cards.len());
        match self.options().simulate_calls {
            SimulateCalls::AllConfigured => in_deck,
            SimulateCalls::UntilRoleDead => in_deck && (held(self.living) || !held(everybody)),
            SimulateCalls::OnlyPresent => in_deck && held(everybody),
        }
    }

    /// Tells the pack who belongs to it, when that has changed. A convert hears it from then on, with no code for it.
    pub(crate) fn tell_pack(&mut self) {
        let wolves = self.pack();
        if !wolves.within(self.pack_told) {
            self.pack_told = self.pack_told.or(wolves);
            self.tell(Audience::Only(wolves), Fact::Pack { wolves });
        }
    }

    fn tell_lovers(&mut self) {
        let seats = self.marked(Kind::Lover);
        if self.night == 1 && !seats.is_empty() {
            let cards = || seats.iter().map(|seat| (seat, self.card(seat))).collect();
            let roles = self.options().lovers_know_roles.then(cards);
            self.tell(Audience::Only(seats), Fact::Lovers { seats, roles });
        }
    }

    /// The wolf brothers know each other from the first night on; without a brother a wolf belongs to the pack.
    fn tell_brothers(&mut self) {
        if self.night > 1 {
            return;
        }
        let brother = |seat: &Seat| matches!(self.card(*seat), RoleId::WolfBrotherElder | RoleId::WolfBrotherYounger);
        let seats: Seats = self.living.iter().filter(brother).collect();
        for seat in seats.iter() {
            let kind = if seats.len() > 1 { Kind::Brother } else { Kind::Joined };
            let mark = self.new_mark(seat, kind, seat);
            self.apply(Effect::Mark(mark));
            if seats.len() > 1 {
                self.tell(Audience::one(seat), Fact::Kin { role: self.card(seat), seats });
            }
        }
    }

    /// The baker rises as the wolves go to sleep.
    fn wake_baker(&mut self) {
        let kind = Kind::Building(Building::Bakery);
        for seat in self.marked(kind).and(self.living).iter() {
            let effects = kind.source().hooks().rises(Me::new(seat, kind.source()), self);
            self.apply_all(effects);
        }
    }

    /// The charmed know each other; they are told when there are new ones among them.
    fn tell_charmed(&mut self) {
        let seats = self.marked(Kind::Charmed).and(self.living);
        if self.notes.iter().any(|note| note.item == Item::Charmed && note.night == self.night) {
            self.tell(Audience::Only(seats), Fact::Charmed { seats });
        }
    }

    /// Whom a wolf may point at.
    fn prey_menu(&self, wolf: Seat, hunters: Seats) -> Menu {
        let o = self.options();
        // A wolf whom they do not know is to them a player like any other.
        let stand_in = self.in_force().any(|event| event.event().hunters(self).is_some());
        let mates = if stand_in { hunters } else { hunters.or(self.pack_told) };
        let never = |seat: &Seat| self.hooks_of(*seat).any(|(_, hooks)| hooks.spared_by_pack(self));
        let spared = match o.wolf_target_wolf {
            WolfTargetWolf::Forbid => mates,
            WolfTargetWolf::AnyExceptWolfBeauty | WolfTargetWolf::Any => mates.iter().filter(never).collect(),
        };
        let reach = |seat: &Seat| {
            let indoors = self.room.is_none_or(|room| self.person_in(*seat).gender == room);
            indoors && self.in_force().all(|event| event.event().reaches(*seat, self))
        };
        let targets = self.around().minus(spared).minus(self.spared_by(wolf)).iter().filter(reach).collect::<Seats>();
        let mut choices: Vec<Choice> = targets.iter().map(|seat| Choice::Target { seat }).collect();
        if o.wolf_may_skip || choices.is_empty() {
            choices.insert(0, Choice::Pass);
        }
        Menu::OneOf { choices }
    }

    pub(crate) fn hunt(&mut self, round: u8) -> Vec<Request> {
        // Fear of one wolf keeps them all from attacking.
        if self.wolves(self.living).iter().any(|wolf| self.has(wolf, Kind::Blocked)) {
            self.prey(None);
            return vec![];
        }
        let chat = self.options().wolf_comm == WolfComm::PrivateChat;
        let mut batch = vec![];
        let hunters = self.hunters();
        for wolf in hunters.iter() {
            let menu = self.prey_menu(wolf, hunters);
            let me = Me::new(wolf, Source::Role(self.card(wolf)));
            let mut request = self.request(me, Ask::Hunt { round }, menu);
            request.chat = chat;
            batch.push(request);
        }
        batch
    }

    pub(crate) fn hunted(&mut self, round: u8, batch: &[Request], answers: Vec<Answer>) {
        let pack = self.hunters();
        let mut pointed: Vec<(Seat, Choice)> = Vec::with_capacity(batch.len());
        for (request, answer) in batch.iter().zip(answers) {
            let text = answer.speech.map(|speech| speech.text).filter(|text| !text.is_empty());
            let fact = Fact::Pointed { by: request.seat, round, choice: answer.choice, text };
            self.tell(Audience::Only(pack), fact);
            // A wolf who was silent where nobody may pass points at nobody and holds nobody up.
            if request.menu.allows(answer.choice) {
                pointed.push((request.seat, answer.choice));
            }
        }
        let o = self.options();
        let (consensus, rounds) = (o.wolf_consensus, o.wolf_rounds.0 as u8);
        if let Some(choice) = self.agreed(&pointed) {
            self.prey(choice.seat());
        } else if round < rounds {
            self.next(Step::Hunt(round + 1));
        } else {
            match (consensus, leaders(&pointed)) {
                (WolfConsensus::Unanimous, _) => self.prey(None),
                (_, top) if top.is_empty() => self.prey(None),
                (_, top) if top.len() == 1 => self.prey(top[0].seat()),
                (WolfConsensus::PluralityTieRandom, top) => {
                    // A tie with "nobody" is drawn among the players pointed at.
                    let seats: Seats = top.iter().filter_map(|choice| choice.seat()).collect();
                    match seats.len() as u16 {
                        // A pack that says nothing at all takes nobody.
                        0 => self.prey(None),
                        sides => self.roll(Roll { purpose: Purpose::Prey, sides }, Then::Prey(seats)),
                    }
                }
                _ => self.prey(None),
            }
        }
    }

    /// What all wolves chose, if they chose alike. A wolf does not stand against the choice of his own lover where
    /// lovers may not harm each other: unanimity is tested over the others.
    fn agreed(&self, pointed: &[(Seat, Choice)]) -> Option<Choice> {
        let forbid = self.options().lovers_may_target_each_other_with_powers == Permit::Forbid;
        let lovers = self.marked(Kind::Lover);
        let spares =
            |wolf: Seat, prey: Choice| forbid && lovers.has(wolf) && prey.seat().is_some_and(|seat| lovers.has(seat));
        let mut candidates: Vec<Choice> = pointed.iter().map(|(_, choice)| *choice).collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.into_iter().find(|prey| pointed.iter().all(|(wolf, choice)| choice == prey || spares(*wolf, *prey)))
    }

    /// The pack's choice, by number; `None` is nobody.
    pub(crate) fn prey(&mut self, named: Option<Seat>) {
        let quarry = named.map(|named| Quarry { named, hit: self.person(named), harm: Harm::Kill });
        // The hunt in a second house leaves the victim of the first one where it is.
        match (self.room, self.quarry) {
            (Some(_), Some(_)) => self.other_quarry = quarry,
            _ => self.quarry = quarry,
        }
        let pack = self.hunters();
        self.tell(Audience::Only(pack), Fact::Prey { seat: named });
    }

    pub(crate) fn substitute(&mut self, girl: Seat) -> Vec<Request> {
        let menu = Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] };
        let source = Source::Role(self.card(girl));
        let pack = self.hunters();
        pack.iter()
            .map(|wolf| self.request(Me { seat: girl, asked: wolf, source }, Ask::Substitute { girl }, menu.clone()))
            .collect()
    }

    /// More wolves for taking her than against: a tie and silence leave her alone (errata 55).
    pub(crate) fn substituted(&mut self, girl: Seat, answers: &[Answer]) {
        let yes = answers.iter().filter(|answer| answer.choice == Choice::Yes).count();
        let instead = yes * 2 > answers.len();
        if instead {
            self.apply(Effect::Prey(girl));
        }
        let pack = self.hunters();
        self.tell(Audience::Only(pack), Fact::Taken { seat: girl, instead });
    }

    /// Strikes the blows whose moment has come.
    pub(crate) fn due(&mut self, part: Part, number: u16) {
        let now = When { number, part };
        let (due, later) = std::mem::take(&mut self.later).into_iter().partition(|(when, _)| *when <= now);
        self.later = later;
        self.blows.extend(due.into_iter().map(|(_, blow): (When, Blow)| blow));
    }

    pub(crate) fn resolve(&mut self) {
        self.room = None;
        for Quarry { hit, harm, .. } in self.quarry.take().into_iter().chain(self.other_quarry.take()) {
            self.blows.push(Blow { on: hit, cause: Cause::Wolves, by: None, harm });
        }
        self.due(Part::Night, self.night);
        if let Some((a, b)) = self.death_swap.take() {
            for blow in &mut self.blows {
                blow.on = if blow.on == a {
                    b
                } else if blow.on == b {
                    a
                } else {
                    blow.on
                };
            }
        }
        self.waves();
        self.swap = None;
        self.stage();
    }
}

/// The choices most wolves made.
fn leaders(pointed: &[(Seat, Choice)]) -> Vec<Choice> {
    let mut choices: Vec<Choice> = pointed.iter().map(|(_, choice)| *choice).collect();
    choices.sort_unstable();
    let mut counts: Vec<(usize, Choice)> = vec![];
    for choice in choices {
        match counts.last_mut() {
            Some((count, last)) if *last == choice => *count += 1,
            _ => counts.push((1, choice)),
        }
    }
    let most = counts.iter().map(|(count, _)| *count).max().unwrap_or(0);
    counts.into_iter().filter(|(count, _)| *count == most).map(|(_, choice)| choice).collect()
}
