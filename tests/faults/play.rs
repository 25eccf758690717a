//! Games of models at a table, and their records.

use crate::traces::Trace;
use lycaon_agents::llm::{self, Endpoint, LlmAgent, Patience, Provider, Settings};
use lycaon_mock_llm::MockServer;
use lycaon_narrator::{Conditions, Lang, Narrator};
use lycaon_rules::{Ask, Board, Dice, Setup};
use lycaon_table::{Deadlines, Player, Settings as TableSettings};
use lycaon_transcript::{
    CallLine, Decision, Header, Memory, Reader, Recorder, SeatDecision, Transcript, Writer, verify_lines,
};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;

const DECK: &str = "online-9p";

/// How many games are played at once.
const AT_ONCE: usize = 8;

/// Tables at which every seat is a model of one server.
pub struct Table {
    /// A provider of the family that is tried.
    provider: &'static str,
    base: String,
    narrator: Arc<Narrator>,
    settings: Settings,
}

/// A game that was played.
pub struct Recorded {
    pub seed: u64,
    /// Whether it came to its end.
    pub ended: bool,
    /// Whether its record can be verified.
    pub verified: bool,
    /// The decisions of seats, by number.
    pub decisions: Vec<SeatDecision>,
    /// The calls, as they were recorded.
    pub calls: Vec<CallLine>,
}

impl Table {
    pub fn new(server: &MockServer, provider: &'static str, stream: bool, lang: Lang) -> Self {
        // Shorter than the server's hang, and long enough for a busy machine.
        let patience =
            Patience { retries: 30, first_wait: 0.001, longest_wait: 0.01, timeout: 3.0, ..Patience::default() };
        let mut settings = Settings { patience, ..Settings::default() };
        settings.sampling.stream = Some(stream);
        Table { provider, base: server.base_url(), narrator: Arc::new(Narrator::new(lang)), settings }
    }

    /// The model of one game. Its name is the game's own, so that no two games send the same body.
    fn model(&self, seed: u64) -> Arc<dyn Provider> {
        let variables = |name: &str| match name {
            name if name.ends_with("_API_KEY") => Some("sk-trial-0123456789".to_owned()),
            name if name.ends_with("_BASE_URL") => Some(self.base.clone()),
            _ => None,
        };
        let endpoint = Endpoint::resolve(&format!("{}/m-{seed}", self.provider), variables).unwrap();
        llm::open(endpoint, &self.settings.patience).unwrap()
    }

    /// Plays the games of the seeds from 1, some at a time.
    pub async fn play_all(&self, games: u64) -> Vec<Recorded> {
        let mut running = JoinSet::new();
        let mut played = vec![];
        for seed in 1..=games {
            if running.len() == AT_ONCE {
                played.extend(running.join_next().await.map(Result::unwrap));
            }
            running.spawn(self.game(seed));
        }
        while let Some(game) = running.join_next().await {
            played.push(game.unwrap());
        }
        played.sort_by_key(|game| game.seed);
        played
    }

    fn game(&self, seed: u64) -> impl Future<Output = Recorded> + Send + 'static {
        let board = Arc::new(Board::named(DECK).unwrap());
        let deal = board.deal(&mut Dice::new(seed));
        let model = self.model(seed);
        let player = |seat: u64| {
            let (provider, narrator) = (Arc::clone(&model), Arc::clone(&self.narrator));
            let agent =
                LlmAgent::new(provider, narrator, Conditions::default(), self.settings.clone(), 100 * seed + seat);
            Player::machine(Box::new(agent))
        };
        let players = (1..=u64::from(board.seats)).map(player).collect();
        let setup = Setup { board, deal };
        async move {
            let memory = Memory::new();
            let header = Header::new(format!("trial-{seed}"), &setup, seed);
            let recorder = Recorder::begin(Writer::to(memory.clone(), "memory"), &header).unwrap();
            let settings =
                TableSettings { deadlines: Deadlines::all(Duration::from_secs(120)), ..TableSettings::default() };
            let table = lycaon_table::Table::new(setup, seed, players, settings).unwrap().recorded_by(recorder);
            let ended = table.play().await.unwrap().outcome.is_some();
            Recorded::read(seed, ended, &memory.bytes())
        }
    }
}

impl Recorded {
    fn read(seed: u64, ended: bool, bytes: &[u8]) -> Self {
        let transcript = Transcript::read(bytes, "memory").unwrap();
        let seat = |decision| if let Decision::Seat(decision) = decision { Some(decision) } else { None };
        let decisions = transcript.decisions.into_iter().filter_map(seat).collect();
        let verified = verify_lines(Reader::new(bytes, "memory")).unwrap().ok;
        Recorded { seed, ended, verified, decisions, calls: transcript.calls }
    }

    /// The first decision that was taken in place of a seat.
    pub fn first_fallback(&self) -> Option<u32> {
        self.decisions.iter().find(|decision| decision.taken.how.is_fallback()).map(|decision| decision.n)
    }

    /// The first speech that came overlong or in another encoding: what is heard is what came.
    pub fn first_garbled(&self) -> Option<u32> {
        let garbled = |line: &&CallLine| matches!(Trace::of_call(&line.call), Trace::Encoding | Trace::Overlong);
        let spoken = |n: u32| {
            let speech = |decision: &&SeatDecision| decision.n == n && decision.answer.speech.is_some();
            self.decisions.iter().any(|decision| speech(&decision) || asked_to_speak(decision, n))
        };
        self.calls.iter().filter(garbled).map(|line| line.n).filter(|n| spoken(*n)).min()
    }
}

fn asked_to_speak(decision: &SeatDecision, n: u32) -> bool {
    decision.n == n && matches!(decision.request.ask, Ask::Speak { .. } | Ask::Words)
}
