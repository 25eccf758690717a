//! What is said: a few points that follow from what the player believes, each with its words and its claims.

use super::Mind;
use super::beliefs::{Beliefs, Reason};
use super::lines::Line;
use lycaon_rules::{Answer, Choice, Claim, Discussion, FloorKind, Manner, Menu, RoleId, Seat, Seats, Speech};

/// A point of a speech: what it says, what fills its words, and what it claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Point {
    line: Line,
    slots: Vec<(&'static str, String)>,
    claims: Vec<Claim>,
}

impl Point {
    fn new(line: Line) -> Self {
        Point { line, slots: vec![], claims: vec![] }
    }

    fn seat(mut self, seat: Seat) -> Self {
        self.slots.push(("seat", seat.to_string()));
        self
    }

    fn other(mut self, seat: Seat) -> Self {
        self.slots.push(("other", seat.to_string()));
        self
    }

    fn slot(mut self, name: &'static str, value: impl ToString) -> Self {
        self.slots.push((name, value.to_string()));
        self
    }

    fn claim(mut self, claim: Claim) -> Self {
        self.claims.push(claim);
        self
    }
}

/// A speech under way.
#[derive(Debug, Default)]
pub(super) struct Talk {
    sentences: Vec<String>,
    claims: Vec<Claim>,
    gap: &'static str,
}

impl Talk {
    /// The speech as an answer.
    pub(super) fn into_answer(self) -> Answer {
        let speech = Speech { text: self.sentences.join(self.gap), claims: self.claims, ..Speech::default() };
        Answer { choice: Choice::Say, speech: Some(speech) }
    }
}

/// The seats of which the points say already what the speaker holds of them.
fn seats_of(points: &[Point]) -> Seats {
    let opinion = |claim: &Claim| match *claim {
        Claim::Checked { seat, .. } | Claim::Suspects { seat } | Claim::Trusts { seat } => Some(seat),
        _ => None,
    };
    points.iter().flat_map(|point| &point.claims).filter_map(opinion).collect()
}

