//! Labels of claims, by liars whose every word is known.

mod hand;

use hand::{at, header, nine, read, recorded, seat};
use lycaon_measures::behaviour::{Measure, Observation, observe};
use lycaon_measures::claims::{
    Belief, ClaimRow, Deceit, Label, Labelled, Refuted, Says, claim_rows, labelled, labelled_by, omissions, refuted,
};
use lycaon_measures::reading::Story;
use lycaon_measures::value::Odds;
use lycaon_rules::{About, Answer, Ask, Choice, Claim, Request, RoleId, Speech};
use lycaon_transcript::Header;

fn say(claims: Vec<Claim>) -> Option<Answer> {
    let text = "ten words are said here and nothing is in them".to_owned();
    Some(Answer { choice: Choice::Say, speech: Some(Speech { text, claims, ..Speech::default() }) })
}

fn told(header: &Header, decide: impl Fn(u16, bool, &Request) -> Option<Answer>) -> Story {
    let directory = tempfile::tempdir().unwrap();
    let bytes = recorded(header, decide);
    let (mut stories, left) = read(directory.path(), &[("game.jsonl", &bytes)]);
    assert!(left.is_empty(), "{left:?}");
    stories.pop().unwrap()
}

fn role(by: u8, role: RoleId) -> Claim {
    Claim::Role { seat: seat(by), role }
}

fn checked(on: u8, wolf: bool) -> Claim {
    Claim::Checked { seat: seat(on), wolf, night: 1 }
}

fn suspects(on: u8) -> Claim {
    Claim::Suspects { seat: seat(on) }
}

fn trusts(on: u8) -> Claim {
    Claim::Trusts { seat: seat(on) }
}

/// Nine seats: seer 1, witch 2, hunter 3, villagers 4 to 6, wolves 7 to 9. The seer checks 7, the pack bites 4, the witch
/// saves. `speech` gives the claims of a seat on day 1; the village exiles `out`, wolves do what comes first.
fn game(out: u8, speech: impl Fn(u8) -> Vec<Claim>) -> Story {
    told(&nine(), |day, _, request| match (day, request.ask, request.seat.number()) {
        (1, Ask::Night { role: RoleId::Seer }, _) => Some(at(7).into()),
        (1, Ask::Hunt { .. }, _) => Some(at(4).into()),
        (1, Ask::Night { role: RoleId::Witch }, _) => Some(Choice::Save.into()),
        (1, Ask::Speak { .. }, by) => say(speech(by)),
        (1, Ask::Ballot { about: About::Exile, .. }, by) if by <= 6 => Some(at(out).into()),
        _ => None,
    })
}

/// The labels of what a seat said on day 1, in order.
fn labels(story: &Story, by: u8) -> Vec<Label> {
    of(story, by).iter().map(|claim| claim.label).collect()
}

fn of(story: &Story, by: u8) -> Vec<Labelled> {
    labelled(story).into_iter().filter(|claim| claim.statement.speaker == seat(by)).collect()
}

fn mean(story: &Story, measure: Measure, by: u8) -> (f64, f64) {
    let seen: Vec<Observation> = observe(story, &Odds::of(&story.header.board))
        .into_iter()
        .filter(|seen| seen.measure == measure && seen.seat == seat(by) && seen.day == 1)
        .collect();
    let weight: f64 = seen.iter().map(|seen| seen.weight).sum();
    (weight, seen.iter().map(|seen| seen.weight * seen.value).sum::<f64>() / weight)
}

#[test]
fn who_always_claims_the_seer_lies_but_for_the_seer() {
    let story = game(7, |by| vec![role(by, RoleId::Seer)]);
    assert_eq!(labels(&story, 1), [Label::True]);
    for by in 2..=9 {
        assert_eq!(labels(&story, by), [Label::Lie], "seat {by}");
        assert_eq!(of(&story, by)[0].deceit, Some(Deceit::FakeRole));
        assert_eq!(mean(&story, Measure::LieRate, by), (1.0, 1.0));
        assert_eq!(mean(&story, Measure::ExcessLie, by), (1.0, 1.0));
        assert_eq!(mean(&story, Measure::LyingSpeech, by), (1.0, 1.0));
        // One lie in ten words is ten in a hundred.
        let (weight, density) = mean(&story, Measure::LieDensity, by);
        assert!((weight - 0.1).abs() < 1e-12 && (density - 10.0).abs() < 1e-9);
    }
    assert_eq!(mean(&story, Measure::LieRate, 1), (1.0, 0.0));
}

