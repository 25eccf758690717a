//! Who is what: roles, camps, and results that stand for them.

use super::reader::{REACH, Reader};
use super::word::Word;
use crate::claims::Says;
use lycaon_rules::{RoleId, Seat};

impl Reader {
    /// Who stands before a place as its subject: the nearest persons, with nothing but small words between. `None` if
    /// nobody does, and no seat if it is somebody unknown.
    pub fn subject(&self, clause: &[Word], at: usize) -> Option<Vec<Seat>> {
        let mut end = at;
        while end > 0 && at - end < REACH {
            let word = clause[end - 1];
            // 四的发言: he is what he says.
            let of = word == Word::Of && matches!(clause.get(end), Some(Word::Speech | Word::Hold));
            if word.is_person() {
                break;
            }
            let voting = word == Word::Vote && end > 1 && clause[end - 2].is_owner();
            if !(word.is_small() || of || voting || (word == Word::Claim && clause[..end].contains(&Word::Mine))) {
                return matches!(word, Word::Be | Word::Ba).then_some(vec![]);
            }
            end -= 1;
        }
        if end == 0 {
            return None;
        }
        // "my path is clear" is no word of the speaker himself, "my role" is.
        let held = |word: &Word| matches!(word, Word::Hold | Word::Claim | Word::Speech);
        if clause[end - 1] == Word::Mine && !clause[end..at].iter().any(held) && end < at {
            return Some(vec![]);
        }
        // "我的听感是好人" neither.
        let heard = clause[end..at].contains(&Word::Speech) || at - end > 2;
        if matches!(clause[end - 1], Word::Me | Word::Mine) && heard {
            return Some(vec![]);
        }
        let mut seats = vec![];
        while end > 0 {
            match clause[end - 1] {
                // "NK after Mio shows he was not wolf": who was named before in the clause.
                Word::He => seats.extend(named(&clause[..end - 1]).or_else(|| self.person(Word::He))),
                Word::Ta => seats.extend(self.meant(&clause[..end - 1])),
                word if word.is_person() => seats.extend(self.person(word)),
                Word::And => {}
                // One of several is not each, and who is compared with is not meant.
                Word::Either | Word::Or | Word::Than => return Some(vec![]),
                _ => break,
            }
            end -= 1;
        }
        // "去聊八七不像狼": who is spoken of stands apart.
        let of_verb =
            end > 0 && matches!(clause[end - 1], Word::Say | Word::Vote | Word::Check | Word::Give | Word::Side);
        if of_verb && clause[end..at].iter().all(|word| *word != Word::And) {
            seats.truncate(1);
        }
        // Somebody's own is of him: "your claim is good" says nothing of who speaks.
        Some(if clause[at - 1].is_owner() { vec![] } else { seats })
    }

