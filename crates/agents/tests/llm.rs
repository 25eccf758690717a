//! Models in seats: whole games against the mock server, and what a seat does when its server misbehaves.

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

#[tokio::test]
async fn a_game_is_played_in_both_languages_and_every_style() {
    let styles = [Style::Json, Style::Fenced, Style::Plain, Style::Think, Style::Reasoning, Style::OnlyReasoning];
    for lang in Lang::ALL {
        for style in styles {
            let server = serve(peaceful(style)).await;
            let played = play(&server, &hasty(), lang).await;
            assert!(played.answered > 40, "{lang} {style:?}: {}", played.answered);
            assert_eq!((played.unclear, played.failed), (0, 0), "{lang} {style:?}");
        }
    }
}

#[tokio::test]
async fn a_game_is_played_through_a_tool_that_must_be_called() {
    for model in ["openrouter/m", "anthropic/m"] {
        for stream in [false, true] {
            let server = serve(Profile { formats: vec!["tool".into()], ..peaceful(Style::Json) }).await;
            let sampling = Sampling { stream: Some(stream), ..Sampling::default() };
            let settings = Settings { sampling, ..hasty() };
            let shared = open(model, &server.base_url(), &settings);
            let played = play_with(|seat| seated(shared.clone(), &settings, Lang::En, seat)).await;
            assert!(played.answered > 40, "{model}: {}", played.answered);
            assert_eq!((played.unclear, played.failed), (0, 0), "{model}");
            let calls = played.calls.iter().flatten();
            let (refused, given): (Vec<&Call>, Vec<&Call>) = calls.partition(|call| call.error.is_some());
            assert_eq!(refused.len(), 1, "{model}: the schema is refused once");
            assert!(given.iter().all(|call| call.settings["format"] == "tool"), "{model}");
        }
    }
}

#[tokio::test]
async fn conversations_only_grow_and_the_record_is_the_prompt() {
    let server = serve(peaceful(Style::Json)).await;
    let played = play(&server, &hasty(), Lang::Zh).await;
    let seen = server.seen();
    let system = messages(&seen[0].body)[0].clone();
    let mut seats = std::collections::BTreeSet::new();
    for (seat, calls) in played.calls.iter().enumerate() {
        let key = json!(format!("lycaon-{:016x}", seat + 1));
        let bodies: Vec<&Value> =
            seen.iter().map(|seen| &seen.body).filter(|body| body["prompt_cache_key"] == key).collect();
        for pair in bodies.windows(2) {
            let (before, after) = (messages(pair[0]), messages(pair[1]));
            assert!(after.starts_with(&before) && after.len() >= before.len() + 2);
        }
        let Some(last) = bodies.last() else { continue };
        seats.insert(seat);
        assert_eq!(messages(last)[0], system, "the rules are the same for every seat");
        assert!(messages(last).iter().all(|message| message["content"].as_str().is_some_and(|text| !text.is_empty())));
        let deltas: Vec<Value> = calls.iter().flat_map(|call| &call.delta).map(|message| json!(message)).collect();
        assert_eq!(deltas, messages(last));
    }
    assert_eq!(seats.len(), 9);
}

#[tokio::test]
async fn a_game_ends_in_spite_of_faults() {
    let kinds = [Fault::RateLimit, Fault::Internal, Fault::Cut, Fault::Truncated, Fault::Malformed, Fault::ErrorInside];
    let profile = Profile { fault_kinds: kinds.to_vec(), ..peaceful(Style::Json) };
    let config = Config { faults: 0.3, profile, ..Config::default() };
    let server = MockServer::start(config).await.expect("a server");
    let played = play(&server, &hasty(), Lang::En).await;
    assert_eq!((played.unclear, played.failed), (0, 0));
    let calls: Vec<&Call> = played.calls.iter().flatten().collect();
    assert_eq!(calls.len() as u64, server.requests(), "every call is recorded");
    for class in ["rate_limit", "overloaded", "connect", "malformed"] {
        assert!(calls.iter().any(|call| call.error.as_deref() == Some(class)), "{class}");
    }
}