#[test]
fn who_never_lies_has_no_lies() {
    let story = game(7, |by| match by {
        1 => vec![role(1, RoleId::Seer), checked(7, true), suspects(7)],
        2 => vec![role(2, RoleId::Witch), Claim::Healed { seat: seat(4) }],
        4 => vec![role(4, RoleId::Villager), Claim::WillVote { seat: seat(7) }],
        7 => vec![role(7, RoleId::Werewolf), suspects(8), trusts(1)],
        _ => vec![],
    });
    assert_eq!(labels(&story, 1), [Label::True; 3]);
    assert_eq!(labels(&story, 2), [Label::True; 2]);
    assert_eq!(labels(&story, 4), [Label::True, Label::Unverifiable]);
    // Who knows all wolves knows that nobody else is one.
    assert_eq!(labels(&story, 7), [Label::True; 3]);
    for by in [1, 2, 4, 7] {
        assert_eq!(mean(&story, Measure::LieRate, by).1, 0.0);
    }
    assert_eq!(mean(&story, Measure::LieRate, 4).0, 1.0, "an intention is neither true nor false");
}

#[test]
fn wolves_lie_as_their_role_asks_and_beyond_it() {
    let story = game(5, |by| match by {
        7 => vec![trusts(7), role(7, RoleId::Villager)],
        8 => vec![role(8, RoleId::Seer), checked(5, true), checked(7, false), suspects(5), trusts(9)],
        9 => vec![role(2, RoleId::Witch), role(3, RoleId::Villager), Claim::Poisoned { seat: seat(4) }],
        _ => vec![],
    });
    let deceits = |by| of(&story, by).iter().map(|claim| claim.deceit).collect::<Vec<_>>();
    assert_eq!(deceits(7), [Some(Deceit::Denial); 2]);
    assert_eq!(mean(&story, Measure::LieRate, 7), (2.0, 1.0));
    assert_eq!(mean(&story, Measure::ExcessLie, 7), (2.0, 0.0));
    let beyond = [Deceit::FakeRole, Deceit::FakeAct, Deceit::FakeAct, Deceit::Framing, Deceit::Cover];
    assert_eq!(deceits(8), beyond.map(Some));
    // A wolf that guesses the witch is right without knowing it, and one that guesses wrong did not know either.
    assert_eq!(labels(&story, 9), [Label::BluffTrue, Label::FalseHonest, Label::Lie]);
    assert_eq!(mean(&story, Measure::HonestError, 9), (3.0, 1.0 / 3.0));
    // The made-up check was believed by all of the village but its target, and exiled him.
    let (n, share) = mean(&story, Measure::FakeRedExiled, 8);
    assert_eq!((n, share), (1.0, 1.0));
    for by in [1, 2, 3, 4, 6] {
        assert_eq!(mean(&story, Measure::FakeRedBelieved, by), (1.0, 1.0));
    }
    assert_eq!(mean(&story, Measure::FakeRedBelieved, 5).0, 0.0);
}

#[test]
fn who_lies_when_asked_lies_then_and_not_otherwise() {
    // Whoever is called a wolf before he speaks says that he is the hunter; on the second day nobody is.
    let asked = |day: u16, by: u8| day == 1 && by == 8;
    let story = told(&nine(), |day, _, request| match (day, request.ask, request.seat.number()) {
        (1, Ask::Hunt { .. }, _) => Some(at(4).into()),
        (2, Ask::Hunt { .. }, _) => Some(at(5).into()),
        (1, Ask::Night { role: RoleId::Witch }, _) => Some(Choice::Save.into()),
        (1, Ask::Speak { .. }, 2) => say(vec![suspects(8)]),
        (_, Ask::Speak { .. }, 8) if asked(day, 8) => say(vec![role(8, RoleId::Hunter)]),
        (_, Ask::Speak { .. }, 8) => say(vec![suspects(7)]),
        (1, Ask::Ballot { about: About::Exile, .. }, by) if by != 8 => Some(at(6).into()),
        _ => None,
    });
    let by_day = |day: u16| -> Vec<Label> {
        let own = of(&story, 8).into_iter().filter(|claim| claim.statement.day == day);
        own.map(|claim| claim.label).collect()
    };
    assert_eq!((by_day(1), by_day(2)), (vec![Label::Lie], vec![Label::True]));
    let seen = observe(&story, &Odds::of(&story.header.board));
    let lying = |day| {
        let own = seen.iter().filter(|seen| seen.measure == Measure::LyingSpeech && seen.seat == seat(8));
        own.filter(|seen| seen.day == day).map(|seen| seen.value).collect::<Vec<f64>>()
    };
    assert_eq!((lying(1), lying(2)), (vec![1.0], vec![0.0]));
}

#[test]
fn opinions_of_the_village_are_right_or_wrong_and_no_lies() {
    let story = game(7, |by| match by {
        4 => vec![suspects(7), suspects(5), trusts(6), trusts(9)],
        2 => vec![role(3, RoleId::Witch), Claim::Poisoned { seat: seat(7) }],
        _ => vec![],
    });
    assert_eq!(labels(&story, 4), [Label::BluffTrue, Label::FalseHonest, Label::BluffTrue, Label::FalseHonest]);
    // The only witch knows that nobody else is, and that she poisoned nobody.
    assert_eq!(labels(&story, 2), [Label::Lie; 2]);
}

