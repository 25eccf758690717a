//! Counting the deals that fit.
//!
//! A deal puts a card on each place. Cards that no constraint tells apart are one class, and what is walked through is
//! the ways to lay classes on places: a villager at a table of twelve has 330 of them before anything is known, for
//! each of which there are equally many deals.

use super::evidence::Evidence;
use lycaon_rules::{Camp, RoleId, Seats};
use std::collections::BTreeMap;

/// Cards that are alike to every constraint.
struct Class {
    cards: Vec<(RoleId, u8)>,
    size: u8,
}

/// How many ways of laying classes on places fit, in all and by class and place.
pub(super) struct Count {
    classes: Vec<Class>,
    all: u64,
    /// By place, then by class.
    by_place: Vec<Vec<u64>>,
}

impl Count {
    /// Counts. The cards are as many as there are places; places beyond the seats lie in the centre.
    pub fn of(evidence: &Evidence, cards: &[(RoleId, u8)]) -> Count {
        let places = evidence.places.len();
        let mut alike: BTreeMap<Vec<bool>, Vec<(RoleId, u8)>> = BTreeMap::new();
        for (role, count) in cards.iter().filter(|(_, count)| *count > 0) {
            let places = evidence.places.iter().map(|may| may.has(*role));
            let quotas = evidence.quotas.iter().map(|quota| quota.of.has(*role));
            alike.entry(places.chain(quotas).collect()).or_default().push((*role, *count));
        }
        let class = |cards: Vec<(RoleId, u8)>| Class { size: cards.iter().map(|(_, count)| count).sum(), cards };
        let (kinds, classes): (Vec<_>, Vec<_>) = alike.into_iter().map(|(kind, cards)| (kind, class(cards))).unzip();
        let mut walk = Walk {
            evidence,
            kinds: &kinds,
            left: classes.iter().map(|class| class.size).collect(),
            filled: vec![0; evidence.quotas.len()],
            among: evidence.quotas.iter().map(|quota| on_places(quota.among, places)).collect(),
            by_place: vec![vec![0; classes.len()]; places],
        };
        let all = walk.on_from(0);
        let by_place = walk.by_place;
        Count { classes, all, by_place }
    }

    /// Whether no deal fits.
    pub fn is_none(&self) -> bool {
        self.all == 0
    }

    /// The share of the fitting deals in which a wolf's card lies on the place: exactly 0 or 1 where none or all do.
    pub fn wolf(&self, place: usize) -> f64 {
        self.share(place, |role| role.card().camp == Camp::Wolves)
    }

    /// The share in which this card lies there.
    pub fn role(&self, place: usize, role: RoleId) -> f64 {
        self.share(place, |other| other == role)
    }

    fn share(&self, place: usize, counts: impl Fn(RoleId) -> bool) -> f64 {
        // Whole classes are added as integers, so that certainty is exact.
        let (mut whole, mut part) = (0, 0.0);
        for (class, ways) in self.classes.iter().zip(&self.by_place[place]) {
            let of = class.cards.iter().filter(|(role, _)| counts(*role)).map(|(_, count)| *count).sum::<u8>();
            if of == class.size {
                whole += ways;
            } else {
                part += *ways as f64 * f64::from(of) / f64::from(class.size);
            }
        }
        (whole as f64 + part) / self.all as f64
    }
}

/// A walk through all ways, place by place.
struct Walk<'e> {
    evidence: &'e Evidence,
    /// By class: whether it may lie on each place, then whether it counts for each quota.
    kinds: &'e [Vec<bool>],
    left: Vec<u8>,
    filled: Vec<u8>,
    /// By quota, the places that count for it.
    among: Vec<Vec<bool>>,
    by_place: Vec<Vec<u64>>,
}

impl Walk<'_> {
    /// How many ways there are to go on from this place.
    fn on_from(&mut self, place: usize) -> u64 {
        let places = self.evidence.places.len();
        if place == places {
            let met = |(quota, filled): (&super::evidence::Quota, &u8)| *filled >= quota.at_least;
            return u64::from(self.evidence.quotas.iter().zip(&self.filled).all(met));
        }
        let mut ways = 0;
        for class in 0..self.kinds.len() {
            if self.left[class] == 0 || !self.kinds[class][place] || !self.lay(class, place) {
                continue;
            }
            let on = self.on_from(place + 1);
            self.by_place[place][class] += on;
            ways += on;
            self.take_up(class, place);
        }
        ways
    }

    /// Lays a card of this class on the place, unless that is too many for a quota.
    fn lay(&mut self, class: usize, place: usize) -> bool {
        let counts = |quota: usize, walk: &Self| walk.counts(quota, class, place);
        let full = |quota: usize| self.filled[quota] >= self.evidence.quotas[quota].at_most;
        if (0..self.filled.len()).any(|quota| counts(quota, self) && full(quota)) {
            return false;
        }
        self.left[class] -= 1;
        for quota in 0..self.filled.len() {
            self.filled[quota] += u8::from(self.counts(quota, class, place));
        }
        true
    }

    fn take_up(&mut self, class: usize, place: usize) {
        self.left[class] += 1;
        for quota in 0..self.filled.len() {
            self.filled[quota] -= u8::from(self.counts(quota, class, place));
        }
    }

    fn counts(&self, quota: usize, class: usize, place: usize) -> bool {
        let places = self.evidence.places.len();
        self.kinds[class][places + quota] && self.among[quota][place]
    }
}

/// Of each place whether it is one of these seats. The centre is none.
fn on_places(seats: Seats, places: usize) -> Vec<bool> {
    let mut on = vec![false; places];
    seats.iter().for_each(|seat| on[seat.index()] = true);
    on
}