#[tokio::test]
async fn the_key_is_in_no_record_of_a_game() {
    let server = serve(Profile { key: Some(KEY.into()), ..Profile::default() }).await;
    let played = play(&server, &hasty(), Lang::En).await;
    let record = serde_json::to_string(&played.calls).expect("JSON");
    assert!(played.failed == 0 && !record.contains(KEY));
}

#[tokio::test]
async fn an_unclear_reply_is_kept_and_complained_of() {
    let (view, request) = first_question();
    let broken = Play { contains: Some("No answer counts as".into()), style: Style::BrokenJson, ..Play::default() };
    let server = serve(play_of(broken)).await;
    let mut agent = agent(&server, &hasty(), Lang::En, 1);
    let (reply, _) = ask(&mut agent, &view, &request).await;
    let Err(Trouble::Unclear(unclear)) = reply.answer else { panic!("{reply:?}") };
    let (reply, calls) = ask_again(&mut agent, &view, &request, 2, Some(&unclear), None).await;
    assert!(reply.answer.is_ok(), "{reply:?}");
    let roles: Vec<&str> = calls[0].delta.iter().map(|message| message.role.as_str()).collect();
    assert_eq!((roles, calls[0].attempt), (vec!["assistant", "user"], 2));
}

#[tokio::test]
async fn silence_and_refusals_are_not_replayed() {
    let (view, request) = first_question();
    for (style, unclear) in [(Style::Empty, Unclear::Empty), (Style::Refusal, Unclear::Refused)] {
        let server = serve(play_of(Play { style, ..Play::default() })).await;
        let mut agent = agent(&server, &hasty(), Lang::En, 1);
        for attempt in 1..=2 {
            let complaint = (attempt > 1).then_some(&unclear);
            let (reply, _) = ask_again(&mut agent, &view, &request, attempt, complaint, None).await;
            assert_eq!(reply.answer, Err(Trouble::Unclear(unclear.clone())));
        }
        let sent = messages(&server.seen()[1].body);
        let roles: Vec<&str> = sent.iter().filter_map(|message| message["role"].as_str()).collect();
        assert_eq!(roles, ["system", "user", "user"], "{style:?}");
    }
}

#[tokio::test]
async fn reasoning_that_used_up_the_tokens_is_given_more_once() {
    let (view, request) = first_question();
    let server = serve(play_of(Play { style: Style::Length, ..Play::default() })).await;
    let set = Sampling { max_tokens: Some(100), ..Sampling::default() };
    let further = |name: &str, value: Value| Sampling {
        extra: [(name.to_owned(), value)].into_iter().collect(),
        ..Sampling::default()
    };
    let cases = [
        ("openai/m", set.clone(), "/max_completion_tokens", 100),
        ("openai/m", further("max_tokens", json!(100)), "/max_tokens", 100),
        ("ollama/m", set, "/options/num_predict", 100),
        ("ollama/m", further("options", json!({"num_predict": 100})), "/options/num_predict", 100),
        ("anthropic/m", Sampling::default(), "/max_tokens", 4096),
    ];
    for (model, sampling, at, tokens) in cases {
        let settings = Settings { sampling, ..hasty() };
        let mut agent = seated(open(model, &server.base_url(), &settings), &settings, Lang::En, 1);
        for attempt in 1..=3 {
            let (reply, calls) = ask_again(&mut agent, &view, &request, attempt, None, None).await;
            assert_eq!(reply.answer, Err(Trouble::Unclear(Unclear::OnlyThought)), "{model}");
            let wanted = if attempt == 1 { tokens } else { 2 * tokens };
            assert_eq!(calls[0].settings.pointer(at), Some(&json!(wanted)), "{model} {at}");
        }
    }
}

