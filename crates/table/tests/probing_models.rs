//! Models asked aside: their game is the game without it, word for word, and their forks go on from what they heard.

use lycaon_agents::llm::{self, Endpoint, LlmAgent, Patience, Settings as ModelSettings};
use lycaon_mock_llm::{Config, MockServer, Play, Profile, Style};
use lycaon_narrator::{Conditions, Lang, Narrator};
use lycaon_rules::{Board, Camp, Dice, Fact, Seat, Setup};
use lycaon_table::{Player, Probing, Settings, Table};
use lycaon_transcript::{
    Asks, Believed, Call, Checkpoint, Header, Memory, Reader, Recorder, Transcript, Writer, verify_lines,
};
use serde_json::json;
use std::sync::Arc;

/// A server of peaceful players, whose games last: nobody blows himself up.
async fn serve(style: Style) -> MockServer {
    let patient =
        |contains: &str| Play { contains: Some(contains.into()), always: Some("0".into()), style, ..Play::default() };
    let plays = vec![patient("blow up"), Play { style, ..Play::default() }];
    let profile = Profile { plays, ..Profile::default() };
    MockServer::start(Config { profile, ..Config::default() }).await.expect("a server")
}

async fn recorded(server: &MockServer, probing: Option<Probing>) -> Transcript {
    let board = Board::named("online-9p").unwrap();
    let deal = board.deal(&mut Dice::new(7));
    let setup = Setup { board: board.into(), deal };
    let narrator = Arc::new(Narrator::new(Lang::En));
    let model = ModelSettings { patience: Patience::default(), ..ModelSettings::default() };
    let player = |seat: Seat| {
        let base = server.base_url();
        let endpoint = Endpoint::resolve("openai/m", |name| match name {
            "OPENAI_API_KEY" => Some("sk-none".to_owned()),
            _ => Some(base.clone()),
        });
        let provider = llm::open(endpoint.expect("an endpoint"), &model.patience).expect("a client");
        let seed = seat.number().into();
        let agent = LlmAgent::new(provider, narrator.clone(), Conditions::default(), model.clone(), seed);
        Player::machine(Box::new(agent))
    };
    let players = setup.board.seats().map(player).collect();
    let memory = Memory::new();
    let recorder = Recorder::begin(Writer::to(memory.clone(), "memory"), &Header::new("test", &setup, 7)).unwrap();
    let settings = Settings { probing, ..Settings::default() };
    Table::new(setup, 7, players, settings).unwrap().recorded_by(recorder).play().await.unwrap();
    assert!(verify_lines(Reader::new(&memory.bytes()[..], "memory")).unwrap().ok);
    Transcript::read(&memory.bytes()[..], "memory").unwrap()
}

/// What was said to the model and what it said, call by call of a seat.
fn conversation(transcript: &Transcript, seat: Seat) -> Vec<(Vec<lycaon_transcript::call::Message>, Option<String>)> {
    let calls = transcript.calls.iter().filter(|line| line.seat == seat);
    calls.map(|line| (line.call.delta.clone(), line.call.reply.clone())).collect()
}

