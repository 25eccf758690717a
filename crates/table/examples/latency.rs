//! What the harness adds to the models' own time: `cargo run --release -p lycaon-table --example latency`.
//!
//! The server is the mock one, in a process of its own, so that time, processor and memory measured here are the
//! harness's alone. Every figure is printed with what it is compared with. Processor time and memory are read from
//! `/proc`, so they are known on Linux only.

use lycaon_agents::llm::{self, Access, Connections, Endpoint, Gate, LlmAgent, Settings as ModelSettings};
use lycaon_mock_llm::{Config, MockServer, Play, Profile};
use lycaon_narrator::{Conditions, Lang, Narrator};
use lycaon_rules::{Board, Dice, Game, Setup, Waiting};
use lycaon_table::{Player, Settings, Table, game_seed};
use lycaon_transcript::{Decision, Header, Memory, Recorder, Transcript, Writer};
use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

type Outcome<T> = Result<T, Box<dyn Error>>;

const DECK: &str = "online-9p";
const LATENCY: Duration = Duration::from_millis(200);

#[tokio::main]
async fn main() -> Outcome<()> {
    match std::env::args().nth(1).as_deref() {
        Some("serve") => serve().await,
        None => measure().await,
        Some(other) => Err(format!("`{other}` is no part of this measurement; give no argument").into()),
    }
}

/// The server's process: prints its address and lives until it is killed.
async fn serve() -> Outcome<()> {
    let peaceful = Play { contains: Some("blow up".into()), always: Some("0".into()), ..Play::default() };
    let profile = Profile { plays: vec![peaceful], ..Profile::default() };
    let server = MockServer::start(Config { latency: LATENCY, profile, ..Config::default() }).await?;
    println!("{}", server.base_url());
    std::future::pending().await
}

/// The server, killed when the measurement is over.
struct Server(Child, String);

