//! What is said: a few points that follow from what the player believes, each with its words and its claims.

use super::Mind;
use super::events;
use super::lines::{Line, Point};
use super::sentences::Sentences;
use crate::scripted::Lots;
use lycaon_rules::{Answer, Choice, Claim, Discussion, FloorKind, Manner, Menu, RoleId, Seat, Seats, Speech};

/// A speech under way.
#[derive(Debug, Default)]
pub(super) struct Talk {
    sentences: Vec<String>,
    claims: Vec<Claim>,
    said: Sentences,
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
pub(super) fn seats_of(points: &[Point], me: Seat) -> Seats {
    points.iter().fold(Seats::NONE, |seats, point| seats.or(point.judges(me)))
}

/// Those of whom the points say that they are good.
fn trusted(points: &[Point], me: Seat) -> Seats {
    let good = |point: &Point| match point.claim(me)? {
        Claim::Trusts { seat } | Claim::Checked { seat, wolf: false, .. } => Some(seat),
        _ => None,
    };
    points.iter().filter_map(good).collect()
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
            let lines = if again { [Line::NothingMore, Line::Nothing] } else { [Line::Nothing, Line::NothingMore] };
            talk = self.put_into_words(vec![Point::new(lines[0])], limit);
            if talk.sentences.is_empty() {
                talk = self.put_into_words(vec![Point::new(lines[1])], limit);
            }
        }
        talk
    }

    /// Says what fits and has not been said by the speaker; what is left out is not claimed either.
    fn put_into_words(&mut self, points: Vec<Point>, limit: usize) -> Talk {
        let memory = self.memory;
        let mut talk = Talk { gap: self.lines.gap(), ..Talk::default() };
        let mut room = limit;
        for point in points {
            let said = [&memory.sentences, &talk.said];
            let may_say = |sentence: &str| !events::forbidden_today(memory, sentence);
            let Some(sentence) = self.lines.say(&point, room, said, may_say, &mut self.lots) else { continue };
            room = room.saturating_sub(sentence.chars().count() + talk.gap.len());
            talk.said.hear(&sentence, true);
            talk.sentences.push(sentence);
            talk.claims.extend(point.claim(memory.me));
        }
        talk
    }

    fn points(&mut self, floor: Option<FloorKind>) -> Vec<Point> {
        let mut points = vec![];
        match floor {
            Some(FloorKind::Interjection) => points.extend(self.suspicions(1, Seats::NONE)),
            // Nobody sees who speaks, so nothing is said of oneself.
            Some(FloorKind::Masked) => {
                points.extend(self.suspicions(2, Seats::NONE));
                points.extend(self.trust(seats_of(&points, self.memory.me)));
            }
            Some(FloorKind::Hustings) => self.hustings(&mut points),
            Some(FloorKind::Defence) => self.defence(&mut points),
            Some(FloorKind::Day | FloorKind::Round) => self.day(&mut points),
            None => self.last_words(&mut points),
        }
        self.without_repetition(points)
    }

    fn hustings(&mut self, points: &mut Vec<Point>) {
        self.identity(false, points);
        if points.is_empty() {
            points.push(Point::new(Line::Pitch));
        }
        points.extend(self.replies());
        points.extend(self.on_seers());
        points.extend(self.suspicions(1, seats_of(points, self.memory.me)));
    }

    fn defence(&mut self, points: &mut Vec<Point>) {
        self.identity(true, points);
        points.extend(self.replies());
        points.push(Point::new(Line::Plead));
        points.extend(self.suspicions(1, seats_of(points, self.memory.me)));
        points.extend(self.vote_announced(trusted(points, self.memory.me)));
    }

    fn day(&mut self, points: &mut Vec<Point>) {
        let me = self.memory.me;
        let first = self.memory.board.seats().all(|seat| self.memory.speeches_today[seat] == 0);
        points.extend(self.remark_on_the_night());
        let before = points.len();
        self.identity(false, points);
        if first && points.len() == before && self.memory.day <= 1 {
            points.push(Point::new(Line::Opens));
        }
        points.extend(self.replies());
        points.extend(self.on_seers());
        let wordy = self.wordiness();
        let topics = self.topics(wordy, seats_of(points, me));
        points.extend(topics);
        points.extend(self.suspicions(1 + wordy.min(1), seats_of(points, me)));
        if wordy > 0 || self.lots.percent(30) {
            points.extend(self.trust(seats_of(points, me)));
        }
        points.extend(self.vote_announced(trusted(points, self.memory.me)));
    }

    fn last_words(&mut self, points: &mut Vec<Point>) {
        let me = self.memory.me;
        self.identity(true, points);
        let exiled = self.memory.death_of(me).is_some_and(|death| death.manner == Manner::Exile);
        if exiled {
            let against = self.ballots_against(me).and(self.memory.living);
            let line = if against.is_empty() { Line::Farewell } else { Line::FarewellVotes };
            points.push(Point::new(line).seats(against));
        } else {
            points.push(Point::new(Line::Killed));
        }
        if self.claims.reports.iter().any(|report| report.seat == me && report.wolf) {
            points.extend(self.replies());
        }
        points.extend(self.on_seers());
        points.extend(self.suspicions(1, seats_of(points, me)));
        points.extend(self.bequest(seats_of(points, me)));
        if exiled && self.lots.percent(60) {
            points.push(Point::new(Line::Farewell));
        }
    }

    /// How much this player likes to talk, 0 to 2; it stays the same for the game.
    fn wordiness(&self) -> usize {
        Lots::new(self.seed, format!("wordiness of seat {}", self.memory.me)).below(3) as usize
    }

    /// On one day nobody says the same thing twice, neither in two speeches nor in one.
    fn without_repetition(&self, points: Vec<Point>) -> Vec<Point> {
        let me = self.memory.me;
        let mut made: Vec<Claim> =
            self.memory.said_today().filter(|said| said.by == me).map(|said| said.claim).collect();
        let mut fresh = vec![];
        for point in points {
            match point.claim(me) {
                Some(claim) if made.contains(&claim) => {}
                claim => {
                    made.extend(claim);
                    fresh.push(point);
                }
            }
        }
        fresh
    }

    /// The first to speak on a day say a word about the night.
    fn remark_on_the_night(&mut self) -> Option<Point> {
        let spoken: u32 = self.memory.board.seats().map(|seat| u32::from(self.memory.speeches_today[seat])).sum();
        if self.memory.nights == 0 || spoken > 1 || !self.lots.percent(70) {
            return None;
        }
        let dead = self.night_dead();
        if let Some(wolf) = dead.iter().find(|seat| self.memory.shown_wolf[*seat] == Some(true)) {
            return Some(Point::new(Line::WolfDied).seat(wolf));
        }
        Some(match (dead.len(), dead.first()) {
            (1, Some(seat)) => Point::new(Line::OneDied).seat(seat),
            (0, _) | (_, None) => Point::new(Line::Peaceful),
            _ => Point::new(Line::SeveralDied).seats(dead),
        })
    }

    /// Who fell last night.
    pub(super) fn night_dead(&self) -> Seats {
        let fell = |death: &&super::memory::Death| {
            death.day == self.memory.day && matches!(death.manner, Manner::Night | Manner::Poison)
        };
        self.memory.deaths.iter().filter(fell).map(|death| death.seat).collect()
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
                let line = if role == RoleId::Villager { Line::IAmVillager } else { Line::IAm };
                points.push(Point::new(line).role(role));
            }
            if self.memory.card == RoleId::Witch && role == RoleId::Witch {
                points.extend(self.memory.healed.iter().map(|seat| Point::new(Line::Healed).seat(*seat)));
                points.extend(self.memory.poisoned().map(|seat| Point::new(Line::Poisoned).seat(seat)));
            }
        }
    }

    fn as_seer(&mut self, points: &mut Vec<Point>) {
        let me = self.memory.me;
        let fresh = self.claims.card[me] != Some(RoleId::Seer);
        if fresh {
            points.push(Point::new(Line::IAmSeer));
        }
        for check in self.unreported_checks() {
            let line = if check.wolf { Line::CheckedWolf } else { Line::CheckedGood };
            if check.wolf { &mut self.named } else { &mut self.cleared }.insert(check.seat);
            points.push(Point::new(line).seat(check.seat).number(check.night));
            if self.lots.percent(if fresh { 50 } else { 20 }) {
                points.push(Point::new(Line::WhyChecked).seat(check.seat));
            }
        }
        let rivals = self.claims.claimants(RoleId::Seer).without(me).minus(self.memory.pack).and(self.memory.living);
        points.extend(rivals.iter().map(|rival| Point::new(Line::Counterclaim).seat(rival)));
        let unseen = self.memory.others().minus(rivals).minus(seats_of(points, me));
        let unseen: Seats = unseen.iter().filter(|seat| self.claims.reports_of(me).all(|r| r.seat != *seat)).collect();
        let opinion = self.opinion_to_show();
        let first = opinion.worst(unseen.iter().filter(|seat| opinion.known.wolf[*seat].is_none()).collect());
        if let Some(first) = first
            && self.memory.living.has(me)
            && self.lots.percent(50)
        {
            points.push(Point::new(Line::NextCheck).seat(first));
        }
    }

    /// An answer to who spoke against one.
    fn replies(&mut self) -> Vec<Point> {
        let me = self.memory.me;
        let checked = self.claims.reports.iter().rfind(|report| report.seat == me && report.wolf);
        if let Some(report) = checked
            && self.memory.living.has(report.by)
        {
            return vec![Point::new(Line::DenyCheck).seat(report.by)];
        }
        let mut accusers = self.accusers().and(self.memory.living);
        if let Some((seer, _)) = self.opinion_to_show().seer() {
            accusers.remove(seer);
        }
        let Some(accuser) = self.lots.seat(accusers) else { return vec![] };
        let mut points = vec![Point::new(Line::Deny).seat(accuser)];
        if let Some(onto) = self.own_ballot_of_yesterday()
            && self.lots.percent(40)
        {
            points.push(Point::new(Line::AnswerVote).seat(onto));
        }
        points
    }

    /// Against whom one will vote.
    fn vote_announced(&mut self, trusted: Seats) -> Option<Point> {
        let me = self.memory.me;
        let tied: Seats = self.tied();
        let over = if tied.is_empty() { self.memory.around() } else { tied.without(me) };
        let over = over.minus(trusted);
        let seat = self.against(over)?;
        let sure = self.opinion_to_show().of(seat) > 20 || self.memory.speeches_today[me] > 0;
        let lead = self.memory.sheriff == Some(me);
        if !sure && !lead && !self.lots.percent(40) {
            return None;
        }
        if lead {
            return Some(Point::new(Line::LeadVote).seat(seat));
        }
        let voices = self.announced_against(seat).without(me).and(self.memory.living);
        let opinion = self.opinion_to_show();
        let voices: Seats = voices.iter().filter(|by| opinion.of(*by) < 30).collect();
        match self.lots.seat(voices) {
            Some(other) if self.lots.percent(40) => Some(Point::new(Line::JoinVote).seat(seat).other(other)),
            _ => Some(Point::new(Line::WillVote).seat(seat)),
        }
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