fn probing(silenced: bool) -> Probing {
    let at = if silenced { vec!["dawn", "speech"] } else { vec!["dawn", "discussion", "exile"] };
    let (polls, reports, doubts) = (silenced, silenced, silenced);
    let keys = json!({
        "at": at, "silenced": silenced, "polls": polls, "reports": reports, "doubts": doubts, "retest": 0.2,
    });
    serde_json::from_value(keys).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_models_game_with_probes_is_the_game_without_them() {
    let server = serve(Style::Json).await;
    let off = recorded(&server, None).await;
    let on = recorded(&server, Some(probing(true))).await;
    assert_eq!(off.events, on.events);
    for seat in off.header.board.seats() {
        assert_eq!(conversation(&off, seat), conversation(&on, seat), "seat {seat}");
    }
    let totals = &on.end.as_ref().unwrap().totals;
    assert_eq!(totals.calls as usize, on.calls.len());
    assert!(totals.probes.calls as usize >= on.probes.len() && on.probes.len() > 20);
    for probe in &on.probes {
        assert_eq!(probe.how, Believed::Answered, "{:?}", probe.why);
        let [call] = &probe.calls[..] else { panic!("{} calls", probe.calls.len()) };
        assert_eq!(call.purpose.as_deref(), Some("probe"));
        let asked = &call.delta.last().unwrap().content;
        let wolf = on.header.deal.cards[probe.seat.index()].card().camp == Camp::Wolves;
        let shape = match probe.asks {
            Asks::Beliefs if wolf => "{\"suspected\":",
            Asks::Beliefs => "{\"p_wolf\":",
            Asks::Poll => "{\"vote\":",
            Asks::Report => "{\"intent\":",
            Asks::Doubt => "{\"p_lie\":",
        };
        assert!(asked.contains(shape), "{asked}");
    }
    for asks in [Asks::Poll, Asks::Report, Asks::Doubt] {
        assert!(on.probes.iter().filter(|probe| probe.asks == asks).count() > 5, "{}", asks.id());
    }
    // Who is asked how he meant his speech has it before him.
    for probe in on.probes.iter().filter(|probe| probe.asks == Asks::Report) {
        let spoken = on.events.iter().find(|event| event.n == probe.event).map(|event| &event.fact);
        let Some(Fact::Spoke { seat, text, .. }) = spoken else { panic!("{probe:?}") };
        assert_eq!(*seat, probe.seat);
        assert!(probe.calls[0].delta.iter().any(|message| message.content.contains(text)), "{text}");
    }
    // Who is asked whether another lied has heard the speech, and is told whose it was.
    for probe in on.probes.iter().filter(|probe| probe.asks == Asks::Doubt) {
        let spoken = on.events.iter().find(|event| event.n == probe.event).map(|event| &event.fact);
        let Some(Fact::Spoke { seat, text, .. }) = spoken else { panic!("{probe:?}") };
        assert!(*seat != probe.seat && probe.order == [*seat] && probe.doubt.is_some());
        let told = &probe.calls[0].delta;
        assert!(told.iter().any(|message| message.content.contains(text)), "{text}");
        let asked = &told.last().unwrap().content;
        assert!(asked.contains(&format!("the last speech of player {seat}:")), "{asked}");
    }
    // The fork is told the speech, and its twin that nothing was said.
    let told = |silenced: bool| -> Vec<&str> {
        let of = on.probes.iter().filter(|probe| probe.checkpoint == Checkpoint::Speech && probe.silenced == silenced);
        of.filter(|probe| probe.asks == Asks::Beliefs)
            .map(|probe| probe.calls[0].delta.last().unwrap().content.as_str())
            .collect()
    };
    assert!(!told(true).is_empty() && told(true).iter().all(|told| !told.is_empty()));
    let said = on.probes.iter().filter(|probe| probe.silenced).all(|silenced| {
        let twin = on
            .probes
            .iter()
            .filter(|probe| probe.asks == Asks::Beliefs && !probe.silenced && probe.repeat == 0)
            .find(|probe| (probe.seat, probe.n) == (silenced.seat, silenced.n));
        twin.is_some_and(|twin| news(&twin.calls[0]) != news(&silenced.calls[0]))
    });
    assert!(said, "a silent turn is told in other words than a speech");
}

/// What a call was told before its question.
fn news(call: &Call) -> &str {
    let told = &call.delta.last().unwrap().content;
    told.rsplit_once("\n\n").map_or("", |(news, _)| news)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_is_kept_and_asked_once() {
    let server = serve(Style::Refusal).await;
    let transcript = recorded(&server, Some(probing(false))).await;
    assert!(!transcript.probes.is_empty());
    for probe in &transcript.probes {
        assert_eq!((probe.how, &probe.answer, probe.calls.len()), (Believed::Unreadable, &None, 1));
        assert!(probe.why.is_some());
    }
}
