//! The pane of the seats: who is where, what everybody knows of him, and what the person noted.

use crate::look::Meaning;
use crate::scene::Scene;
use crate::text::{fit, flow};
use lycaon_agents::human::filled;
use lycaon_rules::{Fact, Manner, Phase, Seat, View};

/// The pane at this size, a line for each row.
pub(crate) fn rows(scene: &Scene, columns: usize, height: usize) -> Vec<(Meaning, String)> {
    let seats: Vec<Seat> = scene.view.board().seats().collect();
    if seats.len() <= height {
        return seats.iter().map(|seat| (meaning(scene, *seat), fit(&line(scene, *seat), columns))).collect();
    }
    // A small window shows the numbers and the signs.
    let pieces: Vec<String> = seats.iter().map(|seat| short(scene, *seat)).collect();
    let rows = flow(&pieces, columns, 2).into_iter();
    let rows = rows.map(|row| row.iter().map(|index| pieces[*index].as_str()).collect::<Vec<_>>().join("  "));
    rows.map(|text| (Meaning::Public, text)).collect()
}

fn meaning(scene: &Scene, seat: Seat) -> Meaning {
    match scene.view.seat() {
        _ if !scene.view.living().has(seat) => Meaning::Dim,
        Some(me) if me == seat => Meaning::Moderator,
        _ if scene.view.away().has(seat) => Meaning::Dim,
        _ => Meaning::Public,
    }
}

fn line(scene: &Scene, seat: Seat) -> String {
    let (view, texts) = (&scene.view, scene.texts);
    let me = view.seat() == Some(seat);
    let mut line = format!("{} {}", if me { '▸' } else { ' ' }, scene.narrator.seat_name(seat));
    let mut add = |word: &str| {
        line.push(' ');
        line.push_str(word);
    };
    if me {
        add(&texts.you);
    }
    if view.sheriff() == Some(seat) {
        add(&texts.sheriff);
    }
    if let Some(when) = left(scene, seat) {
        add(&filled(&texts.out, "when", when));
    }
    if view.away().has(seat) {
        add(&texts.away);
    }
    if let Some(role) = scene.card_of(seat).filter(|_| !me) {
        add(scene.narrator.role_name(role));
    }
    if view.pack().has(seat) && !me && view.living().has(seat) {
        add(&texts.mate);
    }
    if speaking(view) == Some(seat) {
        add(&texts.speaking);
    }
    if let Some(note) = note(scene, seat) {
        add(&filled(&texts.note, "note", note));
    }
    line
}

fn short(scene: &Scene, seat: Seat) -> String {
    let view = &scene.view;
    let sign = match () {
        () if !view.living().has(seat) => "×",
        () if view.away().has(seat) => "…",
        () if view.sheriff() == Some(seat) => "★",
        () if view.seat() == Some(seat) => "▸",
        () => "",
    };
    format!("{seat}{sign}")
}

/// When everybody saw the seat leave.
fn left(scene: &Scene, seat: Seat) -> Option<String> {
    let died = |fact: &Fact| matches!(fact, Fact::Died { seats, .. } if seats.has(seat));
    let gone = !scene.view.living().has(seat);
    let event = scene.view.heard().iter().rev().find(|event| gone && died(&event.fact))?;
    // Whoever is found dead in the morning left by night.
    let by_night = matches!(event.fact, Fact::Died { manner: Manner::Night | Manner::Poison, .. });
    let text = if by_night { &scene.texts.night } else { &scene.texts.day };
    Some(filled(text, "n", event.day))
}

/// The last note that begins with the seat's number.
fn note(scene: &Scene, seat: Seat) -> Option<&str> {
    scene.notes.iter().rev().find_map(|note| {
        let rest = note.strip_prefix(&seat.to_string())?;
        let rest = rest.strip_prefix('号').unwrap_or(rest);
        (!rest.starts_with(|letter: char| letter.is_ascii_digit())).then(|| rest.trim())
    })
}

/// Whose turn to speak it is, as far as everybody sees.
pub(crate) fn speaking(view: &View) -> Option<Seat> {
    if view.phase() != Phase::Day {
        return None;
    }
    let began = view.heard().iter().rposition(|event| matches!(event.fact, Fact::Floor { .. }))?;
    let Fact::Floor { order, .. } = &view.heard()[began].fact else { return None };
    let mut waiting = order.clone();
    for event in &view.heard()[began + 1..] {
        match &event.fact {
            Fact::Spoke { seat, .. } => waiting.retain(|other| other != seat),
            Fact::PollOpened { .. } | Fact::NobodyOut | Fact::NoSheriff { .. } => return None,
            _ => {}
        }
    }
    waiting.into_iter().find(|seat| view.living().has(*seat))
}
