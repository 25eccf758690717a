//! All measures over many games.
//!
//! A [`Collector`] takes one story at a time and keeps tallies by deal; [`Collector::finish`] makes a [`Report`] of them:
//! plain data, which [`text`] prints and [`html`] draws. Validity comes first in all of them. [`twins`] sets two plays of
//! the same deals against each other.

mod asides;
mod beliefs;
mod charts;
mod collect;
mod deception;
mod deception_charts;
mod doubts;
mod finish;
pub mod html;
mod outcome;
mod ratings;
mod svg;
pub mod text;
pub mod twins;
mod words;

pub use asides::{InfluenceLine, MeantLine, SelfReportLine};
pub use beliefs::{Beliefs, ExposureLine, ObserverLine, SeenLine, Waterfall, WaterfallStep};
pub use collect::Collector;
pub use deception::{ClaimTruth, LieLife};
pub use doubts::{DetectionLine, DetectionOfLine};
pub use outcome::{BoardLine, Heat, Shape, WinLine};
pub use ratings::{RatedPair, Rating, Ratings};

use crate::reading::Left;
use crate::stats::{Confidence, Interval, Rate, Step};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The level of every interval of a report.
pub(crate) const LEVEL: Confidence = Confidence::P95;

/// What random play comes to on a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Baseline {
    /// How many games were simulated.
    pub games: u64,
    /// The seed of the series.
    pub seed: u64,
    /// The share that the village won, of players who choose uniformly and decline every offer to act out of turn.
    /// This is what chance comes to: an offer is made at every speech, so that uniformly random wolves blow themselves
    /// up at once, and any play at all would look good beside them.
    pub village: f64,
    /// The share that the wolves won.
    pub wolves: f64,
    /// The share that the village won when offers, too, were taken or declined at random.
    pub village_offered: f64,
    /// The share that the wolves won then.
    pub wolves_offered: f64,
}

/// Baselines by the key of their board.
pub type Baselines = BTreeMap<String, Baseline>;

/// A report.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The version of the program.
    pub program: &'static str,
    /// Whether the games may be believed.
    pub validity: Validity,
    /// What was declared before the run: ids of measures, `win-rate`, `ratings`. All else was explored.
    pub declared: Vec<String>,
    /// The boards, with what random play comes to.
    pub boards: Vec<BoardLine>,
    /// Wins by board and camp.
    pub camps: Vec<WinLine>,
    /// Wins by agent and camp.
    pub agents: Vec<WinLine>,
    /// Wins by agent and role.
    pub roles: Vec<WinLine>,
    /// How games end, by board.
    pub shape: Vec<Shape>,
    /// Wins of wolves by who holds all wolves and who the whole village.
    pub heat: Vec<Heat>,
    /// Ratings, or why there are none.
    #[serde(serialize_with = "or_why")]
    pub ratings: Result<Ratings, String>,
    /// Behaviour by agent and measure.
    pub behaviour: Vec<BehaviourLine>,
    /// Vote accuracy by agent and day.
    pub accuracy_by_day: Vec<BehaviourLine>,
    /// How long wolves last.
    pub survival: Vec<SurvivalLine>,
    /// How far the first attack is from even over the seats.
    pub first_kills: Vec<FirstKill>,
    /// Words a speech as a wolf less those as a villager, over deals.
    pub verbosity: Vec<Verbosity>,
    /// Which role which role claimed to be.
    pub claims: Vec<ClaimCell>,
    /// Claims by label, agent and card.
    pub claim_truth: Vec<ClaimTruth>,
    /// How long lies last.
    pub lie_lives: Vec<LieLife>,
    /// Whether it matters where one sits and so on; why there is no panel, if there is none.
    #[serde(serialize_with = "or_why")]
    pub nuisance: Result<Vec<NuisanceLine>, String>,
    /// What seats said they believe; absent where none were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beliefs: Option<Beliefs>,
    /// Who moves ballots, by agent and side; empty where no polls were held.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub influence: Vec<InfluenceLine>,
    /// What speakers say of their own speeches; empty where they were not asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub self_reports: Vec<SelfReportLine>,
    /// How they say that they meant them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meant: Vec<MeantLine>,
    /// Who on the village's side notices lies; empty where nobody was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lie_detection: Vec<DetectionLine>,
    /// Which lies they notice, by what the lies are about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lie_detection_of: Vec<DetectionOfLine>,
    /// What the games cost.
    pub cost: Vec<CostLine>,
}