#[tokio::test]
async fn the_server_s_wait_is_kept() {
    let (view, request) = first_question();
    let turned_away =
        Play { fault: Some(Fault::RateLimit), retry_after: Some("0.3".into()), times: Some(1), ..Play::default() };
    let server = serve(play_of(turned_away)).await;
    let begun = Instant::now();
    let (reply, calls) = ask(&mut agent(&server, &hasty(), Lang::En, 1), &view, &request).await;
    assert!(begun.elapsed() >= Duration::from_millis(300));
    assert!(reply.answer.is_ok());
    let errors: Vec<Option<&str>> = calls.iter().map(|call| call.error.as_deref()).collect();
    assert_eq!(errors, [Some("rate_limit"), None]);
    assert_eq!((calls[0].delta.len(), calls[1].delta.len()), (2, 0), "nothing is recorded twice");
}

#[tokio::test]
async fn calls_are_made_again_a_bounded_number_of_times() {
    let (view, request) = first_question();
    for (fault, requests) in [(Fault::Internal, 3), (Fault::Quota, 1), (Fault::Context, 1)] {
        let server = serve(play_of(Play { fault: Some(fault), ..Play::default() })).await;
        let patience = Patience { retries: 2, ..hasty().patience };
        let settings = Settings { patience, ..Settings::default() };
        let (reply, calls) = ask(&mut agent(&server, &settings, Lang::En, 1), &view, &request).await;
        let Err(Trouble::Failed(why) | Trouble::Unreachable(why)) = reply.answer else { panic!("{reply:?}") };
        assert!(why.starts_with("openai/m: "), "{why}");
        assert_eq!((server.requests(), calls.len()), (requests, requests as usize), "{fault:?}");
    }
}

#[tokio::test]
async fn the_deadline_is_kept_whatever_the_server_does() {
    let (view, request) = first_question();
    let cases = [
        (Play { fault: Some(Fault::Hang), ..Play::default() }, "timeout"),
        (Play { latency_ms: Some(60_000), ..Play::default() }, "timeout"),
        (Play { fault: Some(Fault::RateLimit), retry_after: Some("30".into()), ..Play::default() }, "rate_limit"),
        (Play { fault: Some(Fault::Internal), ..Play::default() }, "overloaded"),
    ];
    for (play, class) in cases {
        let server = serve(play_of(play)).await;
        let patience = Patience { first_wait: 0.02, longest_wait: 0.05, retries: 1000, ..Patience::default() };
        let settings = Settings { patience, ..Settings::default() };
        let deadline = Deadline::after(Duration::from_millis(500));
        let mut agent = agent(&server, &settings, Lang::En, 1);
        // A server that hangs for a minute must not hold the seat; how soon it lets go depends on the machine.
        let asked = ask_again(&mut agent, &view, &request, 1, None, Some(&deadline));
        let (reply, calls) = tokio::time::timeout(Duration::from_secs(30), asked).await.expect(class);
        assert!(matches!(reply.answer, Err(Trouble::Unreachable(_))), "{class}");
        // The deadline may fall into the last of many calls, which then ends as a timeout.
        assert_eq!(calls.first().and_then(|call| call.error.as_deref()), Some(class));
        let last = calls.last().and_then(|call| call.error.as_deref());
        assert!(last == Some(class) || last == Some("timeout"), "{class}: {last:?}");
    }
}

#[tokio::test]
async fn no_call_is_made_when_the_time_is_over() {
    let (view, request) = first_question();
    let server = serve(Profile::default()).await;
    let mut agent = agent(&server, &hasty(), Lang::En, 1);
    let (reply, _) = ask_again(&mut agent, &view, &request, 1, None, Some(&Deadline::after(Duration::ZERO))).await;
    assert!(matches!(reply.answer, Err(Trouble::Failed(_))));
    assert_eq!(server.requests(), 0);
}

