//! Polls, self-reports and doubts in a game whose every ballot, report and doubt is known.

mod hand;

use hand::{at, nine, read, recorded_aside, seat};
use lycaon_measures::behaviour::{Measure, Observation, observe};
use lycaon_measures::beliefs::speeches;
use lycaon_measures::claims::Deceit;
use lycaon_measures::doubts::{Doubted, doubts};
use lycaon_measures::polls::influence::pushes;
use lycaon_measures::polls::swing::swings;
use lycaon_measures::reading::{Rows, Story};
use lycaon_measures::report::{Baselines, Collector, Report, html};
use lycaon_measures::selfreport::reports;
use lycaon_measures::stats::Ranged;
use lycaon_measures::value::Odds;
use lycaon_narrator::Lang;
use lycaon_rules::{About, Answer, Ask, Choice, Claim, Fact, FloorKind, Game, Listener, Request, RoleId, Seat, Speech};
use lycaon_transcript::{Asks, Belief, Believed, Checkpoint, Doubt, Intent, Probe, Recorder, SelfReport, StrawBallot};
use std::sync::OnceLock;

/// What seats say on day 1. The wolf 7 claims the seer and a red check of 5 in structured form; villager 5 says in plain
/// words that 7 is a wolf and that he votes for him; villager 6 says something that is neither true nor false.
fn speech(of: u8) -> Speech {
    let (text, claims) = match of {
        7 => {
            let (me, role) = (seat(7), RoleId::Seer);
            let red = Claim::Checked { seat: seat(5), wolf: true, night: 1 };
            ("5 is a wolf", vec![Claim::Role { seat: me, role }, red])
        }
        5 => ("Player 7 is a wolf. I vote for player 7.", vec![]),
        6 => ("Let us hear the others.", vec![]),
        _ => ("", vec![]),
    };
    Speech { text: text.into(), claims, ..Speech::default() }
}

/// Night 1: the pack bites 4. Day 1: 1, 2 and 5 vote for 7, the others for 5.
fn decide(day: u16, _night: bool, request: &Request) -> Option<Answer> {
    let answer = match (day, request.ask, request.seat.number()) {
        (1, Ask::Hunt { .. }, _) => at(4).into(),
        (1, Ask::Speak { .. }, of) => Answer { choice: Choice::Say, speech: Some(speech(of)) },
        (1, Ask::Ballot { about: About::Exile, .. }, 1 | 2 | 5) => at(7).into(),
        (1, Ask::Ballot { about: About::Exile, .. }, _) => at(5).into(),
        _ => return None,
    };
    Some(answer)
}

/// Whom a seat would vote for, by whether 7 and 5 have spoken: 2 and 3 are won over by 7, from 8 and from nobody to 5; 5
/// wins 2 back.
fn vote(of: u8, seven: bool, five: bool) -> Option<u8> {
    match (of, seven, five) {
        (2, false, _) => Some(8),
        (2, true, true) => Some(7),
        (2, true, false) | (3, true, _) => Some(5),
        (3, false, _) => None,
        (5, ..) | (1, ..) => Some(7),
        _ => Some(5),
    }
}

/// What a speaker says of his speech: the wolf owns up, 5 takes himself for a liar, 6 for none.
fn reported(of: u8) -> SelfReport {
    let (intent, lie) = match of {
        7 => (Intent::Fabrication, true),
        5 => (Intent::Distortion, true),
        _ => (Intent::Truthful, false),
    };
    SelfReport { intent, lie, confidence: 0.75 }
}

/// How likely a seat takes the speech of another for a lie: that of the wolf 7 certainly in the eyes of its target 5, evenly
/// in those of 6, and not at all in those of 3, who cannot answer; that of 5 a little. 6 says nothing that could be checked.
fn doubted(of: u8, speaker: u8) -> Option<f64> {
    match (of, speaker) {
        (5, 7) => Some(1.0),
        (3, 7) => None,
        (_, 7) => Some(0.5),
        (1, 5) => Some(0.5),
        (_, 5) => Some(0.25),
        _ => Some(0.75),
    }
}

