//! The plots of claims: who claims to be what, and how true claims are.

use super::svg::Picture;
use super::words::{self, Text};
use super::{ClaimTruth, Report};
use lycaon_narrator::{Lang, Narrator};
use lycaon_rules::RoleId;
use std::collections::BTreeMap;

/// The parts of a bar, in the order of [`ClaimTruth::parts`], each with its colour: those of Okabe and Ito.
const PARTS: [(Text, &str); 7] = [
    (words::EXCESS, "#d55e00"),
    (words::REQUIRED, "#e69f00"),
    (words::INSINCERE, "#cc79a7"),
    (words::FALSE_HONEST, "#8c6bb1"),
    (words::BLUFF_TRUE, "#56b4e9"),
    (words::KNOWN_TRUE, "#009e73"),
    (words::UNVERIFIABLE, "#bdbdbd"),
];

/// Claims by card and agent, each bar a whole.
pub(super) fn truth(report: &Report, lang: Lang) -> Option<String> {
    let mut by_role: BTreeMap<&str, Vec<&ClaimTruth>> = BTreeMap::new();
    for line in report.claim_truth.iter().filter(|line| line.claims() > 0) {
        by_role.entry(&line.role).or_default().push(line);
    }
    let lines: usize = by_role.values().map(Vec::len).sum();
    if lines == 0 {
        return None;
    }
    let (left, width, row) = (190.0, 330.0, 18.0);
    let height = 62.0 + row * lines as f64 + 12.0 * by_role.len() as f64;
    let mut picture = Picture::new(720.0, height, words::CLAIM_TRUTH.of(lang));
    for (n, (name, ink)) in PARTS.iter().enumerate() {
        let (x, y) = (8.0 + 176.0 * (n % 4) as f64, 6.0 + 20.0 * (n / 4) as f64);
        picture.tile((x, y), (12.0, 12.0), ink, name.of(lang));
        picture.text((x + 18.0, y + 10.0), "small start", name.of(lang));
    }
    let narrator = Narrator::new(lang);
    let mut y = 60.0;
    // In the order of the rulebook, not of the alphabet.
    let ordered = RoleId::ALL.iter().filter_map(|role| Some((*role, by_role.get(role.id())?)));
    for (role, lines) in ordered {
        picture.text((8.0, y + 10.0), "label start", narrator.role_name(role));
        for line in lines {
            let all = line.claims() as f64;
            let mut x = left;
            for (count, (name, ink)) in line.parts().into_iter().zip(PARTS).filter(|(count, _)| *count > 0) {
                let part = width * count as f64 / all;
                let tip = format!("{}: {} {count} ({:.1} %)", line.agent, name.of(lang), count as f64 / all * 100.0);
                picture.tile((x, y), (part, row - 5.0), ink, &tip);
                x += part;
            }
            picture.text((left + width + 10.0, y + 10.0), "small start", &format!("{} · n={all:.0}", line.agent));
            y += row;
        }
        y += 12.0;
    }
    Some(picture.svg())
}

/// Who claims to be what: of the seats with a card that claimed any, the share that claimed each.
pub(super) fn matrix(report: &Report, lang: Lang) -> Option<String> {
    let mut cells: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for cell in &report.claims {
        *cells.entry((&cell.role, &cell.claimed)).or_default() += cell.seats;
    }
    let listed = |named: &dyn Fn(&RoleId) -> bool| RoleId::ALL.iter().copied().filter(named).collect::<Vec<_>>();
    let rows = listed(&|role| cells.keys().any(|(held, _)| *held == role.id()));
    let columns = listed(&|role| cells.keys().any(|(_, claimed)| *claimed == role.id()));
    if rows.is_empty() {
        return None;
    }
    let (left, top, width, height) = (150.0, 64.0, 78.0, 34.0);
    let size = (left + width * columns.len() as f64 + 10.0, top + height * rows.len() as f64 + 10.0);
    let mut picture = Picture::new(size.0.max(420.0), size.1, words::CLAIM_MATRIX.of(lang));
    let narrator = Narrator::new(lang);
    picture.text((left - 12.0, 44.0), "axis end", &format!("{} ↓", words::ROLE.of(lang)));
    picture.text((left, 16.0), "axis start", &format!("{} →", words::CLAIMED.of(lang)));
    for (column, claimed) in columns.iter().enumerate() {
        picture.text((left + width * (column as f64 + 0.5), 44.0), "small middle", narrator.role_name(*claimed));
    }
    for (row, held) in rows.iter().enumerate() {
        let y = top + height * row as f64;
        let all: u64 = cells.iter().filter(|((role, _), _)| *role == held.id()).map(|(_, seats)| seats).sum();
        picture.text((left - 12.0, y + height / 2.0 + 4.0), "label end", narrator.role_name(*held));
        for (column, claimed) in columns.iter().enumerate() {
            let seats = cells.get(&(held.id(), claimed.id())).copied().unwrap_or(0);
            let x = left + width * column as f64;
            let share = seats as f64 / all as f64;
            let honest = held == claimed;
            let tip = format!("{} → {}: {seats}", narrator.role_name(*held), narrator.role_name(*claimed));
            picture.tile((x + 2.0, y + 2.0), (width - 4.0, height - 4.0), &shade(share, honest), &tip);
            if seats > 0 {
                picture.text((x + width / 2.0, y + height / 2.0 + 4.0), "inside middle", &seats.to_string());
            }
        }
    }
    Some(picture.svg())
}

/// Green for the own card, orange for any other, the deeper the more seats.
fn shade(share: f64, honest: bool) -> String {
    let (red, green, blue) = if honest { (0, 158, 115) } else { (213, 94, 0) };
    format!("rgba({red},{green},{blue},{:.2})", 0.06 + 0.8 * share)
}
