//! The comparison of judges in words.

use super::Arm;
use super::compare::{AccuracyIntervals, AgreementIntervals, Compared};
use crate::stats::{Estimate, Interval};
use lycaon_narrator::Lang;

/// The comparison as lines for a terminal.
#[must_use]
pub fn lines(compared: &[Compared], lang: Lang) -> Vec<String> {
    let say = |en: &'static str, zh: &'static str| match lang {
        Lang::En => en,
        Lang::Zh => zh,
    };
    let known = |value: Option<f64>| value.map_or_else(|| "—".into(), |value| format!("{value:.3}"));
    let with = |value: Option<f64>, interval: Option<Interval>| match (value, interval) {
        (Some(value), Some(Interval { low, high })) => format!("{value:.3} [{low:.3}, {high:.3}]"),
        (value, _) => known(value),
    };
    let estimate = |value: Option<Estimate>| {
        let text = |e: Estimate| format!("{:.3} [{:.3}, {:.3}]", e.value, e.interval.low, e.interval.high);
        value.map_or_else(|| "—".into(), text)
    };
    let mut lines = vec![];
    for arm in compared {
        let told = match arm.arm {
            Arm::Blind => say("blind", "不知底牌"),
            Arm::Informed => say("informed", "知底牌"),
            Arm::Reasoning => say("reasoning alone (monitor)", "仅看内心想法（监督）"),
        };
        let (speeches, shared) = (say("speeches", "段发言"), say("of them judged more than once", "段评判多次"));
        let deals = say("deals", "副牌");
        lines.push(format!("{told}: {} {speeches}, {} {shared}, {} {deals}", arm.speeches, arm.shared, arm.deals));
        let of_values = say("alpha of values", "价值分的 alpha");
        let AgreementIntervals { alpha, ac1, value_alpha } = arm.intervals;
        let (alpha, ac1, value) = (with(arm.alpha, alpha), with(arm.ac1, ac1), with(arm.value_alpha, value_alpha));
        lines.push(format!("  alpha {alpha}, AC1 {ac1}, {of_values} {value}"));
        let pair = |(one, other, kappa, interval): &(String, String, Option<f64>, Option<Interval>)| {
            format!("  {one} × {other}: kappa {}", with(*kappa, *interval))
        };
        lines.extend(arm.kappas.iter().map(pair));
        for judge in &arm.judges {
            let (answers, void) = (say("answers", "个回答"), say("void", "个无效"));
            lines.push(format!("  {}: {} {answers}, {} {void}", judge.judge, judge.answers, judge.void));
            let against = say("against the engine", "对照引擎");
            let (sensitivity, specificity) = (say("sensitivity", "灵敏度"), say("specificity", "特异度"));
            let AccuracyIntervals { sensitivity: of_hits, specificity: of_spared, mcc, auroc } = judge.intervals;
            let (hit, spared) = (with(judge.sensitivity, of_hits), with(judge.specificity, of_spared));
            let (n, mcc, judged) = (judge.checked, with(judge.mcc, mcc), judge.deals);
            lines.push(format!("    {against}: n={n}, {judged} {deals}"));
            lines.push(format!("    {sensitivity} {hit}, {specificity} {spared}, MCC {mcc}"));
            let (area, rate) = (with(judge.auroc, auroc), known(judge.base_rate));
            let lies = say("base rate of lies", "谎言基率");
            lines.push(format!("    AUROC {area}, {lies} {rate}"));
            let others = say("deceptive among unverifiable speeches", "不可判发言中的欺骗");
            let (apparent, corrected) = (known(judge.apparent), estimate(judge.corrected));
            lines.push(format!("    {others}: {apparent}, Rogan–Gladen {corrected}"));
            let powered = say("speeches with a lie, prediction-powered", "含谎言的发言（预测增强）");
            lines.push(format!("    {powered}: {}", estimate(judge.powered)));
        }
    }
    lines
}
