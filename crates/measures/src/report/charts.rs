//! The plots of a report.

use super::svg::{Picture, Scale, colour};
use super::words::{self, Text};
use super::{Report, WinLine};
use crate::stats::Estimate;
use lycaon_narrator::{Lang, Narrator};
use lycaon_rules::RoleId;
use std::collections::{BTreeMap, BTreeSet};

/// The names of the agents in the order of the validity table, which gives each its colour.
fn agents(report: &Report) -> Vec<&str> {
    report.validity.agents.iter().map(|health| health.agent.as_str()).collect()
}

pub(super) fn colour_of(report: &Report, agent: &str) -> &'static str {
    colour(agents(report).iter().position(|other| *other == agent).unwrap_or(0))
}

/// The ends of all these estimates, and what is beside them.
fn span<'a>(estimates: impl Iterator<Item = &'a Estimate>, with: f64) -> (f64, f64) {
    let ends = estimates.flat_map(|e| [e.interval.low, e.interval.high]).filter(|end| end.is_finite());
    let (low, high) = ends.fold((with, with), |(low, high), end| (low.min(end), high.max(end)));
    let room = (high - low).max(1e-6) * 0.08;
    (low - room, high + room)
}

/// Wolf strength against village strength, with crosses of intervals.
pub(super) fn plane(report: &Report, lang: Lang) -> Option<String> {
    let ratings = report.ratings.as_ref().ok()?;
    let (x_span, y_span) = (
        span(ratings.agents.iter().map(|rating| &rating.wolves), 1500.0),
        span(ratings.agents.iter().map(|rating| &rating.village), 1500.0),
    );
    let (x, y) = (Scale::new(x_span, (70.0, 610.0)), Scale::new(y_span, (420.0, 20.0)));
    let mut picture = Picture::new(640.0, 480.0, words::PLANE.of(lang));
    for tick in x.ticks(6.0) {
        picture.line((x.at(tick), 20.0), (x.at(tick), 420.0), "grid", "");
        picture.text((x.at(tick), 440.0), "small middle", &format!("{tick:.0}"));
    }
    for tick in y.ticks(6.0) {
        picture.line((70.0, y.at(tick)), (610.0, y.at(tick)), "grid", "");
        picture.text((62.0, y.at(tick) + 4.0), "small end", &format!("{tick:.0}"));
    }
    picture.line((x.at(1500.0), 20.0), (x.at(1500.0), 420.0), "zero", "");
    picture.line((70.0, y.at(1500.0)), (610.0, y.at(1500.0)), "zero", "");
    for rating in &ratings.agents {
        let (wolves, village, ink) = (rating.wolves, rating.village, colour_of(report, &rating.agent));
        let (cx, cy) = (x.at(wolves.value), y.at(village.value));
        picture.line((x.at(wolves.interval.low), cy), (x.at(wolves.interval.high), cy), "bar", ink);
        picture.line((cx, y.at(village.interval.low)), (cx, y.at(village.interval.high)), "bar", ink);
        let tip = format!("{}: {:.0} / {:.0}", rating.agent, wolves.value, village.value);
        picture.dot((cx, cy), 6.0, ink, &tip);
        picture.text((cx + 10.0, cy - 9.0), "label start", &rating.agent);
    }
    picture.text((340.0, 468.0), "axis middle", &format!("{} (Elo) →", words::WOLVES.of(lang)));
    picture.text((14.0, 14.0), "axis start", &format!("↑ {} (Elo)", words::VILLAGE.of(lang)));
    Some(picture.svg())
}

/// A colour between the village's and the wolves', through grey at one half.
fn heat_colour(share: f64) -> String {
    let (village, wolves, even) = ((0, 114, 178), (213, 94, 0), (225, 225, 225));
    let (end, far) = if share < 0.5 { (village, (0.5 - share) * 2.0) } else { (wolves, (share - 0.5) * 2.0) };
    let mixed = |even: i32, end: i32| even + (f64::from(end - even) * far * 0.85) as i32;
    format!("rgb({},{},{})", mixed(even.0, end.0), mixed(even.1, end.1), mixed(even.2, end.2))
}

