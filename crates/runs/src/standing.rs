//! Where a run stands: what is recorded, what was given up, and whether its results may be believed.

use crate::directory::{Directory, Ending, ending};
use crate::experiment::Limits;
use crate::queue::{Counts, Queue, QueueError, State};
use crate::summary::{Summary, Toll};
use lycaon_rules::Party;
use serde::Serialize;
use std::collections::BTreeMap;

/// How many rows are read at a time.
const PAGE: usize = 1000;

/// Where a run stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Standing {
    /// How many games stand where.
    pub games: Counts,
    /// Recorded games that failed before for reasons of infrastructure. They may differ from the others, and are to be
    /// looked at apart.
    pub retried: u64,
    /// Recorded games by winner; a game with two winners counts for both.
    pub wins: BTreeMap<Party, u64>,
    /// Recorded games that nobody won.
    pub none: u64,
    /// What the recorded games took of each agent.
    pub agents: BTreeMap<String, Toll>,
    /// Why games were given up, with how many.
    pub aborted: BTreeMap<String, u64>,
}

/// A threshold of the experiment that a run is beyond.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Breach {
    /// Too many games were given up.
    #[error("{aborted} of {games} games were aborted, and `aborted_max` allows a share of {most}")]
    Aborted {
        /// How many.
        aborted: u64,
        /// Of how many that came to an end.
        games: u64,
        /// The threshold.
        most: f64,
    },
    /// Too many decisions of an agent were fallbacks.
    #[error("{share:.1} % of the decisions of `{agent}` are fallbacks, and `fallbacks_max` allows a share of {most}", share = .share * 100.0)]
    Fallbacks {
        /// The agent.
        agent: String,
        /// The share, 0 to 1.
        share: f64,
        /// The threshold.
        most: f64,
    },
}

impl Standing {
    /// Reads where a run stands.
    ///
    /// # Errors
    /// When the queue cannot be asked.
    pub async fn of(queue: &dyn Queue) -> Result<Standing, QueueError> {
        let mut standing = Standing { games: queue.counts().await?, ..Standing::default() };
        let mut after = 0;
        loop {
            let page = queue.page(State::Done, after, PAGE).await?;
            let Some((last, _)) = page.last() else { break };
            after = *last;
            for (_, row) in &page {
                standing.retried += u64::from(row.failures > 0);
                if let Some(summary) = row.result.as_deref().and_then(|json| serde_json::from_str(json).ok()) {
                    standing.count(&summary);
                }
            }
        }
        after = 0;
        loop {
            let page = queue.page(State::Aborted, after, PAGE).await?;
            let Some((last, _)) = page.last() else { break };
            after = *last;
            for (_, row) in page {
                *standing.aborted.entry(row.error.unwrap_or_default()).or_default() += 1;
            }
        }
        Ok(standing)
    }

    /// Counts a recorded game.
    pub fn count(&mut self, summary: &Summary) {
        for party in &summary.winners {
            *self.wins.entry(*party).or_default() += 1;
        }
        self.none += u64::from(summary.winners.is_empty());
        for (agent, toll) in &summary.agents {
            self.agents.entry(agent.clone()).or_default().add(toll);
        }
    }

    /// The thresholds that the run is beyond.
    #[must_use]
    pub fn breaches(&self, limits: &Limits) -> Vec<Breach> {
        let mut breaches = vec![];
        let Counts { done, aborted, .. } = self.games;
        let ended = done + aborted;
        if ended > 0 && aborted as f64 / ended as f64 > limits.aborted_max {
            breaches.push(Breach::Aborted { aborted, games: ended, most: limits.aborted_max });
        }
        for (agent, toll) in &self.agents {
            let share = toll.fallback_share();
            if share > limits.fallbacks_max {
                breaches.push(Breach::Fallbacks { agent: agent.clone(), share, most: limits.fallbacks_max });
            }
        }
        breaches
    }
}

/// Puts games that were given up back into the queue, before a run goes on; returns how many.
///
/// # Errors
/// When the queue cannot be asked.
pub async fn forgive(queue: &dyn Queue) -> Result<usize, QueueError> {
    let (mut games, mut after) = (vec![], 0);
    loop {
        let page = queue.page(State::Aborted, after, PAGE).await?;
        let Some((last, _)) = page.last() else { break };
        after = *last;
        games.extend(page.into_iter().map(|(_, row)| row.game));
    }
    queue.requeue(&games).await?;
    Ok(games.len())
}

/// Puts what the index says in step with what lies in the directory, before a run goes on: games whose transcript is
/// gone or was cut short are played again. Returns how many.
///
/// # Errors
/// When the queue cannot be asked.
pub async fn reconcile(queue: &dyn Queue, directory: &Directory) -> Result<usize, QueueError> {
    let (mut lost, mut after) = (vec![], 0);
    loop {
        let page = queue.page(State::Done, after, PAGE).await?;
        let Some((last, _)) = page.last() else { break };
        after = *last;
        for (_, row) in page {
            let whole = || {
                let summary: Summary = serde_json::from_str(row.result.as_deref()?).ok()?;
                Some(ending(&directory.transcript(&row.game))? == Ending { finished: true, bytes: summary.bytes })
            };
            if whole() != Some(true) {
                lost.push(row.game);
            }
        }
    }
    queue.requeue(&lost).await?;
    Ok(lost.len())
}
