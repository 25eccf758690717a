//! Beliefs taken in, one story at a time.

use super::{Waterfall, WaterfallStep};
use crate::beliefs::{deeds, exposure, of_village, speeches};
use crate::reading::{Probed, Story};
use crate::stats::{Forecast, Tally};
use lycaon_rules::Seat;
use lycaon_transcript::{Asks, Believed, Checkpoint};
use std::collections::BTreeMap;

/// Sums by deal.
pub(super) type ByDeal = BTreeMap<u32, Tally>;

/// What is kept of the beliefs of all games.
#[derive(Debug, Default)]
pub(in crate::report) struct Gather {
    /// By agent, what came of its probes.
    pub(super) asked: BTreeMap<u16, BTreeMap<Believed, u64>>,
    /// By agent, its probabilities as an observer of the village, of whom the hard facts leave open.
    pub(super) forecasts: BTreeMap<u16, Vec<Forecast>>,
    /// By agent, the noise of asking twice.
    pub(super) noise: BTreeMap<u16, ByDeal>,
    /// By agent, how far its beliefs after a speech are from those after a silent turn.
    pub(super) spread: BTreeMap<u16, ByDeal>,
    /// By agent, how far its beliefs moved where the hard facts did.
    pub(super) updates: BTreeMap<u16, Vec<(f64, f64)>>,
    /// By the wolves' agent, day and moment, how its wolves are seen.
    pub(super) seen: BTreeMap<(u16, u16, Checkpoint), ByDeal>,
    /// By the wolves' agent, the area under the curves of its wolves.
    pub(super) area: BTreeMap<u16, ByDeal>,
    /// By day and moment, the separation of wolves from others.
    pub(super) separation: BTreeMap<(u16, Checkpoint), ByDeal>,
    /// How fast it grows in a game.
    pub(super) growth: ByDeal,
    /// The game with the most speeches whose effect is known.
    pub(super) waterfall: Option<Waterfall>,
}

fn add(sums: &mut ByDeal, deal: u32, value: f64) {
    let tally = sums.entry(deal).or_default();
    tally.add(value, 1.0);
}

impl Gather {
    /// Takes a game in; `agents` are those of its seats, in order.
    pub fn take(&mut self, story: &Story, agents: &[u16], deal: u32) {
        if story.probes.is_empty() {
            return;
        }
        let agent = |seat: Seat| agents[seat.index()];
        for Probed { probe, .. } in story.probes.iter().filter(|probed| probed.probe.asks == Asks::Beliefs) {
            *self.asked.entry(agent(probe.seat)).or_default().entry(probe.how).or_default() += 1;
        }
        for probed in of_village(story) {
            let own = self.forecasts.entry(agent(probed.probe.seat)).or_default();
            own.extend(crate::beliefs::score::forecasts(&probed.open_guesses()));
        }
        for (seat, noise) in speeches::noise(story) {
            add(self.noise.entry(agent(seat)).or_default(), deal, noise);
        }
        for (seat, facts, beliefs) in deeds::updates(story) {
            self.updates.entry(agent(seat)).or_default().push((facts, beliefs));
        }
        self.exposures(story, &agent, deal);
        let effects = speeches::effects(story);
        for moved in effects.iter().flat_map(|effect| &effect.moved) {
            if let Some(spread) = moved.spread {
                add(self.spread.entry(agent(moved.observer)).or_default(), deal, spread);
            }
        }
        self.fall(story, &effects);
    }

    fn exposures(&mut self, story: &Story, agent: &impl Fn(Seat) -> u16, deal: u32) {
        let exposures = exposure::exposures(story);
        for exposure in &exposures {
            for (wolf, seen) in &exposure.wolves {
                let key = (agent(*wolf), exposure.day, exposure.checkpoint);
                add(self.seen.entry(key).or_default(), deal, *seen);
            }
            if let Some(separation) = exposure.separation {
                let key = (exposure.day, exposure.checkpoint);
                add(self.separation.entry(key).or_default(), deal, separation);
            }
        }
        for wolf in story.dealt_wolves.iter() {
            if let Some(area) = exposure::area(&exposures, wolf) {
                add(self.area.entry(agent(wolf)).or_default(), deal, area);
            }
        }
        if let Some(growth) = exposure::growth(&exposures) {
            add(&mut self.growth, deal, growth);
        }
    }

    fn fall(&mut self, story: &Story, effects: &[speeches::Effect]) {
        let step = |effect: &speeches::Effect| {
            let said = &story.speeches[effect.speech];
            let (loss, causal) = (effect.loss(), effect.causal());
            (loss.is_some() || causal.is_some()).then(|| WaterfallStep {
                day: said.at.day,
                seat: said.seat.number(),
                agent: story.agent(said.seat).into(),
                wolf: said.at.wolves.has(said.seat),
                loss,
                causal,
            })
        };
        let steps: Vec<WaterfallStep> = effects.iter().filter_map(step).collect();
        let most = self.waterfall.as_ref().map_or(0, |waterfall| waterfall.steps.len());
        if steps.len() > most {
            self.waterfall = Some(Waterfall { game: story.header.game.clone(), steps });
        }
    }
}
