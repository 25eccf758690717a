//! Measures of a game whose every decision is known.

mod hand;

use hand::{at, nine, read, recorded, seat};
use lycaon_measures::behaviour::{Measure, Observation, observe};
use lycaon_measures::reading::Story;
use lycaon_measures::value::{Odds, Turn};
use lycaon_rules::{About, Answer, Ask, Choice, Claim, Party, Request, RoleId, Speech};

fn say(text: &str, claims: Vec<Claim>) -> Answer {
    Answer { choice: Choice::Say, speech: Some(Speech { text: text.into(), claims, ..Speech::default() }) }
}

/// Night 1: the seer finds wolf 7, the pack bites 4, the witch saves. Day 1: the seer tells, wolf 8 claims the seer too
/// and sells 7, who is exiled. Night 2: the seer checks 8 and is bitten, the witch poisons 9. Day 2: the village exiles 4.
/// Night 3: 8 bites the witch. Day 3: 8 is exiled.
fn decide(day: u16, night: bool, request: &Request) -> Option<Answer> {
    let by = request.seat.number();
    let role = |role| Claim::Role { seat: request.seat, role };
    let checked = |on: u8, wolf| Claim::Checked { seat: seat(on), wolf, night: 1 };
    match (day, request.ask, by) {
        (1, Ask::Night { role: RoleId::Seer }, _) => Some(at(7).into()),
        (2, Ask::Night { role: RoleId::Seer }, _) => Some(at(8).into()),
        (1, Ask::Hunt { round: 1 }, 7 | 8) => {
            let text = "we bite number four tonight and blame the seer for it".to_owned();
            Some(Answer { choice: at(4), speech: Some(Speech { text, ..Speech::default() }) })
        }
        (1, Ask::Hunt { .. }, _) => Some(at(4).into()),
        (2, Ask::Hunt { .. }, _) => Some(at(1).into()),
        (3, Ask::Hunt { .. }, _) => Some(at(2).into()),
        (1, Ask::Night { role: RoleId::Witch }, _) => Some(Choice::Save.into()),
        (2, Ask::Night { role: RoleId::Witch }, _) => Some(Choice::Poison { seat: seat(9) }.into()),
        (1, Ask::Speak { .. }, 1) => {
            Some(say("I checked seven", vec![role(RoleId::Seer), checked(7, true), Claim::WillVote { seat: seat(7) }]))
        }
        (1, Ask::Speak { .. }, 8) => Some(say(
            "they said: bite number four tonight and blame the seer",
            vec![role(RoleId::Seer), checked(1, true)],
        )),
        (2, Ask::Speak { .. }, 8) => Some(say("no, I am a villager", vec![role(RoleId::Villager)])),
        (1, Ask::Speak { .. }, 7) => Some(say("one lies", vec![Claim::Suspects { seat: seat(1) }])),
        (1, Ask::Speak { .. }, 5) => Some(say("seven it is", vec![Claim::Suspects { seat: seat(7) }])),
        (1, Ask::Speak { .. }, 6) => {
            Some(say("hm", vec![Claim::Trusts { seat: seat(1) }, Claim::Trusts { seat: seat(8) }]))
        }
        (_, Ask::Ballot { about: About::Exile, .. }, by) => Some(at(ballot(day, by)).into()),
        _ => {
            assert!(!night || !matches!(request.ask, Ask::Ballot { .. }));
            None
        }
    }
}

fn ballot(day: u16, by: u8) -> u8 {
    match (day, by) {
        (1, 6) => 8,
        (1, 7 | 9) => 1,
        (1, _) => 7,
        (2, 4) => 8,
        (2, _) => 4,
        (_, 8) => 3,
        _ => 8,
    }
}

fn story() -> Story {
    let directory = tempfile::tempdir().unwrap();
    let bytes = recorded(&nine(), decide);
    let (mut stories, left) = read(directory.path(), &[("game.jsonl", &bytes)]);
    assert!(left.is_empty(), "{left:?}");
    let story = stories.pop().unwrap();
    assert_eq!((&story.end.winners[..], story.end.days), (&[Party::Village][..], 3));
    story
}

struct Seen(Vec<Observation>);

impl Seen {
    fn of(&self, measure: Measure, day: u16) -> impl Iterator<Item = &Observation> {
        self.0.iter().filter(move |seen| seen.measure == measure && (day == 0 || seen.day == day))
    }