/// A game at a moment at which seats may be asked aside, and how many of its events had happened at the one before.
struct Table<'a> {
    recorder: &'a mut Recorder,
    game: &'a Game,
    seen: usize,
}

impl Table<'_> {
    fn spoke(&self, of: u8) -> bool {
        let own = |fact: &Fact| matches!(fact, Fact::Spoke { seat, floor: Some(_), .. } if *seat == Seat::new(of));
        self.game.events().iter().any(|event| event.day == 1 && own(&event.fact))
    }

    /// A poll before the first speech and after each, on 2 twice with another answer, and a report after each speech.
    fn ask(&mut self) {
        if self.game.events().last().is_none_or(|event| event.day != 1) {
            return;
        }
        let n = self.recorder.decided();
        let (mut due, mut speaker) = (None, None);
        for event in &self.game.events()[self.seen..] {
            match &event.fact {
                Fact::Floor { floor: FloorKind::Day | FloorKind::Round, .. } => {
                    due = Some((Checkpoint::Floor, event.n))
                }
                Fact::Spoke { seat, floor: Some(_), text, .. } => {
                    due = Some((Checkpoint::Speech, event.n));
                    speaker = (!text.is_empty()).then_some(*seat);
                }
                _ => {}
            }
        }
        let Some((checkpoint, event)) = due else { return };
        let living = self.game.view(Listener::Public).living();
        let (seven, five) = (self.spoke(7), self.spoke(5));
        let line = |seat: Seat| Probe { how: Believed::Answered, ..Probe::unanswered(n, seat, checkpoint, event) };
        for observer in living.iter() {
            let order: Vec<Seat> = living.without(observer).iter().collect();
            let ballot = |vote: Option<u8>| Some(StrawBallot { vote: vote.map(Seat::new) });
            let of = vote(observer.number(), seven, five);
            let asked = Probe { asks: Asks::Poll, order, ..line(observer) };
            self.recorder.probe(&Probe { ballot: ballot(of), ..asked.clone() }).unwrap();
            if observer == seat(2) {
                self.recorder.probe(&Probe { ballot: ballot(Some(9)), repeat: 1, ..asked }).unwrap();
            }
            // Only 1 is asked what he believes: 7 is a wolf with one half, once 5 has spoken with three quarters.
            if observer == seat(1) && speaker != Some(observer) {
                let p = if five { 0.75 } else { 0.5 };
                let answer = Belief { p_wolf: [(seat(7), p)].into(), ..Belief::default() };
                let order = vec![seat(7)];
                self.recorder.probe(&Probe { order, answer: Some(answer), ..line(observer) }).unwrap();
            }
        }
        if let Some(speaker) = speaker {
            let report = Some(reported(speaker.number()));
            self.recorder.probe(&Probe { asks: Asks::Report, report, ..line(speaker) }).unwrap();
            for observer in living.without(speaker).iter() {
                let doubt = doubted(observer.number(), speaker.number()).map(|p_lie| Doubt { p_lie });
                let how = if doubt.is_some() { Believed::Answered } else { Believed::Unreadable };
                let asked = Probe { asks: Asks::Doubt, order: vec![speaker], how, doubt, ..line(observer) };
                self.recorder.probe(&asked).unwrap();
            }
        }
    }
}

fn ask(recorder: &mut Recorder, game: &Game, seen: usize) {
    Table { recorder, game, seen }.ask();
}

fn story() -> &'static Story {
    static STORY: OnceLock<Story> = OnceLock::new();
    STORY.get_or_init(|| {
        let mut header = nine();
        header.conditions.insert(
            "probes".into(),
            serde_json::json!({ "at": ["speech"], "polls": true, "reports": true, "doubts": true }),
        );
        let directory = tempfile::tempdir().unwrap();
        let (stories, left) = read(directory.path(), &[("nine.jsonl", &recorded_aside(&header, decide, ask))]);
        assert!(left.is_empty(), "{left:?}");
        stories.into_iter().next().unwrap()
    })
}