#[tokio::test]
async fn an_answer_that_nobody_waited_for_loses_no_record() {
    let (view, request) = first_question();
    let once = |fault| Play { fault: Some(fault), times: Some(1), retry_after: Some("0.5".into()), ..Play::default() };
    let server = serve(play_of(once(Fault::RateLimit))).await;
    let mut agent = agent(&server, &hasty(), Lang::En, 1);
    let journal = Calls::new();
    let question = Question {
        view: &view,
        request: &request,
        attempt: 1,
        complaint: None,
        deadline: None,
        journal: &journal,
        window: None,
    };
    let waited = tokio::time::timeout(Duration::from_millis(300), agent.answer(question)).await;
    assert!(waited.is_err());
    assert!(agent.answer(question).await.answer.is_ok());
    let calls = journal.take();
    let errors: Vec<Option<&str>> = calls.iter().map(|call| call.error.as_deref()).collect();
    assert_eq!(errors, [Some("rate_limit"), Some("rate_limit"), None]);
    let deltas: Vec<Value> = calls.iter().flat_map(|call| &call.delta).map(|message| json!(message)).collect();
    assert_eq!(deltas, messages(&server.seen()[1].body));
}

#[tokio::test]
async fn a_conversation_is_taken_up_where_its_record_left_it() {
    let (view, request) = first_question();
    let server = serve(Profile::default()).await;
    let mut agent_before = agent(&server, &hasty(), Lang::En, 1);
    let (_, first) = ask(&mut agent_before, &view, &request).await;
    ask(&mut agent_before, &view, &request).await;
    let mut agent_after = agent(&server, &hasty(), Lang::En, 1);
    agent_after.recall(&first, view.heard().len());
    let (_, calls) = ask(&mut agent_after, &view, &request).await;
    let seen = server.seen();
    assert_eq!(seen[1].body, seen[2].body);
    assert_eq!(calls[0].delta.len(), 2, "only what is new is recorded");
}

#[tokio::test]
async fn a_server_that_cuts_the_prompt_is_found_out() {
    let (view, request) = first_question();
    let answer = |tokens: u64| {
        let body = json!({"usage": {"prompt_tokens": tokens}, "choices": [{"message": {"content": "1"}}]}).to_string();
        Some(Verbatim { status: 200, headers: Default::default(), body })
    };
    let plays = vec![
        Play { contains: Some("No answer came".into()), reply: answer(2048), ..Play::default() },
        Play { reply: answer(3000), ..Play::default() },
    ];
    let server = serve(Profile { plays, ..Profile::default() }).await;
    let mut agent = agent(&server, &hasty(), Lang::En, 1);
    ask(&mut agent, &view, &request).await;
    let (reply, calls) = ask_again(&mut agent, &view, &request, 2, Some(&Unclear::Empty), None).await;
    assert!(matches!(reply.answer, Err(Trouble::Failed(why)) if why.contains("cuts the prompt")));
    assert_eq!(calls[0].error.as_deref(), Some("context"));
}

#[tokio::test]
async fn a_hostile_reply_is_unclear_and_nothing_worse() {
    let (view, request) = first_question();
    let deep = format!("{}{}", "{\"choice\":".repeat(5000), "}".repeat(5000));
    let texts =
        ["\u{1b}[2J\u{0}", &deep, "{\"choice\": 1e999}", "{\"choice\": -1}", "{\"choice\": [1,1,1,99]}", "```json"];
    for text in texts {
        let server = serve(play_of(Play { text: Some(text.to_owned()), ..Play::default() })).await;
        let (reply, _) = ask(&mut agent(&server, &hasty(), Lang::Zh, 1), &view, &request).await;
        assert!(matches!(reply.answer, Err(Trouble::Unclear(_))), "{:.40}: {:?}", text, reply.answer);
    }
}

