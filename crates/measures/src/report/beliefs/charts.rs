//! Plots of beliefs.

use super::super::Report;
use super::super::charts::colour_of;
use super::super::svg::{Picture, Scale};
use super::super::words;
use super::ExposureLine;
use lycaon_narrator::Lang;
use std::collections::BTreeSet;

/// The colours of the two sides.
const WOLVES: &str = "#d55e00";
const VILLAGE: &str = "#0072b2";

/// Stated against realised probabilities, a curve for each agent beside the diagonal.
pub(in crate::report) fn reliability(report: &Report, lang: Lang) -> Option<String> {
    let beliefs = report.beliefs.as_ref()?;
    let lines: Vec<_> = beliefs.observers.iter().filter_map(|line| Some((line, line.murphy.as_ref()?))).collect();
    if lines.is_empty() {
        return None;
    }
    let (x, y) = (Scale::new((0.0, 1.0), (60.0, 420.0)), Scale::new((0.0, 1.0), (390.0, 30.0)));
    let mut picture = Picture::new(620.0, 450.0, words::RELIABILITY_PLOT.of(lang));
    for tick in x.ticks(5.0) {
        picture.line((x.at(tick), 30.0), (x.at(tick), 390.0), "grid", "");
        picture.line((60.0, y.at(tick)), (420.0, y.at(tick)), "grid", "");
        picture.text((x.at(tick), 408.0), "small middle", &format!("{:.0} %", tick * 100.0));
        picture.text((52.0, y.at(tick) + 4.0), "small end", &format!("{:.0} %", tick * 100.0));
    }
    picture.line((60.0, 390.0), (420.0, 30.0), "zero", "");
    for (n, (line, murphy)) in lines.into_iter().enumerate() {
        let ink = colour_of(report, &line.agent);
        let at: Vec<(f64, f64)> = murphy.bins.iter().map(|bin| (x.at(bin.stated), y.at(bin.realised))).collect();
        picture.path(&at, "curve", ink);
        let most = murphy.bins.iter().map(|bin| bin.count).max().unwrap_or(1) as f64;
        for (bin, at) in murphy.bins.iter().zip(at) {
            let (stated, realised) = (bin.stated * 100.0, bin.realised * 100.0);
            let tip = format!("{}: {stated:.1} % → {realised:.1} %, n={}", line.agent, bin.count);
            picture.dot(at, 3.0 + 4.0 * (bin.count as f64 / most).sqrt(), ink, &tip);
        }
        picture.dot((444.0, 40.0 + 20.0 * n as f64), 5.0, ink, &line.agent);
        picture.text((454.0, 44.0 + 20.0 * n as f64), "small start", &line.agent);
    }
    picture.text((240.0, 436.0), "axis middle", words::STATED.of(lang));
    picture.text((14.0, 18.0), "axis start", words::REALISED.of(lang));
    Some(picture.svg())
}

/// How wolves come to be seen, a curve for each agent that plays them, and how far they are told from others.
pub(in crate::report) fn exposure(report: &Report, lang: Lang) -> Option<String> {
    let beliefs = report.beliefs.as_ref()?;
    let all = || beliefs.exposure.iter().chain(&beliefs.separation);
    let last = all().map(|line| line.time).max_by(f64::total_cmp)?;
    let ends = all().flat_map(|line| {
        let ends = line.interval.map_or([line.value; 2], |interval| [interval.low, interval.high]);
        ends.map(|end| end.clamp(line.value - 3.0, line.value + 3.0))
    });
    let (low, high) = ends.fold((0.0_f64, 0.0_f64), |(low, high), end| (low.min(end), high.max(end)));
    let (x, y) = (Scale::new((0.9, last + 0.1), (60.0, 500.0)), Scale::new((low - 0.2, high + 0.2), (300.0, 30.0)));
    let mut picture = Picture::new(680.0, 350.0, words::EXPOSURE.of(lang));
    for tick in y.ticks(6.0) {
        picture.line((60.0, y.at(tick)), (500.0, y.at(tick)), "grid", "");
        picture.text((52.0, y.at(tick) + 4.0), "small end", &format!("{tick:.1}"));
    }
    for day in 1..=last as u32 {
        picture.line((x.at(day.into()), 30.0), (x.at(day.into()), 300.0), "grid", "");
        picture.text((x.at(day.into()), 318.0), "small middle", &day.to_string());
    }
    picture.line((60.0, y.at(0.0)), (500.0, y.at(0.0)), "zero", "");
    let agents: BTreeSet<&str> = beliefs.exposure.iter().map(|line| line.agent.as_str()).collect();
    for (n, agent) in agents.into_iter().enumerate() {
        let own: Vec<&ExposureLine> = beliefs.exposure.iter().filter(|line| line.agent == agent).collect();
        curve(&mut picture, (x, y), &own, "curve", colour_of(report, agent));
        picture.dot((520.0, 40.0 + 20.0 * n as f64), 5.0, colour_of(report, agent), agent);
        picture.text((530.0, 44.0 + 20.0 * n as f64), "small start", agent);
    }
    curve(&mut picture, (x, y), &beliefs.separation.iter().collect::<Vec<_>>(), "dashed", "var(--ink)");
    picture.line((512.0, 290.0), (528.0, 290.0), "dashed", "");
    picture.text((534.0, 294.0), "small start", words::SEPARATION.of(lang));
    picture.text((280.0, 342.0), "axis middle", words::DAY.of(lang));
    picture.text((14.0, 18.0), "axis start", words::LOG_ODDS.of(lang));
    Some(picture.svg())
}

