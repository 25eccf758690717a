//! How a run is going, on stderr.

use crate::out;
use clap::ValueEnum;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use lycaon_runs::standing::Standing;
use lycaon_runs::summary::Toll;
use lycaon_runs::worker::News;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often a line is printed where no bar can be drawn.
const EVERY: Duration = Duration::from_secs(10);

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Display {
    /// A bar on a terminal, lines elsewhere
    Auto,
    /// A bar
    Bar,
    /// Plain lines
    Plain,
    /// One JSON object for each thing that happens
    Json,
    /// Nothing
    None,
}

/// The progress of one process in a run.
pub struct Progress {
    display: Display,
    bar: ProgressBar,
    state: Mutex<State>,
}

struct State {
    began: Instant,
    spoken: Instant,
    running: u64,
    /// Games that ended in this process.
    played: u64,
    standing: Standing,
}

impl Progress {
    /// Shows a run from where it stands.
    pub fn new(display: Display, standing: Standing) -> Self {
        let display = match display {
            Display::Auto if std::io::stderr().is_terminal() => Display::Bar,
            Display::Auto => Display::Plain,
            display => display,
        };
        let games = standing.games;
        let bar = if display == Display::Bar { ProgressBar::new(games.all()) } else { ProgressBar::hidden() };
        bar.set_style(style());
        bar.set_position(games.done);
        bar.enable_steady_tick(Duration::from_millis(250));
        let now = Instant::now();
        let state = State { began: now, spoken: now, running: 0, played: 0, standing };
        Progress { display, bar, state: Mutex::new(state) }
    }

    /// Shows what happened.
    pub fn tell(&self, news: &News) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.take(news);
        match self.display {
            Display::Bar => {
                self.bar.set_position(state.standing.games.done);
                self.bar.set_message(state.told());
                if let Some(remark) = remark(news) {
                    self.bar.suspend(|| out::say(remark));
                }
            }
            Display::Plain => {
                if let Some(remark) = remark(news) {
                    out::say(remark);
                }
                if state.spoken.elapsed() >= EVERY {
                    state.spoken = Instant::now();
                    out::say(state.line());
                    state.by_agent().for_each(out::say);
                }
            }
            Display::Json => out::say(as_json(news)),
            Display::Auto | Display::None => {}
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(self.display, Display::Plain | Display::Bar) {
            out::say(state.line());
        }
    }
}

fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:24} {pos}/{len} games · {elapsed} · {msg}");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl State {
    fn take(&mut self, news: &News) {
        let games = &mut self.standing.games;
        match news {
            News::Began { .. } => {
                self.running += 1;
                return;
            }
            News::Ended { summary, failures, .. } => {
                games.done += 1;
                games.queued = games.queued.saturating_sub(1);
                self.played += 1;
                self.standing.retried += u64::from(*failures > 0);
                self.standing.count(summary);
            }
            News::Failed { aborted, .. } => games.aborted += u64::from(*aborted),
            News::Parked { .. } | News::Lost { .. } | News::Left { .. } => {}
        }
        self.running = self.running.saturating_sub(1);
    }

    fn line(&self) -> String {
        let games = self.standing.games;
        format!("{}/{} games, {}", games.done, games.all(), self.told())
    }

    /// All but the number of games that are done.
    fn told(&self) -> String {
        let mut all = Toll::default();
        self.standing.agents.values().for_each(|toll| all.add(toll));
        let mut parts = vec![format!("{} running", self.running)];
        if self.standing.games.aborted > 0 {
            parts.push(format!("{} aborted", self.standing.games.aborted));
        }
        if all.calls > 0 {
            parts.push(calls(&all));
        }
        let rate = self.played as f64 / self.began.elapsed().as_secs_f64().max(0.001);
        let left = self.standing.games.all().saturating_sub(self.standing.games.done + self.standing.games.aborted);
        if self.played > 0 {
            let left = Duration::try_from_secs_f64(left as f64 / rate).unwrap_or_default();
            parts.push(format!("{rate:.1} games/s, {} left", HumanDuration(left)));
        }
        parts.join(", ")
    }

    fn by_agent(&self) -> impl Iterator<Item = String> {
        let agents: &BTreeMap<String, Toll> = &self.standing.agents;
        agents.iter().filter(|(_, toll)| toll.calls > 0).map(|(agent, toll)| format!("  {agent}: {}", calls(toll)))
    }
}

/// What calls came to.
fn calls(toll: &Toll) -> String {
    let answered = toll.ended_in("answered");
    let declined = toll.ended_in("refusal") + toll.ended_in("filtered");
    let mut parts = vec![format!("{} calls ({} not answered, {declined} declined)", toll.calls, toll.calls - answered)];
    parts.push(format!("{} tokens", toll.usage.tokens()));
    if let Some(share) = toll.usage.cache_share() {
        parts.push(format!("{:.0} % cached", share * 100.0));
    }
    if let Some(cost) = toll.cost_usd {
        parts.push(format!("${cost:.2}"));
    }
    parts.join(", ")
}

/// What is worth a line of its own.
fn remark(news: &News) -> Option<String> {
    match news {
        News::Failed { game, why, aborted: true } => Some(format!("game {game} is aborted: {why}")),
        News::Failed { game, why, aborted: false } => Some(format!("game {game} failed and is tried again: {why}")),
        News::Parked { game, why } => Some(format!("game {game} waits: {why}")),
        News::Lost { game } => {
            Some(format!("game {game} was taken over by another worker; nothing of it is counted twice"))
        }
        News::Began { .. } | News::Ended { .. } | News::Left { .. } => None,
    }
}

fn as_json(news: &News) -> serde_json::Value {
    match news {
        News::Began { game } => json!({"t": "began", "game": game}),
        News::Ended { game, summary, failures } => {
            json!({"t": "ended", "game": game, "failures": failures, "summary": summary})
        }
        News::Failed { game, why, aborted } => json!({"t": "failed", "game": game, "why": why, "aborted": aborted}),
        News::Parked { game, why } => json!({"t": "parked", "game": game, "why": why}),
        News::Lost { game } => json!({"t": "lost", "game": game}),
        News::Left { game } => json!({"t": "left", "game": game}),
    }
}
