//! Who notices lies, over many games (D5).

use super::LEVEL;
use super::Report;
use super::collect::Collector;
use super::text::{Table, known, percent};
use super::words::{self, Text};
use crate::claims::Deceit;
use crate::doubts::doubts;
use crate::reading::Story;
use crate::stats::{Bootstrap, Detection, Forecast, Graded, Ranged};
use lycaon_narrator::Lang;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The share of honest speeches that may be taken for lies where lies are to be found.
const FALSE_ALARMS: f64 = 0.05;

/// What a listener of the village said of a speech of which the engine knows whether it holds a lie.
#[derive(Clone, Debug)]
struct Case {
    forecast: Forecast,
    deceits: BTreeSet<Deceit>,
}

/// What is kept of the doubts of all games.
#[derive(Debug, Default)]
pub(super) struct Gather {
    /// Listeners of the village that were asked, and that answered.
    asked: BTreeMap<u16, (u64, u64)>,
    /// By deal, answers on speeches of which the engine knows.
    cases: BTreeMap<u16, BTreeMap<u32, Vec<Case>>>,
}

impl Gather {
    /// Takes a game in; `agents` are those of its seats, in order.
    pub fn take(&mut self, story: &Story, agents: &[u16], deal: u32) {
        for doubted in doubts(story).into_iter().filter(|doubted| doubted.village) {
            let agent = agents[doubted.listener.index()];
            let (asked, answered) = self.asked.entry(agent).or_default();
            *asked += 1;
            let Some(p) = doubted.p_lie else { continue };
            *answered += 1;
            if let Some(happened) = doubted.lie {
                let case = Case { forecast: Forecast { p, happened }, deceits: doubted.deceits };
                self.cases.entry(agent).or_default().entry(deal).or_default().push(case);
            }
        }
    }

    /// The cases of an agent by deal, of lies only those of this kind.
    fn detection(&self, agent: u16, deceit: Option<Deceit>) -> Detection {
        let counts =
            |case: &&Case| !case.forecast.happened || deceit.is_none_or(|deceit| case.deceits.contains(&deceit));
        let of = |deal: &Vec<Case>| deal.iter().filter(counts).map(|case| case.forecast).collect::<Vec<_>>();
        let deals: Vec<Vec<Forecast>> = self.cases.get(&agent).into_iter().flat_map(BTreeMap::values).map(of).collect();
        Detection::of(&deals)
    }
}

/// How far an agent on the village's side tells speeches with a lie from others (D5), against the engine's label on
/// speeches whose claims are true or false. A constant, whatever it is, has an area of one half, the base rate as average
/// precision, no skill if it is the base rate and less than none otherwise, and finds nothing. Intervals resample deals.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DetectionLine {
    /// The agent.
    pub agent: String,
    /// How often it was asked.
    pub asked: u64,
    /// How often it answered.
    pub answered: u64,
    /// Answers on speeches whose truth is known: those without a lie, and those with one.
    pub cases: [u64; 2],
    /// Deals of these.
    pub deals: usize,
    /// The share of these that are on a speech with a lie.
    pub base_rate: Option<f64>,
    /// The area under the ROC curve.
    pub auroc: Option<Ranged>,
    /// The area under the curve of precision over recall, as average precision.
    pub auprc: Option<Ranged>,
    /// The Brier skill against the base rate.
    pub brier_skill: Option<Ranged>,
    /// The share of lies found with at most 5 % of the others taken for one.
    pub found_at_5: Option<Ranged>,
    /// The share of speeches on the right side of one half.
    pub accuracy: Option<Ranged>,
    /// What the better of the two constants, always a lie and never one, has of that.
    pub constant_accuracy: Option<f64>,
}

/// The same for lies of one kind against all speeches without a lie.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DetectionOfLine {
    /// The agent.
    pub agent: String,
    /// What the lies are about. A speech with lies of several kinds counts for each.
    pub deceit: Deceit,
    /// Answers on speeches without a lie, and on those with such a lie.
    pub cases: [u64; 2],
    /// The share of the second.
    pub base_rate: Option<f64>,
    /// The area under the ROC curve.
    pub auroc: Option<Ranged>,
    /// Average precision.
    pub auprc: Option<Ranged>,
    /// The share of such lies found with at most 5 % of the others taken for one.
    pub found_at_5: Option<Ranged>,
}

fn bootstrap() -> Bootstrap {
    Bootstrap { confidence: LEVEL, ..Bootstrap::default() }
}

fn found(graded: &Graded) -> Option<f64> {
    graded.found_at(FALSE_ALARMS)
}

