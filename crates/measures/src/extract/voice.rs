//! What of a clause is the speaker's own word: not asked, not supposed, and nobody else's.

use super::reader::{REACH, Reader};
use super::word::Word;
use crate::claims::Says;

/// For how many clauses it holds that something is supposed, or said by somebody else: this one and those that follow.
const SPAN: i32 = 2;

/// How far into a sentence something supposed, or somebody else's word, still reaches, in clauses.
#[derive(Default)]
pub(super) struct Voice {
    supposed: i32,
    foreign: i32,
    /// Whether the clause before ended in "says": whoever says "I" now is not the speaker.
    quoting: bool,
}

impl Reader {
    /// What of a clause is the speaker's own; nothing if it was read as a whole.
    pub fn own(&mut self, clause: &[Word], asks: bool, voice: &mut Voice) -> Option<Vec<Word>> {
        let begins = clause.iter().find(|word| **word != Word::Other);
        let mine = matches!(begins, Some(Word::Me | Word::Think)) && !voice.quoting;
        voice.supposed = i32::max(voice.supposed - 1, 0);
        voice.foreign = if mine { 0 } else { i32::max(voice.foreign - 1, 0) };
        voice.quoting = clause.last() == Some(&Word::Say);
        if clause.contains(&Word::IfTail) {
            voice.supposed = SPAN;
        }
        if self.exclaims(clause) {
            return None;
        }
        let granted = clause.iter().position(|word| *word == Word::Though);
        let clause = match clause.iter().rposition(|word| *word == Word::ThoughTail) {
            Some(tail) => &clause[tail + 1..],
            None => &clause[..granted.unwrap_or(clause.len())],
        };
        let own = match clause.iter().position(|word| *word == Word::If) {
            Some(at) if voice.supposed == 0 => {
                voice.supposed = SPAN + 1;
                &clause[..at]
            }
            _ if voice.supposed > 0 || voice.foreign > 0 || asks => &[],
            _ => clause,
        };
        let own = unframed(asked(own));
        let own = or_else(&own, &mut voice.supposed);
        let own = self.reported(own, &mut voice.foreign);
        let own = self.supposed(own, &mut voice.supposed);
        Some(own.to_vec())
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
        let says = own.len() - wolf <= REACH && own[wolf..].contains(&Word::Be) && seat != self.me;
        if says {
            self.found.push(Says::Camp { seat, wolf: true });
        }
        says
    }

    /// What stands before a speaker's word that he is a wolf: it is supposed, as a rule, and so is what follows.
    fn supposed<'a>(&self, clause: &'a [Word], supposed: &mut i32) -> &'a [Word] {
        let wolf = |at: &usize| {
            let next = (at + 1..clause.len()).find(|next| !matches!(clause[*next], Word::Other | Word::Be));
            // "I am suspicious of Mio" is no such word.
            let next = next.filter(|next| clause.get(next + 1) != Some(&Word::Of)).map(|next| clause[next]);
            matches!(clause[*at], Word::Be | Word::Serve | Word::Hold)
                && matches!(next, Some(Word::Wolf | Word::Wolves))
                && self.subject(clause, *at).is_some_and(|of| !of.is_empty() && of.iter().all(|seat| *seat == self.me))
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
            let begin = clause[..at].iter().rposition(|word| word.is_person());
            let whose = begin.map(|begin| clause[begin]);
            let near = |reach: usize| begin.is_some_and(|begin| at - begin <= reach);
            let says = matches!(word, Word::Say | Word::Think | Word::Weigh | Word::View | Word::Claim | Word::Give)
                || matches!(word, Word::Trust | Word::Side | Word::Suspect);
            let foreign_word = match whose {
                Some(Word::Seat(seat)) if seat == self.me => false,
                Some(Word::Seat(_)) => (says && near(REACH + 2)) || (*word == Word::Check && near(2)),
                Some(Word::You | Word::Third | Word::Ta | Word::He) => (says || *word == Word::Check) && near(REACH),
                Some(Word::All) => matches!(word, Word::Say | Word::Think | Word::Side | Word::Weigh) && near(REACH),
                // "I trust Mio's claim" is the speaker's.
                Some(Word::Owner(_)) if begin.is_some_and(|begin| begin > 0 && clause[begin - 1] == Word::Trust) => {
                    false
                }
                Some(Word::Owner(_) | Word::Yours | Word::His) => {
                    matches!(word, Word::Check | Word::Claim | Word::Say | Word::View) && near(2)
                }
                Some(_) => false,
                // Nobody's saying at the beginning is somebody's; a thought that nobody tries is tried by all.
                None if self.topic.is_some_and(|topic| topic != self.me) => says || *word == Word::Check,
                None => (*word == Word::Say && at == 0) || *word == Word::Weigh,
            };
            if foreign_word {
                let cut = begin.unwrap_or(at);
                *foreign = SPAN;
                self.denial(&clause[cut..]);
                return &clause[..cut];
            }
        }
        clause
    }

    /// "Her claim that I am a wolf is false."
    fn denial(&mut self, reported: &[Word]) {
        let Some(off) = reported.iter().position(|word| *word == Word::False) else { return };
        let wolf = reported[..off].iter().position(|word| *word == Word::Wolf);
        match (reported[0], wolf) {
            (_, Some(wolf)) if reported[..wolf].contains(&Word::Me) => {
                self.found.push(Says::Camp { seat: self.me, wolf: false });
            }
            // "Her claim is false": she lies.
            (Word::Owner(seat), None) if reported[1] == Word::Claim && !reported[..off].contains(&Word::Not) => {
                self.found.push(Says::Camp { seat, wolf: true });
            }
            _ => {}
        }
    }
}

/// The clause without the frame that says no more than that the speaker thinks: "I think", 在我的视角里.
fn unframed(clause: &[Word]) -> Vec<Word> {
    let mut own = Vec::with_capacity(clause.len());
    let mut at = 0;
    while at < clause.len() {
        let rest = &clause[at..];
        let framed = match rest[0] {
            Word::Think | Word::Hear if at == 0 => Some(1),
            Word::Me | Word::Mine => {
                let verb = rest[1..].iter().take(3).position(|word| !matches!(word, Word::Other | Word::Of | Word::Be));
                let verb =
                    verb.filter(|verb| matches!(rest[verb + 1], Word::Think | Word::Hear | Word::Weigh | Word::View));
                verb.map(|verb| verb + 2)
            }
            _ => None,
        };
        match framed {
            Some(length) => at += length,
            None => {
                own.push(rest[0]);
                at += 1;
            }
        }
    }
    own
}

/// What stands before a word that asks. In Chinese it stands where the answer would, so that nothing of the clause is
/// said, but for "I vote 5, who else".
fn asked(clause: &[Word]) -> &[Word] {
    let Some(at) = clause.iter().position(|word| *word == Word::Ask) else { return clause };
    let own = &clause[..at];
    if own.first() == Some(&Word::Me) && own.contains(&Word::Vote) { own } else { &[] }
}

/// What stands before "or I will": the rest is a threat.
fn or_else<'a>(clause: &'a [Word], supposed: &mut i32) -> &'a [Word] {
    let threat = clause.iter().position(|word| *word == Word::Or);
    let threat = threat.filter(|at| matches!(clause.get(at + 1), Some(Word::Me | Word::You | Word::All)));
    match threat {
        Some(at) => {
            *supposed = SPAN;
            &clause[..at]
        }
        None => clause,
    }
}
