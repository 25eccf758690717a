//! Whether listeners notice lies (D5): what they say of a speech when they are asked aside, against the engine.
//!
//! A speech is a lie here if any of its claims is one, and honest if its claims are true or false and none is a lie. Of any
//! other the engine knows nothing. Scored are listeners of the village: who else is a wolf, wolves know, and with it most of
//! what is a lie.

use crate::behaviour::{Measure, Observation};
use crate::claims::{Deceit, labelled};
use crate::reading::{Story, is_village};
use lycaon_rules::Seat;
use lycaon_transcript::Asks;
use std::collections::{BTreeMap, BTreeSet};

/// What a listener said of a speech.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubted {
    /// The speech's place among the public speeches of the game, from 0.
    pub speech: usize,
    /// Who was asked.
    pub listener: Seat,
    /// Whether he is of the village.
    pub village: bool,
    /// The probability, 0 to 1, that he gives that its speaker holds for false something he said in it; `None` where no
    /// answer came.
    pub p_lie: Option<f64>,
    /// Whether it holds a lie by the engine's label; `None` where none of its claims is true or false.
    pub lie: Option<bool>,
    /// What its lies are about.
    pub deceits: BTreeSet<Deceit>,
}

/// What the listeners of a game said, in the order in which they were asked.
#[must_use]
pub fn doubts(story: &Story) -> Vec<Doubted> {
    let asked = || story.probes.iter().filter(|probed| probed.probe.asks == Asks::Doubt && probed.probe.repeat == 0);
    if asked().next().is_none() {
        return vec![];
    }
    let mut known: BTreeMap<usize, BTreeSet<Deceit>> = BTreeMap::new();
    for claim in labelled(story).iter().filter(|claim| claim.is_verifiable()) {
        known.entry(claim.statement.speech).or_default().extend(claim.deceit);
    }
    let doubted = asked().filter_map(|probed| {
        let (listener, speaker) = (probed.probe.seat, *probed.probe.order.first()?);
        // The last of the speaker's speeches before he was asked: others may have come between.
        let speech = story.speeches[..probed.speeches].iter().rposition(|said| said.seat == speaker)?;
        let deceits = known.get(&speech);
        Some(Doubted {
            speech,
            listener,
            village: is_village(probed.at, story.card(listener), listener),
            p_lie: probed.probe.doubt.map(|doubt| doubt.p_lie),
            lie: deceits.map(|deceits| !deceits.is_empty()),
            deceits: deceits.cloned().unwrap_or_default(),
        })
    });
    doubted.collect()
}

/// Whether the village gives lies at least one half, and honest speeches less. Chance tosses a coin.
#[must_use]
pub fn observe(story: &Story) -> Vec<Observation> {
    let seen = |doubted: Doubted| {
        let (lie, p) = (doubted.lie.filter(|_| doubted.village)?, doubted.p_lie?);
        let measure = if lie { Measure::LieDetected } else { Measure::TruthCleared };
        let value = f64::from(u8::from((p >= 0.5) == lie));
        let day = story.speeches[doubted.speech].at.day;
        Some(Observation { measure, seat: doubted.listener, day, value, chance: Some(0.5), weight: 1.0 })
    };
    doubts(story).into_iter().filter_map(seen).collect()
}
