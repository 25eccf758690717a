//! Votes: who may vote, for whom, how the ballots are cast and what they come to.

use crate::agenda::{Anchor, Next, Start, Step, Then};
use crate::dice::{Purpose, Roll};
use crate::effect::{Blow, Part};
use crate::event::{Audience, Cause, Fact};
use crate::events::{EventId, Instead, happened};
use crate::marks::Kind;
use crate::options::{NoBallotAtAll, Permit, SheriffElectionTie, SpeechDirection, TieRule, VoteMode, Voters};
use crate::request::{About, Answer, Ask, Choice, Direction, FloorKind, Menu, Request, Window};
use crate::seat::{SEATS_MAX, Seat, Seats};
use crate::state::State;

/// The most ballots between tied players that `pk_until_out` holds before it gives up (errata 62).
const PK_BALLOTS_MAX: u8 = 3;

/// A vote under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Poll {
    pub about: About,
    /// Between whom; `None` until it opens: everybody who may be voted for.
    pub over: Option<Seats>,
    /// Who may not vote in it, because he stands or stood.
    pub excluded: Seats,
    /// Whether this is the day's first exile vote, or the one held again in its place.
    pub first: bool,
    /// From 1; each ballot after a tie is one more.
    pub round: u8,
    /// The ballots cast so far. A void one is `None`.
    pub ballots: Vec<(Seat, Option<Seat>)>,
    /// Who has still to be asked, where the ballot is taken in turn, or who has still to be put to the vote, by show
    /// of hands. `None` until it opens.
    pub queue: Option<Vec<Seat>>,
    /// Who casts the first ballot, where they are cast openly and in turn whatever the house does elsewhere.
    pub first_voter: Option<Seat>,
}

/// How a card or mark changes a vote.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sway {
    /// Half-votes added to the bearer's ballot, which has two.
    pub extra: u16,
    /// Half-votes that count against the bearer without a ballot.
    pub against: u16,
    /// Whether the bearer may not vote.
    pub barred: bool,
    /// Whom the bearer may not vote for.
    pub spares: Seats,
    /// Whether the bearer may not be voted for.
    pub untouchable: bool,
}

impl Sway {
    fn add(&mut self, other: Sway) {
        self.extra += other.extra;
        self.against += other.against;
        self.barred |= other.barred;
        self.spares = self.spares.or(other.spares);
        self.untouchable |= other.untouchable;
    }
}

/// The ballots of an opened vote.
pub(crate) struct Tally<'a> {
    pub about: About,
    pub ballots: &'a [(Seat, Option<Seat>)],
}

impl Poll {
    pub(crate) fn exile() -> Self {
        Poll {
            about: About::Exile,
            over: None,
            excluded: Seats::NONE,
            first: true,
            round: 1,
            ballots: vec![],
            queue: None,
            first_voter: None,
        }
    }

    pub(crate) fn of(about: About) -> Self {
        Poll { about, first: false, ..Poll::exile() }
    }

    pub(crate) fn sheriff(over: Seats, excluded: Seats) -> Self {
        Poll { about: About::Sheriff, over: Some(over), excluded, first: false, ..Poll::exile() }
    }

    /// The next ballot, between these.
    fn again(&self, over: Seats, excluded: Seats) -> Self {
        Poll { over: Some(over), excluded, first: false, round: self.round + 1, ballots: vec![], queue: None, ..*self }
    }
}

impl State {
    /// How these seats change the vote, by seat.
    fn sways(&self, seats: Seats, poll: &Poll) -> [Sway; SEATS_MAX] {
        let mut sways = [Sway::default(); SEATS_MAX];
        for seat in seats.iter() {
            let sway = &mut sways[seat.index()];
            for (me, hooks) in self.hooks_of(seat) {
                sway.add(hooks.sway(me, poll, self));
            }
        }
        sways
    }

    fn mode(&self, about: About) -> VoteMode {
        if about == About::Exile { self.options().vote_mode } else { VoteMode::Simultaneous }
    }

    /// How the ballots of this vote are cast: a vote with a first voter goes round in turn, as the poll of a mob does.
    fn mode_of(&self, poll: &Poll) -> VoteMode {
        if poll.first_voter.is_some() { VoteMode::AngryMobPoll } else { self.mode(poll.about) }
    }

