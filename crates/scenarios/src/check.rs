//! Compares what came of a game with what was written of it.

use crate::Fault;
use crate::fact::{Sign, Turn};
use crate::play::Play;
use crate::script::{End, Floor, Item, What, When};
use crate::secret::Secret;
use lycaon_rules::{Audience, Call, Fact, FloorKind, Manner, Seat, Seats};

/// The first thing that came out other than written.
pub(crate) fn check(play: &Play<'_>) -> Result<(), Fault> {
    cards(play)?;
    let mut stretches: Vec<When> = play.stretches.iter().copied().filter(|when| *when <= play.script.last).collect();
    stretches.extend(play.script.items.iter().map(|item| item.when));
    stretches.sort();
    stretches.dedup();
    for when in stretches {
        turns(play, when)?;
        secrets(play, when)?;
        signs(play, when)?;
    }
    used(play)?;
    ends(play)
}

/// The facts of one stretch that reach this audience.
fn facts<'p>(play: &'p Play<'_>, when: When) -> impl Iterator<Item = (Audience, &'p Fact)> {
    play.events()
        .iter()
        .zip(&play.stretches)
        .filter(move |(_, stretch)| **stretch == when)
        .map(|(event, _)| (event.audience, &event.fact))
}

fn items<'p>(play: &'p Play<'_>, when: When) -> impl Iterator<Item = &'p Item> {
    play.script.items.iter().filter(move |item| item.when == when)
}

/// A seat hears of its own card and of no other.
fn cards(play: &Play<'_>) -> Result<(), Fault> {
    for event in play.events() {
        if let Fact::Card { role } = event.fact {
            let holder = match event.audience {
                Audience::Only(seats) => seats.only(),
                _ => None,
            };
            if holder.is_none_or(|seat| play.script.setup.deal.cards[seat.index()] != role) {
                let what = format!("{:?} hears of the card `{role}`, which is not his", event.audience);
                return Err(Fault::at(play.script.line, what));
            }
        }
    }
    Ok(())
}

/// The turns that all see, in their order.
fn turns(play: &Play<'_>, when: When) -> Result<(), Fault> {
    let written: Vec<(&Item, Turn)> = items(play, when)
        .filter_map(|item| match &item.what {
            What::Turn(turn) => Some((item, turn.clone())),
            What::Act(act) => Turn::of(act).map(|turn| (item, turn)),
            _ => None,
        })
        .collect();
    quiet_or_not(play, when)?;
    let public = facts(play, when).filter(|(audience, _)| *audience == Audience::Everyone).map(|(_, fact)| fact);
    let mut happened = public.filter(|fact| Turn::is_strict(fact));
    for (item, turn) in &written {
        match happened.next() {
            Some(fact) if turn.is(fact) => {}
            Some(fact) => {
                let what = format!("`{}` is written next in {when}, and this happened: {fact:?}", item.text);
                return Err(Fault::at(item.line, what));
            }
            None => return Err(Fault::at(item.line, format!("`{}` did not happen in {when}", item.text))),
        }
    }
    match happened.next() {
        Some(fact) => {
            let line = items(play, when).last().map_or(play.script.line, |item| item.line);
            Err(Fault::at(line, format!("this happened in {when} and is not written: {fact:?}")))
        }
        None => Ok(()),
    }
}

/// A dawn cannot find nobody dead and somebody dead.
fn quiet_or_not(play: &Play<'_>, when: When) -> Result<(), Fault> {
    let found = |empty: bool| {
        facts(play, when).map(|(_, fact)| fact).find(|fact| match fact {
            Fact::Died { seats, manner: Manner::Night | Manner::Poison, .. } => seats.is_empty() == empty,
            _ => false,
        })
    };
    match (found(true), found(false)) {
        (Some(nobody), Some(somebody)) => {
            let line = items(play, when).last().map_or(play.script.line, |item| item.line);
            Err(Fault::at(line, format!("{when} finds nobody and somebody dead: {nobody:?}, {somebody:?}")))
        }
        _ => Ok(()),
    }
}

/// Who hears what: each private fact with each of its hearers.
fn secrets(play: &Play<'_>, when: When) -> Result<(), Fault> {
    let mut heard: Vec<(Seat, &Fact)> = Vec::new();
    for (audience, fact) in facts(play, when) {
        if let Audience::Only(seats) = audience
            && !matches!(fact, Fact::Card { .. } | Fact::Decided { .. })
        {
            heard.extend(seats.iter().map(|seat| (seat, fact)));
        }
    }
    for item in items(play, when) {
        let What::Learn(learners, secret) = &item.what else { continue };
        for learner in learners.iter() {
            let Some(at) = heard.iter().position(|(seat, fact)| *seat == learner && secret.is(fact)) else {
                let others: Vec<_> = heard.iter().filter(|(seat, _)| *seat == learner).map(|(_, fact)| fact).collect();
                let what = format!("seat {learner} does not learn `{}` in {when}; it learns {others:?}", item.text);
                return Err(Fault::at(item.line, what));
            };
            heard.remove(at);
        }
    }
    // What the pack points at is written in full or, as long as only the pack hears it, not at all.
    let pack = pack(play);
    let pointing = |item: &Item| matches!(&item.what, What::Learn(_, Secret::Pointed { .. } | Secret::Prey(_)));
    let written = items(play, when).any(pointing);
    let spare = |(seat, fact): &(Seat, &Fact)| {
        !written && matches!(fact, Fact::Pointed { .. } | Fact::Prey { .. }) && pack.has(*seat)
    };
    match heard.iter().find(|one| !spare(one)) {
        Some((seat, fact)) => {
            let line = items(play, when).last().map_or(play.script.line, |item| item.line);
            Err(Fault::at(line, format!("seat {seat} learns in {when} what is not written: {fact:?}")))
        }
        None => Ok(()),
    }
}

