//! The sheriff's election (R136 to R140; CN: 上警, 退水, 警徽).

use crate::agenda::{Anchor, Next, Start, Step};
use crate::event::{Audience, Fact};
use crate::marks::Kind;
use crate::options::{BadgeBomb, Discussion, N1Victims, SheriffCandidacy, Voters};
use crate::poll::Poll;
use crate::request::{Answer, Ask, Choice, Direction, FloorKind, Menu, Request};
use crate::seat::{Seat, Seats};
use crate::state::{Election, State};

impl State {
    /// Who takes part in the election. The dead who are not announced do, or their absence would announce them.
    fn electorate(&self) -> Seats {
        let there = match self.options().n1_victims_in_election {
            N1Victims::TakePart => self.present(),
            N1Victims::Excluded => self.living,
        };
        there.and(self.eligible()).minus(self.marked(Kind::Absent))
    }

    pub(crate) fn elect(&mut self) -> Vec<Request> {
        let electorate = self.electorate();
        // Where the sheriff comes from among a few, there may be one of them, or none.
        match electorate.only() {
            Some(seat) => {
                self.install(seat);
                return vec![];
            }
            None if electorate.is_empty() => {
                self.no_sheriff(false);
                return vec![];
            }
            None => {}
        }
        match self.options().sheriff_candidacy {
            SheriffCandidacy::Everyone => {
                self.next(Step::ElectBallot { over: electorate, stood: Seats::NONE });
                vec![]
            }
            SheriffCandidacy::Nominated => {
                let menu = Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] };
                electorate.iter().map(|seat| self.house(seat, Ask::Stand, menu.clone())).collect()
            }
        }
    }

    pub(crate) fn stood(&mut self, batch: &[Request], answers: &[Answer]) {
        let candidates = yes(batch, answers);
        self.tell(Audience::Everyone, Fact::Standing { seats: candidates });
        if candidates.is_empty() || candidates.len() == batch.len() {
            return self.no_sheriff(false);
        }
        if self.options().discussion != Discussion::Silent {
            let from = Anchor::Among(candidates, Next::Himself);
            let start = Start { who: candidates, from, way: Some(Direction::Clockwise) };
            self.next(Step::Order(FloorKind::Hustings, start));
        }
        self.next(Step::Withdraw(candidates));
    }

    pub(crate) fn withdraw(&mut self, candidates: Seats) -> Vec<Request> {
        let menu = Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] };
        candidates.iter().map(|seat| self.house(seat, Ask::Withdraw, menu.clone())).collect()
    }

    pub(crate) fn withdrawn(&mut self, candidates: Seats, batch: &[Request], answers: &[Answer]) {
        let out = yes(batch, answers);
        if !out.is_empty() {
            self.tell(Audience::Everyone, Fact::Withdrew { seats: out });
        }
        let over = candidates.minus(out);
        if over.is_empty() {
            return self.no_sheriff(false);
        }
        match over.only() {
            Some(seat) => self.elected(seat),
            None => self.next(Step::ElectBallot { over, stood: candidates }),
        }
    }

    /// The ballot. Who stood does not vote where only the others do, even if he withdrew.
    pub(crate) fn elect_ballot(&mut self, over: Seats, stood: Seats) {
        let candidates = match self.options().sheriff_voters {
            Voters::All => Seats::NONE,
            Voters::NonCandidates => stood,
        };
        let absent = self.present().minus(self.electorate());
        self.next(Step::Poll(Box::new(Poll::sheriff(over, candidates.or(absent)))));
    }

    pub(crate) fn elected(&mut self, seat: Seat) {
        if self.options().sheriff_refuse {
            self.next(Step::Accept(seat));
        } else {
            self.install(seat);
        }
    }

    pub(crate) fn accept(&mut self, seat: Seat) -> Vec<Request> {
        let menu = Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] };
        vec![self.house(seat, Ask::Refuse, menu)]
    }

    pub(crate) fn accepted(&mut self, seat: Seat, refuses: Choice) {
        if refuses == Choice::Yes {
            self.tell(Audience::Everyone, Fact::Refused { seat });
            self.no_sheriff(false);
        } else {
            self.install(seat);
        }
    }

    fn install(&mut self, seat: Seat) {
        self.election = Election::Done;
        let mark = self.new_mark(seat, Kind::Sheriff, seat);
        self.marks.push(mark);
        self.tell(Audience::Everyone, Fact::Elected { seat });
    }

    /// The election is over without a sheriff; `lost` if the badge itself is: blown up by a wolf, or after
    /// a second tie where the house says so.
    pub(crate) fn no_sheriff(&mut self, lost: bool) {
        self.election = Election::Done;
        self.tell(Audience::Everyone, Fact::NoSheriff { lost });
    }

    /// A wolf blew himself up during the election: it goes on next day, or the badge is lost (`badge_bomb`).
    pub(crate) fn badge_bomb(&mut self) {
        self.bombs += 1;
        let lost = match self.options().badge_bomb {
            BadgeBomb::Off => false,
            BadgeBomb::Single => true,
            BadgeBomb::Double => self.bombs >= 2,
        };
        if lost {
            self.no_sheriff(true);
        }
    }
}

/// Who said yes.
fn yes(batch: &[Request], answers: &[Answer]) -> Seats {
    batch
        .iter()
        .zip(answers)
        .filter(|(_, answer)| answer.choice == Choice::Yes)
        .map(|(request, _)| request.seat)
        .collect::<Seats>()
}