    /// Who is what.
    pub fn is(&mut self, clause: &[Word], at: usize) {
        let own = [self.me];
        let named = clause[..at].iter().any(|word| matches!(word, Word::Claim | Word::Co | Word::Mine));
        if clause[at] == Word::As && !named && clause[at.saturating_sub(1)].seat().is_none() {
            return;
        }
        if let Some(seat) = clause.get(at + 1).and_then(|word| word.seat()).filter(|_| clause[at] == Word::Be) {
            return self.turned(clause, at, seat);
        }
        let subject = match (clause[at], self.subject(clause, at)) {
            (Word::Be | Word::Hold | Word::Lacks, None) if self.awaited().is_some() => {
                self.awaited().into_iter().collect()
            }
            (Word::Hold, None) if at == 0 => own.to_vec(),
            (Word::Co, None) => own.to_vec(),
            // Whoever else comes out is reported, and was left out.
            (Word::Claim | Word::Co | Word::Serve, Some(seats)) if seats != own => return,
            (_, Some(seats)) => seats,
            (_, None) => return,
        };
        let from = clause[..at].iter().rposition(|word| word.is_person()).unwrap_or(0);
        if seen_by_you(&clause[..from]) {
            return;
        }
        // "我不认为一是狼": what is not thought is denied.
        let thought = (0..from).filter(|at| clause[*at] == Word::Not);
        let thinks = |word: &Word| matches!(word, Word::Think | Word::Side | Word::Trust);
        let unthought = thought.filter(|at| clause[at + 1..from.min(at + 3)].iter().any(thinks)).count();
        // What somebody does otherwise not do with it is not said of it: 不代表八是狼.
        if unthought == 0 && clause[..from].contains(&Word::Not) && subject != own {
            return;
        }
        let nots = clause[from..at].iter().filter(|word| **word == Word::Not).count();
        let lacks = usize::from(clause[at] == Word::Lacks);
        let mut denied = (nots + unthought + lacks) % 2 == 1;
        for next in at + 1..clause.len().min(at + 3 + REACH) {
            match clause[next] {
                Word::Other | Word::Likely | Word::And | Word::Be | Word::As | Word::Hold | Word::Here | Word::Of => {}
                Word::Done if clause[next - 1] == Word::Hold => {}
                Word::Seat(seat) if subject.contains(&seat) => {}
                Word::Not => denied = !denied,
                // 你是我的金水, 三号是我验的狼
                Word::Mine if matches!(clause.get(next + 1), Some(Word::Gold | Word::Red | Word::Silver)) => {}
                Word::Me if clause.get(next + 1) == Some(&Word::Check) => {}
                Word::Check if clause[next - 1] == Word::Me => {}
                // 他 is told apart well enough for a camp, and not for a card.
                Word::Role(_) if clause[from] == Word::Ta || clause[from..next].contains(&Word::Likely) => return,
                // "Mio's story is suspicious": he is what he says, if it is bad.
                Word::Wolf if subject.is_empty() && !denied => {
                    let whose = match clause[from] {
                        Word::Owner(seat) => Some(seat),
                        Word::His => self.last,
                        _ => None,
                    };
                    return self.said(clause, &whose.into_iter().collect::<Vec<Seat>>(), Word::Wolf, false, next);
                }
                word => {
                    if !self.is_part(clause, next, &subject) {
                        self.said(clause, &subject, word, denied, next);
                    }
                    return;
                }
            }
        }
    }

    /// The same with the seat behind: "the wolf is Mio", 预言家是三号.
    fn turned(&mut self, clause: &[Word], at: usize, seat: Seat) {
        let before = &clause[..at];
        let what = before.iter().rfind(|word| !matches!(word, Word::Other | Word::Of));
        let told = |word: &Word| {
            matches!(word, Word::Wolf | Word::Role(_) | Word::Gold | Word::Red | Word::Silver | Word::Knifed)
        };
        let single = clause.get(at + 2).is_none_or(|word| !matches!(word, Word::Be | Word::Of | Word::Either));
        let named = before.iter().any(|word| word.is_other() || *word == Word::Not);
        if let Some(what) = what.filter(|what| told(what) && single && !named && seat != self.me) {
            self.said(clause, &[seat], *what, false, at);
        }
    }

    /// Who a link without a subject is about: who was just checked, or put at the head before.
    fn awaited(&self) -> Option<Seat> {
        self.checked.or(self.topic)
    }

    /// Whether a word is only a part of what somebody is said to be: 女巫的银水 is no witch, 狼的概率 no wolf.
    fn is_part(&self, clause: &[Word], at: usize, of: &[Seat]) -> bool {
        let next = clause.get(at + 1);
        match clause[at] {
            // "七是狼七不会这么聊" supposes it.
            _ if supposes(&clause[at + 1..], of) => true,
            Word::Role(_) => {
                let does = matches!(next, Some(Word::Save | Word::Poison | Word::Check | Word::Guard | Word::Shoot));
                next == Some(&Word::Of) && clause.len() > at + 2
                    || (does && of != [self.me])
                    || next == Some(&Word::Either)
            }
            Word::Wolf | Word::Wolves | Word::Good => {
                let (han, more) = (next == Some(&Word::Of), clause.len() > at + 2);
                (han && more && clause[at + 2].seat().is_none()) || next == Some(&Word::Either)
            }
            _ => false,
        }
    }

