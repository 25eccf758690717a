//! What a model is told from one question to the next, and that the record of its calls is what it was told.

use super::*;

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