fn curve(picture: &mut Picture, (x, y): (Scale, Scale), lines: &[&ExposureLine], class: &str, ink: &str) {
    let mut lines = lines.to_vec();
    lines.sort_by(|a, b| a.time.total_cmp(&b.time));
    picture.path(&lines.iter().map(|line| (x.at(line.time), y.at(line.value))).collect::<Vec<_>>(), class, ink);
    for line in lines {
        if let Some(interval) = line.interval {
            picture.line((x.at(line.time), y.at(interval.low)), (x.at(line.time), y.at(interval.high)), "thin", ink);
        }
        let tip = format!("{} {} {}: {:+.2}, n={:.0}", line.agent, line.day, line.checkpoint, line.value, line.n);
        picture.dot((x.at(line.time), y.at(line.value)), 3.5, ink, &tip);
    }
}

/// What each speech of a game did to the village's beliefs.
pub(in crate::report) fn waterfall(report: &Report, lang: Lang) -> Option<String> {
    let waterfall = report.beliefs.as_ref()?.waterfall.as_ref()?;
    let effects: Vec<f64> = waterfall.steps.iter().map(|step| step.causal.or(step.loss).unwrap_or(0.0)).collect();
    let (mut low, mut high, mut sum) = (0.0_f64, 0.0_f64, 0.0);
    for effect in &effects {
        sum += effect;
        (low, high) = (low.min(sum), high.max(sum));
    }
    let step = 22.0;
    let width = 80.0 + step * effects.len() as f64;
    let y = Scale::new((low - 0.05, high + 0.05), (260.0, 30.0));
    let mut picture = Picture::new(width.max(420.0), 320.0, words::WATERFALL.of(lang));
    for tick in y.ticks(5.0) {
        picture.line((60.0, y.at(tick)), (width - 10.0, y.at(tick)), "grid", "");
        picture.text((52.0, y.at(tick) + 4.0), "small end", &format!("{tick:+.2}"));
    }
    picture.line((60.0, y.at(0.0)), (width - 10.0, y.at(0.0)), "zero", "");
    let mut from = 0.0;
    let mut day = 0;
    for (n, (speech, effect)) in waterfall.steps.iter().zip(&effects).enumerate() {
        let (left, to) = (64.0 + step * n as f64, from + effect);
        let (top, bottom) = (y.at(f64::max(from, to)), y.at(f64::min(from, to)));
        let (side, ink) = if speech.wolf { (words::WOLVES, WOLVES) } else { (words::VILLAGE, VILLAGE) };
        let tip = format!("{} ({}, {}): {effect:+.3}", speech.seat, side.of(lang), speech.agent);
        picture.tile((left, top), (step - 5.0, (bottom - top).max(1.5)), ink, &tip);
        picture.text((left + (step - 5.0) / 2.0, 278.0), "small middle", &speech.seat.to_string());
        if speech.day != day {
            day = speech.day;
            picture.text((left, 298.0), "small start", &format!("{} {day}", words::DAY.of(lang)));
        }
        from = to;
    }
    for (n, (side, ink)) in [(words::WOLVES, WOLVES), (words::VILLAGE, VILLAGE)].into_iter().enumerate() {
        let at = 150.0 + 100.0 * n as f64;
        picture.dot((at, 14.0), 5.0, ink, side.of(lang));
        picture.text((at + 10.0, 18.0), "small start", side.of(lang));
    }
    picture.text((14.0, 18.0), "axis start", words::LOSS.of(lang));
    Some(picture.svg())
}
