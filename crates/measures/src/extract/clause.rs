//! Clauses into claims.

use super::lexicon::Word;
use crate::claims::Says;
use lycaon_rules::{RoleId, Seat};

/// How many words may stand between a verb and what it is about.
const REACH: usize = 4;

/// For how many clauses it holds that something is supposed, or said by somebody else: this one and those that follow.
const SPAN: i32 = 2;

/// Reads sentences, and remembers what later ones point back to.
pub(super) struct Reader {
    me: Seat,
    claimed: Option<RoleId>,
    /// Who is spoken to.
    you: Option<Seat>,
    /// Who was named last.
    last: Option<Seat>,
    /// Who was checked, while the result is still to come.
    checked: Option<Seat>,
    /// What was found.
    pub found: Vec<Says>,
}

impl Reader {
    pub fn new(me: Seat, claimed: Option<RoleId>) -> Self {
        Reader { me, claimed, you: None, last: None, checked: None, found: vec![] }
    }

    pub fn sentence(&mut self, words: &[Word], question: bool) {
        // Who is called first of all is spoken to.
        if self.you.is_none() && self.last.is_none() {
            self.you = words.first().and_then(|word| seat_of(*word)).filter(|seat| *seat != self.me);
        }
        let clauses: Vec<&[Word]> = words.split(|word| *word == Word::Comma).filter(|c| !c.is_empty()).collect();
        // For how many clauses what is said is supposed, or somebody else's.
        let (mut supposed, mut foreign) = (0, 0);
        for (number, clause) in clauses.iter().enumerate() {
            self.spoken_to(clause);
            let asks = question && number + 1 == clauses.len() && !clause.ends_with(&[Word::Tag]);
            supposed = i32::max(supposed - 1, 0);
            foreign = if clause.first() == Some(&Word::Me) { 0 } else { i32::max(foreign - 1, 0) };
            if clause.contains(&Word::IfTail) {
                supposed = SPAN;
            }
            if self.exclaims(clause) {
                continue;
            }
            let own = match clause.iter().position(|word| *word == Word::If) {
                Some(at) if supposed == 0 => {
                    supposed = SPAN + 1;
                    &clause[..at]
                }
                _ if supposed > 0 || foreign > 0 || asks => &[],
                _ => clause,
            };
            let own = asked(own);
            let own = or_else(own, &mut supposed);
            let own = self.reported(own, &mut foreign);
            let own = self.supposed(own, &mut supposed);
            self.clause(own);
            self.follow(clause);
        }
        self.checked = None;
    }

    /// Who is spoken to: "Mio, you", "Mio I", 七号你.
    fn spoken_to(&mut self, clause: &[Word]) {
        let called = match clause {
            [Word::Seat(seat)] | [Word::Seat(seat), Word::You | Word::Yours | Word::Me | Word::Mine, ..] => Some(*seat),
            _ => None,
        };
        self.you = called.filter(|seat| *seat != self.me).or(self.you);
    }

    /// Remembers whom a clause named.
    fn follow(&mut self, clause: &[Word]) {
        let named = clause.iter().rev().find_map(|word| if let Word::Seat(seat) = word { Some(*seat) } else { None });
        self.last = named.or(self.last);
    }

    /// "一号牌不是狼是啥" asks nothing: he is a wolf. Whether the clause says that.
    fn exclaims(&mut self, clause: &[Word]) -> bool {
        let Some(at) = clause.iter().position(|word| *word == Word::Ask) else { return false };
        let own = &clause[..at];
        let Some(wolf) = own.iter().rposition(|word| *word == Word::Wolf) else { return false };
        let seat = own[..wolf].iter().rposition(|word| matches!(word, Word::Seat(_)));
        let Some(Word::Seat(seat)) = seat.filter(|seat| own[*seat..wolf].contains(&Word::Not)).map(|seat| own[seat])
        else {
            return false;
        };
        let says = own.len() - wolf <= REACH && own[wolf..].contains(&Word::Be);
        if says {
            self.found.push(Says::Camp { seat, wolf: true });
        }
        says
    }

