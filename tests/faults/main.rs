//! The fault trial: whole games of models behind the mock server while a fifth of all requests fails in every way it
//! knows. `docs/MOCK.md` has the command for the full size.

mod play;
mod traces;

use lycaon_mock_llm::{Config, Fault, MockServer, Play, Profile};
use lycaon_narrator::Lang;
use play::{Recorded, Table};
use std::collections::BTreeMap;
use std::path::PathBuf;
use traces::Trace;

/// Which part of the requests fails.
const RATE: f64 = 0.2;

/// How many games are played, unless `LYCAON_FAULT_GAMES` says otherwise.
const GAMES: u64 = 8;

/// From how many games on every fault must have been drawn.
const MANY: u64 = 50;

/// How many decisions of a game stand before the first that a fault may have changed, in the mean, at least.
const COMPARED: usize = 8;

fn games() -> u64 {
    std::env::var("LYCAON_FAULT_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES)
}

/// A server whose players never blow themselves up, so that games are long.
fn config(faults: f64, log: Option<PathBuf>) -> Config {
    let patient =
        |contains: &str| Play { contains: Some(contains.into()), always: Some("0".into()), ..Play::default() };
    let profile = Profile {
        plays: vec![patient("blow up"), patient("blow yourself up"), patient("自爆")],
        hang_ms: 4_000,
        wait_ms: 20,
        ..Profile::default()
    };
    Config { seed: 9, faults, log, profile, ..Config::default() }
}

/// Games without and with faults, and the log of the server that failed.
async fn trial(provider: &'static str, stream: bool, lang: Lang) -> (Vec<Recorded>, Vec<Recorded>, Vec<Logged>) {
    let log = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("faults-{provider}-{stream}-{}.jsonl", std::process::id()));
    let calm = MockServer::start(config(0.0, None)).await.unwrap();
    let clean = Table::new(&calm, provider, stream, lang).play_all(games()).await;
    calm.stop().await;
    let storm = MockServer::start(config(RATE, Some(log.clone()))).await.unwrap();
    let faulty = Table::new(&storm, provider, stream, lang).play_all(games()).await;
    storm.stop().await;
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::remove_file(&log).unwrap();
    (clean, faulty, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// A line of the server's log.
#[derive(serde::Deserialize)]
struct Logged {
    body_sha256: String,
    status: Option<u16>,
    fault: Option<String>,
}

impl Logged {
    fn fault(&self) -> Option<Fault> {
        let name = self.fault.as_deref()?;
        Some(Fault::ALL.into_iter().find(|fault| fault.name() == name).unwrap_or_else(|| panic!("no fault {name}")))
    }
}

fn counted<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}

async fn survives(provider: &'static str, stream: bool, lang: Lang) {
    let (clean, faulty, log) = trial(provider, stream, lang).await;
    assert!(clean.iter().all(|game| game.ended && game.verified && game.first_fallback().is_none()));
    assert!(faulty.iter().all(|game| game.ended && game.verified), "every game comes to its end");
    every_fault_is_recorded(&faulty, &log);
    if games() >= MANY {
        every_fault_was_drawn(&log, provider, stream);
    }
    nothing_is_asked_after_an_answer(&faulty, &log);
    nothing_changes_before_a_label(&clean, &faulty);
}

/// Each fault that the server logged stands in a transcript under its own class. A call that the client gave up, because
/// this machine was busy, may have been anything on the server's side; there is at most one of those for each timeout
/// that the server did not make.
fn every_fault_is_recorded(faulty: &[Recorded], log: &[Logged]) {
    let calls: Vec<&lycaon_transcript::Call> =
        faulty.iter().flat_map(|game| &game.calls).map(|line| &line.call).collect();
    assert_eq!(calls.len(), log.len(), "every request is recorded, and nothing else");
    let seen = counted(calls.iter().map(|call| Trace::of_call(call)));
    let made = counted(log.iter().filter_map(Logged::fault).map(Trace::of_fault));
    eprintln!("made: {made:?}\nseen: {seen:?}");
    let count = |counts: &BTreeMap<Trace, usize>, trace| counts.get(&trace).copied().unwrap_or(0);
    let given_up = count(&seen, Trace::Timeout).checked_sub(count(&made, Trace::Timeout)).expect("every hang is seen");
    assert!(given_up * 20 <= calls.len(), "{given_up} of {} calls took too long by themselves", calls.len());
    for (trace, made) in made.iter().filter(|(trace, _)| **trace != Trace::Timeout) {
        let found = count(&seen, *trace);
        assert!(found <= *made && made - found <= given_up, "{trace:?}: {made} made, {found} found");
    }
}

fn every_fault_was_drawn(log: &[Logged], provider: &str, stream: bool) {
    let drawn = counted(log.iter().filter_map(Logged::fault));
    let can = |fault: &Fault| match fault {
        Fault::ErrorMidway => stream,
        Fault::ContentFilter => provider != "ollama",
        _ => true,
    };
    for fault in Fault::drawn().into_iter().filter(can) {
        assert!(drawn.contains_key(&fault), "{} was never drawn", fault.name());
    }
}

/// Once a call was answered, nothing is asked again: neither in the record of an attempt, nor at the server.
fn nothing_is_asked_after_an_answer(faulty: &[Recorded], log: &[Logged]) {
    let mut timeouts = 0;
    for game in faulty {
        let mut attempts: BTreeMap<(u32, u32), Vec<bool>> = BTreeMap::new();
        for line in &game.calls {
            attempts.entry((line.n, line.call.attempt)).or_default().push(line.call.error.is_none());
            timeouts += usize::from(Trace::of_call(&line.call) == Trace::Timeout);
        }
        for (attempt, answered) in attempts {
            let first = answered.iter().position(|answered| *answered);
            assert!(first.is_none_or(|first| first + 1 == answered.len()), "decision and attempt {attempt:?}");
        }
    }
    let answered = log.iter().filter(|line| line.status == Some(200) && line.fault.is_none());
    let again = counted(answered.map(|line| &line.body_sha256)).values().filter(|times| **times > 1).count();
    let hung = log.iter().filter(|line| matches!(line.fault.as_deref(), Some("hang" | "drip"))).count();
    assert!(again <= timeouts.saturating_sub(hung), "{again} answers were asked for twice");
}

/// A game with faults is the game without them, up to the first decision that is labelled as a fallback or whose words
/// came garbled.
fn nothing_changes_before_a_label(clean: &[Recorded], faulty: &[Recorded]) {
    let mut compared = 0;
    for (clean, faulty) in clean.iter().zip(faulty) {
        let changed = faulty.first_fallback().into_iter().chain(faulty.first_garbled()).min();
        let before = |n: u32| changed.is_none_or(|changed| n < changed);
        for (a, b) in clean.decisions.iter().zip(&faulty.decisions).take_while(|(a, _)| before(a.n)) {
            assert_eq!((a.n, &a.request, &a.answer), (b.n, &b.request, &b.answer), "game {}", clean.seed);
            compared += 1;
        }
        if changed.is_none() {
            assert_eq!(clean.decisions.len(), faulty.decisions.len());
        }
    }
    eprintln!("{compared} decisions of {} games are the same", clean.len());
    assert!(compared >= COMPARED * clean.len(), "only {compared} decisions could be compared");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chat_completions() {
    survives("openai", false, Lang::En).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chat_completions_streamed() {
    survives("openai", true, Lang::Zh).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn anthropic() {
    survives("anthropic", false, Lang::Zh).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn anthropic_streamed() {
    survives("anthropic", true, Lang::En).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ollama() {
    survives("ollama", false, Lang::En).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ollama_streamed() {
    survives("ollama", true, Lang::Zh).await;
}
