//! The lines of a game, folded into its story.

use super::knowledge::Knowledge;
use super::probed::{Ears, Probed};
use super::story::{Ballot, Check, Death, Decided, Hunt, Moment, Poll, Said, Shown, Story};
use lycaon_rules::{About, Ask, Audience, Camp, Cause, Choice, Event, Fact, FloorKind, Phase, RoleId, Seat, Seats};
use lycaon_transcript::{Decision, End, Header, How, Line, Probe, SeatDecision};

/// Folds the lines of a game into its story.
pub(crate) struct Teller {
    story: Story,
    at: Moment,
    ended: bool,
    sheriff: Option<Seat>,
    /// Decisions on ballots since the vote was opened: seat, menu, how.
    cast: Vec<(Seat, Seats, How)>,
    /// The order in which open ballots were cast.
    in_turn: Vec<Seat>,
    pointed: Vec<(u8, Seat, Option<Seat>)>,
    hunted: Seats,
    /// Whose speech was decided last, by which decision, and whether it was a fallback.
    speaking: Option<(Seat, u32, bool)>,
    place: u16,
    /// The cards as they are now.
    cards: Vec<RoleId>,
    /// What each seat knows, from seat 1, and what everybody does.
    minds: Vec<Knowledge>,
    public: Knowledge,
    /// What the seats hear, where they are probed.
    ears: Option<Ears>,
}

impl Teller {
    pub fn new(file: &str, header: Header) -> Self {
        let seats = header.deal.cards.len();
        let wolves: Seats =
            Seat::all(seats).filter(|seat| header.deal.cards[seat.index()].card().camp == Camp::Wolves).collect();
        let nothing = End {
            winners: vec![],
            winning_seats: Seats::NONE,
            reason: lycaon_rules::Reason::MaxDays,
            days: 0,
            roles: Default::default(),
            totals: Default::default(),
        };
        let unknowing = Knowledge::new(&header.board);
        Teller {
            cards: header.deal.cards.clone(),
            minds: vec![unknowing.clone(); seats],
            public: unknowing,
            ears: Ears::of(&header),
            at: Moment { day: 0, night: false, living: Seats::all(seats), wolves },
            story: Story {
                file: file.into(),
                header,
                end: nothing,
                dealt_wolves: wolves,
                decisions: vec![],
                calls: vec![],
                probes: vec![],
                polls: vec![],
                hunts: vec![],
                checks: vec![],
                deaths: vec![],
                living: Seats::all(seats),
                speeches: vec![],
                shown: vec![],
                whispers: vec![],
                badges: vec![],
                standing: Seats::NONE,
                first_order: vec![],
            },
            ended: false,
            sheriff: None,
            cast: vec![],
            in_turn: vec![],
            pointed: vec![],
            hunted: Seats::NONE,
            speaking: None,
            place: 0,
        }
    }

    pub fn line(&mut self, line: Line) {
        match line {
            Line::Event(event) => self.event(event),
            Line::Decision(Decision::Seat(decision)) => self.decided(decision),
            Line::Call(call) => self.story.calls.push(call),
            Line::End(end) => {
                self.story.end = end;
                self.story.living = self.at.living;
                self.ended = true;
            }
            Line::Probe(probe) => self.probed(probe),
            Line::Decision(Decision::Dice(_)) | Line::Header(_) | Line::Note(_) | Line::Other(_) => {}
        }
    }

    /// The story; nothing if the game did not come to its end.
    pub fn story(self) -> Option<Story> {
        self.ended.then_some(self.story)
    }

    fn probed(&mut self, probe: Probe) {
        let oracle = self.ears.as_ref().and_then(|ears| ears.oracle(&probe, &self.story.probes));
        let (speeches, polls) = (self.story.speeches.len(), self.story.polls.len());
        let probe = Probe { calls: vec![], ..probe };
        self.story.probes.push(Probed { at: self.at, probe, speeches, polls, oracle });
    }

    fn decided(&mut self, decision: SeatDecision) {
        let menu = decision.request.options.target;
        match decision.request.ask {
            Ask::Ballot { .. } => self.cast.push((decision.seat, menu, decision.taken.how)),
            Ask::Hunt { .. } => self.hunted = self.hunted.or(menu),
            Ask::Speak { .. } | Ask::Words => {
                self.speaking = Some((decision.seat, decision.n, decision.taken.how.is_fallback()));
            }
            _ => {}
        }
        self.story.decisions.push(Decided { at: self.at, decision });
    }

    fn event(&mut self, event: Event) {
        if let Some(ears) = &mut self.ears {
            ears.hear(&event);
        }
        if !matches!(event.phase, Phase::End) {
            (self.at.day, self.at.night) = (event.day, event.phase == Phase::Night);
        }
        if let Fact::Returned { seat } = event.fact {
            self.at.living.insert(seat);
        }
        self.heard(event.audience, &event.fact);
        match event.audience {
            Audience::Everyone => self.public(event.fact),
            Audience::Only(seats) => self.private(seats, event.fact),
            Audience::Moderator => self.hidden(event.fact),
        }
    }

