//! What a player says of others: whom he suspects and trusts, why, and which seer he follows.

use super::Mind;
use super::beliefs::{Beliefs, Reason};
use super::lines::{Line, Point};
use lycaon_rules::{About, Claim, RoleId, Seat, Seats};

impl Mind<'_> {
    /// The opinion one argues from: a wolf's is the table's.
    pub(super) fn opinion_to_show(&self) -> &Beliefs {
        if self.memory.am_wolf() { self.table() } else { &self.own }
    }

    /// Where one stands between those who claim to be the seer.
    pub(super) fn on_seers(&mut self) -> Option<Point> {
        let me = self.memory.me;
        let seers: Seats = self.claims.claimants(RoleId::Seer).and(self.memory.living);
        if seers.is_empty() || seers.has(me) || self.memory.card == RoleId::Seer || self.pretends() {
            return None;
        }
        let opinion = self.opinion_to_show();
        let believed = opinion.seer().map(|(seat, _)| seat).filter(|seat| seers.has(*seat));
        let named =
            self.claims.reports.iter().any(|report| report.seat == me && report.wolf && Some(report.by) == believed);
        match (believed, seers.len()) {
            // On the first day another may still come out.
            (Some(seat), 1) if !named && self.memory.day <= 1 && self.lots.percent(30) => {
                Some(Point::new(Line::AwaitRival).seat(seat))
            }
            (Some(seat), 1) if !named => Some(Point::new(Line::Follow).seat(seat)),
            (Some(seat), _) if !named => Some(Point::new(Line::FollowOver).seat(seat)),
            (None, 2..) => {
                let mut pair = seers.iter();
                let (seat, other) = (pair.next()?, pair.next()?);
                Some(Point::new(Line::Undecided).seat(seat).other(other))
            }
            _ => None,
        }
    }

    /// The worst suspicions, worst first, with the reasons one gives for them.
    pub(super) fn suspicions(&mut self, most: usize, spoken_of: Seats) -> Vec<Point> {
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

    pub(super) fn suspicion(&mut self, seat: Seat) -> Point {
        let me = self.memory.me;
        let about = |line: Line| Point::new(line).seat(seat);
        match self.opinion_to_show().reason(seat, true) {
            Reason::Known => about(Line::SuspectSure),
            Reason::Checked { by } if self.believes(by) => about(Line::SuspectChecked).other(by),
            Reason::ClearedByWolf { by } => about(Line::SuspectCleared).other(by),
            Reason::FalseSeer => about(Line::SuspectFalseSeer),
            Reason::FalseCard { role } => about(Line::SuspectFalseCard).role(role),
            Reason::Vote { onto } if onto == me => about(Line::SuspectVotedMe),
            Reason::Vote { onto } if onto != seat => about(Line::SuspectVoted).other(onto),
            Reason::Accused { whom } if whom == me => about(Line::SuspectAccusedMe),
            Reason::Accused { whom } => about(Line::SuspectAccused).other(whom),
            Reason::Defended { whom } if whom != me => about(Line::SuspectDefended).other(whom),
            _ => self.hole(seat),
        }
    }

    /// Where no reason is strong: a fact that can be held against the seat, or a feeling.
    fn hole(&mut self, seat: Seat) -> Point {
        let about = |line: Line| Point::new(line).seat(seat);
        let victim = self.night_dead().iter().find(|victim| self.spoke_against(seat, *victim));
        if let Some(victim) = victim
            && self.lots.percent(70)
        {
            return about(Line::SuspectKilled).other(victim);
        }
        let takes_no_stand = self.memory.speeches_today[seat] > 0
            && !self.memory.said_today().any(|said| said.by == seat && !matches!(said.claim, Claim::Role { .. }));
        match takes_no_stand && self.lots.percent(80) {
            true => about(Line::SuspectQuiet),
            false => about(Line::SuspectHunch),
        }
    }

    /// Whether a seat spoke or voted on the day before against another.
    fn spoke_against(&self, by: Seat, whom: Seat) -> bool {
        let yesterday = self.memory.day.saturating_sub(1);
        let against =
            |claim: Claim| matches!(claim, Claim::Suspects { seat } | Claim::WillVote { seat } if seat == whom);
        self.memory.said.iter().any(|said| said.day == yesterday && said.by == by && against(said.claim))
    }

    /// Whether one follows this seer's checks openly.
    fn believes(&self, seer: Seat) -> bool {
        !self.pretends() && seer != self.memory.me && self.opinion_to_show().belief_in_seer(seer) > 50
    }

    /// Sometimes, whom one trusts and why.
    pub(super) fn trust(&mut self, spoken_of: Seats) -> Option<Point> {
        if !self.lots.percent(60) {
            return None;
        }
        let opinion = self.opinion_to_show();
        let lover = self.memory.lover().filter(|lover| self.memory.living.has(*lover));
        let seat = lover.or_else(|| opinion.best(self.memory.others().minus(spoken_of).minus(self.named)))?;
        if spoken_of.has(seat) || (lover.is_none() && opinion.of(seat) > -15) {
            return None;
        }
        let about = |line: Line| Point::new(line).seat(seat);
        Some(match opinion.reason(seat, false) {
            Reason::Seer => return None,
            Reason::Known if self.memory.card == RoleId::Seer => about(Line::TrustSure),
            Reason::Checked { by } if self.believes(by) => about(Line::TrustChecked).other(by),
            Reason::Card { role } => about(Line::TrustCard).role(role),
            Reason::Healed { by } => about(Line::TrustHealed).other(by),
            Reason::Vote { onto } if onto != self.memory.me => about(Line::TrustVoted).other(onto),
            Reason::Accused { whom } if whom != self.memory.me => about(Line::TrustAccused).other(whom),
            Reason::AccusedByWolf { by } if by != self.memory.me => about(Line::TrustAccusedByWolf).other(by),
            _ => about(Line::TrustHunch),
        })
    }

    /// Who voted for a seat in the last vote on exile.
    pub(super) fn ballots_against(&self, seat: Seat) -> Seats {
        let last = self.memory.ballots.iter().rfind(|vote| vote.about == About::Exile);
        let cast = last.iter().flat_map(|vote| &vote.cast);
        cast.filter(|(by, onto)| *onto == Some(seat) && *by != self.memory.me).map(|(by, _)| *by).collect()
    }

    /// The ballots of the first vote on exile of the day before.
    pub(super) fn yesterday(&self) -> Option<&super::memory::Ballots> {
        let day = self.memory.day.checked_sub(1)?;
        self.memory.ballots.iter().find(|vote| vote.about == About::Exile && vote.day == day)
    }

    /// For whom one voted then.
    pub(super) fn own_ballot_of_yesterday(&self) -> Option<Seat> {
        let vote = self.yesterday()?;
        vote.cast.iter().find(|(by, _)| *by == self.memory.me)?.1
    }
}