impl Server {
    fn start() -> Outcome<Self> {
        let mut child = Command::new(std::env::current_exe()?).arg("serve").stdout(Stdio::piped()).spawn()?;
        let mut url = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut url)?;
        }
        Ok(Server(child, url.trim().to_owned()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

async fn measure() -> Outcome<()> {
    let server = Server::start()?;
    println!("deck {DECK}, {} ms for each call", LATENCY.as_millis());

    let (took, _, mut records) = play(&server.1, 1, 100).await?;
    let path = critical_path(&records.remove(0))?;
    let over = 100.0 * (took.as_secs_f64() / path.as_secs_f64() - 1.0);
    println!(
        "one game: {:.2} s; its critical path: {:.2} s; {over:.1} % over it",
        took.as_secs_f64(),
        path.as_secs_f64()
    );

    let before = processor();
    let (took, busy, records) = play(&server.1, 64, 32).await?;
    let calls: usize = records.iter().map(|record| record.calls.len()).sum();
    println!("64 games, 32 connections: {:.1} s, {calls} calls", took.as_secs_f64());
    println!("the connections are {:.1} % busy until fewer games are left than connections", 100.0 * busy);
    if let Some(used) = processor().zip(before).map(|(after, before)| after.saturating_sub(before)) {
        println!("processor time: {:.3} ms a call", used.as_secs_f64() * 1e3 / calls as f64);
    }

    let (took, _, records) = play(&server.1, 1000, 400).await?;
    let calls: usize = records.iter().map(|record| record.calls.len()).sum();
    println!("1000 games at once, 400 connections: {:.1} s, {calls} calls", took.as_secs_f64());
    if let Some(most) = most_memory() {
        println!("most memory: {} MiB", most >> 20);
    }
    Ok(())
}

/// Plays so many games at once over so many connections: how long it took, which share of the connections was busy
/// while there were at least as many games, and the records.
async fn play(url: &str, games: u64, max: u32) -> Outcome<(Duration, f64, Vec<Transcript>)> {
    let settings = ModelSettings::default();
    let endpoint = Endpoint::resolve("mock/m", |name| (name == "MOCK_BASE_URL").then(|| url.to_owned()))?;
    let gate = Gate::new(Connections { max, start: 20 });
    let access = Access::new(llm::open(endpoint, &settings.patience)?, gate.clone(), None);
    let narrator = Arc::new(Narrator::new(Lang::En));
    let begun = Instant::now();
    let mut all = JoinSet::new();
    for rank in 0..games {
        all.spawn(game(rank, access.clone(), narrator.clone()));
    }
    let (mut inside, mut looks) = (0, 0);
    let mut look = tokio::time::interval(Duration::from_millis(5));
    let mut memories = vec![];
    while !all.is_empty() {
        tokio::select! {
            Some(played) = all.join_next() => memories.push(played??),
            _ = look.tick() => {
                if all.len() >= max as usize {
                    inside += u64::from(gate.inside());
                    looks += u64::from(max);
                }
            }
        }
    }
    let took = begun.elapsed();
    let busy = inside as f64 / looks.max(1) as f64;
    let read = |memory: &Memory| Transcript::read(&memory.bytes()[..], "memory");
    Ok((took, busy, memories.iter().map(read).collect::<Result<_, _>>()?))
}

async fn game(rank: u64, access: Access, narrator: Arc<Narrator>) -> Result<Memory, String> {
    let board = Arc::new(Board::named(DECK).map_err(|error| error.to_string())?);
    let seed = game_seed(1, rank);
    let deal = board.deal(&mut Dice::new(seed));
    let players = board.seats().map(|seat| {
        let seed = game_seed(seed, seat.number().into());
        let (conditions, settings) = (Conditions::default(), ModelSettings::default());
        let agent = LlmAgent::new(access.clone(), narrator.clone(), conditions, settings, seed).of_rank(rank);
        Player::machine(Box::new(agent))
    });
    let players = players.collect();
    let setup = Setup { board, deal };
    let memory = Memory::new();
    let header = Header::new(format!("latency-{rank}"), &setup, seed);
    let recorder = Recorder::begin(Writer::to(memory.clone(), "memory"), &header).map_err(|error| error.to_string())?;
    let table = Table::new(setup, seed, players, Settings::default()).map_err(|error| error.to_string())?;
    table.recorded_by(recorder).play().await.map_err(|error| error.to_string())?;
    Ok(memory)
}

/// The least that a game can take: for each batch of questions, the calls of the seat that makes most.
fn critical_path(record: &Transcript) -> Outcome<Duration> {
    let mut calls: BTreeMap<u32, u32> = BTreeMap::new();
    for line in &record.calls {
        *calls.entry(line.n).or_default() += 1;
    }
    let mut game = Game::new(record.header.setup());
    let (mut base, mut steps) = (0, 0);
    for decision in &record.decisions {
        match decision {
            Decision::Dice(roll) => {
                game.rolled(roll.result)?;
                base += 1;
            }
            Decision::Seat(taken) => {
                game.answer((taken.n - base) as usize, taken.answer.clone())?;
                let Waiting::Seats(batch) = game.waiting() else { continue };
                let size = batch.len() as u32;
                if taken.n + 1 < base + size {
                    continue;
                }
                let mut by_seat = BTreeMap::new();
                for (n, request) in (base..).zip(batch) {
                    *by_seat.entry(request.seat).or_insert(0) += calls.get(&n).copied().unwrap_or(0);
                }
                steps += by_seat.values().max().copied().unwrap_or(0);
                game.advance()?;
                base += size;
            }
        }
    }
    Ok(LATENCY * steps)
}

/// The processor time of this process so far.
fn processor() -> Option<Duration> {
    // In hundredths of a second on every Linux; the name of the program may hold spaces and ends with a bracket.
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let numbers: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = numbers.get(11)?.parse::<u64>().ok()? + numbers.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 10))
}

/// The most memory that this process ever had, in bytes.
fn most_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}