/// What there is, as it is; otherwise `{"absent": WHY}`.
fn or_why<T: Serialize, S: serde::Serializer>(found: &Result<T, String>, serializer: S) -> Result<S::Ok, S::Error> {
    match found {
        Ok(found) => found.serialize(serializer),
        Err(why) => serializer.collect_map([("absent", why)]),
    }
}

/// What comes before any result.
#[derive(Clone, Debug, Serialize)]
pub struct Validity {
    /// Games that count.
    pub games: u64,
    /// Their deals.
    pub deals: usize,
    /// Files that do not count.
    pub left: Vec<Left>,
    /// Games nobody won.
    pub undecided: u64,
    /// What the games took of each agent.
    pub agents: Vec<Health>,
}

/// How an agent kept to the protocol.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Health {
    /// The agent.
    pub agent: String,
    /// Seats.
    pub seats: u64,
    /// Decisions it was asked for.
    pub decisions: u64,
    /// Of those, fallbacks.
    pub fallbacks: u64,
    /// Of the fallbacks, those out of time.
    pub timed_out: u64,
    /// Those without a legal answer.
    pub invalid: u64,
    /// Those without an agent.
    pub failed: u64,
    /// Decisions that took more than one attempt.
    pub reasked: u64,
    /// Calls by what became of them.
    pub calls: BTreeMap<String, u64>,
    /// Milliseconds of a call: the median and the 95th percentile.
    pub latency_ms: Option<(f64, f64)>,
}

/// One measure of one agent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BehaviourLine {
    /// The measure.
    pub measure: crate::behaviour::Measure,
    /// The agent.
    pub agent: String,
    /// The day, in tables by day.
    pub day: Option<u16>,
    /// Observations; one that seats share counts once.
    pub n: f64,
    /// Deals.
    pub deals: usize,
    /// The value with its interval, clustered on deals.
    pub value: f64,
    /// The interval; absent with too few deals.
    pub interval: Option<Interval>,
    /// What chance comes to in the same moments.
    pub chance: Option<f64>,
    /// How far above chance, by how far perfection is: `sum(x - c) / sum(1 - c)`.
    pub corrected: Option<f64>,
    /// Whether it was declared before the run.
    pub declared: bool,
}

/// How long the wolves of an agent last.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SurvivalLine {
    /// The agent.
    pub agent: String,
    /// Wolves.
    pub n: usize,
    /// Days lived on average up to day 4.
    pub mean_to_day_4: crate::stats::Estimate,
    /// The curve of Kaplan and Meier.
    pub curve: Vec<Step>,
}

/// The seats that the pack attacks first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FirstKill {
    /// The agent that holds all wolves.
    pub agent: String,
    /// First attacks on good players.
    pub n: u64,
    /// How often each seat was attacked, from seat 1.
    pub seats: Vec<u64>,
    /// How often it would have been, evenly over those who could be.
    pub expected: Vec<f64>,
    /// The divergence of Kullback and Leibler from even, in bits. It is above 0 by chance, the more the fewer attacks.
    pub divergence_bits: f64,
}

/// How much more an agent talks as a wolf.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verbosity {
    /// The agent.
    pub agent: String,
    /// Deals in which it spoke as both.
    pub deals: usize,
    /// Words a speech as a wolf less as a villager.
    pub shift: Option<crate::stats::Estimate>,
}

/// A cell of the matrix of claimed roles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClaimCell {
    /// The agent.
    pub agent: String,
    /// Its card.
    pub role: String,
    /// What it claimed.
    pub claimed: String,
    /// How many seats did in how many games; a seat counts once.
    pub seats: u64,
}

/// A nuisance factor.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NuisanceLine {
    /// The factor.
    pub factor: &'static str,
    /// Names of its levels.
    pub levels: Vec<String>,
    /// The effect of each in log-odds of winning, against the mean of all.
    pub effects: Vec<crate::stats::Estimate>,
    /// That no level differs, by Holm's method over the panel.
    pub adjusted_p: f64,
}

/// What an agent cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CostLine {
    /// The agent.
    pub agent: String,
    /// Seats.
    pub seats: u64,
    /// Calls.
    pub calls: u64,
    /// Prompt tokens.
    pub input: u64,
    /// The share of them that came from a cache.
    pub cached: Option<f64>,
    /// Tokens of answers.
    pub output: u64,
    /// US dollars, as far as they are known.
    pub cost_usd: Option<f64>,
    /// US dollars for a seat of a game.
    pub cost_per_seat: Option<f64>,
    /// Tokens for a decision.
    pub tokens_per_decision: Option<f64>,
}

/// A share, written down with all that belongs to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The clustered rate.
    #[serde(flatten)]
    pub rate: Rate,
    /// Wilson's interval as if everything were independent.
    pub wilson: Interval,
}
