//! Tables of beliefs.

use super::super::Report;
use super::super::text::{Table, known, percent, with_reach};
use super::super::words;
use super::{ObserverLine, SeenLine};
use crate::stats::Estimate;
use lycaon_narrator::Lang;
use lycaon_transcript::Believed;

/// The tables of a report's beliefs, if there are any.
pub(in crate::report) fn tables(report: &Report, lang: Lang) -> Vec<Table> {
    let Some(beliefs) = &report.beliefs else { return vec![] };
    let table = |title: Text, note: Text, head: &[Text], rows| Table {
        title,
        note: Some(note),
        words: 1,
        head: head.iter().map(|text| text.of(lang)).collect(),
        rows,
    };
    use words::*;
    const ECE: Text = Text::same("ECE");
    const RMSE: Text = Text::same("RMSE");
    let observers =
        [AGENT, ASKED, ANSWERED, N, SKILL, ECE, RELIABILITY, RESOLUTION, UNCERTAINTY, NOISE, MOVED, UPDATES];
    let wolves = [AGENT, AREA, DECEIVES, DECEIVED, RATIO, RMSE];
    vec![
        table(BELIEFS, BELIEFS_NOTE, &observers, beliefs.observers.iter().map(observer).collect()),
        table(SEEN_WOLVES, SEEN_NOTE, &wolves, beliefs.wolves.iter().map(seen).collect()),
    ]
}

/// An estimate; without its interval where one deal gives none.
fn reach(estimate: Estimate) -> String {
    if estimate.se.is_finite() { with_reach(estimate, 3) } else { format!("{:+.3}", estimate.value) }
}

fn observer(line: &ObserverLine) -> Vec<String> {
    let answered = line.outcomes.get(&Believed::Answered).copied().unwrap_or(0);
    let part = |part: fn(&crate::stats::Murphy) -> f64| known(line.murphy.as_ref(), |m| format!("{:.4}", part(m)));
    vec![
        line.agent.clone(),
        line.asked.to_string(),
        percent(answered as f64 / line.asked.max(1) as f64),
        line.n.to_string(),
        known(line.skill, reach),
        known(line.calibration_error, |error| format!("{error:.4}")),
        part(|murphy| murphy.reliability),
        part(|murphy| murphy.resolution),
        part(|murphy| murphy.uncertainty),
        known(line.noise, |noise| format!("{:.3}", noise.value)),
        known(line.moved, |moved| format!("{moved:+.3}")),
        known(line.update, |update| format!("{:.2} (n={})", update.slope, update.n)),
    ]
}

fn seen(line: &SeenLine) -> Vec<String> {
    vec![
        line.agent.clone(),
        known(line.area, reach),
        known(line.deceives, reach),
        known(line.deceived, reach),
        known(line.ratio, |ratio| format!("{ratio:.2}")),
        known(line.meta_rmse, |error| format!("{error:.3}")),
    ]
}