    /// Says of each what a word says.
    pub fn said(&mut self, clause: &[Word], of: &[Seat], word: Word, denied: bool, at: usize) {
        for seat in of.iter().copied() {
            let me = seat == self.me;
            let says = match word {
                Word::Role(role) if denied => Says::NotRole { seat, role },
                Word::Role(role) => Says::Role { seat, role },
                // Who calls himself a wolf supposes it, as a rule.
                Word::Wolf | Word::Wolves | Word::Shady if me && !denied => continue,
                Word::Wolf | Word::Wolves | Word::Shady => self.camp(clause, seat, !denied),
                // Who is not good has not been called a wolf by everybody who says so of himself.
                Word::Good | Word::Fair if me && denied => continue,
                Word::Good | Word::Fair => self.camp(clause, seat, denied),
                Word::Red | Word::Gold if !denied && !me && self.is_own(clause, at) => {
                    Says::Checked { seat, wolf: word == Word::Red }
                }
                Word::Silver | Word::Knifed if !denied && !me && self.saves(word) => Says::Saved { seat },
                _ => continue,
            };
            self.found.push(says);
        }
    }

    /// A camp, as a check showed it or as the speaker thinks.
    fn camp(&mut self, clause: &[Word], seat: Seat, wolf: bool) -> Says {
        let looked = clause.contains(&Word::Check) && (self.is_seer() || speaks_of_himself(clause));
        let own = looked || self.listing || self.checked == Some(seat);
        if own && seat != self.me { Says::Checked { seat, wolf } } else { Says::Camp { seat, wolf } }
    }

    /// Whether a result of a check is the speaker's own: he is the seer, or says that he looked.
    fn is_own(&self, clause: &[Word], at: usize) -> bool {
        let before = &clause[..at];
        let looked = before.contains(&Word::Check) && speaks_of_himself(before);
        let gave = matches!(before.first(), Some(Word::Me)) && before.contains(&Word::Give);
        // A speech that opens with a result is a seer's: 三查杀.
        let opens = self.opening && self.claimed.is_none() && clause.len() == at + 1 && at <= 2;
        self.is_seer() || opens || looked || gave || before.contains(&Word::Mine) || self.checked.is_some()
    }

    /// Whether the night's victim is the speaker's to name: a witch's, or of somebody who begins with it.
    fn saves(&self, word: Word) -> bool {
        self.claimed == Some(RoleId::Witch) || (word == Word::Knifed && self.claimed.is_none() && self.opening)
    }

    /// A result without a link: 二金水, 查杀四, 给三号发金水.
    pub fn result(&mut self, clause: &[Word], at: usize) {
        let word = clause[at];
        let before = clause[..at].iter().rposition(|word| !matches!(word, Word::Seat(_) | Word::And | Word::Other));
        // 我给三号发金水: what others give is not the speaker's.
        let giver = |before: &usize| clause[..*before].iter().rfind(|word| word.is_person());
        let given = before.filter(|before| clause[*before] == Word::Give && giver(before) == Some(&Word::Me));
        let run = seats(&clause[before.map_or(0, |before| before + 1)..at]);
        let beside = at > 0 && clause[at - 1].seat().is_some();
        match clause.get(at + 1) {
            _ if beside || (given.is_some() && run.len() == 1) => {
                let seat = run[run.len() - 1];
                self.said(clause, &[seat], word, false, at);
            }
            Some(Word::Seat(seat)) if word != Word::Silver => {
                self.said(clause, &[*seat], word, false, at);
            }
            // The result of a check that was told before: "验了3号，查杀".
            _ if before.is_none_or(|before| before == 0) && matches!(word, Word::Gold | Word::Red) => {
                if let Some(seat) = self.checked.filter(|_| run.is_empty() && self.looked) {
                    self.said(clause, &[seat], word, false, at);
                }
            }
            _ => {}
        }
    }

