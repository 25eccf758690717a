//! When seats are asked what, and how: a condition of an experiment, declared before it.

use lycaon_rules::Dice;
use lycaon_transcript::Checkpoint;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// When seats are asked what they believe, whom they would vote out, how they meant their speeches, and whether they take
/// those of others for lies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Probing {
    /// By [`Checkpoint::ALL`], whether they are asked then what they believe.
    at: [bool; Checkpoint::ALL.len()],
    /// Whether, after each speech, they are also asked as if it had been a silent turn.
    pub silenced: bool,
    /// Whether a poll is held before the first speech of a round and after each: whom every seat would vote out now.
    pub polls: bool,
    /// Whether, after each speech with words, its speaker is asked how he meant it.
    pub reports: bool,
    /// Whether, after each speech with words, all the others are asked how likely its speaker holds for false something
    /// that he said.
    pub doubts: bool,
    /// On which share of deals, 0 to 1, they are asked after speeches, where they are asked then at all: what they
    /// believe, in polls, for reports and for doubts, all on the same deals.
    pub speech_deals: f64,
    /// The share of questions about beliefs and of ballots in polls, 0 to 1, that are asked for twice, to see how far two
    /// answers to one question differ.
    pub retest: f64,
    /// How long an answer is waited for, in seconds; more than 0.
    pub deadline: f64,
}

/// Why probes cannot be asked like this.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("`probes`: {0}")]
pub struct ProbingError(String);

/// The keys as they stand in an experiment file and in a header.
#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Written {
    at: Vec<Checkpoint>,
    silenced: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    polls: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    reports: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    doubts: bool,
    speech_deals: f64,
    retest: f64,
    deadline: f64,
}

impl Default for Written {
    fn default() -> Self {
        Probing::default().into()
    }
}

impl Default for Probing {
    /// What they believe, at dawn, before the vote and after the exile; one question in ten twice; a minute for each.
    fn default() -> Self {
        let usual = [Checkpoint::Dawn, Checkpoint::Discussion, Checkpoint::Exile];
        Probing {
            at: Checkpoint::ALL.map(|checkpoint| usual.contains(&checkpoint)),
            silenced: false,
            polls: false,
            reports: false,
            doubts: false,
            speech_deals: 1.0,
            retest: 0.1,
            deadline: 60.0,
        }
    }
}

impl TryFrom<Written> for Probing {
    type Error = ProbingError;

    fn try_from(written: Written) -> Result<Self, ProbingError> {
        let Written { at, silenced, polls, reports, doubts, speech_deals, retest, deadline } = written;
        let refuse = |why: &str| Err(ProbingError(why.to_owned()));
        if at.is_empty() && ![polls, reports, doubts].contains(&true) {
            return refuse(
                "`at` is empty, and none of `polls`, `reports` and `doubts` is true; name at least one of dawn, discussion, \
                 exile, speech, or leave `probes` out",
            );
        }
        if at.contains(&Checkpoint::Floor) {
            return refuse(
                "`at` names `floor`, at which nobody is asked what he believes; `polls = true` holds polls then",
            );
        }
        if silenced && !at.contains(&Checkpoint::Speech) {
            return refuse("`silenced` asks beside each speech, and `at` does not name `speech`; add it");
        }
        if ![retest, speech_deals].iter().all(|share| (0.0..=1.0).contains(share)) {
            return refuse("`retest` and `speech_deals` are shares, from 0 to 1");
        }
        if !(deadline > 0.0 && deadline.is_finite()) {
            return refuse("`deadline` is a number of seconds, more than 0");
        }
        let at = Checkpoint::ALL.map(|checkpoint| at.contains(&checkpoint));
        Ok(Probing { at, silenced, polls, reports, doubts, speech_deals, retest, deadline })
    }
}

impl From<Probing> for Written {
    fn from(probing: Probing) -> Self {
        let Probing { silenced, polls, reports, doubts, speech_deals, retest, deadline, .. } = probing;
        let at = Checkpoint::ALL.into_iter().filter(|checkpoint| probing.asks_at(*checkpoint)).collect();
        Written { at, silenced, polls, reports, doubts, speech_deals, retest, deadline }
    }
}

impl Probing {
    /// Whether seats are asked at this moment what they believe.
    #[must_use]
    pub fn asks_at(&self, checkpoint: Checkpoint) -> bool {
        self.at[checkpoint as usize]
    }

    /// How seats are asked on the deal of this number, in an experiment of this seed: after speeches only on the share
    /// of deals on which they are. `None` where nothing is left to ask.
    #[must_use]
    pub fn on_deal(mut self, seed: u64, deal: u32) -> Option<Probing> {
        if !drawn(&mut Dice::new(seed), &format!("speeches probed on deal {deal}"), self.speech_deals) {
            self.at[Checkpoint::Speech as usize] = false;
            (self.silenced, self.polls, self.reports, self.doubts) = (false, false, false, false);
        }
        (self.at.contains(&true) || self.polls || self.reports || self.doubts).then_some(self)
    }

    /// How long an answer is waited for.
    pub(crate) fn patience(&self) -> Duration {
        Duration::try_from_secs_f64(self.deadline).unwrap_or(Duration::MAX)
    }

    /// Whether a question is asked twice.
    pub(crate) fn retests(&self, dice: &mut Dice, stream: &str) -> bool {
        drawn(dice, &format!("retest, {stream}"), self.retest)
    }
}

/// Whether a thing of this share is drawn.
fn drawn(dice: &mut Dice, stream: &str, share: f64) -> bool {
    const PARTS: u64 = 1_000_000;
    dice.below(stream, PARTS) < (share * PARTS as f64) as u64
}