/// Wins of wolves by who holds each side.
pub(super) fn heat(report: &Report, lang: Lang) -> Option<String> {
    let named = |side: fn(&super::Heat) -> &String| {
        let names: BTreeSet<&str> = report.heat.iter().map(|cell| side(cell).as_str()).collect();
        agents(report).into_iter().filter(|agent| names.contains(agent)).collect::<Vec<_>>()
    };
    let (rows, columns) = (named(|cell| &cell.wolves), named(|cell| &cell.village));
    if rows.is_empty() {
        return None;
    }
    let (left, top, width, height) = (170.0, 56.0, 128.0, 74.0);
    let size = (left + width * columns.len() as f64 + 10.0, top + height * rows.len() as f64 + 10.0);
    let mut picture = Picture::new(size.0, size.1, words::HEAT.of(lang));
    picture.text((left - 12.0, 44.0), "axis end", &format!("{} ↓", words::WOLVES.of(lang)));
    picture.text((left, 16.0), "axis start", &format!("{} →", words::VILLAGE.of(lang)));
    for (column, name) in columns.iter().enumerate() {
        picture.text((left + width * (column as f64 + 0.5), 44.0), "label middle", name);
    }
    for (row, name) in rows.iter().enumerate() {
        picture.text((left - 12.0, top + height * (row as f64 + 0.5) + 4.0), "label end", name);
    }
    for cell in &report.heat {
        let place = |names: &[&str], name: &str| names.iter().position(|other| *other == name).unwrap_or(0) as f64;
        let (row, column) = (place(&rows, &cell.wolves), place(&columns, &cell.village));
        let (x, y) = (left + width * column, top + height * row);
        let (share, interval) = (cell.share.rate.value, cell.share.rate.interval);
        let tip = format!("{} × {}: {:.1} %", cell.wolves, cell.village, share * 100.0);
        picture.tile((x + 2.0, y + 2.0), (width - 4.0, height - 4.0), &heat_colour(share), &tip);
        picture.text((x + width / 2.0, y + 34.0), "cell middle", &format!("{:.0} %", share * 100.0));
        let beside = format!("{:.0}–{:.0} · n={}", interval.low * 100.0, interval.high * 100.0, cell.games);
        picture.text((x + width / 2.0, y + 54.0), "inside middle", &beside);
    }
    Some(picture.svg())
}

/// Win shares by role, a line for each role and agent, with the chance line.
pub(super) fn forest(report: &Report, lang: Lang) -> Option<String> {
    let mut by_role: BTreeMap<&str, Vec<&WinLine>> = BTreeMap::new();
    for line in &report.roles {
        by_role.entry(line.role.as_deref()?).or_default().push(line);
    }
    let lines: usize = by_role.values().map(Vec::len).sum();
    if lines == 0 {
        return None;
    }
    let height = 40.0 + 17.0 * lines as f64 + 16.0 * by_role.len() as f64;
    let x = Scale::new((0.0, 1.0), (190.0, 570.0));
    let mut picture = Picture::new(680.0, height + 10.0, words::FOREST.of(lang));
    for tick in x.ticks(5.0) {
        picture.line((x.at(tick), 14.0), (x.at(tick), height - 18.0), "grid", "");
        picture.text((x.at(tick), height), "small middle", &format!("{:.0} %", tick * 100.0));
    }
    let narrator = Narrator::new(lang);
    let mut y = 24.0;
    for (role, lines) in by_role {
        let name = RoleId::from_id(role).map_or(role, |role| narrator.role_name(role));
        picture.text((8.0, y + 4.0), "label start", name);
        let top = y - 9.0;
        for line in &lines {
            let agent = line.agent.as_deref().unwrap_or("");
            let (ink, interval) = (colour_of(report, agent), line.share.rate.interval);
            picture.line((x.at(interval.low), y), (x.at(interval.high), y), "bar", ink);
            let tip = format!("{agent}: {:.1} %, n={}", line.share.rate.value * 100.0, line.seats);
            picture.dot((x.at(line.share.rate.value), y), 4.5, ink, &tip);
            picture.text((582.0, y + 4.0), "small start", agent);
            y += 17.0;
        }
        if let Some(chance) = lines.iter().find_map(|line| line.baseline) {
            picture.line((x.at(chance), top), (x.at(chance), y - 9.0), "chance", "");
        }
        y += 16.0;
    }
    Some(picture.svg())
}

/// Vote accuracy by day.
pub(super) fn accuracy(report: &Report, lang: Lang) -> Option<String> {
    let days = report.accuracy_by_day.iter().filter_map(|line| line.day).max()?;
    let (x, y) = (Scale::new((0.7, f64::from(days) + 0.3), (60.0, 520.0)), Scale::new((0.0, 1.0), (290.0, 20.0)));
    let mut picture = Picture::new(660.0, 340.0, words::ACCURACY.of(lang));
    for tick in y.ticks(5.0) {
        picture.line((60.0, y.at(tick)), (520.0, y.at(tick)), "grid", "");
        picture.text((52.0, y.at(tick) + 4.0), "small end", &format!("{:.0} %", tick * 100.0));
    }
    for day in 1..=days {
        picture.text((x.at(day.into()), 310.0), "small middle", &day.to_string());
    }
    picture.text((290.0, 332.0), "axis middle", words::DAY.of(lang));
    let present: Vec<&str> = agents(report);
    for (n, agent) in present.iter().enumerate() {
        let own: Vec<_> = report.accuracy_by_day.iter().filter(|line| line.agent == *agent).collect();
        let ink = colour_of(report, agent);
        // Agents stand side by side within a day, so that their intervals can be told apart.
        let aside = (n as f64 - (present.len() as f64 - 1.0) / 2.0) * 7.0;
        let at = |day: Option<u16>| x.at(day.unwrap_or(0).into()) + aside;
        let chance: Vec<(f64, f64)> = own.iter().filter_map(|line| Some((at(line.day), y.at(line.chance?)))).collect();
        picture.path(&chance, "dashed", ink);
        picture.path(&own.iter().map(|line| (at(line.day), y.at(line.value))).collect::<Vec<_>>(), "curve", ink);
        for line in &own {
            if let Some(interval) = line.interval {
                picture.line((at(line.day), y.at(interval.low)), (at(line.day), y.at(interval.high)), "thin", ink);
            }
            let tip = format!("{agent}: {:.1} %, n={:.0}", line.value * 100.0, line.n);
            picture.dot((at(line.day), y.at(line.value)), 4.5, ink, &tip);
        }
        if !own.is_empty() {
            picture.dot((536.0, 30.0 + 20.0 * n as f64), 5.0, ink, agent);
            picture.text((546.0, 34.0 + 20.0 * n as f64), "small start", agent);
        }
    }
    Some(picture.svg())
}