fn of(measure: Measure, by: u8) -> Vec<Observation> {
    let all = observe(story(), &Odds::of(&story().header.board));
    all.into_iter().filter(|seen| seen.measure == measure && seen.seat == seat(by) && seen.day == 1).collect()
}

fn sum(measure: Measure, by: u8) -> (f64, f64) {
    let seen = of(measure, by);
    let weighted = |of: fn(&Observation) -> f64| seen.iter().map(|seen| seen.weight * of(seen)).sum::<f64>();
    (weighted(|seen| seen.value), weighted(|seen| seen.chance.unwrap()))
}

/// Eight are alive, so seven are polled around each speech, and each has seven to vote for.
#[test]
fn speeches_move_ballots() {
    let (moved, chance) = sum(Measure::Swing, 7);
    assert!((moved - 2.0 / 7.0).abs() < 1e-9 && (chance - 6.0 / 7.0).abs() < 1e-9, "{moved} {chance}");
    assert_eq!(sum(Measure::SwingTarget, 7), (2.0, 0.0), "5 gains the ballots of 2 and 3");
    assert_eq!(sum(Measure::HarmfulSwing, 7), (1.0, 0.0), "2 leaves the wolf 8; 3 voted for nobody");
    assert!((sum(Measure::Swing, 5).0 - 1.0 / 7.0).abs() < 1e-9);
    assert_eq!((sum(Measure::SwingTarget, 5).0, sum(Measure::StraySwing, 5).0), (1.0, -1.0), "2 comes to the wolf 7");
    assert_eq!(sum(Measure::Swing, 6).0, 0.0);
    assert!(of(Measure::SwingTarget, 6).is_empty() && of(Measure::HarmfulSwing, 5).is_empty());
    let noise = of(Measure::PollNoise, 2);
    assert!(!noise.is_empty() && noise.iter().all(|seen| seen.value == 1.0));
    let of_seven = swings(story()).into_iter().find(|swing| story().speeches[swing.speech].seat == seat(7)).unwrap();
    assert_eq!((of_seven.target, of_seven.shifts.len()), (Some(seat(5)), 7));
}

/// Before 7 spoke, 6, 8 and 9 were for 5 and 1, 2 and 3 were not; in the vote 3, 6, 8 and 9 are. 5 speaks after him: before
/// his speech 1 alone is for 7, and in the vote 1 and 2 are.
#[test]
fn ballots_that_count_are_set_beside_the_poll_before() {
    let pushes = pushes(story());
    let by = |speaker: u8| pushes.iter().find(|push| push.speaker == seat(speaker)).copied().unwrap();
    let seven = by(7);
    assert_eq!((seven.target, seven.ballots, seven.hits), (seat(5), 6, 4));
    assert!((seven.before - 0.5).abs() < 1e-9, "{seven:?}");
    let five = by(5);
    assert_eq!((five.target, five.ballots, five.hits), (seat(7), 6, 2));
    assert!((five.before - 1.0 / 6.0).abs() < 1e-9, "{five:?}");
    assert!((five.by_chance - 6.0 / 8.0).abs() < 1e-9, "{five:?}");
    let rows = Rows::of(story()).swings;
    let row = rows.iter().find(|row| row.seat == 7).unwrap();
    assert_eq!((row.target, row.gain, row.harm, row.moved, row.hits), (Some(5), Some(2), 1, 2, Some(4)));
    assert_eq!((row.target_wolf, row.wolf), (Some(false), true));
}