    /// Opens a vote, or goes on with one that is taken in turn.
    pub(crate) fn poll(&mut self, poll: &mut Poll) -> Vec<Request> {
        let present = self.present();
        let sways = self.sways(present, poll);
        let may_be_named = |seat: &Seat| !sways[seat.index()].untouchable;
        let over: Seats = poll.over.unwrap_or(present).and(present).iter().filter(may_be_named).collect();
        let may_vote = |seat: &Seat| !sways[seat.index()].barred;
        let voters: Seats = present.minus(poll.excluded).iter().filter(may_vote).collect();
        let opens = poll.queue.is_none();
        if opens && poll.first && poll.first_voter.is_none() && self.replaced(Instead::Vote) {
            return vec![];
        }
        if opens {
            self.vote += 1;
            let fact = Fact::PollOpened { about: poll.about, round: poll.round, over, voters };
            self.tell(Audience::Everyone, fact);
        }
        poll.over = Some(over);
        if voters.is_empty() || over.is_empty() {
            // Nobody may vote: that is not a tie, and no tie rule runs (errata 60).
            self.nobody_leads(poll);
            return vec![];
        }
        let batch = match self.mode_of(poll) {
            VoteMode::Simultaneous => {
                poll.queue = Some(vec![]);
                voters.iter().map(|seat| self.ballot(seat, poll, over, sways[seat.index()].spares)).collect()
            }
            VoteMode::ShowOfHands => self.hands(poll, voters, over, &sways),
            VoteMode::AngryMobPoll => {
                let first = poll.first_voter;
                let queue = poll.queue.get_or_insert_with(|| match first {
                    Some(first) => self.clockwise_from(voters, first),
                    None => self.clockwise_from_victim(voters),
                });
                let turn = if queue.is_empty() { None } else { Some(queue.remove(0)) };
                turn.map(|seat| self.ballot(seat, poll, over, sways[seat.index()].spares)).into_iter().collect()
            }
        };
        if batch.is_empty() {
            self.next(Step::Count(Box::new(poll.clone())));
        }
        batch
    }

    /// The seats in the order in which they are asked openly: clockwise, from the left of the last victim (000g).
    fn clockwise_from_victim(&self, seats: Seats) -> Vec<Seat> {
        let anchor = self.dawn_dead.first().or(self.last_dead).unwrap_or(Seat::new(self.board.seats));
        seats.clockwise_after(anchor).collect()
    }

    fn clockwise_from(&self, seats: Seats, first: Seat) -> Vec<Seat> {
        let others = seats.without(first).clockwise_after(first);
        Seats::one(first).and(seats).iter().chain(others).collect()
    }

    /// A ballot of a seat that must spare some.
    fn ballot(&mut self, seat: Seat, poll: &Poll, over: Seats, spares: Seats) -> Request {
        let o = self.options();
        let own = if o.vote_self == Permit::Forbid { Seats::one(seat) } else { Seats::NONE };
        let abstain = o.abstain;
        let targets = over.minus(spares).minus(own);
        let mut choices: Vec<Choice> = Vec::with_capacity(targets.len() + 1);
        // Who has nobody to vote for abstains even where nobody may: a refusal would tell whom he must spare.
        // So does who is alone at the table while the others are away.
        if abstain || targets.is_empty() || over == Seats::one(seat) {
            choices.push(Choice::Pass);
        }
        choices.extend(targets.iter().map(|seat| Choice::Target { seat }));
        self.house(seat, Ask::Ballot { about: poll.about, round: poll.round }, Menu::OneOf { choices })
    }

