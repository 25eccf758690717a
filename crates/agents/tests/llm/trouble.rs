//! What a seat does when its server misbehaves, or its time is over.

use super::*;

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
