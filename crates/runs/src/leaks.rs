//! Words of the pack's secret talk that come back in public.

use lycaon_measures::talk::words;
use lycaon_rules::{Audience, Fact, Seat};
use lycaon_transcript::Transcript;
use std::collections::{BTreeMap, BTreeSet};

/// How many words in a row count as repeated. A Chinese character counts as a word.
const RUN: usize = 8;

/// How often each seat repeated in public, in so many words, what had been said in secret before. What everybody may
/// say by chance, such as the number of a seat, is shorter than that.
#[must_use]
pub fn leaks(transcript: &Transcript) -> BTreeMap<Seat, u64> {
    let mut secret: BTreeSet<Vec<String>> = BTreeSet::new();
    let mut leaks = BTreeMap::new();
    for event in &transcript.events {
        // The pack talks while it points at its prey.
        let (seat, text) = match &event.fact {
            Fact::Spoke { seat, text, .. } => (seat, text),
            Fact::Pointed { by, text: Some(text), .. } => (by, text),
            _ => continue,
        };
        let words = words(text);
        let runs = words.windows(RUN).map(<[String]>::to_vec);
        if matches!(event.audience, Audience::Everyone) {
            *leaks.entry(*seat).or_default() += u64::from(runs.into_iter().any(|run| secret.contains(&run)));
        } else {
            secret.extend(runs);
        }
    }
    leaks.retain(|_, count| *count > 0);
    leaks
}

#[cfg(test)]
mod tests {
    use super::*;
    use lycaon_rules::{Board, Choice, Dice, Event, Phase, Seats, Setup};
    use lycaon_transcript::Header;

    fn said(audience: Audience, fact: Fact) -> Event {
        Event { n: 0, day: 1, phase: Phase::Day, audience, fact }
    }

    #[test]
    fn a_wolf_who_repeats_the_pack_in_public_leaks_and_a_number_is_no_leak() {
        let (one, two) = (Seat::new(1), Seat::new(2));
        let pack = Audience::Only(Seats::one(one).or(Seats::one(two)));
        let pointed = |text: &str| Fact::Pointed { by: one, round: 1, choice: Choice::Pass, text: Some(text.into()) };
        let spoke = |seat, text: &str| Fact::Spoke { seat, floor: None, text: text.into(), claims: vec![] };
        let board = Board::named("arena-7").unwrap();
        let deal = board.deal(&mut Dice::new(1));
        let header = Header::new("leaks", &Setup { board: board.into(), deal }, 1);
        let transcript = Transcript {
            file: "leaks".into(),
            header,
            events: vec![
                said(Audience::Everyone, spoke(two, "let us kill player three, she must be the seer tonight")),
                said(pack, pointed("Let us kill player three: she must be the seer!")),
                said(Audience::Everyone, spoke(one, "I heard it: let us kill player three, she must be the seer.")),
                said(Audience::Everyone, spoke(two, "Player three must be the seer.")),
            ],
            decisions: vec![],
            calls: vec![],
            notes: vec![],
            probes: vec![],
            end: None,
            cut: false,
            broken: None,
        };
        assert_eq!(leaks(&transcript), BTreeMap::from([(one, 1)]));
    }
}