impl Collector {
    /// Who notices lies, by agent.
    pub(super) fn lie_detection(&self) -> Vec<DetectionLine> {
        let line = |(agent, (asked, answered)): (&u16, &(u64, u64))| {
            let detection = self.doubts.detection(*agent, None);
            let whole = detection.whole();
            let ranged = |statistic: fn(&Graded) -> Option<f64>| detection.ranged(bootstrap(), statistic);
            DetectionLine {
                agent: self.names[usize::from(*agent)].clone(),
                asked: *asked,
                answered: *answered,
                cases: whole.cases(),
                deals: self.doubts.cases.get(agent).map_or(0, BTreeMap::len),
                base_rate: whole.base_rate(),
                auroc: ranged(Graded::auroc),
                auprc: ranged(Graded::average_precision),
                brier_skill: ranged(Graded::brier_skill),
                found_at_5: ranged(found),
                accuracy: ranged(Graded::accuracy),
                constant_accuracy: whole.base_rate().map(|rate| rate.max(1.0 - rate)),
            }
        };
        self.doubts.asked.iter().map(line).collect()
    }

    /// Which lies are noticed, by agent and what they are about.
    pub(super) fn lie_detection_of(&self) -> Vec<DetectionOfLine> {
        let lines = |(agent, deals): (&u16, &BTreeMap<u32, Vec<Case>>)| {
            let told: BTreeSet<Deceit> =
                deals.values().flatten().flat_map(|case| case.deceits.iter().copied()).collect();
            let line = |deceit: Deceit| {
                let detection = self.doubts.detection(*agent, Some(deceit));
                let whole = detection.whole();
                let ranged = |statistic: fn(&Graded) -> Option<f64>| detection.ranged(bootstrap(), statistic);
                DetectionOfLine {
                    agent: self.names[usize::from(*agent)].clone(),
                    deceit,
                    cases: whole.cases(),
                    base_rate: whole.base_rate(),
                    auroc: ranged(Graded::auroc),
                    auprc: ranged(Graded::average_precision),
                    found_at_5: ranged(found),
                }
            };
            told.into_iter().map(line).collect::<Vec<_>>()
        };
        self.doubts.cases.iter().flat_map(lines).collect()
    }
}

/// The tables of who notices lies.
pub(super) fn tables(report: &Report, lang: Lang) -> Vec<Table> {
    use words::*;
    let table = |title: Text, note: Text, words, head: &[Text], rows| {
        let head = head.iter().map(|text| text.of(lang)).collect();
        Table { title, note: Some(note), words, head, rows }
    };
    let ranged = |value: &Option<Ranged>, text: fn(f64) -> String| {
        value.map_or_else(
            || "—".into(),
            |Ranged { value, interval }| match interval {
                Some(interval) => format!("{} [{}, {}]", text(value), text(interval.low), text(interval.high)),
                None => text(value),
            },
        )
    };
    let number = |value: f64| format!("{value:.3}");
    let by_agent = |line: &DetectionLine| {
        vec![
            line.agent.clone(),
            line.asked.to_string(),
            percent(line.answered as f64 / line.asked.max(1) as f64),
            line.cases.iter().sum::<u64>().to_string(),
            line.deals.to_string(),
            known(line.base_rate, percent),
            ranged(&line.auroc, number),
            ranged(&line.auprc, number),
            ranged(&line.brier_skill, number),
            ranged(&line.found_at_5, percent),
            ranged(&line.accuracy, percent),
            known(line.constant_accuracy, percent),
        ]
    };
    let by_kind = |line: &DetectionOfLine| {
        vec![
            line.agent.clone(),
            named(line.deceit).of(lang).to_owned(),
            line.cases[1].to_string(),
            known(line.base_rate, percent),
            ranged(&line.auroc, number),
            ranged(&line.auprc, number),
            ranged(&line.found_at_5, percent),
        ]
    };
    let agents = [
        AGENT,
        ASKED,
        ANSWERED,
        N,
        DEALS,
        LIE_BASE_RATE,
        AUROC,
        AUPRC,
        SKILL,
        FOUND_AT_5,
        RIGHT_AT_HALF,
        CONSTANT_RIGHT,
    ];
    let kinds = [AGENT, LIE_KIND, N, LIE_BASE_RATE, AUROC, AUPRC, FOUND_AT_5];
    vec![
        table(DETECTION, DETECTION_NOTE, 1, &agents, report.lie_detection.iter().map(by_agent).collect()),
        table(DETECTION_OF, DETECTION_OF_NOTE, 2, &kinds, report.lie_detection_of.iter().map(by_kind).collect()),
    ]
}

fn named(deceit: Deceit) -> Text {
    match deceit {
        Deceit::Denial => words::DENIAL,
        Deceit::FakeRole => words::FAKE_ROLE,
        Deceit::FakeAct => words::FAKE_ACT,
        Deceit::Framing => words::FRAMING,
        Deceit::Cover => words::COVER,
        Deceit::Other => words::OTHER_LIE,
    }
}