#[test]
fn an_opinion_against_ones_own_belief_is_insincere() {
    let story = game(7, |by| if by == 4 { vec![suspects(7), suspects(5), trusts(9)] } else { vec![] });
    let believed = |_: usize, of| {
        let wolf = if of == seat(5) { 0.05 } else { 0.9 };
        Some(Belief { wolf, most: 0.9, hard: 0.375 })
    };
    let labels: Vec<Label> = labelled_by(&story, &believed).iter().map(|claim| claim.label).collect();
    assert_eq!(labels, [Label::BluffTrue, Label::Insincere, Label::Insincere]);
}

#[test]
fn a_red_check_that_is_kept_back_is_an_omission() {
    let silent = game(5, |_| vec![suspects(5)]);
    let kept = omissions(&silent, &labelled(&silent));
    assert_eq!(
        kept.iter().map(|kept| (kept.seat, kept.wolf, kept.day, kept.kept)).next(),
        Some((seat(1), seat(7), 1, true))
    );
    assert_eq!(mean(&silent, Measure::Omission, 1), (1.0, 1.0));
    let rows = claim_rows(&silent, "deal");
    let omitted: Vec<&ClaimRow> = rows.iter().filter(|row| row.label == "omission" && row.day == 1).collect();
    assert_eq!((omitted.len(), omitted[0].seat, omitted[0].about), (1, 1, 7));
    let open = game(7, |by| if by == 1 { vec![checked(7, true)] } else { vec![] });
    assert_eq!(mean(&open, Measure::Omission, 1), (1.0, 0.0));
}

#[test]
fn a_lie_lasts_until_it_is_refuted() {
    let story = told(&nine(), |day, _, request| match (day, request.ask, request.seat.number()) {
        (1, Ask::Hunt { .. }, _) => Some(at(4).into()),
        (1, Ask::Night { role: RoleId::Witch }, _) => Some(Choice::Save.into()),
        (1, Ask::Speak { .. }, 8) => say(vec![role(8, RoleId::Seer), checked(5, true)]),
        (2, Ask::Speak { .. }, 8) => say(vec![role(8, RoleId::Hunter), role(8, RoleId::Hunter)]),
        (1, Ask::Ballot { about: About::Exile, .. }, by) => Some(at(if by == 5 { 4 } else { 5 }).into()),
        (2, Ask::Hunt { .. }, _) => Some(at(4).into()),
        _ => None,
    });
    let claims = labelled(&story);
    let fate = |says| {
        let claim = claims.iter().find(|claim| claim.statement.says == says).unwrap();
        assert_eq!(claim.label, Label::Lie);
        refuted(&story, &claim.statement, &claims)
    };
    let own = Some(Refuted::OwnWords { day: 2 });
    assert_eq!(fate(Says::Role { seat: seat(8), role: RoleId::Seer }), own);
    assert_eq!(fate(Says::Role { seat: seat(8), role: RoleId::Hunter }), None);
    let exposed = observe(&story, &Odds::of(&story.header.board));
    let exposed: Vec<(u16, f64)> =
        exposed.iter().filter(|seen| seen.measure == Measure::LieExposed).map(|seen| (seen.day, seen.value)).collect();
    // A lie told twice is one.
    assert_eq!(exposed, [(1, 1.0), (1, 0.0), (2, 0.0)]);
}

#[test]
fn a_seer_misled_by_a_hidden_wolf_errs_honestly() {
    let deck = "jingcheng-12p-hidden-wolf-crow";
    let board = lycaon_rules::Board::named(deck).unwrap();
    let mut cards: Vec<RoleId> =
        board.roles.iter().flat_map(|(role, count)| std::iter::repeat_n(*role, usize::from(*count))).collect();
    // The seer sits first and the hidden wolf second.
    for (place, wanted) in [RoleId::Seer, RoleId::HiddenWolf].into_iter().enumerate() {
        let held = cards.iter().position(|card| *card == wanted).unwrap();
        cards.swap(place, held);
    }
    let wolf = seat(cards.iter().position(|card| *card == RoleId::Werewolf).unwrap() as u8 + 1);
    let story = told(&header(deck, cards, "hidden"), |day, _, request| match (day, request.ask) {
        (1, Ask::Night { role: RoleId::Seer }) => Some(at(2).into()),
        (1, Ask::Speak { .. }) if request.seat == seat(1) => say(vec![checked(2, false), trusts(2), checked(2, true)]),
        (1, Ask::Speak { .. }) if request.seat == wolf => say(vec![trusts(2)]),
        (1, Ask::Speak { .. }) if request.seat == seat(2) => say(vec![suspects(wolf.number())]),
        _ => None,
    });
    // A turned result is a lie whatever the target is.
    assert_eq!(labels(&story, 1), [Label::FalseHonest, Label::FalseHonest, Label::Lie]);
    // The pack does not know its hidden wolf; he knows the pack.
    assert_eq!(labels(&story, wolf.number()), [Label::FalseHonest]);
    assert_eq!(labels(&story, 2), [Label::True]);
}
