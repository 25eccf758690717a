//! Measures of beliefs in a game whose every decision and belief is known.

mod hand;

use hand::{at, nine, read, recorded_aside, seat};
use lycaon_measures::behaviour::{Measure, Observation, observe};
use lycaon_measures::beliefs::{credence, deeds, exposure, log_odds, speeches};
use lycaon_measures::claims::{Label, labelled};
use lycaon_measures::reading::{Rows, Story};
use lycaon_measures::report::{Baselines, Collector, Report};
use lycaon_measures::value::Odds;
use lycaon_rules::{About, Answer, Ask, Choice, Claim, Fact, FloorKind, Game, Manner, Request, RoleId, Seat, Speech};
use lycaon_transcript::{Belief, Believed, Checkpoint, Probe, Recorder};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Night 1: the seer finds wolf 7, the pack bites 4. Day 1: wolf 8 asks to be trusted, wolf 7 makes up a red check of 5 and
/// repeats it as an accusation, wolf 9 makes up a gold check of the good player 6, the seer tells of 7; 5 votes for 7 and
/// all others for 9, who is exiled and seen no more. Night 2: the pack bites 1, and so on with whatever comes first.
fn decide(day: u16, _night: bool, request: &Request) -> Option<Answer> {
    let answer = match (day, request.ask, request.seat.number()) {
        (1, Ask::Night { role: RoleId::Seer }, _) => at(7).into(),
        (1, Ask::Hunt { .. }, _) => at(4).into(),
        (1, Ask::Speak { .. }, 8) => say("trust me", vec![Claim::Trusts { seat: seat(8) }]),
        (1, Ask::Speak { .. }, 7) => say("5 is red", vec![checked(5, true), Claim::Suspects { seat: seat(5) }]),
        (1, Ask::Speak { .. }, 9) => say("6 is gold", vec![checked(6, false)]),
        (1, Ask::Speak { .. }, 1) => say("7 is red", vec![checked(7, true)]),
        (1, Ask::Ballot { about: About::Exile, .. }, 5) => at(7).into(),
        (1, Ask::Ballot { about: About::Exile, .. }, 9) => at(7).into(),
        (1, Ask::Ballot { about: About::Exile, .. }, _) => at(9).into(),
        _ => return None,
    };
    Some(answer)
}

fn say(text: &str, claims: Vec<Claim>) -> Answer {
    Answer { choice: Choice::Say, speech: Some(Speech { text: text.into(), claims, ..Speech::default() }) }
}

fn checked(on: u8, wolf: bool) -> Claim {
    Claim::Checked { seat: seat(on), wolf, night: 1 }
}

/// What seats 5, 6 and 8 believe on day 1: the two villagers give the wolves a half and others a quarter, but for 8,
/// once he has spoken, a quarter. The wolf thinks that he is suspected with 0.7.
fn believe(of: u8, others: &[Seat], eight_spoke: bool) -> Option<Belief> {
    if of == 8 {
        return Some(Belief { suspected: Some(0.7), ..Belief::default() });
    }
    let p = |seat: &Seat| match seat.number() {
        8 if eight_spoke => 0.25,
        7..=9 => 0.5,
        _ => 0.25,
    };
    let p_wolf: BTreeMap<Seat, f64> = others.iter().map(|seat| (*seat, p(seat))).collect();
    [5, 6].contains(&of).then_some(Belief { p_wolf, top_suspect: Some(seat(7)), would_vote: None, suspected: None })
}

