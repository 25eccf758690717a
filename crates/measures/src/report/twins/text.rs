//! A comparison as lines for a terminal.

use super::{Comparison, Contrast, WinContrast};
use crate::behaviour::Kind;
use crate::report::Share;
use crate::report::text::{Table, drawn, known, percent};
use crate::report::words::{self, Text};
use crate::stats::Interval;
use lycaon_narrator::{Lang, Narrator};

/// Below which p-value something is said to be so.
const ALPHA: f64 = 0.05;

/// A comparison as lines for a terminal.
#[must_use]
pub fn lines(comparison: &Comparison, lang: Lang) -> Vec<String> {
    use words::*;
    let mut lines = vec![TWINS.of(lang).to_owned()];
    if comparison.pairs == 0 {
        lines.push(NO_TWINS.of(lang).into());
        return lines;
    }
    lines.push(format!("{} {}; {} {}", comparison.pairs, TWIN_PAIRS.of(lang), comparison.deals, DEALS.of(lang)));
    for (number, of) in [(comparison.only_first, FIRST), (comparison.only_second, SECOND)] {
        if number > 0 {
            lines.push(format!("{}: {number} {}", of.of(lang), WITHOUT_TWIN.of(lang)));
        }
    }
    if !comparison.twice.is_empty() {
        lines.push(format!("{} {}", comparison.twice.len(), READ_TWICE.of(lang)));
    }
    lines.extend(comparison.same_games.as_ref().map(|share| format!("{}: {}", SAME_GAMES.of(lang), shared(share))));
    for table in tables(comparison, lang).iter().filter(|table| !table.rows.is_empty()) {
        lines.extend(drawn(table, lang));
    }
    lines
}

fn tables(comparison: &Comparison, lang: Lang) -> Vec<Table> {
    use words::*;
    let narrator = Narrator::new(lang);
    let table = |title: Text, note, words, head: &[Text], rows| Table {
        title,
        note,
        words,
        head: head.iter().map(|text| text.of(lang)).collect(),
        rows,
    };
    let conditions = comparison.conditions.iter();
    let values = |values: &[String]| if values.is_empty() { "—".to_owned() } else { values.join(" ") };
    let conditions = conditions.map(|line| vec![line.what.clone(), values(&line.first), values(&line.second)]);
    let answers = comparison.answers.iter();
    let answers = answers.map(|line| vec![line.agent.clone(), line.asked.to_string(), shared(&line.same)]);
    let wins = comparison.wins.iter().map(|line| {
        let agent = line.agent.as_deref().unwrap_or(EVERYBODY.of(lang));
        let verdict = verdict(line).of(lang).to_owned();
        [vec![agent.to_owned(), narrator.camp_name(line.camp).into()], numbers(line), vec![verdict]].concat()
    });
    let behaviour = |declared: bool| {
        let lines = comparison.behaviour.iter().filter(|line| line.declared == declared);
        lines.map(|line| contrast(line, lang)).collect()
    };
    let win_head = [AGENT, CAMP, N, DEALS, FIRST, SECOND, DIFFERENCE, P, INTERVAL_90, MARGIN_P, VERDICT];
    let head = [MEASURE, AGENT, DEALS, FIRST, SECOND, DIFFERENCE, ADJUSTED];
    vec![
        table(CONDITIONS, None, 3, &[CONDITION, FIRST, SECOND], conditions.collect()),
        table(SAME_ANSWERS, Some(SAME_ANSWERS_NOTE), 1, &[AGENT, DECISIONS, SAME], answers.collect()),
        table(WIN_CONTRASTS, Some(WIN_CONTRASTS_NOTE), 2, &win_head, wins.collect()),
        table(DECLARED, Some(CONTRASTS_NOTE), 2, &head, behaviour(true)),
        table(EXPLORED, Some(CONTRASTS_NOTE), 2, &head, behaviour(false)),
    ]
}

/// A share with its interval.
fn shared(share: &Share) -> String {
    let Interval { low, high } = share.rate.interval;
    format!("{} [{:.1}, {:.1}]", percent(share.rate.value), low * 100.0, high * 100.0)
}

fn points(interval: Interval) -> String {
    format!("[{:+.1}, {:+.1}]", interval.low * 100.0, interval.high * 100.0)
}

fn numbers(line: &WinContrast) -> Vec<String> {
    vec![
        line.pairs.to_string(),
        line.deals.to_string(),
        percent(line.first),
        percent(line.second),
        format!("{:+.1} {}", line.difference * 100.0, points(line.interval)),
        format!("{:.3}", line.p_value),
        points(line.interval_90),
        format!("{:.3}", line.differs_by_margin),
    ]
}

/// Two results may differ and yet be equivalent: by less than the margin, and surely so.
fn verdict(line: &WinContrast) -> Text {
    match (line.differs_by_margin < ALPHA, line.p_value < ALPHA) {
        (true, _) => words::EQUIVALENT,
        (false, true) => words::DIFFERENT,
        (false, false) => words::UNDECIDED_YET,
    }
}

fn contrast(line: &Contrast, lang: Lang) -> Vec<String> {
    let number = |value: f64| match line.measure.kind() {
        Kind::Share => percent(value),
        Kind::Mean => format!("{value:.3}"),
    };
    let scale = if line.measure.kind() == Kind::Share { 100.0 } else { 1.0 };
    let digits = if line.measure.kind() == Kind::Share { 1 } else { 3 };
    let difference = known(line.difference, |difference| {
        let [value, low, high] =
            [difference.value, difference.interval.low, difference.interval.high].map(|value| value * scale);
        format!("{value:+.digits$} [{low:+.digits$}, {high:+.digits$}]")
    });
    vec![
        line.measure.title(lang),
        line.agent.clone(),
        line.deals.to_string(),
        number(line.first),
        number(line.second),
        difference,
        format!("{:.3}", line.adjusted_p),
    ]
}