    /// What stands before a speaker's word that he is a wolf: it is supposed, as a rule, and so is what follows.
    fn supposed<'a>(&self, clause: &'a [Word], supposed: &mut i32) -> &'a [Word] {
        let wolf = |at: &usize| {
            let next = clause[at + 1..].iter().find(|word| !matches!(word, Word::Other | Word::Be));
            clause[*at] == Word::Be && next == Some(&Word::Wolf) && self.subject(clause, *at) == Some(vec![self.me])
        };
        let denied = |at: &usize| clause[..*at].contains(&Word::Not);
        match (0..clause.len()).find(|at| wolf(at) && !denied(at)) {
            Some(at) => {
                *supposed = SPAN;
                &clause[..at]
            }
            None => clause,
        }
    }

    /// What is the speaker's own of a clause: all before somebody else says, thinks or claims something.
    fn reported<'a>(&mut self, clause: &'a [Word], foreign: &mut i32) -> &'a [Word] {
        for (at, word) in clause.iter().enumerate() {
            let says = matches!(word, Word::Say | Word::Claim | Word::Give | Word::Trust | Word::Suspect);
            let owns = matches!(word, Word::Check | Word::Claim | Word::Say);
            let begins = clause[..at].iter().rposition(|word| is_person(*word));
            let cut = match begins.map(|begin| (begin, clause[begin])) {
                Some((begin, Word::Seat(seat))) if says && seat != self.me && at - begin <= REACH + 2 => Some(begin),
                Some((begin, Word::You | Word::Third | Word::He)) if says && at - begin <= REACH => Some(begin),
                Some((begin, Word::Seat(seat))) if *word == Word::Check && seat != self.me && at - begin <= 2 => {
                    Some(begin)
                }
                Some((begin, Word::You | Word::Third | Word::He)) if *word == Word::Check && at - begin <= REACH => {
                    Some(begin)
                }
                Some((begin, Word::Owner(_) | Word::Yours)) if owns && at - begin <= 2 => Some(begin),
                None if *word == Word::Say && at == 0 => Some(0),
                _ => None,
            };
            if let Some(cut) = cut {
                *foreign = SPAN;
                self.denial(&clause[cut..]);
                return &clause[..cut];
            }
        }
        clause
    }

    /// "Her claim that I am a wolf is false."
    fn denial(&mut self, reported: &[Word]) {
        let wolf = reported.iter().position(|word| *word == Word::Wolf);
        let Some(wolf) = wolf.filter(|wolf| reported[*wolf..].contains(&Word::False)) else { return };
        if reported[..wolf].contains(&Word::Me) {
            self.found.push(Says::Camp { seat: self.me, wolf: false });
        }
    }

    fn clause(&mut self, clause: &[Word]) {
        for at in 0..clause.len() {
            match clause[at] {
                Word::Be | Word::As | Word::Hold | Word::Claim | Word::Co => self.is(clause, at),
                Word::Gold | Word::Red | Word::Silver | Word::Knifed | Word::Wolf | Word::Wolves => {
                    self.bare(clause, at);
                }
                Word::Vote => self.votes(clause, at),
                Word::Suspect | Word::Trust => self.opines(clause, at),
                Word::Check => self.checks(clause, at),
                Word::Save | Word::Poison | Word::Guard | Word::Shoot => self.acted(clause, at),
                Word::SaveMe => {
                    let told = clause[..at].contains(&Word::Me) || self.claimed == Some(RoleId::Witch);
                    self.found.extend(told.then_some(Says::Saved { seat: self.me }));
                }
                Word::Pit => self.pit(clause, at),
                Word::Role(role) => self.comes_out(clause, at, role),
                Word::Retract => {
                    let role = clause[at..].iter().find_map(|word| match word {
                        Word::Role(role) => Some(*role),
                        _ => None,
                    });
                    let seat = self.me;
                    self.found.extend(role.map(|role| Says::NotRole { seat, role }));
                }
                _ => {}
            }
        }
    }

    /// Where the wolves are said to sit: 狼坑三八九, or 三八九狼坑.
    fn pit(&mut self, clause: &[Word], at: usize) {
        let seats = |words: &[Word]| -> Vec<Seat> { words.iter().filter_map(|word| seat_of(*word)).collect() };
        if clause.contains(&Word::Among) {
            return;
        }
        let end = clause[at..].iter().position(|word| matches!(word, Word::Vote | Word::Say));
        let after = seats(&clause[at..end.map_or(clause.len(), |end| at + end)]);
        let from = clause[..at].iter().rposition(|word| !matches!(word, Word::Seat(_))).map_or(0, |before| before + 1);
        let wolves = if after.is_empty() { seats(&clause[from..at]) } else { after };
        let others = wolves.into_iter().filter(|seat| *seat != self.me);
        self.found.extend(others.map(|seat| Says::Camp { seat, wolf: true }));
    }

    /// The seat that a word stands for, if it is a person and known.
    fn person(&self, word: Word) -> Option<Seat> {
        match word {
            Word::Seat(seat) => Some(seat),
            Word::Me | Word::Mine => Some(self.me),
            Word::You => self.you,
            Word::He => self.checked.or(self.last),
            _ => None,
        }
    }

    /// Who stands before a place as its subject: the nearest persons, with nothing but small words between. `None` if
    /// nobody does, and no seat if it is somebody unknown.
    fn subject(&self, clause: &[Word], at: usize) -> Option<Vec<Seat>> {
        let (mut end, mut thinks) = (at, false);
        while end > 0 && at - end < REACH {
            let word = clause[end - 1];
            if is_person(word) {
                break;
            }
            thinks |= word == Word::Say;
            let small =
                matches!(word, Word::Other | Word::Not | Word::Tag | Word::And | Word::Hold | Word::Say | Word::As);
            if !(small || (word == Word::Claim && clause[..end].contains(&Word::Mine))) {
                return (word == Word::Be || word == Word::Ba).then_some(vec![]);
            }
            end -= 1;
        }
        if end == 0 {
            return None;
        }
        let mut seats = vec![];
        while end > 0 {
            match clause[end - 1] {
                // "NK after Mio shows he was not wolf": who was named before in the clause.
                Word::He => seats.extend(named(&clause[..end - 1]).or_else(|| self.person(Word::He))),
                word if is_person(word) => seats.extend(self.person(word)),
                Word::And => {}
                _ => break,
            }
            end -= 1;
        }
        // "我觉得不像狼": whoever thinks is not who it is about.
        if thinks && seats == [self.me] {
            return Some(vec![]);
        }
        // Somebody's own is of him: "your claim is good" says nothing of who speaks.
        Some(if matches!(clause[at - 1], Word::Owner(_) | Word::Yours) { vec![] } else { seats })
    }

    /// Who is what.
    fn is(&mut self, clause: &[Word], at: usize) {
        let own = [self.me];
        let subject = match (clause[at], self.subject(clause, at)) {
            (Word::Hold | Word::Co, None) => own.to_vec(),
            // Whoever else comes out is reported, and was left out.
            (Word::Claim | Word::Co, Some(seats)) if seats != own => return,
            (_, Some(seats)) => seats,
            (_, None) => return,
        };
        let from = clause[..at].iter().rposition(|word| is_person(*word)).unwrap_or(0);
        // "我不认为一是狼": what is not thought is denied.
        let thought = (0..from).filter(|at| clause[*at] == Word::Not);
        let unthought = thought.filter(|at| clause[at + 1..from.min(at + 3)].contains(&Word::Say)).count();
        let nots = clause[from..at].iter().filter(|word| **word == Word::Not).count();
        let mut denied = (nots + unthought) % 2 == 1;
        for next in at + 1..clause.len().min(at + 4 + REACH) {
            match clause[next] {
                Word::Other | Word::And | Word::Be | Word::As | Word::Hold | Word::Here | Word::Of => {}
                Word::Seat(seat) if subject.contains(&seat) => {}
                Word::Not => denied = !denied,
                // 你是我的金水
                Word::Mine if matches!(clause.get(next + 1), Some(Word::Gold | Word::Red)) => {}
                word => {
                    // "我是女巫的银水" is no witch.
                    let owned = clause.get(next + 1) == Some(&Word::Of)
                        && matches!(clause.get(next + 2), Some(Word::Silver | Word::Gold | Word::Red | Word::Other));
                    if !owned {
                        self.said(clause, &subject, word, denied, next);
                    }
                    return;
                }
            }
        }
    }

    /// Says of each what a word says.
    fn said(&mut self, clause: &[Word], of: &[Seat], word: Word, denied: bool, at: usize) {
        for seat in of.iter().copied() {
            let me = seat == self.me;
            let says = match word {
                Word::Role(role) if denied => Says::NotRole { seat, role },
                Word::Role(role) => Says::Role { seat, role },
                // Who calls himself a wolf supposes it, as a rule.
                Word::Wolf | Word::Wolves if me && !denied => continue,
                Word::Wolf | Word::Wolves => self.camp(clause, seat, !denied),
                Word::Good => self.camp(clause, seat, denied),
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
        let looked = clause.contains(&Word::Check) && (self.is_seer() || self.speaks_of_himself(clause));
        let own = looked || self.checked == Some(seat);
        if own && seat != self.me { Says::Checked { seat, wolf } } else { Says::Camp { seat, wolf } }
    }

    /// Whether a result of a check is the speaker's own: he is the seer, or says that he looked.
    fn is_own(&self, clause: &[Word], at: usize) -> bool {
        let looked = clause[..at].contains(&Word::Check) && self.speaks_of_himself(&clause[..at]);
        self.is_seer() || looked || clause[..at].contains(&Word::Mine) || self.checked.is_some()
    }

    fn is_seer(&self) -> bool {
        self.claimed == Some(RoleId::Seer)
    }

    fn speaks_of_himself(&self, clause: &[Word]) -> bool {
        clause.iter().any(|word| matches!(word, Word::Me | Word::Mine))
    }

    /// Whether the night's victim is the speaker's to name: a witch's, or of somebody who says no more.
    fn saves(&self, word: Word) -> bool {
        self.claimed == Some(RoleId::Witch) || (word == Word::Knifed && self.claimed.is_none())
    }

    /// A result without a verb: 二金水, 三九双狼, 查杀四.
    fn bare(&mut self, clause: &[Word], at: usize) {
        let before = clause[..at].iter().rposition(|word| !matches!(word, Word::Seat(_) | Word::And | Word::Other));
        let from = before.map_or(0, |before| before + 1);
        let run: Vec<Seat> = clause[from..at]
            .iter()
            .filter_map(|word| if let Word::Seat(seat) = word { Some(*seat) } else { None })
            .collect();
        let beside = at.checked_sub(1).is_some_and(|last| matches!(clause[last], Word::Seat(_)));
        match (clause[at], clause.get(at + 1)) {
            (Word::Wolves, _) if !run.is_empty() => self.said(clause, &run, Word::Wolf, false, at),
            // "Mio not wolf"
            (Word::Wolf, _) if at > 1 && clause[at - 1] == Word::Not => {
                if let Some(seat) = seat_of(clause[at - 2]) {
                    self.said(clause, &[seat], Word::Wolf, true, at);
                }
            }
            (word @ (Word::Gold | Word::Red | Word::Silver | Word::Knifed), _) if beside => {
                let seat = run[run.len() - 1];
                self.said(clause, &[seat], word, false, at);
            }
            (word @ (Word::Gold | Word::Red | Word::Knifed), Some(Word::Seat(seat))) => {
                self.said(clause, &[*seat], word, false, at);
            }
            // The result of a check that was told before: "验了3号，查杀".
            (word @ (Word::Gold | Word::Red), _) if from == 0 || before == Some(0) => {
                if let Some(seat) = self.checked.filter(|_| run.is_empty()) {
                    self.said(clause, &[seat], word, false, at);
                }
            }
            _ => {}
        }
    }

    fn votes(&mut self, clause: &[Word], at: usize) {
        let refused = clause[at.saturating_sub(2)..at].contains(&Word::Not);
        let near = clause[at.saturating_sub(3)..at].iter().rfind(|word| is_person(**word));
        let foreign = near.is_some_and(|person| match person {
            Word::Seat(seat) => *seat != self.me && at > 1 && !clause[..at].contains(&Word::Ba),
            Word::Third | Word::He => true,
            _ => false,
        });
        let done = at.checked_sub(1).map(|last| clause[last]);
        let past = clause.get(at + 1) == Some(&Word::Of);
        if refused || past {
            return;
        }
        // 把四票了: who is voted for stands before.
        if let Some(Word::Seat(seat)) = done.filter(|_| clause[..at].contains(&Word::Ba)) {
            self.found.push(Says::WillVote { seat });
            return;
        }
        if foreign {
            return;
        }
        for word in &clause[at + 1..clause.len().min(at + 1 + REACH)] {
            match word {
                Word::Seat(_) | Word::You => {
                    self.found.extend(self.person(*word).map(|seat| Says::WillVote { seat }));
                    return;
                }
                Word::Other | Word::Vote | Word::Be => {}
                _ => return,
            }
        }
    }

    fn opines(&mut self, clause: &[Word], at: usize) {
        let denied = clause[at.saturating_sub(2)..at].contains(&Word::Not);
        for next in at + 1..clause.len().min(at + 1 + REACH) {
            match clause[next] {
                word @ (Word::Seat(_) | Word::You) => {
                    // "认三是预言家" says what he is taken for.
                    let goes_on = matches!(clause.get(next + 1), Some(Word::Be));
                    let han = clause[at] == Word::Trust;
                    let Some(seat) = self.person(word).filter(|_| !goes_on) else { return };
                    self.found.push(match (han, denied) {
                        (true, true) => Says::NotRole { seat, role: RoleId::Seer },
                        (true, false) => Says::Camp { seat, wolf: false },
                        (false, _) if denied => return,
                        (false, _) => Says::Camp { seat, wolf: true },
                    });
                    return;
                }
                Word::Other => {}
                _ => return,
            }
        }
    }

    /// A check: whom, and what it showed if that follows at once.
    fn checks(&mut self, clause: &[Word], at: usize) {
        let person = clause[..at].iter().rfind(|word| is_person(**word));
        if person.is_some_and(|person| !matches!(person, Word::Me | Word::Mine)) {
            return;
        }
        let next = clause[at + 1..].iter().take(REACH).position(|word| matches!(word, Word::Seat(_) | Word::You));
        let Some(next) = next.map(|next| at + 1 + next) else { return };
        let Some(seat) = self.person(clause[next]).filter(|seat| *seat != self.me) else { return };
        if !self.is_seer() && !self.speaks_of_himself(clause) {
            return;
        }
        self.checked = Some(seat);
        if let Some(word @ (Word::Good | Word::Wolf)) = clause.get(next + 1) {
            self.found.push(Says::Checked { seat, wolf: *word == Word::Wolf });
        }
    }

    /// What the speaker says he did in the night, or shot.
    fn acted(&mut self, clause: &[Word], at: usize) {
        let doer = clause[..at].iter().rfind(|word| is_person(**word) || **word == Word::Ba);
        let denied = clause[at.saturating_sub(2)..at].contains(&Word::Not);
        let seat = clause[at + 1..].iter().take(2).find_map(|word| match word {
            Word::Seat(seat) => Some(*seat),
            _ => None,
        });
        let (Some(seat), Some(Word::Me), false) = (seat, doer, denied) else { return };
        self.found.push(match clause[at] {
            Word::Save => Says::Saved { seat },
            Word::Poison => Says::Poisoned { seat },
            Word::Guard => Says::Guarded { seat },
            _ => Says::Shot { seat },
        });
    }

    /// A role beside a word that claims it: "seer here", "Seer CO", "as the seer I".
    fn comes_out(&mut self, clause: &[Word], at: usize, role: RoleId) {
        let claims = matches!(clause.get(at + 1), Some(Word::Here | Word::Co));
        let first = clause[..at].iter().rfind(|word| is_person(**word));
        let own = first.is_none_or(|person| self.person(*person) == Some(self.me));
        let denied = clause[..at].iter().any(|word| matches!(word, Word::Not | Word::Retract));
        let seat = self.me;
        let as_one = clause[..at].contains(&Word::As) && first.is_none() && clause.get(at + 1) == Some(&Word::Me);
        if as_one || (claims && own && !denied) {
            self.found.push(Says::Role { seat, role });
        }
    }
}

/// What stands before a word that asks. In Chinese it stands where the answer would, so that nothing of the clause is
/// said, but for "I vote 5, who else".
fn asked(clause: &[Word]) -> &[Word] {
    let Some(at) = clause.iter().position(|word| *word == Word::Ask) else { return clause };
    let own = &clause[..at];
    if own.first() == Some(&Word::Me) && own.contains(&Word::Vote) { own } else { &[] }
}

fn seat_of(word: Word) -> Option<Seat> {
    if let Word::Seat(seat) = word { Some(seat) } else { None }
}

/// The seat that is named last.
fn named(clause: &[Word]) -> Option<Seat> {
    clause.iter().rev().find_map(|word| seat_of(*word))
}

fn is_person(word: Word) -> bool {
    matches!(
        word,
        Word::Seat(_) | Word::Owner(_) | Word::Me | Word::Mine | Word::You | Word::Yours | Word::Third | Word::He
    )
}

/// What stands before "or I will": the rest is a threat.
fn or_else<'a>(clause: &'a [Word], supposed: &mut i32) -> &'a [Word] {
    let threat = clause.iter().position(|word| *word == Word::Or);
    let threat = threat.filter(|at| matches!(clause.get(at + 1), Some(Word::Me | Word::You)));
    match threat {
        Some(at) => {
            *supposed = SPAN;
            &clause[..at]
        }
        None => clause,
    }
}
