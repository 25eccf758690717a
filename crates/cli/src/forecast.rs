//! What a plan will take and can show, as text.

use crate::fault::Fault;
use crate::out::Out;
use lycaon_runs::forecast::{CellGames, Expected, Forecast, Source};

/// Prints a forecast.
pub fn tell(forecast: &Forecast, out: &mut Out) -> Result<(), Fault> {
    out.line(format_args!("{}: {} games, {} of them recorded", forecast.name, forecast.games, forecast.recorded))?;
    for cell in &forecast.cells {
        out.line(cell_line(cell))?;
        for (arm, games) in &cell.arms {
            out.line(format_args!("  {games} × {arm}"))?;
        }
    }
    out.line(match forecast.from {
        Source::Recorded(games) => format!("expected for the whole plan, from {games} recorded games:"),
        Source::Mock(games) => {
            format!("expected for the whole plan, from {games} games against the mock server, whose answers are short:")
        }
    })?;
    for (agent, expected) in &forecast.agents {
        out.line(expected_line(agent, expected))?;
    }
    let reach = &forecast.reach;
    out.line(format_args!(
        "smallest difference from a win rate of {:.0} % that {} deals find with {:.0} % power (α = {}), in each combination of conditions:",
        reach.base * 100.0, reach.deals, reach.power * 100.0, reach.alpha
    ))?;
    for (correlation, difference) in &reach.differences {
        let found = difference.map_or("none".into(), |points| format!("{:.1} points", points * 100.0));
        out.line(format_args!("  {found}, if the games of a deal correlate by {correlation}"))?;
    }
    if let Some(sample) = &forecast.sample {
        let seats = sample.seats.iter().map(|(seat, agent)| format!("{seat}={agent}"));
        let seats = seats.collect::<Vec<_>>().join(" ");
        out.line(format_args!(
            "first game: {} of deal {}, {}, {}: {seats}",
            sample.game, sample.deal, sample.deck, sample.arm
        ))?;
    }
    Ok(())
}

fn cell_line(cell: &CellGames) -> String {
    let levels = cell.levels.iter().map(|(factor, level)| format!(", {factor} = {level}"));
    let games: u64 = cell.arms.values().sum();
    format!("{}, {}{}: {games} games", cell.deck, cell.lang, levels.collect::<String>())
}

fn expected_line(agent: &str, expected: &Expected) -> String {
    let cost = match expected.cost_usd {
        Some(cost) => format!("${cost:.2}"),
        None if expected.calls == 0 => "no cost".into(),
        None => "price not known".into(),
    };
    format!("  {agent}: {} seats, {} calls, {} tokens, {cost}", expected.seats, expected.calls, expected.tokens)
}