    /// Sums over the observations of a measure on a day (0 for all days): weights, values and chances.
    #[track_caller]
    fn is(&self, measure: Measure, day: u16, n: f64, value: f64, chance: Option<f64>) {
        let sum =
            |part: fn(&Observation) -> f64| self.of(measure, day).map(|seen| seen.weight * part(seen)).sum::<f64>();
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let id = measure.id();
        assert!(close(sum(|_| 1.0), n), "{id}: {} observations", sum(|_| 1.0));
        assert!(close(sum(|seen| seen.value), value), "{id}: value {}", sum(|seen| seen.value));
        assert_eq!(self.of(measure, day).all(|seen| seen.chance.is_some()), chance.is_some(), "{id}: chance");
        if let Some(chance) = chance {
            assert!(close(sum(|seen| seen.chance.unwrap()), chance), "{id}: {}", sum(|seen| seen.chance.unwrap()));
        }
    }
}

fn seen() -> Seen {
    let story = story();
    Seen(observe(&story, &Odds::of(&story.header.board)))
}

#[test]
fn ballots_and_exiles() {
    let seen = seen();
    // All six of the village vote for a wolf, of whom three are among nine.
    seen.is(Measure::VoteAccuracy, 1, 6.0, 6.0, Some(6.0 * 3.0 / 9.0));
    // 4 votes for the wolf; 2, 3, 5 and 6 do not; one wolf is among six.
    seen.is(Measure::VoteAccuracy, 2, 5.0, 1.0, Some(5.0 / 6.0));
    seen.is(Measure::MisElimination, 1, 1.0, 0.0, Some(6.0 / 9.0));
    seen.is(Measure::MisElimination, 2, 1.0, 1.0, Some(5.0 / 6.0));
    // Five of six ballots are far from one less.
    seen.is(Measure::PivotalError, 2, 0.0, 0.0, Some(0.0));
    // Day 1: 7 has six ballots, 1 has two: one ballot moved leaves five against three.
    seen.is(Measure::PivotalError, 1, 0.0, 0.0, Some(0.0));
    seen.is(Measure::KeyRoleLoss, 2, 1.0, 0.0, Some(2.0 / 5.0));
    seen.is(Measure::WolfPush, 2, 1.0, 0.2, Some(1.0 / 6.0));
    seen.is(Measure::Bussing, 0, 3.0, 1.0, Some(3.0 * 2.0 / 9.0));
    seen.is(Measure::SelfVote, 1, 9.0, 0.0, Some(1.0));
    seen.is(Measure::Abstain, 1, 9.0, 0.0, None);
    // 7 and 9 agree, 8 does not; two ballots of the village agree with chance (5/6)² + (1/6)².
    seen.is(Measure::DayAgreement, 1, 3.0, 1.0, Some(3.0 * 26.0 / 36.0));
    let bits = -(6.0_f64 / 9.0 * (6.0_f64 / 9.0).log2()
        + 1.0 / 9.0 * (1.0_f64 / 9.0).log2()
        + 2.0 / 9.0 * (2.0_f64 / 9.0).log2());
    seen.is(Measure::BallotEntropy, 1, 1.0, bits, None);
    seen.is(Measure::UnanimousWrong, 0, 3.0, 0.0, None);
}

#[test]
fn the_pack() {
    let seen = seen();
    seen.is(Measure::NightAgreement, 1, 3.0, 3.0, Some(3.0 / 9.0));
    seen.is(Measure::HuntRounds, 0, 3.0, 3.0, None);
    seen.is(Measure::KillGod, 1, 1.0, 0.0, Some(0.5));
    seen.is(Measure::KillGod, 2, 1.0, 1.0, Some(0.5));
    // Only seat 1 of the six good had claimed the seer.
    seen.is(Measure::KillClaimedSeer, 2, 1.0, 1.0, Some(1.0 / 6.0));
    seen.is(Measure::SelfKnife, 1, 1.0, 0.0, Some(3.0 / 9.0));
}