impl Mind<'_> {
    /// A speech; `floor` is `None` for last words.
    pub(super) fn speak(&mut self, floor: Option<FloorKind>, menu: &Menu) -> Talk {
        let limit = match menu {
            Menu::Talk { limit } => usize::from(*limit),
            _ => 0,
        };
        let points = self.points(floor);
        let mut talk = self.put_into_words(points, limit);
        if talk.sentences.is_empty() {
            let again = self.memory.speeches_today[self.memory.me] > 0;
            let nothing = Point::new(if again { Line::NothingMore } else { Line::Nothing });
            talk = self.put_into_words(vec![nothing], limit);
        }
        talk
    }

    /// Says what fits; what is left out is not claimed either.
    fn put_into_words(&mut self, points: Vec<Point>, limit: usize) -> Talk {
        let mut talk = Talk { gap: self.lines.gap(), ..Talk::default() };
        let mut room = limit;
        for point in points {
            let Some(sentence) = self.lines.say(point.line, &point.slots, room, &mut self.lots) else { continue };
            if self.is_forbidden(&sentence) {
                continue;
            }
            room = room.saturating_sub(sentence.chars().count() + talk.gap.len());
            talk.sentences.push(sentence);
            talk.claims.extend(point.claims);
        }
        talk
    }

    fn points(&mut self, floor: Option<FloorKind>) -> Vec<Point> {
        let mut points = vec![];
        match floor {
            Some(FloorKind::Interjection) => {
                points.extend(self.suspicions(1, Seats::NONE));
                return points;
            }
            Some(FloorKind::Hustings) => self.identity(false, &mut points),
            Some(FloorKind::Defence) | None => self.identity(true, &mut points),
            // Nobody sees who speaks, so nothing is said of oneself.
            Some(FloorKind::Masked) => {
                points.extend(self.suspicions(2, Seats::NONE));
                points.extend(self.trust(seats_of(&points)));
                return points;
            }
            Some(FloorKind::Day | FloorKind::Round) => {
                points.extend(self.remark_on_the_night());
                self.identity(false, &mut points);
            }
        }
        if floor == Some(FloorKind::Hustings) && points.is_empty() {
            points.push(Point::new(Line::Pitch));
        }
        points.extend(self.replies());
        points.extend(self.on_seers());
        let spoken_of = seats_of(&points);
        let many = if floor.is_none() || floor == Some(FloorKind::Hustings) { 1 } else { 2 };
        points.extend(self.suspicions(many, spoken_of));
        points.extend(self.trust(spoken_of));
        if matches!(floor, Some(FloorKind::Day | FloorKind::Defence)) {
            points.extend(self.vote_announced());
        }
        self.without_repetition(points)
    }

    /// On one day nobody says the same thing twice.
    fn without_repetition(&self, points: Vec<Point>) -> Vec<Point> {
        let me = self.memory.me;
        let said = |claim: &Claim| self.memory.said_today().any(|said| said.by == me && said.claim == *claim);
        points.into_iter().filter(|point| point.claims.is_empty() || !point.claims.iter().all(said)).collect()
    }

    /// The first to speak on a day say a word about the night.
    fn remark_on_the_night(&mut self) -> Option<Point> {
        let spoken: u32 = self.memory.board.seats().map(|seat| u32::from(self.memory.speeches_today[seat])).sum();
        if self.memory.nights == 0 || spoken > 1 || !self.lots.percent(70) {
            return None;
        }
        let fell = |death: &&super::memory::Death| {
            death.day == self.memory.day && matches!(death.manner, Manner::Night | Manner::Poison)
        };
        let dead: Vec<Seat> = self.memory.deaths.iter().filter(fell).map(|death| death.seat).collect();
        if let Some(wolf) = dead.iter().find(|seat| self.memory.shown_wolf[**seat] == Some(true)) {
            return Some(Point::new(Line::WolfDied).seat(*wolf));
        }
        match dead.as_slice() {
            [] => Some(Point::new(Line::Peaceful)),
            [seat] => Some(Point::new(Line::OneDied).seat(*seat)),
            many => {
                let seats = many.iter().map(Seat::to_string).collect::<Vec<_>>().join(self.lines.comma());
                Some(Point::new(Line::SeveralDied).slot("seats", seats))
            }
        }
    }

    /// Who one is, and what one has done at night, as far as one says it now.
    fn identity(&mut self, last_chance: bool, points: &mut Vec<Point>) {
        if self.seer_comes_out(last_chance) || self.pretends() {
            return self.as_seer(points);
        }
        let me = self.memory.me;
        let out = self.claims.card[me].is_some();
        if last_chance || self.god_comes_out() {
            let role = self.alibi();
            if !out {
                let key = if role == RoleId::Villager { Line::IAmVillager } else { Line::IAm };
                let claim = Claim::Role { seat: me, role };
                points.push(Point::new(key).slot("role", self.lines.role(role)).claim(claim));
            }
            if self.memory.card == RoleId::Witch && role == RoleId::Witch {
                self.as_witch(points);
            }
        }
    }

    fn as_seer(&mut self, points: &mut Vec<Point>) {
        let me = self.memory.me;
        if self.claims.card[me] != Some(RoleId::Seer) {
            points.push(Point::new(Line::IAmSeer).claim(Claim::Role { seat: me, role: RoleId::Seer }));
        }
        for check in self.unreported_checks() {
            let key = if check.wolf { Line::CheckedWolf } else { Line::CheckedGood };
            let claim = Claim::Checked { seat: check.seat, wolf: check.wolf, night: check.night };
            if check.wolf {
                self.named.insert(check.seat);
            }
            points.push(Point::new(key).seat(check.seat).slot("night", check.night).claim(claim));
        }
        let rivals = self.claims.claimants(RoleId::Seer).without(me).minus(self.memory.pack).and(self.memory.living);
        for rival in rivals.iter() {
            points.push(Point::new(Line::Counterclaim).seat(rival).claim(Claim::Suspects { seat: rival }));
        }
        let unseen = self.memory.others().minus(rivals);
        let unseen: Seats = unseen.iter().filter(|seat| self.claims.reports_of(me).all(|r| r.seat != *seat)).collect();
        let opinion = if self.memory.am_wolf() { &self.table } else { &self.own };
        let first = opinion.worst(unseen.iter().filter(|seat| opinion.known.wolf[*seat].is_none()).collect());
        if let Some(first) = first
            && self.lots.percent(50)
        {
            points.push(Point::new(Line::NextCheck).seat(first));
        }
    }

    fn as_witch(&self, points: &mut Vec<Point>) {
        for seat in &self.memory.healed {
            points.push(Point::new(Line::Healed).seat(*seat).claim(Claim::Healed { seat: *seat }));
        }
        for seat in self.memory.poisoned() {
            points.push(Point::new(Line::Poisoned).seat(seat).claim(Claim::Poisoned { seat }));
        }
    }

    /// An answer to who spoke against one.
    fn replies(&mut self) -> Option<Point> {
        let me = self.memory.me;
        let checked = self.claims.reports.iter().rfind(|report| report.seat == me && report.wolf);
        if let Some(report) = checked
            && self.memory.living.has(report.by)
        {
            let by = report.by;
            return Some(Point::new(Line::DenyCheck).seat(by).claim(Claim::Suspects { seat: by }));
        }
        let mut accusers = self.accusers().and(self.memory.living);
        if let Some((seer, _)) = self.opinion_to_show().seer() {
            accusers.remove(seer);
        }
        let accuser = self.lots.seat(accusers)?;
        Some(Point::new(Line::Deny).seat(accuser))
    }

    /// Where one stands between those who claim to be the seer.
    fn on_seers(&mut self) -> Option<Point> {
        let me = self.memory.me;
        let seers: Seats = self.claims.claimants(RoleId::Seer).and(self.memory.living);
        if seers.is_empty() || seers.has(me) || self.memory.card == RoleId::Seer {
            return None;
        }
        let opinion = self.opinion_to_show();
        let believed = opinion.seer().map(|(seat, _)| seat).filter(|seat| seers.has(*seat));
        let named =
            self.claims.reports.iter().any(|report| report.seat == me && report.wolf && Some(report.by) == believed);
        match (believed, seers.len()) {
            (Some(seat), rivals) if !named => {
                let line = if rivals > 1 { Line::FollowOver } else { Line::Follow };
                Some(Point::new(line).seat(seat).claim(Claim::Trusts { seat }))
            }
            (None, 2..) => {
                let mut pair = seers.iter();
                let (seat, other) = (pair.next()?, pair.next()?);
                Some(Point::new(Line::Undecided).seat(seat).other(other))
            }
            _ => None,
        }
    }

    /// The opinion one argues from: a wolf's is the table's.
    fn opinion_to_show(&self) -> &Beliefs {
        if self.memory.am_wolf() { &self.table } else { &self.own }
    }

    /// The worst suspicions, worst first, with the reasons one gives for them.
    fn suspicions(&mut self, most: usize, spoken_of: Seats) -> Vec<Point> {
        let mut left = self.memory.others().minus(spoken_of);
        let mut points = vec![];
        while points.len() < most {
            let Some(seat) = self.against(left) else { break };
            left.remove(seat);
            let enough = if points.is_empty() { -20 } else { 60 };
            if self.opinion_to_show().of(seat) < enough {
                break;
            }
            points.push(self.suspicion(seat));
        }
        points
    }

    fn suspicion(&self, seat: Seat) -> Point {
        let me = self.memory.me;
        let point = match self.opinion_to_show().reason(seat, true) {
            Reason::Known => Point::new(Line::SuspectSure),
            Reason::Checked { by } if self.believes(by) => Point::new(Line::SuspectChecked).other(by),
            Reason::ClearedByWolf { by } => Point::new(Line::SuspectCleared).other(by),
            Reason::FalseSeer => Point::new(Line::SuspectFalseSeer),
            Reason::FalseCard { role } => Point::new(Line::SuspectFalseCard).slot("role", self.lines.role(role)),
            Reason::Vote { onto } if onto == me => Point::new(Line::SuspectVotedMe),
            Reason::Vote { onto } => Point::new(Line::SuspectVoted).other(onto),
            Reason::Accused { whom } if whom == me => Point::new(Line::SuspectAccusedMe),
            Reason::Accused { whom } => Point::new(Line::SuspectAccused).other(whom),
            Reason::Defended { whom } => Point::new(Line::SuspectDefended).other(whom),
            _ => Point::new(Line::SuspectHunch),
        };
        point.seat(seat).claim(Claim::Suspects { seat })
    }

    /// Whether one follows this seer's checks openly.
    fn believes(&self, seer: Seat) -> bool {
        seer != self.memory.me && self.opinion_to_show().belief_in_seer(seer) > 50
    }

    /// Sometimes, whom one trusts and why.
    fn trust(&mut self, spoken_of: Seats) -> Option<Point> {
        if !self.lots.percent(45) {
            return None;
        }
        let opinion = self.opinion_to_show();
        let lover = self.memory.lover().filter(|lover| self.memory.living.has(*lover));
        let seat = lover.or_else(|| opinion.best(self.memory.others()))?;
        if spoken_of.has(seat) {
            return None;
        }
        if lover.is_none() && opinion.of(seat) > -15 {
            return None;
        }
        let point = match opinion.reason(seat, false) {
            Reason::Seer => return None,
            Reason::Known if self.memory.card == RoleId::Seer => Point::new(Line::TrustSure),
            Reason::Checked { by } if self.believes(by) => Point::new(Line::TrustChecked).other(by),
            Reason::Card { role } => Point::new(Line::TrustCard).slot("role", self.lines.role(role)),
            Reason::Healed { by } => Point::new(Line::TrustHealed).other(by),
            Reason::Vote { onto } => Point::new(Line::TrustVoted).other(onto),
            Reason::Accused { whom } => Point::new(Line::TrustAccused).other(whom),
            Reason::AccusedByWolf { by } => Point::new(Line::TrustAccusedByWolf).other(by),
            _ => Point::new(Line::TrustHunch),
        };
        Some(point.seat(seat).claim(Claim::Trusts { seat }))
    }

    /// Against whom one will vote.
    fn vote_announced(&mut self) -> Option<Point> {
        let tied: Seats = self.tied();
        let over = if tied.is_empty() { self.memory.others() } else { tied.without(self.memory.me) };
        let seat = self.against(over)?;
        let sure = self.opinion_to_show().of(seat) > 20 || self.memory.speeches_today[self.memory.me] > 0;
        let lead = self.memory.sheriff == Some(self.memory.me);
        if !sure && !lead && !self.lots.percent(40) {
            return None;
        }
        Some(Point::new(if lead { Line::LeadVote } else { Line::WillVote }).seat(seat).claim(Claim::WillVote { seat }))
    }

    /// The tied, while they defend themselves.
    fn tied(&self) -> Seats {
        self.memory.tied.and(self.memory.living)
    }

    /// How urgently one wants the floor in a free discussion, 0 to 3.
    pub(super) fn urgency(&mut self) -> u8 {
        let me = self.memory.me;
        let spoken = self.memory.speeches_today[me];
        let has_news = (self.seer_comes_out(false) || self.pretends()) && !self.unreported_checks().is_empty();
        let accused = !self.accusers().is_empty();
        let turns = match self.memory.board.options.discussion {
            Discussion::Free => self.memory.board.options.floor_turns.0,
            _ => 1,
        };
        match spoken {
            _ if u16::from(spoken) >= turns => 0,
            _ if has_news => 3,
            0 if accused => 2,
            0 => 1,
            _ if accused && spoken < 2 => 1,
            _ => 0,
        }
    }
}