    /// A camp without a link: 三九双狼, "Mio not wolf", 三号好人.
    pub fn bare(&mut self, clause: &[Word], at: usize) {
        let word = clause[at];
        let from = clause[..at].iter().rposition(|word| !matches!(word, Word::Seat(_) | Word::And | Word::Other));
        let run = seats(&clause[from.map_or(0, |before| before + 1)..at]);
        let before = |back: usize| at.checked_sub(back).map(|at| clause[at]);
        match (word, before(1), before(2)) {
            _ if clause.contains(&Word::Among)
                || seen_by_you(&clause[..from.unwrap_or(0)])
                || self.is_part(clause, at, &run) => {}
            (Word::Wolves, ..)
                if run.contains(&self.me)
                    || from.is_some_and(|from| clause[from].is_other() || clause[from] == Word::All) => {}
            (Word::Wolves, ..) if !run.is_empty() => self.said(clause, &run, Word::Wolf, false, at),
            (Word::Wolf, Some(Word::Not), Some(Word::Seat(seat))) => self.said(clause, &[seat], Word::Wolf, true, at),
            (Word::Wolf | Word::Good, Some(Word::Seat(seat)), None)
                if !matches!(clause.get(at + 1), Some(Word::Of | Word::Be | Word::Serve | Word::Not)) =>
            {
                self.said(clause, &[seat], word, false, at);
            }
            // "I'm suspicious of Mio"
            (Word::Wolf, Some(Word::Be), Some(Word::Me)) if clause.get(at + 1) == Some(&Word::Of) => {
                if let Some(seat) = clause.get(at + 2).and_then(|word| self.person(*word)) {
                    self.said(clause, &[seat], Word::Wolf, false, at);
                }
            }
            _ => {}
        }
    }

    /// A verdict that needs no link: 三号嫌疑最大.
    pub fn judged(&mut self, clause: &[Word], at: usize) {
        let awaited = || self.awaited().into_iter().collect();
        let subject = self.subject(clause, at).unwrap_or_else(awaited);
        let from = clause[..at].iter().rposition(|word| word.is_person()).unwrap_or(0);
        let denied = clause[from..at].contains(&Word::Not);
        if !(denied && clause[at] == Word::Fair) {
            self.said(clause, &subject, clause[at], denied, at);
        }
    }

    /// Whom the speaker suspects, trusts, or takes for the seer.
    pub fn opines(&mut self, clause: &[Word], at: usize) {
        let denied = clause[..at].contains(&Word::Not);
        // 把三放下
        if let [.., Word::Ba, Word::Seat(seat)] = &clause[..at] {
            if clause[at] == Word::Trust && !denied && *seat != self.me {
                self.found.push(Says::Camp { seat: *seat, wolf: false });
            }
            return;
        }
        for next in at + 1..clause.len().min(at + 1 + REACH) {
            match clause[next] {
                Word::Owner(seat) if clause[at] == Word::Trust && !denied => {
                    self.found.push(Says::Camp { seat, wolf: false });
                    return;
                }
                Word::Seat(_) | Word::You => return self.opines_of(clause, clause[at], next, denied),
                Word::Other | Word::Done => {}
                _ => return,
            }
        }
        // 一七我都保: whom it is about stands before.
        let Some(me) = clause[..at].iter().rposition(|word| *word == Word::Me) else { return };
        let last = clause[..me].iter().rposition(|word| *word != Word::Other);
        if let Some(last) = last.filter(|last| clause[*last].seat().is_some() && at - me <= 2) {
            let first = clause[..last].iter().rposition(|word| word.seat().is_none() && *word != Word::And);
            self.opines_of(&clause[..me], clause[at], first.map_or(0, |first| first + 1), denied);
        }
    }

    /// The same of each who is named from a place on: 怀疑三号和五号.
    fn opines_of(&mut self, clause: &[Word], opinion: Word, from: usize, denied: bool) {
        let end = clause[from..].iter().position(|word| !matches!(word, Word::Seat(_) | Word::You | Word::And));
        let end = end.map_or(clause.len(), |end| from + end);
        // "认三是预言家" says what he is taken for, "认三的发言" something else.
        if matches!(clause.get(end), Some(Word::Be | Word::Serve | Word::Lacks | Word::Of | Word::Speech)) {
            return;
        }
        let named: Vec<Seat> = clause[from..end].iter().filter_map(|word| self.person(*word)).collect();
        for seat in named.into_iter().filter(|seat| *seat != self.me) {
            self.found.extend(match (opinion, denied) {
                (Word::Side, true) => Some(Says::NotRole { seat, role: RoleId::Seer }),
                (Word::Suspect, false) => Some(Says::Camp { seat, wolf: true }),
                (_, false) => Some(Says::Camp { seat, wolf: false }),
                _ => None,
            });
        }
    }

