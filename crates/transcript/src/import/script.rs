//! What the record answers to the questions of the game.

use super::record::{Day, Night, Record, Said};
use lycaon_rules::{Answer, Ask, Choice, Event, Fact, FloorKind, Game, Phase, Request, RoleId, Seat, Waiting, Window};

/// The answer that a record gives to a request, and how long it took in milliseconds; none if it says nothing.
pub(super) fn answer(record: &Record, game: &Game, request: &Request) -> Option<(Answer, u64)> {
    let number = now(game).0;
    let index = usize::from(number).checked_sub(1)?;
    let night = record.nights.get(index);
    let day = record.days.get(index);
    let quick = |choice: Option<Choice>| choice.map(|choice| (choice.into(), 0));
    match request.ask {
        Ask::Night { role: RoleId::Seer } => quick(night?.check.map(|seat| Choice::Target { seat })),
        Ask::Night { role: RoleId::Witch } => quick(Some(potions(night?))),
        Ask::Hunt { .. } => quick(Some(target(night?.prey))),
        Ask::Offer { window: Window::Floor } => quick(Some(offer(day?, game, request.seat))),
        Ask::Speak { floor: FloorKind::Day } => said(&day?.speeches, request.seat),
        Ask::Speak { floor: FloorKind::Defence } => said(&day?.defences, request.seat),
        // Whose exile decided a game was given no last words by those tables; here he is asked and says nothing.
        Ask::Words => said(&day?.last_words, request.seat).or_else(|| Some((Answer::say(""), 0))),
        Ask::Ballot { round, .. } => {
            let ballots = day?.ballots.get(usize::from(round).checked_sub(1)?)?.as_ref();
            // Who is not in a pattern did not vote.
            quick(Some(target(ballots.and_then(|ballots| ballots.get(&request.seat).copied().flatten()))))
        }
        Ask::Shot => quick(Some(target(day.and_then(|day| day.shot)))),
        _ => None,
    }
}

fn target(seat: Option<Seat>) -> Choice {
    seat.map_or(Choice::Pass, |seat| Choice::Target { seat })
}

fn potions(night: &Night) -> Choice {
    match (night.antidote, night.poison) {
        (None, None) => Choice::Pass,
        (Some(_), None) => Choice::Save,
        (None, Some(seat)) => Choice::Poison { seat },
        (Some(_), Some(seat)) => Choice::SaveAndPoison { seat },
    }
}

/// A wolf who blew himself up did it after the last speech that was begun that day.
fn offer(day: &Day, game: &Game, seat: Seat) -> Choice {
    let spoken = spoken(game.events(), now(game).0);
    if day.exploded == Some(seat) && spoken >= day.speeches.len() { Choice::Yes } else { Choice::Pass }
}

/// How many speeches of the discussion there have been on this day.
fn spoken(events: &[Event], day: u16) -> usize {
    let speech = |event: &&Event| matches!(event.fact, Fact::Spoke { floor: Some(FloorKind::Day), .. });
    events.iter().filter(|event| event.day == day && event.phase == Phase::Day).filter(speech).count()
}

fn said(speeches: &[Said], seat: Seat) -> Option<(Answer, u64)> {
    let said = speeches.iter().find(|said| said.seat == seat)?;
    Some((Answer::say(&said.text), said.elapsed_ms))
}

/// The number of the day or night under way.
pub(super) fn now(game: &Game) -> (u16, Phase) {
    game.events().last().map_or((0, Phase::Setup), |event| (event.day, event.phase))
}

/// The results of the rolls the game waits for that bring about the recorded order of speeches; the first possible
/// ones if none does. Several rolls may follow on each other, so all are tried together, on copies of the game.
pub(super) fn rolls(record: &Record, game: &Game) -> Vec<u16> {
    let known = game.events().len();
    let mut first = None;
    let mut tried = vec![(game.clone(), Vec::new())];
    while let Some((game, results)) = tried.pop() {
        let Waiting::Roll(roll) = game.waiting() else {
            if in_order(record, &game, known) {
                return results;
            }
            first.get_or_insert(results);
            continue;
        };
        for result in (1..=roll.sides).rev() {
            let mut next = game.clone();
            if next.rolled(result).is_ok() {
                let results = results.iter().copied().chain([result]).collect();
                tried.push((next, results));
            }
        }
    }
    first.unwrap_or_default()
}

/// Whether the orders of speeches set since `known` are the recorded ones, as far as those go.
fn in_order(record: &Record, game: &Game, known: usize) -> bool {
    game.events()[known..].iter().all(|event| {
        let Fact::Floor { floor, order } = &event.fact else { return true };
        let day = usize::from(event.day).checked_sub(1).and_then(|index| record.days.get(index));
        let recorded = match (day, floor) {
            (Some(day), FloorKind::Day) => &day.speeches,
            (Some(day), FloorKind::Defence) => &day.defences,
            _ => return true,
        };
        order.len() >= recorded.len() && recorded.iter().zip(order).all(|(said, seat)| said.seat == *seat)
    })
}
