//! How well claims are read from real speeches, against labels made by hand.
//!
//! `cargo test -p lycaon-measures --test extractor -- --nocapture` prints precision and recall by language and kind, of the
//! speeches that the reader was improved on (`tune`) and of those kept apart (`test`, and `fresh` from further games).

use lycaon_measures::claims::{Kind, Says};
use lycaon_measures::extract::{Listener, Score};
use lycaon_rules::{RoleId, Seat, Seats};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// A line of the labelled sample.
#[derive(Deserialize)]
struct Sample {
    source: String,
    at: String,
    license: String,
    lang: String,
    part: String,
    seats: usize,
    names: BTreeMap<String, u8>,
    speaker: u8,
    claimed: Option<String>,
    text: String,
    claims: Vec<String>,
}

/// The cards of the games in the sample, as far as they are roles here.
const ROLES: [RoleId; 6] =
    [RoleId::Werewolf, RoleId::Villager, RoleId::Seer, RoleId::Witch, RoleId::Hunter, RoleId::Guard];

fn samples() -> Vec<Sample> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/labelled");
    let files = ["human_9p_zh.jsonl", "aiwolf_en.jsonl"];
    let text = |file| std::fs::read_to_string(directory.join(file)).unwrap();
    let sample = |line: &str| serde_json::from_str(line).unwrap();
    files.into_iter().flat_map(|file| text(file).lines().map(sample).collect::<Vec<Sample>>()).collect()
}

/// A claim as the labels write it.
fn parsed(label: &str) -> Says {
    let words: Vec<&str> = label.split(' ').collect();
    let seat = Seat::new(words[1].parse().unwrap());
    let role = || RoleId::from_id(words[2]).unwrap();
    match words[0] {
        "role" => Says::Role { seat, role: role() },
        "not-role" => Says::NotRole { seat, role: role() },
        "wolf" => Says::Camp { seat, wolf: true },
        "good" => Says::Camp { seat, wolf: false },
        "checked" => Says::Checked { seat, wolf: words[2] == "wolf" },
        "saved" => Says::Saved { seat },
        "poisoned" => Says::Poisoned { seat },
        "guarded" => Says::Guarded { seat },
        "vote" => Says::WillVote { seat },
        other => panic!("`{other}` is no claim"),
    }
}

fn read(sample: &Sample) -> Vec<Says> {
    let names = sample.names.iter().map(|(name, seat)| (name.clone(), Seat::new(*seat))).collect();
    let listener = Listener::new(Seats::all(sample.seats), names, &ROLES);
    let claimed = sample.claimed.as_deref().map(|role| RoleId::from_id(role).unwrap());
    listener.claims(&sample.text, Seat::new(sample.speaker), claimed)
}

type Scores = BTreeMap<(String, String, Option<Kind>), Score>;

fn scores() -> Scores {
    let mut scores = Scores::new();
    for sample in samples() {
        let (found, labels) = (read(&sample), sample.claims.iter().map(|label| parsed(label)).collect::<Vec<_>>());
        let kinds = std::iter::once(None).chain(Kind::ALL.map(Some));
        for kind in kinds {
            let of_kind = |all: &[Says]| -> Vec<Says> {
                all.iter().copied().filter(|says| kind.is_none_or(|kind| says.kind() == kind)).collect()
            };
            let key = (sample.part.clone(), sample.lang.clone(), kind);
            scores.entry(key).or_default().add(&of_kind(&found), &of_kind(&labels));
        }
        let tuned = std::env::var("LYCAON_SHOW").is_ok() && sample.part == "tune";
        if tuned && (found.len() != labels.len() || labels.iter().any(|says| !found.contains(says))) {
            println!(
                "{} {} #{}\n  {}\n  labels {:?}",
                sample.source, sample.at, sample.speaker, sample.text, sample.claims
            );
            let wrong: Vec<&Says> = found.iter().filter(|says| !labels.contains(says)).collect();
            let missed: Vec<&Says> = labels.iter().filter(|says| !found.contains(says)).collect();
            println!("  wrong  {wrong:?}\n  missed {missed:?}");
        }
    }
    scores
}

#[test]
fn the_sample_is_whole() {
    let samples = samples();
    assert!(samples.len() >= 150);
    for (part, least) in [("tune", 150), ("test", 75), ("fresh", 40)] {
        assert!(samples.iter().filter(|sample| sample.part == part).count() >= least, "{part}");
    }
    for sample in &samples {
        assert_eq!(sample.license, "MIT");
        assert!(!sample.text.is_empty() && usize::from(sample.speaker) <= sample.seats);
        let seats = Seats::all(sample.seats);
        assert!(sample.claims.iter().all(|label| seats.has(parsed(label).about())), "{}", sample.at);
        let elsewhere = samples.iter().any(|other| other.source == sample.source && other.part != sample.part);
        assert!(!elsewhere, "{} is in both parts", sample.source);
    }
}

#[test]
fn precision_and_recall_do_not_fall() {
    let scores = scores();
    println!("part   lang  kind       right  wrong  missed  precision  recall");
    for ((part, lang, kind), score) in scores.iter().filter(|(_, score)| **score != Score::default()) {
        let kind = kind.map_or("all".into(), |kind| serde_json::to_string(&kind).unwrap().replace('"', ""));
        let [precision, recall] = [score.precision(), score.recall()].map(|share| share.unwrap_or(f64::NAN));
        let Score { right, wrong, missed } = score;
        println!("{part:5}  {lang:4}  {kind:9}  {right:5}  {wrong:5}  {missed:6}  {precision:9.2}  {recall:6.2}");
    }
    // What was measured when the reader was last improved; docs/MEASURES.md holds the same numbers.
    for (part, lang, precision, recall) in
        [("test", "en", 0.96, 0.68), ("test", "zh", 0.76, 0.51), ("fresh", "zh", 0.59, 0.47)]
    {
        let score = scores[&(part.to_owned(), lang.to_owned(), None)];
        assert!(score.precision() >= Some(precision), "{part} {lang}: precision {:?}", score.precision());
        assert!(score.recall() >= Some(recall), "{part} {lang}: recall {:?}", score.recall());
    }
}
