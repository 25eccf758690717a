//! Models in seats: whole games against the mock server, and what a seat does when its server misbehaves.

mod conversation;
mod games;
mod trouble;

use std::sync::Arc;
use std::time::{Duration, Instant};

use lycaon_agents::llm::{self, Access, Endpoint, History, LlmAgent, Mind, Patience, Provider, Sampling, Settings};
use lycaon_agents::{Agent, Calls, Deadline, Question, Reply, Trouble};
use lycaon_mock_llm::{Config, Fault, MockServer, Play, Profile, Style, Verbatim};
use lycaon_narrator::{Conditions, Interrupts, Lang, Narrator, Unclear};
use lycaon_rules::{Answer, Board, Dice, Fallback, Game, Listener, Request, Setup, View, Waiting};
use lycaon_transcript::Call;
use serde_json::{Value, json};

const KEY: &str = "sk-secret-0123456789";

/// A wait that does not keep the tests waiting.
fn hasty() -> Settings {
    let patience =
        Patience { retries: 12, first_wait: 0.002, longest_wait: 0.01, timeout: 20.0, ..Patience::default() };
    Settings { patience, ..Settings::default() }
}

async fn serve(profile: Profile) -> MockServer {
    MockServer::start(Config { profile, keep: true, ..Config::default() }).await.expect("a server")
}

fn play_of(play: Play) -> Profile {
    Profile { plays: vec![play], ..Profile::default() }
}

/// Long games: nobody blows himself up.
fn peaceful(style: Style) -> Profile {
    let patient =
        |contains: &str| Play { contains: Some(contains.into()), always: Some("0".into()), style, ..Play::default() };
    let plays = vec![patient("自爆"), patient("blow up"), Play { style, ..Play::default() }];
    Profile { plays, ..Profile::default() }
}

fn open(model: &str, base: &str, settings: &Settings) -> Arc<dyn Provider> {
    let variable = |name: &str| Some(if name.ends_with("_API_KEY") { KEY } else { base }.to_owned());
    llm::open(Endpoint::resolve(model, variable).expect("an endpoint"), &settings.patience).expect("a client")
}

fn agent(server: &MockServer, settings: &Settings, lang: Lang, seed: u64) -> LlmAgent {
    seated(open("openai/m", &server.base_url(), settings), settings, lang, seed)
}

fn seated(model: Arc<dyn Provider>, settings: &Settings, lang: Lang, seed: u64) -> LlmAgent {
    LlmAgent::new(model, Arc::new(Narrator::new(lang)), Conditions::default(), settings.clone(), seed)
}

/// The first question of a game, and the view of the seat that is asked.
fn first_question() -> (View, Request) {
    let game = game(1);
    let request = game.batch()[0].clone();
    (game.view(Listener::Seat(request.seat)), request)
}

fn game(seed: u64) -> Game {
    let board = Arc::new(Board::named("online-9p").expect("a board"));
    let deal = board.deal(&mut Dice::new(seed));
    Game::new(Setup { board, deal })
}

/// The first attempt at a question, and the calls it took.
async fn ask(agent: &mut LlmAgent, view: &View, request: &Request) -> (Reply, Vec<Call>) {
    ask_again(agent, view, request, 1, None, None).await
}

/// Any attempt at it.
async fn ask_again(
    agent: &mut LlmAgent,
    view: &View,
    request: &Request,
    attempt: u32,
    complaint: Option<&Unclear>,
    deadline: Option<&Deadline>,
) -> (Reply, Vec<Call>) {
    let journal = Calls::new();
    let reply =
        agent.answer(Question { view, request, attempt, complaint, deadline, journal: &journal, window: None }).await;
    (reply, journal.take())
}

/// What became of a game.
#[derive(Default)]
struct Played {
    calls: Vec<Vec<Call>>,
    answered: usize,
    unclear: usize,
    failed: usize,
}

/// Plays a game to its end as a table does: asks again when an answer is unclear, and takes the fallback in the end.
async fn play(server: &MockServer, settings: &Settings, lang: Lang) -> Played {
    play_with(|seat| agent(server, settings, lang, seat)).await
}

async fn play_with(agent: impl Fn(u64) -> LlmAgent) -> Played {
    let (mut game, mut dice) = (game(7), Dice::new(7));
    let seats = usize::from(game.board().seats);
    let mut agents: Vec<LlmAgent> = (1..=seats as u64).map(agent).collect();
    let mut played = Played { calls: vec![vec![]; seats], ..Played::default() };
    loop {
        match game.waiting() {
            Waiting::Over(_) => return played,
            Waiting::Roll(roll) => game.rolled(dice.roll(roll)).expect("a roll is awaited"),
            Waiting::Seats(batch) => {
                for (position, request) in batch.to_vec().iter().enumerate() {
                    let view = game.view(Listener::Seat(request.seat));
                    let seat = request.seat.index();
                    let answer = decide(&mut agents[seat], &view, request, &mut played, seat).await;
                    let answer = answer.unwrap_or_else(|| silence(request, &mut dice));
                    game.answer(position, answer).expect("a legal answer");
                }
                game.advance().expect("all have answered");
            }
        }
    }
}

async fn decide(
    agent: &mut LlmAgent,
    view: &View,
    request: &Request,
    played: &mut Played,
    seat: usize,
) -> Option<Answer> {
    let mut complaint: Option<Unclear> = None;
    for attempt in 1..=3 {
        let (reply, calls) = ask_again(agent, view, request, attempt, complaint.as_ref(), None).await;
        played.calls[seat].extend(calls);
        match reply.answer {
            Ok(answer) => {
                played.answered += 1;
                return Some(answer);
            }
            Err(Trouble::Unclear(unclear)) => {
                played.unclear += 1;
                complaint = Some(unclear);
            }
            Err(Trouble::Failed(_) | Trouble::Unreachable(_) | Trouble::Gone(_) | Trouble::HandedOver(_)) => {
                played.failed += 1;
                return None;
            }
        }
    }
    None
}

fn silence(request: &Request, dice: &mut Dice) -> Answer {
    match request.fallback {
        Fallback::Choice { choice } => choice.into(),
        Fallback::Lot => request.menu.nth(dice.below("lot", request.menu.size())).into(),
    }
}

fn messages(body: &Value) -> Vec<Value> {
    body["messages"].as_array().expect("messages").clone()
}