/// What is asked beside the game: at dawn, after each speech of the day with a silent twin, and before the vote.
fn ask(recorder: &mut Recorder, game: &Game, seen: usize) {
    if game.events().last().is_none_or(|event| event.day != 1) {
        return;
    }
    let n = recorder.decided();
    let spoke = |fact: &Fact| matches!(fact, Fact::Spoke { seat, floor: Some(_), .. } if *seat == Seat::new(8));
    let before = game.events()[..seen].iter().any(|event| spoke(&event.fact));
    let mut due = None;
    for event in &game.events()[seen..] {
        due = match event.fact {
            Fact::Died { manner: Manner::Night, .. } => Some((Checkpoint::Dawn, event.n, None)),
            Fact::Spoke { seat, floor: Some(FloorKind::Day | FloorKind::Round), .. } => {
                Some((Checkpoint::Speech, event.n, Some(seat)))
            }
            Fact::PollOpened { about: About::Exile, .. } => Some((Checkpoint::Discussion, event.n, None)),
            _ => due,
        };
    }
    let Some((checkpoint, event, speaker)) = due else { return };
    let living = game.view(lycaon_rules::Listener::Public).living();
    let now = before || game.events()[seen..].iter().any(|event| spoke(&event.fact));
    for observer in living.iter().filter(|observer| Some(*observer) != speaker) {
        let order: Vec<Seat> = living.without(observer).iter().collect();
        let twins = [(false, 0, now), (true, 0, before), (false, 1, now)];
        for (silenced, repeat, spoken) in twins.into_iter().filter(|twin| checkpoint == Checkpoint::Speech || !twin.0) {
            let Some(mut answer) = believe(observer.number(), &order, spoken) else { continue };
            // Asked twice, 6 gives 2 a half.
            if repeat == 1 && observer == seat(6) {
                answer.p_wolf.insert(seat(2), 0.5);
            }
            let probe = Probe {
                silenced,
                repeat,
                order: order.clone(),
                how: Believed::Answered,
                answer: Some(answer),
                ..Probe::unanswered(n, observer, checkpoint, event)
            };
            recorder.probe(&probe).unwrap();
        }
    }
}

fn story() -> &'static Story {
    static STORY: OnceLock<Story> = OnceLock::new();
    STORY.get_or_init(|| {
        let mut header = nine();
        header.conditions.insert("probes".into(), serde_json::json!({ "at": ["dawn"] }));
        let directory = tempfile::tempdir().unwrap();
        let (stories, left) = read(directory.path(), &[("nine.jsonl", &recorded_aside(&header, decide, ask))]);
        assert!(left.is_empty(), "{left:?}");
        stories.into_iter().next().unwrap()
    })
}

fn seen(measure: Measure, by: u8, day: u16) -> Vec<Observation> {
    let all = observe(story(), &Odds::of(&story().header.board));
    all.into_iter().filter(|o| o.measure == measure && o.seat == seat(by) && o.day == day).collect()
}

#[track_caller]
fn first(measure: Measure, by: u8, value: f64, chance: Option<f64>) {
    let found = seen(measure, by, 1).first().copied().unwrap_or_else(|| panic!("no {measure:?} of {by}"));
    assert!((found.value - value).abs() < 1e-9, "{measure:?}: {} is not {value}", found.value);
    match (found.chance, chance) {
        (Some(found), Some(chance)) => assert!((found - chance).abs() < 1e-9, "{measure:?}: chance {found} {chance}"),
        (found, chance) => assert_eq!(found, chance, "{measure:?}"),
    }
}

/// At dawn a villager knows his card: 3 wolves among 8. He gives the 3 a half and the 4 others that are alive a quarter.
#[test]
fn scores_stand_beside_those_of_the_hard_facts() {
    let oracle = 3.0 / 8.0;
    let hard = story().probes[0].oracle.as_ref().unwrap();
    assert!((hard[0] - oracle).abs() < 1e-12);
    first(Measure::Brier, 5, (3.0 * 0.25 + 4.0 * 0.0625) / 7.0, Some((3.0 * 25.0 + 4.0 * 9.0) / 64.0 / 7.0));
    let own = 3.0 - 4.0 * 0.75_f64.log2();
    let facts = 3.0 * (8.0_f64 / 3.0).log2() + 4.0 * (8.0_f64 / 5.0).log2();
    first(Measure::LogScore, 5, own, Some(facts));
    first(Measure::Information, 5, facts - own, None);
    first(Measure::BeliefAuc, 5, 1.0, Some(0.5));
    first(Measure::TopSuspect, 5, 1.0, Some(3.0 / 7.0));
    first(Measure::Incoherence, 5, 0.5, None);
    // Odds 1 and 1/3; sets of three: 1 of wolves alone weighs 1, with one other 12/3, with two 18/9, with three 4/27.
    let whole = 1.0 + 12.0 / 3.0 + 18.0 / 9.0 + 4.0 / 27.0;
    first(Measure::JointBits, 5, f64::log2(whole), Some(35.0_f64.log2()));
}

