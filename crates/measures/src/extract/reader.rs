//! Sentences into claims: clause by clause, with what later ones point back to.

use super::voice::Voice;
use super::word::Word;
use crate::claims::Says;
use lycaon_rules::{RoleId, Seat};

/// How many words may stand between a verb and what it is about.
pub(super) const REACH: usize = 4;

/// From how many words on a clause of Chinese speech has lost its marks, so that who is what in it is a guess.
const RUN_ON: usize = 8;

/// From how many clauses on a sentence of Chinese speech has none of its ends.
const ENDLESS: usize = 6;

/// Reads sentences, and remembers what later ones point back to.
pub(super) struct Reader {
    pub me: Seat,
    /// Whether it is Chinese, which may have been heard and written down by a machine.
    heard: bool,
    /// The role that the speaker claims.
    pub claimed: Option<RoleId>,
    /// Who is spoken to.
    pub you: Option<Seat>,
    /// How many sentences ago he was called.
    pub since: usize,
    /// Who was named last.
    pub last: Option<Seat>,
    /// Which others the clause before named.
    pub named: Vec<Seat>,
    /// Who the clause before put at the head of this one: 三号，
    pub topic: Option<Seat>,
    /// Who was checked, while the result is still to come.
    pub checked: Option<Seat>,
    /// Whether that was in this sentence.
    pub looked: bool,
    /// Whether this sentence tells the speaker's checks one by one.
    pub listing: bool,
    /// Whether nothing but greetings has been said.
    pub opening: bool,
    /// What was found.
    pub found: Vec<Says>,
}

impl Reader {
    pub fn new(me: Seat, claimed: Option<RoleId>, heard: bool) -> Self {
        Reader {
            me,
            heard,
            claimed,
            you: None,
            since: 0,
            last: None,
            named: vec![],
            topic: None,
            checked: None,
            listing: false,
            looked: false,
            opening: true,
            found: vec![],
        }
    }

    pub fn sentence(&mut self, words: &[Word], question: bool) {
        let clauses: Vec<&[Word]> = words.split(|word| *word == Word::Comma).filter(|c| !c.is_empty()).collect();
        let mut voice = Voice::default();
        for (number, clause) in clauses.iter().enumerate() {
            self.spoken_to(clause);
            let asks = question && number + 1 == clauses.len() && !clause.ends_with(&[Word::Tag]);
            if let Some(own) = self.own(clause, asks, &mut voice) {
                let before = self.found.len();
                self.clause(&own);
                if clauses.get(number + 1).is_some_and(|next| refutes(next)) {
                    self.found.truncate(before);
                }
                if self.heard {
                    self.doubt(before, clause.len() > RUN_ON, clauses.len() > ENDLESS);
                }
            }
            self.follow(clause);
        }
        // A result may stand in the sentence after the check.
        self.checked = self.checked.filter(|_| self.looked);
        self.looked = false;
        self.topic = None;
        // Who is spoken to stays so while nobody else is named.
        let goes_on = words.contains(&Word::You) && !words.iter().any(|word| word.seat().is_some());
        self.since += usize::from(!goes_on);
        self.listing = false;
    }

    /// Leaves out what was found from a place on and is likely to be somebody else's: in a clause that runs on, all that
    /// is said of others; in a sentence without end, their cards and votes. What the speaker is and did stays.
    fn doubt(&mut self, from: usize, run_on: bool, endless: bool) {
        let me = self.me;
        let keeps = |says: &Says| match says {
            _ if says.about() == me => true,
            Says::Camp { .. } => !run_on,
            Says::Role { .. } | Says::NotRole { .. } | Says::WillVote { .. } => !run_on && !endless,
            _ => true,
        };
        let kept: Vec<Says> = self.found.drain(from..).filter(keeps).collect();
        self.found.extend(kept);
    }

    /// Who is spoken to: "Mio, you", "Mio I", 七号你.
    fn spoken_to(&mut self, clause: &[Word]) {
        let called = match clause {
            [Word::Seat(seat)] | [Word::Seat(seat), Word::You | Word::Yours | Word::Me | Word::Mine | Word::As, ..] => {
                Some(*seat)
            }
            _ => None,
        };
        if let Some(seat) = called.filter(|seat| *seat != self.me) {
            (self.you, self.since) = (Some(seat), 0);
        }
    }

    /// Remembers whom a clause named.
    fn follow(&mut self, clause: &[Word]) {
        let seats = clause.iter().filter_map(|word| word.seat());
        self.last = seats.clone().next_back().or(self.last);
        let others: Vec<Seat> = seats.filter(|seat| *seat != self.me).collect();
        // A clause that names nobody may go on about the same.
        if !others.is_empty() {
            self.named = others;
        }
        self.topic = match clause {
            [Word::Seat(seat)] | [Word::Seat(seat), Word::Speech] | [Word::Seat(seat), Word::Of, Word::Speech] => {
                Some(*seat)
            }
            _ => None,
        };
        self.opening &= clause.iter().all(|word| *word == Word::Other);
    }

    /// The seat that a word stands for, if it is a person and known.
    pub fn person(&self, word: Word) -> Option<Seat> {
        match word {
            Word::Seat(seat) => Some(seat),
            Word::Me | Word::Mine => Some(self.me),
            Word::You => self.you.filter(|_| self.since <= 1),
            Word::He => self.checked.or(self.last),
            Word::Ta => self.meant(&[]),
            _ => None,
        }
    }

    /// Whom 他 means: who was checked, or the one other seat that was named in this clause and the one before.
    pub fn meant(&self, before: &[Word]) -> Option<Seat> {
        let here = before.iter().filter_map(|word| word.seat()).filter(|seat| *seat != self.me);
        let mut all = self.named.iter().copied().chain(here);
        let first = self.checked.or(all.next())?;
        all.all(|seat| seat == first).then_some(first)
    }

    pub fn is_seer(&self) -> bool {
        self.claimed == Some(RoleId::Seer)
    }

    fn clause(&mut self, clause: &[Word]) {
        if self.opening {
            self.opens(clause);
        }
        let doubted = clause.contains(&Word::Doubt);
        for at in 0..clause.len() {
            match clause[at] {
                Word::Vote => self.votes(clause, at),
                Word::Doomed | Word::InTurn => self.doomed(clause, at),
                Word::Check => self.checks(clause, at),
                Word::Save | Word::Poison | Word::Guard | Word::Shoot => self.acted(clause, at),
                Word::SaveMe => self.saved_himself(clause, at),
                Word::Retract => self.retracts(clause, at),
                _ if doubted => {}
                Word::Be | Word::Lacks | Word::Serve | Word::As | Word::Hold | Word::Claim | Word::Co => {
                    self.is(clause, at);
                }
                Word::Gold | Word::Red | Word::Silver | Word::Knifed => self.result(clause, at),
                Word::Wolf | Word::Wolves | Word::Good => self.bare(clause, at),
                Word::Shady | Word::Fair => self.judged(clause, at),
                Word::Suspect | Word::Trust | Word::Side => self.opines(clause, at),
                Word::Pit => self.pit(clause, at),
                Word::Role(role) => self.comes_out(clause, at, role),
                _ => {}
            }
        }
    }
}

/// Whether a clause draws from the one before what cannot be, so that the one before was only supposed: "二是狼，他不会刀四".
fn refutes(clause: &[Word]) -> bool {
    clause.first() == Some(&Word::Ta) && clause.iter().any(|word| matches!(word, Word::Not | Word::Ask))
}
