//! How wolves come to be seen (C7).

use super::{log_odds, mean, of_village};
use crate::reading::{Guess, Probed, Story};
use crate::stats::theil_sen;
use lycaon_rules::Seat;
use lycaon_transcript::Checkpoint;

/// How a table sees its wolves at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Exposure {
    /// The day.
    pub day: u16,
    /// The moment of the day: one of the three that every day has.
    pub checkpoint: Checkpoint,
    /// By wolf that is alive, the mean log-odds that the village's observers give it.
    pub wolves: Vec<(Seat, f64)>,
    /// The mean log-odds on wolves less those on others; `None` where only one kind was asked about.
    pub separation: Option<f64>,
}

impl Exposure {
    /// The moment on a scale of days.
    #[must_use]
    pub fn time(&self) -> f64 {
        time(self.day, self.checkpoint)
    }
}

/// A moment on a scale of days.
#[must_use]
pub fn time(day: u16, checkpoint: Checkpoint) -> f64 {
    let part = match checkpoint {
        Checkpoint::Dawn | Checkpoint::Floor => 0.0,
        Checkpoint::Speech => 0.25,
        Checkpoint::Discussion => 0.5,
        Checkpoint::Exile => 0.75,
    };
    f64::from(day) + part
}

/// The exposure of a game's wolves, moment by moment.
#[must_use]
pub fn exposures(story: &Story) -> Vec<Exposure> {
    let probes: Vec<&Probed> =
        of_village(story).filter(|probed| probed.probe.checkpoint != Checkpoint::Speech).collect();
    probes.chunk_by(|a, b| a.probe.n == b.probe.n).map(exposure).collect()
}

fn exposure(probes: &[&Probed]) -> Exposure {
    let (at, checkpoint) = (probes[0].at, probes[0].probe.checkpoint);
    let guesses: Vec<Guess> = probes.iter().flat_map(|probed| probed.guesses()).collect();
    let seen = |wanted: &dyn Fn(&Guess) -> bool| {
        mean(guesses.iter().filter(|guess| wanted(guess)).map(|guess| log_odds(guess.p)))
    };
    let wolves = at.pack().iter().filter_map(|wolf| Some((wolf, seen(&|guess| guess.seat == wolf)?))).collect();
    let separation = seen(&|guess| guess.wolf).zip(seen(&|guess| !guess.wolf)).map(|(wolves, good)| wolves - good);
    Exposure { day: at.day, checkpoint, wolves, separation }
}

/// How much the separation grows in a day, by the line of Theil and Sen; `None` with fewer than two moments.
#[must_use]
pub fn growth(exposures: &[Exposure]) -> Option<f64> {
    let points: Vec<(f64, f64)> =
        exposures.iter().filter_map(|exposure| Some((exposure.time(), exposure.separation?))).collect();
    theil_sen(&points).map(|line| line.slope)
}

/// The area under a wolf's curve, in log-odds times days, by trapezoids; `None` with fewer than two moments.
#[must_use]
pub fn area(exposures: &[Exposure], wolf: Seat) -> Option<f64> {
    let seen = |exposure: &Exposure| exposure.wolves.iter().find(|(seat, _)| *seat == wolf).map(|(_, seen)| *seen);
    let points: Vec<(f64, f64)> =
        exposures.iter().filter_map(|exposure| Some((exposure.time(), seen(exposure)?))).collect();
    let trapezoid = |pair: &[(f64, f64)]| (pair[1].0 - pair[0].0) * (pair[0].1 + pair[1].1) / 2.0;
    (points.len() > 1).then(|| points.windows(2).map(trapezoid).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(day: u16, checkpoint: Checkpoint, seen: f64) -> Exposure {
        Exposure { day, checkpoint, wolves: vec![(Seat::new(7), seen)], separation: Some(2.0 * seen) }
    }

    /// From 0 to 1 in half a day, and to 2 in another: the separation grows by 4 a day, and the area is a triangle.
    #[test]
    fn a_curve_by_hand() {
        let curve = [at(1, Checkpoint::Dawn, 0.0), at(1, Checkpoint::Discussion, 1.0), at(2, Checkpoint::Dawn, 2.0)];
        assert_eq!(growth(&curve), Some(4.0));
        assert_eq!(area(&curve, Seat::new(7)), Some(1.0));
        assert_eq!((area(&curve, Seat::new(8)), growth(&curve[..1])), (None, None));
    }
}
