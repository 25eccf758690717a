//! What is read of files, and what is not.

mod hand;

use hand::{nine, read, recorded};
use lycaon_measures::behaviour::Measure;
use lycaon_measures::inspect;
use lycaon_measures::reading::rows::{BallotRow, deal_key};
use lycaon_measures::reading::{Rows, TableKind, Why, header};
use lycaon_measures::report::{Baseline, Collector, html, text};
use lycaon_narrator::Lang;

#[test]
fn unfinished_and_broken_files_are_listed_and_not_counted() {
    let directory = tempfile::tempdir().unwrap();
    let whole = recorded(&nine(), |_, _, _| None);
    let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
    let unfinished = lines[..lines.len() - 1].concat();
    let missing = [&lines[..4], &lines[5..]].concat().concat();
    let cut = &whole[..whole.len() - 20];
    let files: [(&str, &[u8]); 5] = [
        ("a.jsonl", &unfinished),
        ("b.jsonl", &missing),
        ("c.jsonl", cut),
        ("d.jsonl", b"no transcript\n"),
        ("e.jsonl", &whole),
    ];
    let (stories, left) = read(directory.path(), &files);
    assert_eq!(stories.len(), 1);
    let whys: Vec<Why> = left.iter().map(|left| left.why).collect();
    assert_eq!(whys, [Why::Unfinished, Why::Broken, Why::Unfinished, Why::Broken]);
    for (left, (name, _)) in left.iter().zip(files) {
        assert!(left.what.contains(name), "{}", left.what);
    }
}

#[test]
fn rows_agree_with_each_other_and_with_the_end() {
    let directory = tempfile::tempdir().unwrap();
    let bytes = recorded(&nine(), |_, _, _| None);
    let (stories, _) = read(directory.path(), &[("a.jsonl", &bytes)]);
    let (story, rows) = (&stories[0], Rows::of(&stories[0]));
    assert_eq!(rows.seats.len(), 9);
    assert_eq!(rows.seats.iter().filter(|seat| seat.won).count(), story.end.winning_seats.len());
    assert_eq!(rows.seats.iter().map(|seat| seat.decisions).sum::<u32>() as usize, rows.decisions.len());
    assert_eq!(rows.game.living, rows.seats.iter().filter(|seat| seat.alive).count());
    let columns = header::<BallotRow>().len();
    for row in &rows.ballots {
        assert_eq!(TableKind::Csv.line(row).trim_end().split(',').count(), columns);
        let json: serde_json::Value = serde_json::from_str(&TableKind::Jsonl.line(row)).unwrap();
        assert_eq!(json["game"], "nine");
    }
}

#[test]
fn games_of_one_deal_have_one_key() {
    let (mut one, mut other) = (nine(), nine());
    assert_eq!(deal_key(&one), deal_key(&other));
    other.seed = Some(2);
    assert_ne!(deal_key(&one), deal_key(&other));
    for header in [&mut one, &mut other] {
        header.conditions.extend([("experiment".into(), "x".into()), ("deal".into(), 4.into())]);
    }
    assert_eq!(deal_key(&one), "x/online-9p/4");
    assert_eq!(deal_key(&one), deal_key(&other));
}

#[test]
fn a_report_says_what_it_was_made_of_in_both_languages() {
    let directory = tempfile::tempdir().unwrap();
    let mut evil = nine();
    evil.game = "evil".into();
    evil.seats.values_mut().for_each(|seating| seating.agent = "<script>alert(1)</script>".into());
    let (one, other) = (recorded(&nine(), |_, _, _| None), recorded(&evil, |_, _, _| None));
    let (stories, _) = read(directory.path(), &[("a.jsonl", &one), ("b.jsonl", &other), ("c.jsonl", &one)]);
    let mut collector = Collector::new();
    stories.iter().for_each(|story| collector.take(story));
    let key = collector.boards()[0].0.clone();
    let baseline =
        Baseline { games: 10, seed: 1, village: 0.3, wolves: 0.7, village_offered: 0.2, wolves_offered: 0.8 };
    let report = collector.finish(vec![], &[(key, baseline)].into(), vec!["vote-accuracy".into()]);
    assert_eq!((report.validity.games, report.validity.deals), (2, 1));
    assert_eq!(report.validity.left[0].why, Why::Twice);
    let wins: u64 = report.camps.iter().map(|line| line.won).sum();
    assert_eq!(wins as usize, stories[..2].iter().map(|story| story.end.winning_seats.len()).sum::<usize>());
    assert!(report.agents.iter().all(|line| line.baseline.is_some()));
    assert!(report.behaviour.iter().all(|line| line.declared == (line.measure.id() == "vote-accuracy")));
    serde_json::to_string(&report).unwrap();
    let pages = Lang::ALL.map(|lang| html::page(&report, lang));
    for page in &pages {
        assert!(!page.contains("<script") && !page.contains("http"), "nothing runs and nothing is fetched");
        assert!(page.contains("&lt;script&gt;"));
    }
    let count = |page: &String, tag: &str| page.matches(tag).count();
    for tag in ["<section>", "<figure>", "<tr>", "<svg"] {
        assert_eq!(count(&pages[0], tag), count(&pages[1], tag), "{tag}");
    }
    let [zh, en] = Lang::ALL.map(|lang| text::lines(&report, lang));
    assert_eq!(zh.len(), en.len());
    let validity = en.iter().position(|line| line.contains("Validity")).unwrap();
    assert!(en[..validity].iter().all(|line| !line.starts_with("──")), "the gate comes first");
}

/// The reader of Inspect stops at `samples`, so all else must stand before it; and it takes no `null`.
#[test]
fn a_log_for_inspect_has_its_keys_in_order_and_closes_its_spans() {
    let directory = tempfile::tempdir().unwrap();
    let bytes = recorded(&nine(), |_, _, _| None);
    let (stories, _) = read(directory.path(), &[("a.jsonl", &bytes)]);
    let log = inspect::log(stories.iter().map(inspect::sample).collect()).unwrap();
    let keys: Vec<&String> = log.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["version", "status", "eval", "plan", "results", "stats", "samples"]);
    assert!(log.as_object().unwrap().iter().filter(|(key, _)| *key != "samples").all(|(_, part)| !part.is_null()));
    let events = log["samples"][0]["events"].as_array().unwrap();
    let mut open: Vec<&str> = vec![];
    for event in events {
        match event["event"].as_str().unwrap() {
            "span_begin" => open.push(event["id"].as_str().unwrap()),
            "span_end" => assert_eq!(open.pop(), event["id"].as_str()),
            kind => assert!(["tool", "info", "score", "model"].contains(&kind), "{kind}"),
        }
    }
    assert!(open.is_empty());
    assert!(inspect::log(vec![]).is_none());
}

#[test]
fn every_measure_is_defined_in_the_documents() {
    let text = include_str!("../../../docs/MEASURES.md");
    for measure in Measure::ALL {
        assert!(text.contains(&format!("`{}`", measure.id())), "{} is not in docs/MEASURES.md", measure.id());
        assert_eq!(Measure::from_id(measure.id()), Some(*measure));
    }
}