    /// The next candidate of a show of hands (000g): who has not raised his hand yet may raise it.
    fn hands(&mut self, poll: &mut Poll, voters: Seats, over: Seats, sways: &[Sway; SEATS_MAX]) -> Vec<Request> {
        let mut candidates = poll.queue.take().unwrap_or_else(|| self.clockwise_from_victim(over));
        while !candidates.is_empty() {
            let candidate = candidates.remove(0);
            poll.queue = Some(candidates.clone());
            let raised: Seats = poll.ballots.iter().map(|(seat, _)| *seat).collect();
            let forbid = self.options().vote_self == Permit::Forbid;
            let free: Vec<Seat> = voters
                .minus(raised)
                .iter()
                .filter(|seat| !(sways[seat.index()].spares.has(candidate) || forbid && *seat == candidate))
                .collect();
            if !free.is_empty() {
                let menu = Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] };
                return free.iter().map(|seat| self.house(*seat, Ask::Hand { candidate }, menu.clone())).collect();
            }
        }
        poll.queue = Some(candidates);
        vec![]
    }

    /// Takes ballots.
    pub(crate) fn cast(&mut self, mut poll: Box<Poll>, batch: &[Request], answers: &[Answer]) {
        let mode = self.mode_of(&poll);
        for (request, answer) in batch.iter().zip(answers) {
            match request.ask {
                Ask::Hand { candidate } if answer.choice == Choice::Yes => {
                    poll.ballots.push((request.seat, Some(candidate)));
                    let fact = Fact::Voted { about: poll.about, by: request.seat, onto: Some(candidate) };
                    self.tell(Audience::Everyone, fact);
                }
                Ask::Hand { .. } => {}
                _ => {
                    let onto = answer.choice.seat();
                    poll.ballots.push((request.seat, onto));
                    if mode == VoteMode::AngryMobPoll {
                        self.tell(Audience::Everyone, Fact::Voted { about: poll.about, by: request.seat, onto });
                    }
                }
            }
        }
        let open = mode != VoteMode::Simultaneous && poll.queue.as_ref().is_some_and(|queue| !queue.is_empty());
        self.next(if open { Step::Poll(poll) } else { Step::Count(poll) });
    }

    /// Opens the ballots. Weights are those at this moment.
    pub(crate) fn count(&mut self, poll: &Poll) {
        let mut ballots = poll.ballots.clone();
        ballots.sort_unstable();
        let totals = self.totals(poll);
        let fact = Fact::Counted { about: poll.about, round: poll.round, ballots: ballots.clone(), totals };
        self.tell(Audience::Everyone, fact);
        let tally = Tally { about: poll.about, ballots: &ballots };
        let effects = self.effects_of(self.present(), |me, hooks| hooks.opened(me, &tally, self));
        self.apply_all(effects);
        if poll.first {
            self.next(Step::Open(Window::Tallied));
        }
        self.next(Step::Conclude(Box::new(poll.clone())));
    }

    /// The vote that was just opened is held again from the start. Nothing of it has happened yet, so nothing has to
    /// be undone; the record only grows.
    pub(crate) fn void_vote(&mut self) {
        if let Some(step) = self.agenda.iter_mut().find(|step| matches!(step, Step::Conclude(_))) {
            *step = Step::Poll(Box::new(Poll::exile()));
        }
    }

    /// One more vote today, once what the first one led to is settled.
    pub(crate) fn second_vote(&mut self) {
        let ends = |step: &Step| matches!(step, Step::Due(Part::AfterVote) | Step::Night);
        let end = self.agenda.iter().position(ends).unwrap_or(self.agenda.len());
        self.agenda.insert(end, Step::SecondVote);
    }

    /// Nobody is told of it before, and who wanted it is never told.
    pub(crate) fn open_second_vote(&mut self) {
        self.tell(Audience::Everyone, Fact::SecondVote);
        let poll = Poll { first: false, ..Poll::exile() };
        self.next(Step::Poll(Box::new(poll)));
        self.next(Step::Settle);
    }

    /// Who voted for this seat in the last exile vote.
    pub(crate) fn accusers(&self, of: Seat) -> Seats {
        let last = self.log.iter().rev().find_map(|event| match &event.fact {
            Fact::Counted { about: About::Exile, ballots, .. } => Some(ballots),
            _ => None,
        });
        last.into_iter().flatten().filter(|(_, onto)| *onto == Some(of)).map(|(by, _)| *by).collect()
    }

    /// Half-votes for each seat that has any: a ballot has two, a sheriff's three or four.
    fn totals(&self, poll: &Poll) -> Vec<(Seat, u16)> {
        let over = poll.over.unwrap_or(Seats::NONE);
        let sways = self.sways(poll.ballots.iter().map(|(by, _)| *by).collect::<Seats>().or(over), poll);
        let mut votes = [0u16; SEATS_MAX];
        for (by, onto) in &poll.ballots {
            if let Some(onto) = onto {
                // An accusation weighs the same from everybody.
                let extra = if poll.about == About::Accusation { 0 } else { sways[by.index()].extra };
                votes[onto.index()] += 2 + extra;
            }
        }
        for seat in over.iter().filter(|_| poll.about != About::Accusation) {
            votes[seat.index()] += sways[seat.index()].against;
        }
        self.board.seats().zip(votes).filter(|(_, votes)| *votes > 0).collect()
    }

    pub(crate) fn conclude(&mut self, poll: &Poll) {
        let totals = self.totals(poll);
        let most = totals.iter().map(|(_, votes)| *votes).max().unwrap_or(0);
        let top: Seats = totals.iter().filter(|(_, votes)| *votes == most).map(|(seat, _)| *seat).collect();
        let over = poll.over.unwrap_or(Seats::NONE);
        match (poll.about, top.only()) {
            (About::Accusation, _) if most == 0 => self.nobody_leads(poll),
            (About::Accusation, _) => self.next(Step::Plead(top)),
            (About::Executioner, Some(seat)) => self.appoint(seat),
            (About::Executioner, None) => {
                let among = if most == 0 { over } else { top };
                self.roll(Roll { purpose: Purpose::Tie, sides: among.len() as u16 }, Then::Appoint(among));
            }
            (About::Exile, _)
                if poll.first_voter.is_none()
                    && self.mode(poll.about) == VoteMode::AngryMobPoll
                    && poll.round == 1
                    && most > 0 =>
            {
                self.mob_chooses(poll, &totals);
            }
            (About::Exile, Some(seat)) => self.next(Step::Execute(seat)),
            (About::Sheriff, Some(seat)) => self.elected(seat),
            (About::Exile, None) if most == 0 && self.options().no_ballot_at_all == NoBallotAtAll::Tie => {
                self.tied(poll, over);
            }
            (_, None) if most == 0 => self.nobody_leads(poll),
            (_, None) => self.tied(poll, top),
        }
    }

    /// The poll's first round picks the two with most votes, all ties at the second place included (errata 62); they
    /// defend themselves and the others vote. A single name is out at once.
    fn mob_chooses(&mut self, poll: &Poll, totals: &[(Seat, u16)]) {
        let mut votes: Vec<u16> = totals.iter().map(|(_, votes)| *votes).collect();
        votes.sort_unstable_by(|a, b| b.cmp(a));
        let second = votes.get(1).copied();
        let top: Seats = totals.iter().filter(|(_, v)| second.is_none_or(|s| *v >= s)).map(|(s, _)| *s).collect();
        match top.only() {
            Some(seat) => self.next(Step::Execute(seat)),
            None => self.defence(poll, top, top),
        }
    }

    fn tied(&mut self, poll: &Poll, over: Seats) {
        self.tell(Audience::Everyone, Fact::Tied { about: poll.about, over });
        self.next(Step::Tie(Box::new(poll.clone()), over));
    }

    fn nobody_leads(&mut self, poll: &Poll) {
        match poll.about {
            About::Exile | About::Accusation => self.tell(Audience::Everyone, Fact::NobodyOut),
            // Without anybody to vote, or to vote for, the office waits for another day.
            About::Executioner => {}
            About::Sheriff => self.no_sheriff(false),
        }
    }

    /// Tries the links of the tie chain in turn.
    pub(crate) fn tie(&mut self, poll: &Poll, tied: Seats) {
        if poll.about == About::Sheriff {
            return self.election_tie(poll, tied);
        }
        let board = self.board.clone();
        for rule in &board.options.tie.0 {
            if self.tie_rule(*rule, poll, tied) {
                return;
            }
        }
        self.tell(Audience::Everyone, Fact::NobodyOut);
    }

    /// Whether this link settles the tie.
    fn tie_rule(&mut self, rule: TieRule, poll: &Poll, tied: Seats) -> bool {
        match rule {
            TieRule::Scapegoat | TieRule::Sheriff => {
                let settled = self
                    .around()
                    .iter()
                    .find_map(|seat| self.hooks_of(seat).find_map(|(me, hooks)| hooks.tie(me, rule, tied, self)));
                let Some(effects) = settled else { return false };
                self.apply_all(effects);
            }
            TieRule::PkOnce if poll.round > 1 => return false,
            TieRule::PkUntilOut if poll.round > PK_BALLOTS_MAX => return false,
            TieRule::RandomAfterN if u16::from(poll.round) < self.options().random_after_n.0 => self.pk(poll, tied),
            TieRule::PkOnce | TieRule::PkUntilOut => self.pk(poll, tied),
            TieRule::Random | TieRule::RandomAfterN => {
                self.roll(Roll { purpose: Purpose::Tie, sides: tied.len() as u16 }, Then::ExileOne(tied));
            }
            TieRule::None => self.tell(Audience::Everyone, Fact::NobodyOut),
        }
        true
    }

    fn pk(&mut self, poll: &Poll, tied: Seats) {
        let excluded = match self.options().pk_voters {
            Voters::All => Seats::NONE,
            Voters::NonCandidates => tied,
        };
        self.defence(poll, tied, excluded);
    }

    /// The tied speak, each once, then there is one more ballot between them.
    fn defence(&mut self, poll: &Poll, tied: Seats, excluded: Seats) {
        if self.options().discussion != crate::options::Discussion::Silent {
            let first = tied.first().expect("a tie is between some");
            // Online tables draw who of the tied begins and which way it goes, as they do for the day's speeches.
            let (from, way) = match self.options().speech_direction {
                SpeechDirection::Clockwise => (Anchor::First(first), Some(Direction::Clockwise)),
                SpeechDirection::Random => (Anchor::Among(tied, Next::Himself), None),
            };
            self.next(Step::Order(FloorKind::Defence, Start { who: tied, from, way }));
        }
        self.next(Step::Poll(Box::new(poll.again(tied, excluded))));
    }

    /// A tied election (`sheriff_election_tie`).
    fn election_tie(&mut self, poll: &Poll, tied: Seats) {
        let rule = self.options().sheriff_election_tie;
        match (rule, poll.round) {
            (SheriffElectionTie::PkThenLost, 1) => self.defence(poll, tied, poll.excluded),
            (_, 1) => self.next(Step::Poll(Box::new(poll.again(tied, poll.excluded)))),
            (SheriffElectionTie::RevoteThenRandom, _) => {
                self.roll(Roll { purpose: Purpose::Tie, sides: tied.len() as u16 }, Then::ElectOne(tied));
            }
            (SheriffElectionTie::RevoteThenNone, _) => self.no_sheriff(false),
            (SheriffElectionTie::PkThenLost, _) => self.no_sheriff(true),
        }
    }

    /// Players about to be exiled may have something to say to it, such as showing a card.
    pub(crate) fn plead(&mut self, seats: Seats) -> Vec<Request> {
        self.next(Step::Exile(seats));
        let of = |seat: Seat| {
            self.hooks_of(seat).filter_map(|(me, hooks)| Some((me, hooks.plea(me, self)?))).collect::<Vec<_>>()
        };
        let pleas: Vec<_> = seats.iter().flat_map(of).collect();
        pleas.into_iter().map(|(me, menu)| self.request(me, Ask::Flip, menu)).collect()
    }

    pub(crate) fn exile(&mut self, seats: Seats) {
        let blamed: Seats = seats.iter().filter(|seat| self.blamed(*seat)).collect();
        let cause = |seat| if blamed.has(seat) { Cause::Tie } else { Cause::Vote };
        self.blows.extend(seats.iter().map(|seat| Blow::kill(seat, cause(seat), None)));
        self.waves();
        for seat in seats.minus(blamed).and(self.fallen).iter() {
            self.next(Step::Open(Window::Unmasking { seat }));
        }
        self.next(Step::Settle);
    }

    /// Whether the seat goes for the tie of this vote, and not because it was voted out.
    pub(crate) fn blamed(&self, seat: Seat) -> bool {
        self.mark(seat, Kind::Blamed).is_some_and(|mark| mark.vote == self.vote)
    }

    /// There is an executioner.
    pub(crate) fn appoint(&mut self, seat: Seat) {
        let mark = self.new_mark(seat, Kind::Executioner, seat);
        self.marks.push(mark);
        self.apply(happened(EventId::Executioner, 1, None, Seats::one(seat), true));
    }
}
