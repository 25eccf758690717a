//! One finished game as its measures want it: what was decided and what came of it, each with who was alive and who was
//! a wolf at that moment.

use super::knowledge::Knowledge;
use super::probed::Probed;
use lycaon_rules::{About, Cause, Claim, FloorKind, RoleId, Seat, Seats};
use lycaon_transcript::{CallLine, End, Header, How, SeatDecision};

/// Who was alive and who was a wolf, in truth, when something happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The day, or the number of the night before it.
    pub day: u16,
    /// Whether it was night.
    pub night: bool,
    /// The living.
    pub living: Seats,
    /// The wolves, dead ones included.
    pub wolves: Seats,
}

impl Moment {
    /// The living wolves.
    #[must_use]
    pub fn pack(self) -> Seats {
        self.living.and(self.wolves)
    }

    /// The living who are no wolves.
    #[must_use]
    pub fn good(self) -> Seats {
        self.living.minus(self.wolves)
    }
}

/// A seat's decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// When.
    pub at: Moment,
    /// The decision as it is recorded.
    pub decision: SeatDecision,
}

/// A ballot that was counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ballot {
    /// Whose.
    pub by: Seat,
    /// For whom; nobody if it is void.
    pub onto: Option<Seat>,
    /// For whom it could have been cast.
    pub menu: Seats,
    /// How the answer came about.
    pub how: How,
}

/// A vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poll {
    /// When.
    pub at: Moment,
    /// What about.
    pub about: About,
    /// The round, from 1.
    pub round: u8,
    /// Who could be voted for.
    pub over: Seats,
    /// Who held the badge.
    pub sheriff: Option<Seat>,
    /// The ballots, in the order in which they were cast if they were cast openly, otherwise by seat.
    pub ballots: Vec<Ballot>,
    /// Whether they were cast openly and in turn.
    pub in_turn: bool,
    /// What each seat got, in half-votes.
    pub totals: Vec<(Seat, u16)>,
    /// Who was voted out by it, dead or not.
    pub out: Option<Seat>,
}

impl Poll {
    /// Those with the most half-votes.
    #[must_use]
    pub fn leaders(&self) -> Seats {
        let most = self.totals.iter().map(|(_, votes)| *votes).max().unwrap_or(0);
        self.totals.iter().filter(|(_, votes)| *votes == most && most > 0).map(|(seat, _)| *seat).collect()
    }

    /// Whether the player would not have been voted out if this ballot for him had gone to the runner-up instead. The
    /// sheriff's ballot is taken for three half-votes, any other for two.
    #[must_use]
    pub fn is_pivotal(&self, ballot: &Ballot) -> bool {
        let Some(out) = self.out.filter(|out| ballot.onto == Some(*out)) else { return false };
        let votes = |seat| self.totals.iter().find(|(other, _)| *other == seat).map_or(0, |(_, votes)| *votes);
        let second = self.totals.iter().filter(|(seat, _)| *seat != out).map(|(_, votes)| *votes).max().unwrap_or(0);
        let weight = if self.sheriff == Some(ballot.by) { 3 } else { 2 };
        votes(out) <= second + 2 * weight
    }
}

/// The pack's choice of one night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunt {
    /// When.
    pub at: Moment,
    /// Who chose.
    pub pack: Seats,
    /// Whom.
    pub prey: Option<Seat>,
    /// Who pointed at whom, in which round.
    pub pointed: Vec<(u8, Seat, Option<Seat>)>,
    /// Whom they could point at.
    pub menu: Seats,
}

/// A look at somebody's card or camp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// When.
    pub at: Moment,
    /// Who looked.
    pub by: Seat,
    /// At whom.
    pub seat: Seat,
    /// Whether a wolf was seen.
    pub wolf: bool,
}

/// A death.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Death {
    /// Just before it.
    pub at: Moment,
    /// Whose.
    pub seat: Seat,
    /// Of what.
    pub causes: Vec<Cause>,
}

/// A public speech.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// When.
    pub at: Moment,
    /// Who spoke.
    pub seat: Seat,
    /// On which occasion; `None` for last words.
    pub floor: Option<FloorKind>,
    /// Its place among the speeches of the occasion, from 1.
    pub place: u16,
    /// What was said.
    pub text: String,
    /// What the speaker said of it in structured form.
    pub claims: Vec<Claim>,
    /// The number of the decision that it was.
    pub decision: Option<u32>,
    /// Whether the speech, or its absence, is a fallback.
    pub fallback: bool,
    /// What the speaker held for certain as he began.
    pub knew: Knowledge,
    /// The card that each seat held in truth, from seat 1.
    pub cards: Vec<RoleId>,
}

/// What everybody knew from a moment on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// When.
    pub at: Moment,
    /// How many public speeches there had been.
    pub speeches: usize,
    /// What.
    pub known: Knowledge,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Story {
    /// The file it was read from.
    pub file: String,
    /// What it began with.
    pub header: Header,
    /// How it ended.
    pub end: End,
    /// The wolves by the cards they were dealt.
    pub dealt_wolves: Seats,
    /// The decisions, in the order in which they were written.
    pub decisions: Vec<Decided>,
    /// The calls.
    pub calls: Vec<CallLine>,
    /// The questions that were put aside, in order.
    pub probes: Vec<Probed>,
    /// The votes.
    pub polls: Vec<Poll>,
    /// The pack's choices.
    pub hunts: Vec<Hunt>,
    /// The looks.
    pub checks: Vec<Check>,
    /// The deaths. Who was brought back stands here all the same, and may die again.
    pub deaths: Vec<Death>,
    /// Who was alive at the end.
    pub living: Seats,
    /// The public speeches.
    pub speeches: Vec<Said>,
    /// What everybody knew, each time that it grew.
    pub shown: Vec<Shown>,
    /// What was said in the pack, by whom, in order, with the number of public speeches before it.
    pub whispers: Vec<(usize, Seat, String)>,
    /// Who got the badge, from whom (`None` by election), and when.
    pub badges: Vec<(Moment, Option<Seat>, Seat)>,
    /// Who stood for sheriff in the end.
    pub standing: Seats,
    /// The order of the first day's speeches as it was laid down, whether or not all came to speak.
    pub first_order: Vec<Seat>,
}

impl Story {
    /// The card that was dealt to a seat.
    #[must_use]
    pub fn card(&self, seat: Seat) -> RoleId {
        self.header.deal.cards[seat.index()]
    }

    /// All seats.
    #[must_use]
    pub fn seats(&self) -> Seats {
        Seats::all(self.header.deal.cards.len())
    }

    /// The agent of a seat.
    #[must_use]
    pub fn agent(&self, seat: Seat) -> &str {
        self.header.seats.get(&seat).map_or("?", |seating| seating.agent.as_str())
    }

    /// Of these seats those that hold a village card with a power.
    #[must_use]
    pub fn gods(&self, among: Seats) -> Seats {
        let options = &self.header.board.options;
        among.iter().filter(|seat| self.card(*seat).group(options) == lycaon_rules::Group::God).collect()
    }
}
