//! What came of one game, in a few lines: what the index of a run holds of each.

use lycaon_rules::{Party, Reason, Seat};
use lycaon_transcript::{Decision, Fallbacks, How, Spent, Transcript, Usage};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What came of one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The size of its transcript in bytes, by which a later loss is noticed.
    pub bytes: u64,
    /// Who won; empty if nobody did.
    pub winners: Vec<Party>,
    /// Why it ended.
    pub reason: Reason,
    /// The day on which it ended.
    pub days: u16,
    /// What it took of each agent, by the agent's name.
    pub agents: BTreeMap<String, Toll>,
}

/// What one or many games took of an agent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Toll {
    /// How many seats it held.
    pub seats: u64,
    /// How many of them won.
    pub won: u64,
    /// Its decisions, without those it was not asked for.
    pub decisions: u64,
    /// How many of them took more than one attempt.
    pub reasked: u64,
    /// Decisions that were taken in its place.
    pub fallbacks: Fallbacks,
    /// Calls.
    pub calls: u64,
    /// Calls by what became of them: `answered`, `empty`, `truncated`, `refusal`, `filtered`, or the class of an error.
    pub outcomes: BTreeMap<String, u64>,
    /// Public words that repeat what was said in the pack's secret talk.
    pub leaks: u64,
    /// What the calls used, as far as it is known.
    pub usage: Usage,
    /// What they cost in US dollars, as far as it is known.
    pub cost_usd: Option<f64>,
    /// What the calls of questions about beliefs took, which are in none of the sums above.
    #[serde(default)]
    pub probes: Spent,
}

impl Toll {
    /// Adds what another game took.
    pub fn add(&mut self, other: &Toll) {
        self.seats += other.seats;
        self.won += other.won;
        self.decisions += other.decisions;
        self.reasked += other.reasked;
        self.fallbacks.timed_out += other.fallbacks.timed_out;
        self.fallbacks.invalid += other.fallbacks.invalid;
        self.fallbacks.failed += other.fallbacks.failed;
        self.calls += other.calls;
        for (outcome, count) in &other.outcomes {
            *self.outcomes.entry(outcome.clone()).or_default() += count;
        }
        self.leaks += other.leaks;
        self.usage.add(&other.usage);
        if let Some(cost) = other.cost_usd {
            *self.cost_usd.get_or_insert(0.0) += cost;
        }
        self.probes.merge(&other.probes);
    }

    /// The tokens of all its calls, those about beliefs included, as far as they are known.
    #[must_use]
    pub fn all_tokens(&self) -> u64 {
        self.usage.tokens() + self.probes.usage.tokens()
    }

    /// What all its calls cost in US dollars, those about beliefs included, as far as it is known.
    #[must_use]
    pub fn all_usd(&self) -> Option<f64> {
        self.cost_usd.map_or(self.probes.cost_usd, |cost| Some(cost + self.probes.cost_usd.unwrap_or(0.0)))
    }

    /// All fallbacks.
    #[must_use]
    pub fn fell_back(&self) -> u64 {
        let Fallbacks { timed_out, invalid, failed } = self.fallbacks;
        u64::from(timed_out) + u64::from(invalid) + u64::from(failed)
    }

    /// The share of decisions that were taken in its place, 0 to 1.
    #[must_use]
    pub fn fallback_share(&self) -> f64 {
        if self.decisions == 0 { 0.0 } else { self.fell_back() as f64 / self.decisions as f64 }
    }

    /// How many calls ended in this way.
    #[must_use]
    pub fn ended_in(&self, outcome: &str) -> u64 {
        self.outcomes.get(outcome).copied().unwrap_or(0)
    }
}

impl Summary {
    /// The summary of a finished game; `None` if it is not finished.
    #[must_use]
    pub fn of(transcript: &Transcript, bytes: u64) -> Option<Summary> {
        let end = transcript.end.as_ref()?;
        let name =
            |seat: Seat| transcript.header.seats.get(&seat).map_or_else(String::new, |seating| seating.agent.clone());
        let mut agents: BTreeMap<String, Toll> = BTreeMap::new();
        for seat in transcript.header.board.seats() {
            let toll = agents.entry(name(seat)).or_default();
            toll.seats += 1;
            toll.won += u64::from(end.winning_seats.has(seat));
        }
        for decision in &transcript.decisions {
            let Decision::Seat(decision) = decision else { continue };
            let toll = agents.entry(name(decision.seat)).or_default();
            toll.decisions += u64::from(decision.taken.how != How::Unraised);
            toll.reasked += u64::from(decision.taken.attempts > 1);
            match decision.taken.how {
                How::TimedOut => toll.fallbacks.timed_out += 1,
                How::Invalid => toll.fallbacks.invalid += 1,
                How::Failed => toll.fallbacks.failed += 1,
                How::Answered | How::Human | How::Scripted | How::Unraised => {}
            }
        }
        for line in &transcript.calls {
            let toll = agents.entry(name(line.seat)).or_default();
            toll.calls += 1;
            *toll.outcomes.entry(line.call.outcome().to_owned()).or_default() += 1;
            toll.usage.add(&line.call.usage);
            if let Some(cost) = line.call.cost_usd {
                *toll.cost_usd.get_or_insert(0.0) += cost;
            }
        }
        for probe in &transcript.probes {
            let toll = agents.entry(name(probe.seat)).or_default();
            probe.calls.iter().for_each(|call| toll.probes.add(call));
        }
        for (seat, leaks) in crate::leaks::leaks(transcript) {
            agents.entry(name(seat)).or_default().leaks += leaks;
        }
        Some(Summary { bytes, winners: end.winners.clone(), reason: end.reason, days: end.days, agents })
    }
}
