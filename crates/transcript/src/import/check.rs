//! Whether a re-played game comes out as the record says.

use super::Compared;
use super::record::Record;
use lycaon_rules::{Event, Fact, FloorKind, Manner, Outcome, Party, Seat, Seats};

/// Compares deaths, exiles, second votes, orders of speeches and the winner.
pub(super) fn compare(record: &Record, events: &[Event], outcome: Option<&Outcome>) -> Vec<Compared> {
    let mut found = Vec::new();
    let mut check = |what: String, recorded: String, replayed: String| {
        found.push(Compared { agrees: recorded == replayed, what, recorded, replayed });
    };
    for (index, night) in record.nights.iter().enumerate() {
        let day = index as u16 + 1;
        check(
            format!("night {day}: dead"),
            list(night.dead),
            list(died(events, day, |manner| matches!(manner, Manner::Night | Manner::Poison))),
        );
    }
    for (index, recorded) in record.days.iter().enumerate() {
        let day = index as u16 + 1;
        let exiled = died(events, day, |manner| matches!(manner, Manner::Exile | Manner::Tie));
        check(format!("day {day}: exiled"), list(recorded.exiled.into_iter().collect()), list(exiled));
        let exploded = died(events, day, |manner| manner == Manner::Explosion);
        check(format!("day {day}: exploded"), list(recorded.exploded.into_iter().collect()), list(exploded));
        for (floor, name, speeches) in
            [(FloorKind::Day, "speeches", &recorded.speeches), (FloorKind::Defence, "defences", &recorded.defences)]
        {
            let order: Vec<Seat> = speeches.iter().map(|said| said.seat).collect();
            check(format!("day {day}: {name}"), ordered(&order), ordered(&speakers(events, day, floor)));
        }
    }
    let living: Seats = record.fates.iter().filter(|(_, fate)| *fate == "in_game").map(|(seat, _)| *seat).collect();
    let everybody_dead = events.iter().fold(Seats::NONE, |dead, event| match event.fact {
        Fact::Died { seats, .. } => dead.or(seats),
        _ => dead,
    });
    check("alive at the end".into(), list(living), list(Seats::all(record.cards.len()).minus(everybody_dead)));
    let winner = if record.village_wins { Party::Village } else { Party::Wolves };
    let winners = outcome.map(|outcome| outcome.winners.iter().map(|party| party.id()).collect::<Vec<_>>().join(", "));
    check("winner".into(), winner.id().into(), winners.unwrap_or_else(|| "the game is not over".into()));
    found
}

fn died(events: &[Event], day: u16, of: impl Fn(Manner) -> bool) -> Seats {
    let deaths = events.iter().filter(|event| event.day == day).filter_map(|event| match event.fact {
        Fact::Died { seats, manner, .. } if of(manner) => Some(seats),
        _ => None,
    });
    deaths.fold(Seats::NONE, Seats::or)
}

fn speakers(events: &[Event], day: u16, of: FloorKind) -> Vec<Seat> {
    let speeches = events.iter().filter(|event| event.day == day).filter_map(|event| match event.fact {
        Fact::Spoke { seat, floor: Some(floor), .. } if floor == of => Some(seat),
        _ => None,
    });
    speeches.collect()
}

fn list(seats: Seats) -> String {
    ordered(&seats.iter().collect::<Vec<_>>())
}

fn ordered(seats: &[Seat]) -> String {
    if seats.is_empty() {
        return "nobody".into();
    }
    seats.iter().map(Seat::to_string).collect::<Vec<_>>().join(" ")
}