/// The words of 5 are no structured claims, and yet they point at 7: his odds with 1 grow threefold.
#[test]
fn what_words_point_at_counts_for_persuasion() {
    assert!(story().speeches.iter().any(|said| said.seat == seat(5) && said.claims.is_empty()));
    let seen = of(Measure::Persuasion, 5);
    assert!(!speeches::effects(story()).is_empty());
    assert!(seen.len() == 1 && (seen[0].value - 3.0_f64.ln()).abs() < 1e-9, "{seen:?}");
}

/// The lie of 7 is owned up to, what 5 says is right though he says it is a lie, and of what 6 says nothing is known.
#[test]
fn reports_stand_beside_the_truth() {
    let reports = reports(story());
    let of_seat = |by: u8| reports.iter().find(|reported| reported.speaker == seat(by)).copied().unwrap();
    assert_eq!(reports.len(), 3);
    assert_eq!([7, 5, 6].map(|by| of_seat(by).lie), [Some(true), Some(false), None]);
    assert_eq!((sum(Measure::LieAdmitted, 7), sum(Measure::TruthReported, 5)), ((1.0, 0.5), (0.0, 0.5)));
    let rows = Rows::of(story()).probes;
    let row = rows.iter().find(|row| row.asks == "report" && row.seat == 7).unwrap();
    assert_eq!((row.intent.as_deref(), row.lie, row.confidence), (Some("fabrication"), Some(true), Some(0.75)));
    let ballots: Vec<_> = rows.iter().filter(|row| row.asks == "poll" && row.seat == 2).map(|row| row.about).collect();
    assert!(ballots.contains(&Some(8)) && ballots.contains(&Some(9)));
    let nobody = rows.iter().find(|row| row.asks == "poll" && row.seat == 3).unwrap();
    assert_eq!((nobody.about, nobody.how.as_str()), (None, "answered"));
}

/// Wolf 7 lies of his card and of a check; what 5 says is right, and of what 6 says nothing is known. 4 is dead.
#[test]
fn doubts_stand_beside_the_truth() {
    let doubts = doubts(story());
    let of = |listener: u8, speaker: u8| {
        let own = |doubted: &&Doubted| {
            doubted.listener == seat(listener) && story().speeches[doubted.speech].seat == seat(speaker)
        };
        doubts.iter().find(own).cloned().unwrap()
    };
    assert_eq!(doubts.len(), 3 * 7);
    let caught = of(5, 7);
    assert_eq!((caught.p_lie, caught.lie, caught.village), (Some(1.0), Some(true), true));
    assert_eq!(caught.deceits, [Deceit::FakeRole, Deceit::FakeAct].into());
    assert_eq!((of(3, 7).p_lie, of(8, 7).village), (None, false));
    assert_eq!((of(1, 5).lie, of(1, 5).deceits.len(), of(1, 6).lie), (Some(false), 0, None));
    assert_eq!((sum(Measure::LieDetected, 5), sum(Measure::LieDetected, 2)), ((1.0, 0.5), (1.0, 0.5)));
    assert_eq!((sum(Measure::TruthCleared, 1), sum(Measure::TruthCleared, 2)), ((0.0, 0.5), (1.0, 0.5)));
    // Wolves know, and who gave no answer says nothing.
    assert!([8, 9, 3].iter().all(|by| self::of(Measure::LieDetected, *by).is_empty()));
    let rows = Rows::of(story()).probes;
    let row = rows.iter().find(|row| row.asks == "doubt" && row.seat == 5 && row.about == Some(7)).unwrap();
    assert_eq!((row.p_lie, row.about_wolf, row.p, row.how.as_str()), (Some(1.0), Some(true), None, "answered"));
    let row = rows.iter().find(|row| row.asks == "doubt" && row.seat == 3 && row.about == Some(7)).unwrap();
    assert_eq!((row.p_lie, row.how.as_str()), (None, "unreadable"));
}

