//! Blows into deaths: in waves, to a fixed point.

use crate::effect::{Blow, Effect, Fate, Verdict};
use crate::event::{Audience, Cause, Fact, Phase, Ward};
use crate::hooks::Me;
use crate::options::{GuardPlusWitch, GuardStops};
use crate::seat::{Seat, Seats};
use crate::state::State;

impl State {
    /// Resolves blows until none is left. Deaths of one wave are simultaneous; what they set off is the next wave.
    pub(crate) fn waves(&mut self) {
        while !self.blows.is_empty() {
            let mut blows = std::mem::take(&mut self.blows);
            blows.sort_unstable();
            blows.dedup();
            self.overtake(&blows);
            self.wave(&blows);
        }
    }

    /// Who is dead and not announced may still die for all to see: that is how he is announced then.
    fn overtake(&mut self, blows: &[Blow]) {
        for blow in blows.iter().filter(|blow| self.phase == Phase::Day && self.fallen.has(blow.on)) {
            if let Some(fate) = self.fates.iter_mut().find(|fate| fate.seat == blow.on) {
                fate.stood.push(*blow);
                fate.by_night = false;
            }
        }
    }

    fn wave(&mut self, blows: &[Blow]) {
        let by_night = self.phase == Phase::Night;
        let mut fates: Vec<Fate> = vec![];
        let mut after: Vec<Effect> = vec![];
        let living = self.living;
        for blow in blows.iter().filter(|blow| living.has(blow.on)) {
            let averted = self.averted(blow, &mut after);
            let at = fates.iter().position(|fate| fate.seat == blow.on).unwrap_or_else(|| {
                fates.push(Fate { seat: blow.on, stood: vec![], averted: vec![], by_night, night: self.night });
                fates.len() - 1
            });
            match averted {
                Some(ward) => {
                    fates[at].averted.push((*blow, ward));
                    let fact = Fact::Spared { seat: blow.on, cause: blow.cause, ward };
                    self.tell(Audience::Moderator, fact);
                }
                None => fates[at].stood.push(*blow),
            }
        }
        for fate in fates.iter().filter(|fate| fate.died()) {
            self.living.remove(fate.seat);
            self.fallen.insert(fate.seat);
            self.last_dead = Some(fate.seat);
            let causes = fate.stood.iter().map(|blow| blow.cause).collect();
            self.tell(Audience::Moderator, Fact::Fell { seat: fate.seat, causes });
        }
        let concerned = self.living.or(fates.iter().map(|fate| fate.seat).collect());
        for fate in &fates {
            for seat in concerned.iter() {
                after.extend(self.hooks_of(seat).flat_map(|(_, hooks)| hooks.fate(Me::of(seat), fate, self)));
            }
        }
        self.apply_all(after);
        self.fates.extend(fates.into_iter().filter(Fate::died));
    }

    /// What averts a blow: tonight's shields first, then the victim's own hooks by layer.
    fn averted(&mut self, blow: &Blow, after: &mut Vec<Effect>) -> Option<Ward> {
        if let Some(ward) = self.shielded(blow) {
            return Some(ward);
        }
        let mut hooks: Vec<_> = self.hooks_of(blow.on).map(|(_, hooks)| hooks).collect();
        hooks.sort_by_key(|hooks| hooks.layer());
        for hook in hooks {
            if let Verdict::Averted(ward, effects) = hook.intercept(Me::of(blow.on), blow, self) {
                for effect in effects {
                    match effect {
                        Effect::Note(note) => self.notes.push(note),
                        later => after.push(later),
                    }
                }
                return Some(ward);
            }
        }
        None
    }

    /// Guard and antidote against the pack; `guard_stops` may widen the guard's protection to the whole night.
    fn shielded(&self, blow: &Blow) -> Option<Ward> {
        if self.phase != Phase::Night {
            return None;
        }
        let o = self.options();
        let attack = blow.cause == Cause::Wolves;
        let guards: Vec<Seat> = self.shields_on(blow.on, Ward::Guard);
        let reaches = self.hooks_of(blow.on).all(|(_, hooks)| !attack || hooks.guardable(self));
        let stops = attack || o.guard_stops == GuardStops::AllNightDeaths && blow.cause != Cause::Grief;
        let guarded = !guards.is_empty() && stops && reaches;
        let healed = attack && !self.shields_on(blow.on, Ward::Antidote).is_empty();
        match (guarded, healed) {
            (true, true) => match o.guard_plus_witch {
                GuardPlusWitch::Lives => Some(Ward::Guard),
                GuardPlusWitch::Dies => None,
                GuardPlusWitch::GuardDiesIfSelf => (!guards.contains(&blow.on)).then_some(Ward::Guard),
            },
            (true, false) => Some(Ward::Guard),
            (false, true) => Some(Ward::Antidote),
            (false, false) => None,
        }
    }

    fn shields_on(&self, seat: Seat, ward: Ward) -> Vec<Seat> {
        self.shields.iter().filter(|(on, w, _)| *on == seat && *w == ward).map(|(_, _, by)| *by).collect()
    }

    /// Whether the guard's protection is on this seat tonight.
    pub(crate) fn guarded(&self, seat: Seat) -> bool {
        !self.shields_on(seat, Ward::Guard).is_empty()
    }

    /// Those who would be alive if only the pack's attack had counted, or with it the poison too.
    pub(crate) fn living_after(&self, causes: &[Cause]) -> Seats {
        let hit = |fate: &&Fate| fate.stood.iter().any(|blow| causes.contains(&blow.cause));
        self.dusk.minus(self.fates.iter().filter(hit).map(|fate| fate.seat).collect())
    }
}
