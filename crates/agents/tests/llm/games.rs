//! Whole games against the mock server.

use super::*;

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
