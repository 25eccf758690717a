//! Blows into deaths: in waves, to a fixed point.

use crate::effect::{Blow, Effect, Fate, Harm, Verdict};
use crate::event::{Audience, Cause, Fact, Phase, Ward};
use crate::hooks::Layer;
use crate::marks::Kind;
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
        // A wolf whom the pack did not know is one already.
        let turned = fates.iter().filter(|fate| fate.turned() && !self.wolfish(fate.seat));
        for seat in turned.map(|fate| fate.seat).collect::<Seats>().iter() {
            let mark = self.new_mark(seat, Kind::Turned, seat);
            self.apply(Effect::Mark(mark));
            self.tell(Audience::one(seat), Fact::Turned);
        }
        let concerned = self.living.or(fates.iter().map(|fate| fate.seat).collect());
        for fate in &fates {
            after.extend(self.effects_of(concerned, |me, hooks| hooks.fate(me, fate, self)));
        }
        self.apply_all(after);
        self.fates.extend(fates.into_iter().filter(Fate::died));
    }

    /// What averts a blow: sleep, then tonight's shields, then the victim's own hooks, by layer.
    fn averted(&mut self, blow: &Blow, after: &mut Vec<Effect>) -> Option<Ward> {
        self.intercepted(blow, Layer::Dream, after)
            .or_else(|| self.shielded(blow))
            .or_else(|| self.intercepted(blow, Layer::Lives, after))
            .or_else(|| self.intercepted(blow, Layer::Roles, after))
    }

    /// What the victim's hooks of one layer avert. Their notes count at once, so that one life absorbs one blow of two.
    fn intercepted(&mut self, blow: &Blow, layer: Layer, after: &mut Vec<Effect>) -> Option<Ward> {
        let mut hooks = self.hooks_of(blow.on).filter(|(_, hooks)| hooks.layer() == layer);
        let (ward, effects) = hooks.find_map(|(me, hooks)| match hooks.intercept(me, blow, self) {
            Verdict::Averted(ward, effects) => Some((ward, effects)),
            Verdict::Stands => None,
        })?;
        drop(hooks);
        for effect in effects {
            match effect {
                Effect::Note(note) => self.notes.push(note),
                later => after.push(later),
            }
        }
        Some(ward)
    }

    /// Guard and antidote against the pack; `guard_stops` may widen the guard's protection to the whole night.
    fn shielded(&self, blow: &Blow) -> Option<Ward> {
        if self.phase != Phase::Night {
            return None;
        }
        let o = self.options();
        let attack = blow.cause == Cause::Wolves;
        if attack && self.has(blow.on, Kind::Defenceless) {
            return None;
        }
        let guards: Vec<Seat> = self.shields_on(blow.on, Ward::Guard);
        let reaches = self.hooks_of(blow.on).all(|(_, hooks)| !attack || hooks.guardable(self));
        let pierced = blow.cause.is_link() || blow.cause == Cause::Guess;
        let stops = attack || o.guard_stops == GuardStops::AllNightDeaths && !pierced;
        let infection = blow.harm == Harm::Turn && !o.guard_stops_infection;
        let guarded = !guards.is_empty() && stops && reaches && !infection;
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