#[tokio::test]
async fn a_spent_account_stops_its_model_and_nothing_else() {
    let (view, request) = first_question();
    let refused = Verbatim { status: 401, headers: Default::default(), body: r#"{"error": "no such key"}"#.into() };
    let spent = Play { fault: Some(Fault::Quota), ..Play::default() };
    for play in [spent, Play { reply: Some(refused), ..Play::default() }] {
        let server = serve(play_of(play)).await;
        let provider = open("openai/m", &server.base_url(), &hasty());
        let access = Access::from(provider);
        let narrator = Arc::new(Narrator::new(Lang::En));
        let seat = |seed| LlmAgent::new(access.clone(), narrator.clone(), Conditions::default(), hasty(), seed);
        for seed in [1, 2, 3] {
            let (reply, _) = ask(&mut seat(seed), &view, &request).await;
            assert!(matches!(reply.answer, Err(Trouble::Unreachable(_))), "{reply:?}");
        }
        assert_eq!(server.requests(), 1, "nobody asks again");
        assert!(access.closed().is_some());
        let sound = serve(Profile::default()).await;
        let (reply, _) = ask(&mut agent(&sound, &hasty(), Lang::En, 1), &view, &request).await;
        assert!(reply.answer.is_ok());
    }
}

/// The prompts as the record of a seat's calls has them.
fn recorded_prompts(calls: &[Call]) -> Vec<Vec<Value>> {
    let mut prompt: Vec<Value> = vec![];
    let prompts = calls.iter().map(|call| {
        prompt.truncate(call.kept.map_or(prompt.len(), |kept| kept as usize));
        prompt.extend(call.delta.iter().map(|message| json!(message)));
        prompt.clone()
    });
    prompts.collect()
}

#[tokio::test]
async fn a_model_that_forgets_is_told_less_and_its_record_is_still_the_prompt() {
    for history in [History::LastDays(1), History::Summary] {
        let server = serve(peaceful(Style::Json)).await;
        let mind = Mind { history, persona: "a cautious farmer".into(), manner: true };
        let make = |seat: u64| agent(&server, &hasty(), Lang::En, seat).with_mind(mind.clone());
        let played = play_with(make).await;
        assert_eq!((played.unclear, played.failed), (0, 0), "{history:?}");
        let seen = server.seen();
        let mut forgot = 0;
        for (seat, calls) in played.calls.iter().enumerate() {
            let key = json!(format!("lycaon-{:016x}", seat + 1));
            let sent = seen.iter().map(|seen| &seen.body).filter(|body| body["prompt_cache_key"] == key);
            let sent: Vec<Vec<Value>> = sent.map(messages).collect();
            let prompts = recorded_prompts(calls);
            assert_eq!(prompts, sent, "{history:?}");
            for (call, prompt) in calls.iter().zip(&prompts).filter(|(call, _)| call.kept.is_some()) {
                forgot += 1;
                assert_eq!(call.kept, Some(1), "the rules stay");
                let first = prompt[1]["content"].as_str().expect("text");
                assert!(first.contains("a cautious farmer") && first.contains("[you] "), "{first}");
                let manner = Narrator::new(Lang::En).memory(lycaon_narrator::Memory::Manner);
                assert!(first.starts_with(&manner), "{first}");
                assert_eq!(first.contains("is left out here"), history != History::Summary, "{first}");
                assert_eq!(first.contains("You wrote of the game so far: "), history == History::Summary, "{first}");
            }
        }
        assert!(forgot > 5, "{history:?}: {forgot}");
        let summaries = played.calls.iter().flatten().filter(|call| call.purpose.is_some()).count();
        assert_eq!(summaries, if history == History::Summary { forgot } else { 0 });
    }
}

#[tokio::test]
async fn a_hand_and_notes_are_taken_from_the_answer_where_they_are_asked_for() {
    let (view, request) = first_question();
    let text = r#"{"thought": "", "choice": "1", "speech": "", "notes": "watch 3", "raise": true}"#;
    let server = serve(play_of(Play { text: Some(text.into()), ..Play::default() })).await;
    let narrator = Arc::new(Narrator::new(Lang::En));
    for interrupts in [Interrupts::Raised, Interrupts::OwnTurn] {
        let conditions = Conditions { notes: true, interrupts, ..Conditions::default() };
        let provider = open("openai/m", &server.base_url(), &hasty());
        let mut agent = LlmAgent::new(provider, narrator.clone(), conditions, hasty(), 1);
        let (reply, _) = ask(&mut agent, &view, &request).await;
        assert_eq!(reply.raise, (interrupts == Interrupts::Raised).then_some(true));
    }
}