    /// Lets everybody who hears a fact know it.
    fn heard(&mut self, audience: Audience, fact: &Fact) {
        for seat in self.story.seats().iter().filter(|seat| audience.reaches(*seat)) {
            self.minds[seat.index()].hear(Some(seat), self.at.day, fact);
        }
        if audience == Audience::Everyone {
            let before = self.public.clone();
            self.public.hear(None, self.at.day, fact);
            if self.public != before {
                let (at, speeches, known) = (self.at, self.story.speeches.len(), self.public.clone());
                self.story.shown.push(Shown { at, speeches, known });
            }
        }
    }

    fn public(&mut self, fact: Fact) {
        match fact {
            Fact::Floor { floor, order } => {
                self.place = 0;
                if matches!(floor, FloorKind::Day | FloorKind::Round) && self.story.first_order.is_empty() {
                    self.story.first_order = order;
                }
            }
            Fact::Spoke { seat, floor, text, claims } => {
                self.place += 1;
                let decided = self.speaking.take().filter(|(speaker, ..)| *speaker == seat);
                let (decision, fallback) = (decided.map(|(_, n, _)| n), decided.is_some_and(|(.., fallback)| fallback));
                let (knew, cards) = (self.minds[seat.index()].clone(), self.cards.clone());
                let (at, place) = (self.at, self.place);
                let said = Said { at, seat, floor, place, text, claims, decision, fallback, knew, cards };
                self.story.speeches.push(said);
            }
            Fact::Standing { seats } => self.story.standing = seats,
            Fact::Withdrew { seats } => self.story.standing = self.story.standing.minus(seats),
            Fact::PollOpened { about, round, over, .. } => {
                self.cast.clear();
                self.in_turn.clear();
                let (at, sheriff) = (self.at, self.sheriff);
                let poll = Poll {
                    at,
                    about,
                    round,
                    over,
                    sheriff,
                    ballots: vec![],
                    in_turn: false,
                    totals: vec![],
                    out: None,
                };
                self.story.polls.push(poll);
            }
            Fact::Voted { by, .. } => self.in_turn.push(by),
            Fact::Counted { ballots, totals, .. } => self.counted(&ballots, totals),
            Fact::Flipped { seat } => self.voted_out(seat),
            Fact::Elected { seat } => self.badge(None, seat),
            Fact::Badge { from, to: Some(to) } => self.badge(Some(from), to),
            Fact::Badge { to: None, .. } | Fact::BadgeVoid { .. } => self.sheriff = None,
            _ => {}
        }
    }

    fn counted(&mut self, ballots: &[(Seat, Option<Seat>)], totals: Vec<(Seat, u16)>) {
        let Some(poll) = self.story.polls.last_mut() else { return };
        let place = |by: Seat| self.in_turn.iter().position(|seat| *seat == by).unwrap_or(usize::MAX);
        let ballot = |(by, onto): &(Seat, Option<Seat>)| {
            let cast = self.cast.iter().find(|(seat, ..)| seat == by);
            let (menu, how) = cast.map_or((poll.over, How::Answered), |(_, menu, how)| (*menu, *how));
            Ballot { by: *by, onto: *onto, menu, how }
        };
        let mut ballots: Vec<Ballot> = ballots.iter().map(ballot).collect();
        ballots.sort_by_key(|ballot| place(ballot.by));
        poll.in_turn = !self.in_turn.is_empty();
        (poll.ballots, poll.totals) = (ballots, totals);
    }

    fn voted_out(&mut self, seat: Seat) {
        if let Some(poll) = self.story.polls.iter_mut().rev().find(|poll| poll.about == About::Exile) {
            poll.out = poll.out.or(Some(seat));
        }
    }

    fn badge(&mut self, from: Option<Seat>, to: Seat) {
        self.sheriff = Some(to);
        self.story.badges.push((self.at, from, to));
    }

    fn private(&mut self, seats: Seats, fact: Fact) {
        match fact {
            Fact::Saw { seat, sight } => {
                if let Some(by) = seats.only() {
                    self.story.checks.push(Check { at: self.at, by, seat, wolf: sight.is_wolf() });
                }
            }
            Fact::Pointed { by, round, choice, text } => {
                let onto = if let Choice::Target { seat } = choice { Some(seat) } else { None };
                self.pointed.push((round, by, onto));
                self.story.whispers.extend(text.map(|text| (self.story.speeches.len(), by, text)));
            }
            Fact::Prey { seat } => {
                let pointed = std::mem::take(&mut self.pointed);
                let menu = std::mem::take(&mut self.hunted);
                self.story.hunts.push(Hunt { at: self.at, pack: seats, prey: seat, pointed, menu });
            }
            Fact::Became { role } => {
                let wolf = role.card().camp == Camp::Wolves;
                seats.iter().for_each(|seat| self.cards[seat.index()] = role);
                self.at.wolves = if wolf { self.at.wolves.or(seats) } else { self.at.wolves.minus(seats) };
            }
            Fact::Turned => self.at.wolves = self.at.wolves.or(seats),
            _ => {}
        }
    }

    fn hidden(&mut self, fact: Fact) {
        let Fact::Fell { seat, causes } = fact else { return };
        if causes.contains(&Cause::Vote) {
            self.voted_out(seat);
        }
        self.story.deaths.push(Death { at: self.at, seat, causes });
        self.at.living.remove(seat);
    }
}