/// The seats that are written to know the pack.
fn pack(play: &Play<'_>) -> Seats {
    play.script.items.iter().fold(Seats::NONE, |pack, item| match &item.what {
        What::Learn(learners, Secret::Pack(_)) => pack.or(*learners),
        _ => pack,
    })
}

/// What need not be written, where it is.
fn signs(play: &Play<'_>, when: When) -> Result<(), Fault> {
    let public = || facts(play, when).filter(|(audience, _)| *audience == Audience::Everyone).map(|(_, fact)| fact);
    for item in items(play, when) {
        let fault = |what: String| Err(Fault::at(item.line, what));
        match &item.what {
            What::Sign(sign) if !sign.shown_by(public()) => {
                let other = match sign {
                    Sign::Hidden(_) => "and it was shown",
                    _ => "and it did not happen",
                };
                return fault(format!("`{}` is written in {when}, {other}", item.text));
            }
            What::Speeches(floor, order) => {
                let spoken = spoken(public(), *floor);
                if spoken != *order {
                    return fault(format!("the speeches of {when} are {spoken:?} and not `{}`", item.text));
                }
            }
            What::Calls(calls) => {
                let called: Vec<Call> = public()
                    .filter_map(|fact| match fact {
                        Fact::Called { call } => Some(*call),
                        _ => None,
                    })
                    .collect();
                if called != *calls {
                    return fault(format!("the calls of {when} are {called:?} and not `{}`", item.text));
                }
            }
            What::Can(can, act) => {
                match play.offers.iter().find(|(i, _)| std::ptr::eq(&play.script.items[**i], item)) {
                    Some((_, offered)) if offered == can => {}
                    Some(_) => return fault(format!("`{}` is not so in {when}", item.text)),
                    None if !can && act.will == crate::act::Will::Anything => {}
                    None => return fault(format!("`{}` was never asked in {when}", item.text)),
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Who spoke on a floor, in order.
fn spoken<'f>(facts: impl Iterator<Item = &'f Fact>, floor: Floor) -> Vec<Seat> {
    let wanted = match floor {
        Floor::Day => FloorKind::Day,
        Floor::Hustings => FloorKind::Hustings,
        Floor::Defence => FloorKind::Defence,
    };
    facts
        .filter_map(|fact| match fact {
            Fact::Spoke { seat, floor: Some(floor), .. } if *floor == wanted => Some(*seat),
            _ => None,
        })
        .collect()
}

/// Whatever is written to be done must have been asked for. An act that all saw happen counts as done, as the idiot
/// who shows his card without being asked.
fn used(play: &Play<'_>) -> Result<(), Fault> {
    for (i, item) in play.script.items.iter().enumerate() {
        match &item.what {
            What::Act(act) if !play.used.contains(&i) && Turn::of(act).is_none() => {
                return Err(Fault::at(item.line, format!("`{}` was never asked for in {}", item.text, item.when)));
            }
            What::Poll(ballots) => {
                let missing =
                    ballots.by.iter().find(|(seat, onto)| onto.is_some() && !play.cast.contains(&(i, **seat)));
                if let Some((seat, _)) = missing {
                    let what =
                        format!("seat {seat} was never asked for the ballot in `{}` of {}", item.text, item.when);
                    return Err(Fault::at(item.line, what));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// The end of the game, or that it goes on.
fn ends(play: &Play<'_>) -> Result<(), Fault> {
    let written = play.script.items.iter().find_map(|item| match &item.what {
        What::Ends(end) => Some((item, end.as_ref())),
        _ => None,
    });
    match (written, play.outcome()) {
        (None | Some((_, None)), None) => Ok(()),
        (Some((item, Some(_))), None) => Err(Fault::at(item.line, "the game does not end")),
        (Some((item, None)), Some(outcome)) => Err(Fault::at(item.line, format!("the game ends: {outcome:?}"))),
        (None, Some(outcome)) => {
            Err(Fault::at(play.script.line, format!("the game ends, which is not written: {outcome:?}")))
        }
        (Some((item, Some(End { winners, seats, reason }))), Some(outcome)) => {
            let mut wrote = winners.clone();
            let mut won = outcome.winners.clone();
            wrote.sort();
            won.sort();
            let same = wrote == won
                && seats.is_none_or(|seats| seats == outcome.seats)
                && reason.is_none_or(|reason| reason == outcome.reason);
            if same { Ok(()) } else { Err(Fault::at(item.line, format!("the game ends otherwise: {outcome:?}"))) }
        }
    }
}