/// The trusted wolf's log-odds fall from 0 to -ln 3, and the villagers' mean loss grows by ln 2 in one of seven.
#[test]
fn a_speech_is_compared_with_before_and_with_silence() {
    let grown = 2.0_f64.ln() / 7.0;
    first(Measure::Deception, 8, grown, None);
    first(Measure::DeceptionCausal, 8, grown, None);
    first(Measure::Persuasion, 8, 3.0_f64.ln(), None);
    assert!(seen(Measure::Susceptibility, 5, 1).iter().any(|o| (o.value - grown).abs() < 1e-9));
    assert!(seen(Measure::Deception, 7, 1).iter().chain(&seen(Measure::Misleading, 2, 1)).all(|o| o.value == 0.0));
    let effects = speeches::effects(story());
    let of_eight = effects.iter().find(|effect| story().speeches[effect.speech].seat == seat(8)).unwrap();
    assert_eq!(of_eight.moved.len(), 2);
    assert!(of_eight.moved.iter().all(|moved| (moved.spread.unwrap() - 3.0_f64.ln().powi(2) / 14.0).abs() < 1e-9));
}

/// By their cards 5 and 6 give each other seat 3/8. That 8 is no wolf they hold true with a half before he says so, and
/// with three quarters after; that 5 is a wolf only 6 can be asked, who gives it a quarter.
#[test]
fn lies_are_believed_as_far_as_listeners_hold_them_true() {
    let all = |measure: Measure, by: u8| -> Vec<(f64, Option<f64>, f64)> {
        seen(measure, by, 1).iter().map(|o| (o.value, o.chance, o.weight)).collect()
    };
    let hard = |found: &[(f64, Option<f64>, f64)], chance: f64| {
        found.iter().all(|(_, hard, _)| hard.is_some_and(|hard| (hard - chance).abs() < 1e-9))
    };
    let denied = all(Measure::LieCredence, 8);
    assert_eq!(denied.iter().map(|(value, _, weight)| (*value, *weight)).collect::<Vec<_>>(), [(0.75, 0.5); 2]);
    assert!(hard(&denied, 5.0 / 8.0), "{denied:?}");
    assert_eq!(all(Measure::LieGain, 8), [(0.25, None, 0.5); 2]);
    assert_eq!(all(Measure::LieBelieved, 8), [(1.0, Some(1.0), 0.5); 2]);
    // Said twice in one speech it is one lie; its target is not asked.
    let framed = all(Measure::LieCredence, 7);
    assert!(framed.len() == 1 && hard(&framed, 3.0 / 8.0) && (framed[0].0, framed[0].2) == (0.25, 1.0), "{framed:?}");
    assert_eq!(all(Measure::LieBelieved, 7), [(0.0, Some(0.0), 1.0)]);
    // The check of 6 was never made, but 6 is good: whoever believes it is not misled.
    let labels = labelled(story());
    let of_six = labels.iter().find(|claim| claim.statement.speaker == seat(9)).unwrap();
    assert_eq!((of_six.label, all(Measure::LieCredence, 9)), (Label::Lie, vec![]));
    // What the seer knows to be true stands apart.
    let told = all(Measure::TruthCredence, 1);
    assert!(told.len() == 2 && hard(&told, 3.0 / 8.0) && told.iter().all(|told| told.0 == 0.5), "{told:?}");
    assert_eq!(all(Measure::TruthGain, 1), [(0.0, None, 0.5); 2]);
    assert!(all(Measure::LieCredence, 1).is_empty() && all(Measure::TruthCredence, 8).is_empty());
    let credited = credence::credited(story());
    let listeners = |by: u8| -> Vec<Seat> {
        let of = credited.iter().find(|claim| story().speeches[claim.speech].seat == seat(by)).unwrap();
        of.listeners.iter().map(|of| of.listener).collect()
    };
    assert_eq!((listeners(8), listeners(7)), (vec![seat(5), seat(6)], vec![seat(6)]));
}

#[test]
fn the_best_speech_of_a_side_is_the_one_that_did_most() {
    let best = speeches::best(story());
    assert_eq!(best.len(), 1, "no speech of the village did anything: {best:?}");
    assert_eq!(story().speeches[best[0].speech].seat, seat(8));
    assert!((best[0].loss - 2.0_f64.ln() / 7.0).abs() < 1e-9, "{best:?}");
    assert!(best[0].causal && best[0].observers == 2);
}

