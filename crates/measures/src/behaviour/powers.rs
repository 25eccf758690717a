//! What the village's powers were used on (B9 a, B11).

use super::{Measure, Notes, share, yes};
use crate::reading::Decided;
use lycaon_rules::{Ask, Choice, RoleId, Seat, Seats};

pub(super) fn observe(notes: &mut Notes) {
    checks(notes);
    let story = notes.story;
    for decided in &story.decisions {
        match decided.decision.request.ask {
            Ask::Night { role: RoleId::Witch } => witch(notes, decided),
            Ask::Night { role: RoleId::Guard } => guard(notes, decided),
            Ask::Shot => shot(notes, decided),
            _ => {}
        }
    }
    let poisons = |choice| matches!(choice, Choice::Poison { .. } | Choice::SaveAndPoison { .. });
    for witch in story.seats().iter().filter(|seat| story.card(*seat) == RoleId::Witch) {
        let mut own = story.decisions.iter().map(|decided| &decided.decision).filter(|decision| decision.seat == witch);
        let used = own.any(|decision| poisons(decision.answer.choice));
        notes.one(Measure::PoisonKept, witch, story.end.days, yes(!used), None);
    }
}

/// The village's looks. Chance knows whom the looker has seen already.
fn checks(notes: &mut Notes) {
    let story = notes.story;
    for (n, check) in story.checks.iter().enumerate() {
        if !notes.is_village(check.at, check.by) {
            continue;
        }
        let before = story.checks[..n].iter().filter(|earlier| earlier.by == check.by);
        let known: Seats = before.map(|earlier| earlier.seat).collect();
        let unknown = check.at.living.without(check.by).minus(known);
        let hit = check.at.wolves.has(check.seat) && !known.has(check.seat);
        notes.one(Measure::CheckHit, check.by, check.at.day, yes(hit), share(check.at.wolves, unknown));
    }
}

fn prey(notes: &Notes, night: u16) -> Option<Seat> {
    notes.story.hunts.iter().rfind(|hunt| hunt.at.day == night)?.prey
}

fn witch(notes: &mut Notes, Decided { at, decision }: &Decided) {
    let (by, legal) = (decision.seat, &decision.request.options);
    let (save, poison, menu) = match decision.answer.choice {
        Choice::Save => (true, None, Seats::NONE),
        Choice::Poison { seat } => (false, Some(seat), legal.poison),
        Choice::SaveAndPoison { seat } => (true, Some(seat), legal.save_and_poison),
        _ => return,
    };
    if let Some(victim) = prey(notes, at.day).filter(|_| save) {
        notes.one(Measure::Antidote, by, at.day, yes(!at.wolves.has(victim)), share(at.good(), at.living));
        notes.one(Measure::SelfSave, by, at.day, yes(victim == by), None);
    }
    if let Some(seat) = poison {
        notes.one(Measure::Poison, by, at.day, yes(at.wolves.has(seat)), share(at.wolves, menu));
    }
}

fn guard(notes: &mut Notes, Decided { at, decision }: &Decided) {
    let (Choice::Target { seat }, Some(prey)) = (decision.answer.choice, prey(notes, at.day)) else { return };
    let menu = decision.request.options.target;
    notes.one(Measure::Guarded, decision.seat, at.day, yes(seat == prey), share(Seats::one(prey), menu));
}

fn shot(notes: &mut Notes, Decided { at, decision }: &Decided) {
    let Choice::Target { seat } = decision.answer.choice else { return };
    if notes.is_village(*at, decision.seat) {
        let chance = share(at.wolves, decision.request.options.target);
        notes.one(Measure::ShotWolf, decision.seat, at.day, yes(at.wolves.has(seat)), chance);
    }
}