/// Of the village `a` holds 1, 3 and 5, and `b` 2 and 6. The lie of 7 gets 1 and a half from `a`, who was asked for a third
/// answer, and 5's honest speech a half and a quarter: three and a half of four pairs, and squares of 1/4, 1/4 and 1/16
/// against four times a quarter. `b` gives the lie a half twice and the other speech a quarter twice.
#[test]
fn a_report_says_who_notices_lies() {
    let mut collector = Collector::new();
    collector.take(story());
    let report: Report = collector.finish(vec![], &Baselines::new(), vec![]);
    let line = |agent: &str| report.lie_detection.iter().find(|line| line.agent == agent).unwrap();
    let close = |ranged: Option<Ranged>, value: f64| {
        ranged.is_some_and(|ranged| (ranged.value - value).abs() < 1e-12 && ranged.interval.is_none())
    };
    let (a, b) = (line("a"), line("b"));
    // 1 and 3 are asked of three speeches each, 5 of two; 2 of three and 6 of two.
    assert_eq!((a.asked, a.answered, a.cases, a.deals), (8, 7, [2, 2], 1));
    assert_eq!((b.asked, b.answered, b.cases, b.base_rate), (5, 5, [2, 2], Some(0.5)));
    assert!(close(a.auroc, 3.5 / 4.0) && close(a.auprc, (1.0 + 2.0 / 3.0) / 2.0), "{a:?}");
    assert!(close(a.brier_skill, 1.0 - 9.0 / 16.0) && close(a.found_at_5, 0.5) && close(a.accuracy, 0.75), "{a:?}");
    assert!(close(b.auroc, 1.0) && close(b.found_at_5, 1.0) && close(b.brier_skill, 1.0 - 5.0 / 8.0), "{b:?}");
    assert_eq!(a.constant_accuracy, Some(0.5));
    let kinds: Vec<Deceit> =
        report.lie_detection_of.iter().filter(|line| line.agent == "a").map(|line| line.deceit).collect();
    assert_eq!(kinds, [Deceit::FakeRole, Deceit::FakeAct]);
    assert!(report.lie_detection_of.iter().all(|line| line.cases == [2, 2]));
    for (lang, titles) in [
        (Lang::En, ["Who notices lies", "Which lies are noticed", "a check, potion, guard or shot"]),
        (Lang::Zh, ["识破谎言", "哪类谎言被识破", "冒充身份"]),
    ] {
        let page = html::page(&report, lang);
        assert!(titles.iter().all(|title| page.contains(title)), "{lang}");
    }
}

#[test]
fn a_report_has_polls_and_self_reports_in_both_languages() {
    let mut collector = Collector::new();
    collector.take(story());
    let report: Report = collector.finish(vec![], &Baselines::new(), vec![]);
    let wolves = report.influence.iter().find(|line| line.wolf).unwrap();
    assert_eq!((wolves.speeches, wolves.ballots), (1, 6));
    assert!((wolves.before - 0.5).abs() < 1e-9 && (wolves.share - 4.0 / 6.0).abs() < 1e-9);
    assert!(wolves.effect.is_some() && wolves.gain.is_none(), "one deal gives no interval of a share");
    let a = report.self_reports.iter().find(|line| line.agent == "a").unwrap();
    assert_eq!((a.asked, a.answered, a.confusion.checked()), (2, 2, 2));
    assert_eq!((a.sensitivity, a.specificity, a.usable), (Some(1.0), Some(0.0), false));
    let b = report.self_reports.iter().find(|line| line.agent == "b").unwrap();
    assert_eq!((b.confusion.unchecked, b.unchecked), (1, None), "reports that were never checked are not used");
    assert_eq!(report.meant.iter().map(|line| line.intents.values().sum::<u64>()).sum::<u64>(), 3);
    for (lang, titles, threshold) in [
        (Lang::En, ["Influence of speakers", "What speakers say of their own speeches"], "at least 0.6"),
        (Lang::Zh, ["发言者的影响力", "发言者自评"], "MCC 不低于 0.6"),
    ] {
        let page = html::page(&report, lang);
        assert!(titles.iter().all(|title| page.contains(title)) && page.contains(threshold), "{lang}");
    }
}