/// The nuisance panel.
pub(super) fn nuisance(report: &Report, lang: Lang) -> Option<String> {
    let lines = report.nuisance.as_ref().ok().filter(|lines| !lines.is_empty())?;
    let count: usize = lines.iter().map(|line| line.levels.len()).sum();
    let height = 30.0 + 16.0 * count as f64 + 26.0 * lines.len() as f64;
    // A level hardly ever seen has an interval that would dwarf all others.
    let usual = lines.iter().flat_map(|line| &line.effects).filter(|effect| effect.se < 2.0);
    let x = Scale::new(span(usual, 0.0), (150.0, 600.0));
    let mut picture = Picture::new(640.0, height + 26.0, words::NUISANCE.of(lang));
    for tick in x.ticks(6.0) {
        picture.line((x.at(tick), 10.0), (x.at(tick), height), "grid", "");
        picture.text((x.at(tick), height + 18.0), "small middle", &format!("{tick:.2}"));
    }
    picture.line((x.at(0.0), 10.0), (x.at(0.0), height), "zero", "");
    let mut y = 24.0;
    for line in lines {
        let name = factor(line.factor).of(lang);
        picture.text((8.0, y + 4.0), "label start", &format!("{name}, p={:.2}", line.adjusted_p));
        y += 18.0;
        for (level, effect) in line.levels.iter().zip(&line.effects) {
            picture.text((140.0, y + 4.0), "small end", level);
            picture.line((x.at(effect.interval.low), y), (x.at(effect.interval.high), y), "thin", colour(0));
            picture.dot((x.at(effect.value), y), 3.5, colour(0), &format!("{:.2} ± {:.2}", effect.value, effect.se));
            y += 16.0;
        }
        y += 8.0;
    }
    Some(picture.svg())
}

/// What a factor of the panel is called.
pub(super) fn factor(id: &str) -> Text {
    match id {
        "seat" => words::SEAT_FACTOR,
        "place" => words::PLACE_FACTOR,
        _ => words::LANGUAGE_FACTOR,
    }
}

/// Cost against strength: the mean of both ratings by the price of a seat.
pub(super) fn cost(report: &Report, lang: Lang) -> Option<String> {
    let ratings = report.ratings.as_ref().ok()?;
    let priced: Vec<(&str, f64, f64)> = report
        .cost
        .iter()
        .filter_map(|line| {
            let rating = ratings.agents.iter().find(|rating| rating.agent == line.agent)?;
            Some((line.agent.as_str(), line.cost_per_seat?, (rating.wolves.value + rating.village.value) / 2.0))
        })
        .collect();
    let most = priced.iter().map(|(_, cost, _)| *cost).fold(0.0, f64::max);
    let strengths = priced.iter().map(|(.., strength)| *strength);
    let (low, high) = strengths.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), s| (l.min(s), h.max(s)));
    if priced.is_empty() {
        return None;
    }
    let (x, y) = (Scale::new((0.0, most * 1.1), (70.0, 600.0)), Scale::new((low - 20.0, high + 20.0), (260.0, 20.0)));
    let mut picture = Picture::new(640.0, 310.0, words::COST.of(lang));
    for tick in x.ticks(5.0) {
        picture.line((x.at(tick), 20.0), (x.at(tick), 260.0), "grid", "");
        picture.text((x.at(tick), 278.0), "small middle", &format!("{tick}"));
    }
    for tick in y.ticks(5.0) {
        picture.line((70.0, y.at(tick)), (600.0, y.at(tick)), "grid", "");
        picture.text((62.0, y.at(tick) + 4.0), "small end", &format!("{tick:.0}"));
    }
    for (agent, cost, strength) in priced {
        picture.dot((x.at(cost), y.at(strength)), 6.0, colour_of(report, agent), agent);
        picture.text((x.at(cost) + 10.0, y.at(strength) - 8.0), "label start", agent);
    }
    picture.text((335.0, 302.0), "axis middle", words::USD_SEAT.of(lang));
    Some(picture.svg())
}