    /// Where the wolves are said to sit: 狼坑三八九, or 三八九狼坑.
    pub fn pit(&mut self, clause: &[Word], at: usize) {
        let others_view = clause[..at].iter().any(|word| word.is_other() && word.seat().is_none());
        if clause.contains(&Word::Among) || others_view {
            return;
        }
        let end = clause[at..].iter().position(|word| matches!(word, Word::Vote | Word::Say | Word::Not));
        let after = seats(&clause[at..end.map_or(clause.len(), |end| at + end)]);
        let from = clause[..at].iter().rposition(|word| !matches!(word, Word::Seat(_) | Word::Of));
        let from = from.map_or(0, |before| before + 1);
        let before = seats(&clause[from..at]);
        // "八狼坑一九": the one before says it.
        let wolves = match (after.is_empty(), before.as_slice()) {
            (true, _) => before,
            (false, []) => after,
            (false, [one]) if *one == self.me => after,
            _ => return,
        };
        // Who names himself tells what others say.
        if !wolves.contains(&self.me) {
            self.found.extend(wolves.into_iter().map(|seat| Says::Camp { seat, wolf: true }));
        }
    }

    /// What the speaker is, where a speech opens with nothing else: 好人牌.
    pub fn opens(&mut self, clause: &[Word]) {
        match clause {
            [Word::Good] => self.found.push(Says::Camp { seat: self.me, wolf: false }),
            // What the speaker before ended with, "我过了", stands before it.
            [Word::Me, done @ .., Word::Role(role)]
                if !done.is_empty() && done.iter().all(|word| *word == Word::Done) =>
            {
                self.found.push(Says::Role { seat: self.me, role: *role });
            }
            _ => {}
        }
    }

    /// A role beside a word that claims it: "seer here", "Seer CO", "as the seer I".
    pub fn comes_out(&mut self, clause: &[Word], at: usize, role: RoleId) {
        let claims = matches!(clause.get(at + 1), Some(Word::Here | Word::Co));
        let first = clause[..at].iter().rfind(|word| word.is_person());
        let own = first.is_none_or(|person| self.person(*person) == Some(self.me));
        let denied = clause[..at].iter().any(|word| matches!(word, Word::Not | Word::Retract));
        let seat = self.me;
        let as_one = clause[..at].contains(&Word::As) && first.is_none() && clause.get(at + 1) == Some(&Word::Me);
        if as_one || (claims && own && !denied) {
            self.found.push(Says::Role { seat, role });
        }
    }

    /// "I retract my seer claim."
    pub fn retracts(&mut self, clause: &[Word], at: usize) {
        let role = clause[at..].iter().find_map(|word| match word {
            Word::Role(role) => Some(*role),
            _ => None,
        });
        let seat = self.me;
        self.found.extend(role.map(|role| Says::NotRole { seat, role }));
    }
}

pub(super) fn speaks_of_himself(clause: &[Word]) -> bool {
    clause.iter().any(|word| matches!(word, Word::Me | Word::Mine))
}

/// Whether the words after a predicate draw from it what cannot be.
fn supposes(after: &[Word], of: &[Seat]) -> bool {
    let next = after.iter().find(|word| match word {
        Word::Seat(seat) => !of.contains(seat),
        word => **word == Word::Not || word.is_person(),
    });
    next == Some(&Word::Not)
}

/// Whether what follows these words is as somebody spoken to sees it: 你打出来三号是狼. "你三号" calls him.
fn seen_by_you(before: &[Word]) -> bool {
    before.iter().rposition(|word| *word == Word::You).is_some_and(|you| you + 1 < before.len())
}

/// The seats among these words.
fn seats(words: &[Word]) -> Vec<Seat> {
    words.iter().filter_map(|word| word.seat()).collect()
}

/// The seat that is named last.
fn named(clause: &[Word]) -> Option<Seat> {
    clause.iter().rev().find_map(|word| word.seat())
}