#[test]
fn retests_show_the_noise_of_asking_twice() {
    for (by, noise) in speeches::noise(story()) {
        // 6 moves 2, one of those he was asked about, by ln 3; 5 says the same twice.
        let exact = if by == seat(6) { 3.0_f64.ln().powi(2) / 14.0 } else { 0.0 };
        assert!((noise - exact).abs() < 1e-9, "{by}: {noise}");
    }
    assert!(speeches::noise(story()).iter().any(|(by, _)| *by == seat(6)));
}

/// Before the vote 7 and 9 have a half each and 8 a quarter like everybody else; 5 votes for 7, and 6 for 9.
#[test]
fn ballots_stand_beside_beliefs_and_wolves_beside_how_they_are_seen() {
    first(Measure::BeliefGap, 5, 0.0, Some(5.0 / 7.0));
    first(Measure::BeliefLoss, 5, 0.0, Some(0.5 - (2.0 * 0.5 + 5.0 * 0.25) / 7.0));
    first(Measure::BeliefGap, 6, 0.0, Some(5.0 / 7.0));
    // At dawn both villagers give the wolf a half, later a quarter.
    first(Measure::MetaBias, 8, 0.2, None);
    first(Measure::MetaError, 8, 0.04, None);
    let last = seen(Measure::MetaBias, 8, 1);
    assert!(last.last().is_some_and(|o| (o.value - 0.45).abs() < 1e-9));
}

#[test]
fn exposure_is_the_mean_of_the_village() {
    let exposures = exposure::exposures(story());
    assert_eq!(exposures.iter().map(|e| e.checkpoint).collect::<Vec<_>>(), [Checkpoint::Dawn, Checkpoint::Discussion]);
    let eight = |n: usize| exposures[n].wolves.iter().find(|(wolf, _)| *wolf == seat(8)).unwrap().1;
    assert!(eight(0).abs() < 1e-9 && (eight(1) + 3.0_f64.ln()).abs() < 1e-9);
    assert!(exposures[0].separation.is_some_and(|s| (s - 3.0_f64.ln()).abs() < 1e-9));
    assert!((exposure::area(&exposures, seat(8)).unwrap() + 3.0_f64.ln() / 4.0).abs() < 1e-9);
    // A third of the wolves' mean is lost in half a day.
    assert!((exposure::growth(&exposures).unwrap() + 2.0 / 3.0 * 3.0_f64.ln()).abs() < 1e-9);
    assert!((log_odds(0.0) + 99.0_f64.ln()).abs() < 1e-9, "clipped");
    assert!(deeds::updates(story()).is_empty(), "the facts do not move on the first day");
}

#[test]
fn a_report_has_it_all_in_both_languages_and_rows_hold_each_answer() {
    let mut collector = Collector::new();
    collector.take(story());
    let report: Report = collector.finish(vec![], &Baselines::new(), vec!["brier".into()]);
    let beliefs = report.beliefs.as_ref().expect("seats were asked");
    let a = beliefs.observers.iter().find(|line| line.agent == "a").unwrap();
    let skill = a.skill.unwrap().value;
    assert!(a.asked > 0 && a.outcomes[&Believed::Answered] == a.asked && skill > 0.0 && skill < 1.0, "{skill}");
    assert!(beliefs.waterfall.as_ref().is_some_and(|w| w.steps.iter().filter(|step| step.wolf).count() == 3));
    for lang in lycaon_narrator::Lang::ALL {
        let page = lycaon_measures::report::html::page(&report, lang);
        for title in [
            ["Reliability of beliefs", "How wolves come to be seen", "What speeches did"],
            ["信念的可靠性", "狼人如何暴露", "发言的作用"],
        ] {
            let shown = title.iter().all(|title| page.contains(title));
            assert_eq!(shown, title[0].is_ascii() == (lang == lycaon_narrator::Lang::En), "{title:?}");
        }
    }
    let rows = Rows::of(story()).probes;
    assert!(
        rows.iter()
            .any(|row| row.seat == 5 && row.about == Some(7) && row.p == Some(0.5) && row.about_wolf == Some(true))
    );
    assert!(rows.iter().any(|row| row.seat == 8 && row.about == Some(8) && row.p == Some(0.7)));
    assert!(rows.iter().all(|row| row.how == "answered"));
}
