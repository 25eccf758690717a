//! The table that comes before any result of a run: whether its games may be believed.

use crate::fault::Fault;
use crate::out::Out;
use lycaon_runs::standing::Standing;
use lycaon_runs::summary::Toll;

/// A heading, and what stands below it for an agent.
type Column = (&'static str, fn(&Toll) -> String);

/// The columns after the agent's name.
const COLUMNS: [Column; 12] = [
    ("seats", |toll| toll.seats.to_string()),
    ("decisions", |toll| toll.decisions.to_string()),
    ("fallbacks", |toll| format!("{:.1} %", toll.fallback_share() * 100.0)),
    ("timed out", |toll| toll.fallbacks.timed_out.to_string()),
    ("invalid", |toll| toll.fallbacks.invalid.to_string()),
    ("failed", |toll| toll.fallbacks.failed.to_string()),
    ("re-asked", |toll| toll.reasked.to_string()),
    ("calls", |toll| toll.calls.to_string()),
    ("refused", |toll| (toll.ended_in("refusal") + toll.ended_in("filtered")).to_string()),
    ("truncated", |toll| toll.ended_in("truncated").to_string()),
    ("empty", |toll| toll.ended_in("empty").to_string()),
    ("leaked", |toll| toll.leaks.to_string()),
];

/// Prints where a run stands, and what its games took of each agent.
pub fn table(standing: &Standing, out: &mut Out) -> Result<(), Fault> {
    let games = standing.games;
    out.line(format_args!(
        "games: {} planned, {} completed ({} after a failure), {} aborted, {} running, {} queued",
        games.all(),
        games.done,
        standing.retried,
        games.aborted,
        games.running,
        games.queued
    ))?;
    for (why, count) in &standing.aborted {
        out.line(format_args!("  aborted: {count} × {why}"))?;
    }
    let mut rows: Vec<Vec<String>> =
        vec![std::iter::once("agent").chain(COLUMNS.map(|(name, _)| name)).map(String::from).collect()];
    for (agent, toll) in &standing.agents {
        rows.push(std::iter::once(agent.clone()).chain(COLUMNS.map(|(_, value)| value(toll))).collect());
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..=COLUMNS.len()).map(width).collect();
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, width))| match column {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        out.line(cells.collect::<Vec<_>>().join("  "))?;
    }
    Ok(())
}
