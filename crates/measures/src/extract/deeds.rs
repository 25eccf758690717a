//! Who did or will do what: checks, potions, protections, shots, votes.

use super::identity::speaks_of_himself;
use super::reader::{REACH, Reader};
use super::word::Word;
use crate::claims::Says;
use lycaon_rules::{RoleId, Seat};

impl Reader {
    /// A vote to come, the speaker's or one that he calls for.
    pub fn votes(&mut self, clause: &[Word], at: usize) {
        let before = &clause[..at];
        let put = before.iter().rposition(|word| *word == Word::Ba);
        let person = before[..put.unwrap_or(at)].iter().rposition(|word| word.is_person());
        let between = &before[person.map_or(0, |person| person + 1)..];
        let foreign = person.is_some_and(|person| match before[person] {
            Word::Seat(seat) => seat != self.me,
            // "I urge you to vote 3."
            Word::You => !before[..person].contains(&Word::Me) || before[..person].contains(&Word::And),
            word => !matches!(word, Word::Me | Word::Mine | Word::All),
        });
        let refused = before.contains(&Word::Not) || between.contains(&Word::Say);
        let past = matches!(clause.get(at + 1), Some(Word::Of | Word::Done)) && put.is_none();
        if foreign || refused || past || before.iter().any(|word| matches!(word, Word::Plan | Word::Past)) {
            return;
        }
        // 把四票了: who is voted for stands before.
        if let Some(put) = put {
            let seat = before[put..].iter().find_map(|word| word.seat());
            self.found.extend(seat.map(|seat| Says::WillVote { seat }));
            return;
        }
        for next in at + 1..clause.len().min(at + REACH) {
            match clause[next] {
                word @ (Word::Seat(_) | Word::You) => {
                    // 点三的票型, 投一的人: who did so.
                    let part = clause[next + 1..].iter().take(2).any(|word| matches!(word, Word::Of | Word::Done))
                        || clause[next + 1..].contains(&Word::Not);
                    let seat = self.person(word).filter(|_| !part);
                    self.found.extend(seat.map(|seat| Says::WillVote { seat }));
                    return;
                }
                Word::He | Word::His => {
                    self.found.extend(self.last.map(|seat| Says::WillVote { seat }));
                    return;
                }
                Word::Other | Word::Vote | Word::Be => {}
                _ => return,
            }
        }
    }

    /// Who is to be voted out, said of him: 三号可以出局, 九七顺下.
    pub fn doomed(&mut self, clause: &[Word], at: usize) {
        if clause[..at].iter().any(|word| matches!(word, Word::Not | Word::Plan | Word::Say)) {
            return;
        }
        let mut subject = self.subject(clause, at).unwrap_or_default();
        // Seats are found from the last to the first.
        if clause[at] == Word::InTurn {
            subject = subject.pop().into_iter().collect();
        }
        let others = subject.into_iter().filter(|seat| *seat != self.me);
        self.found.extend(others.map(|seat| Says::WillVote { seat }));
    }

    /// A check: whom, and what it showed if that follows at once.
    pub fn checks(&mut self, clause: &[Word], at: usize) {
        let person = clause[..at].iter().rfind(|word| word.is_person());
        if person.is_some_and(|person| !matches!(person, Word::Me | Word::Mine)) || clause.contains(&Word::Plan) {
            return;
        }
        let next = clause[at + 1..].iter().take(REACH).position(|word| matches!(word, Word::Seat(_) | Word::You));
        // "My checks: 3 is a wolf, 5 is good."
        self.listing |= clause[..at].last() == Some(&Word::Mine);
        let Some(next) = next.map(|next| at + 1 + next) else { return };
        let Some(seat) = self.person(clause[next]).filter(|seat| *seat != self.me) else { return };
        if !self.is_seer() && !speaks_of_himself(clause) {
            return;
        }
        (self.checked, self.looked) = (Some(seat), true);
        let shown = clause[next + 1..].iter().find(|word| **word != Word::As && **word != Word::Serve);
        if let Some(word @ (Word::Good | Word::Wolf)) = shown {
            self.found.push(Says::Checked { seat, wolf: *word == Word::Wolf });
        }
    }

    /// What the speaker says he did in the night, or shot.
    pub fn acted(&mut self, clause: &[Word], at: usize) {
        let doer = clause[..at].iter().rfind(|word| word.is_person() || **word == Word::Ba);
        let denied = clause[at.saturating_sub(3)..at].contains(&Word::Not);
        let after = clause[at + 1..].iter().take(2).position(|word| word.seat().is_some()).map(|after| at + 1 + after);
        let after =
            after.filter(|after| clause.get(after + 1) != Some(&Word::Of)).and_then(|after| clause[after].seat());
        // 把三号毒了, and a witch's 毒了三号.
        let put = clause[..at].iter().rposition(|word| *word == Word::Ba);
        let put = put.and_then(|put| clause[put..at].iter().find_map(|word| word.seat()));
        let witch = self.claimed == Some(RoleId::Witch) && matches!(clause[at], Word::Save | Word::Poison);
        let mine = |before: &[Word]| match before.iter().rfind(|word| word.is_person()) {
            Some(word) => *word == Word::Me,
            None => witch,
        };
        let seat = match (put, after) {
            (Some(seat), _) if mine(&clause[..clause.iter().position(|word| *word == Word::Ba).unwrap_or(0)]) => seat,
            (None, Some(seat)) if doer == Some(&Word::Me) || (doer.is_none() && witch) => seat,
            _ => return,
        };
        if denied || clause.contains(&Word::Plan) || seat == self.me {
            return;
        }
        self.did(clause[at], seat);
    }

    fn did(&mut self, deed: Word, seat: Seat) {
        self.found.push(match deed {
            Word::Save => Says::Saved { seat },
            Word::Poison => Says::Poisoned { seat },
            Word::Guard => Says::Guarded { seat },
            _ => Says::Shot { seat },
        });
    }

    /// The antidote for oneself.
    pub fn saved_himself(&mut self, clause: &[Word], at: usize) {
        let told = clause[..at].contains(&Word::Me) || self.claimed == Some(RoleId::Witch);
        let denied = clause[..at].contains(&Word::Not);
        self.found.extend((told && !denied).then_some(Says::Saved { seat: self.me }));
    }
}