#[test]
fn powers() {
    let seen = seen();
    seen.is(Measure::CheckHit, 1, 1.0, 1.0, Some(3.0 / 8.0));
    // 7 is dead and known: of 2 to 6, 8 and 9 two are wolves.
    seen.is(Measure::CheckHit, 2, 1.0, 1.0, Some(2.0 / 7.0));
    seen.is(Measure::Antidote, 0, 1.0, 1.0, Some(6.0 / 9.0));
    seen.is(Measure::SelfSave, 0, 1.0, 0.0, None);
    // Offered were seats 1 to 9 without the exiled 7 and the witch herself: two wolves of seven.
    seen.is(Measure::Poison, 0, 1.0, 1.0, Some(2.0 / 7.0));
    seen.is(Measure::PoisonKept, 0, 1.0, 0.0, None);
}

#[test]
fn claims() {
    let seen = seen();
    seen.is(Measure::ClaimTruth, 0, 1.0, 1.0, None);
    seen.is(Measure::FakeCheck, 0, 1.0, 1.0, None);
    seen.is(Measure::RedConversion, 0, 1.0, 1.0, Some(1.0 / 9.0));
    seen.is(Measure::Disclosed, 1, 1.0, 1.0, None);
    seen.is(Measure::DisclosureDelay, 1, 1.0, 0.0, None);
    seen.is(Measure::CounterClaim, 0, 1.0, 1.0, None);
    seen.is(Measure::DuelFake, 0, 1.0, 1.0, Some(0.5));
    // On day 1 only 6 voted for one of the two.
    seen.is(Measure::SeerDoubt, 0, 1.0, 1.0, Some(0.5));
    seen.is(Measure::AccuseTrue, 0, 1.0, 1.0, Some(3.0 / 8.0));
    seen.is(Measure::TrustTrue, 0, 2.0, 1.0, Some(2.0 * 5.0 / 8.0));
    seen.is(Measure::AccusePartner, 0, 1.0, 0.0, Some(2.0 / 8.0));
    seen.is(Measure::WordKept, 0, 1.0, 1.0, Some(1.0 / 9.0));
    seen.is(Measure::AccusedVoted, 0, 2.0, 2.0, Some(2.0 / 9.0));
    // 8 was a seer and then a villager; 1 kept to his word.
    seen.is(Measure::Contradiction, 0, 2.0, 1.0, None);
}

#[test]
fn speech_and_leaks() {
    let seen = seen();
    let words: f64 = seen.of(Measure::Words, 1).map(|seen| seen.value).sum();
    assert_eq!(words, 3.0 + 10.0 + 2.0 + 3.0 + 1.0);
    let silent = seen.of(Measure::Silence, 1).filter(|seen| seen.value == 1.0).count();
    // 2, 3, 4 and 9 in turn, and 7 as last words.
    assert_eq!(silent, 5);
    // 8 repeats nine words of the pack's talk in public, once.
    let leaks: Vec<u8> =
        seen.of(Measure::Leak, 0).filter(|seen| seen.value == 1.0).map(|seen| seen.seat.number()).collect();
    assert_eq!(leaks, [8]);
    assert!(seen.of(Measure::SelfExposure, 0).all(|seen| seen.value == 0.0));
}

#[test]
fn win_probability_added_belongs_to_those_who_made_it() {
    let story = story();
    let odds = Odds::of(&story.header.board);
    let seen = Seen(observe(&story, &odds));
    let of = |by: u8| seen.of(Measure::WpaVillage, 0).find(|seen| seen.seat == seat(by)).unwrap().value;
    let day_1 = odds.at((3, 3, 2), Turn::Night) - odds.at((3, 3, 3), Turn::Day);
    // 1 to 5 voted 7 out; 1 dies in the second night.
    assert!(day_1 > 0.0 && (of(1) - day_1 / 5.0).abs() < 1e-12, "{} {day_1}", of(1));
    // 6 had no part in it, and one of four in the exile of 4, with the gods 2 and 3, the villagers 4 to 6 and wolf 8.
    let day_2 = odds.at((2, 2, 1), Turn::Night) - odds.at((2, 3, 1), Turn::Day);
    let day_3 = 1.0 - odds.at((1, 2, 1), Turn::Day);
    assert!((of(6) - day_2 / 4.0 - day_3 / 3.0).abs() < 1e-12, "{}", of(6));
    let wolves: f64 = seen.of(Measure::WpaWolves, 0).map(|seen| seen.value).sum();
    // Both bites met as many gods as villagers, where one prey is as good as another.
    assert!(wolves.abs() < 1e-12, "{wolves}");
}
