//! What keys do.

use super::*;
use lycaon_agents::Trouble;
use lycaon_agents::remote::Notice;
use lycaon_rules::{Answer, Dice};
use std::time::{Duration, Instant};

fn onto(seat: u8) -> Given {
    Ok(Choice::Target { seat: Seat::new(seat) }.into())
}

#[test]
fn a_seat_is_chosen_as_an_input_method_sends_it() {
    for text in ["7", "７", "7号", "７号", "七号", "投7号", "我投７号"] {
        let mut scene = scene(&seer(), Lang::Zh);
        let mut given = ask(&mut scene, &ballot(3));
        text.chars().for_each(|letter| types(&mut scene, &letter.to_string()));
        assert!(picture(&scene, 80, 24).contains("▸ 7号"), "{text}: {}", picture(&scene, 80, 24));
        assert!(given.try_recv().is_err(), "{text}: nothing counts before Enter");
        scene.press(Key::Enter);
        assert_eq!(given.try_recv().unwrap(), onto(7), "{text}");
    }
    for text in ["过", "弃票", "／过", "/pass", "/放弃"] {
        let mut scene = scene(&seer(), Lang::Zh);
        let mut given = ask(&mut scene, &ballot(3));
        types(&mut scene, text);
        scene.press(Key::Enter);
        assert_eq!(given.try_recv().unwrap(), Ok(Choice::Pass.into()), "{text}");
    }
}

#[test]
fn options_are_walked_through_with_the_arrows() {
    for (keys, expected) in [
        (vec![Key::Down], 2),
        (vec![Key::Tab, Key::Tab], 5),
        (vec![Key::Up, Key::Up], 7),
        (vec![Key::Down, Key::Down, Key::BackTab], 2),
    ] {
        let mut scene = scene(&seer(), Lang::En);
        let mut given = ask(&mut scene, &ballot(3));
        scene.press(Key::Enter);
        assert!(given.try_recv().is_err(), "nothing is marked yet");
        keys.into_iter().for_each(|key| _ = scene.press(key));
        scene.press(Key::Enter);
        assert_eq!(given.try_recv().unwrap(), onto(expected));
    }
}

#[test]
fn nonsense_is_complained_about_and_stays_to_be_mended() {
    let mut scene = scene(&seer(), Lang::Zh);
    let mut given = ask(&mut scene, &ballot(3));
    types(&mut scene, "９９");
    scene.press(Key::Enter);
    assert!(given.try_recv().is_err());
    assert!(scene.status.is_some() && scene.draft.text() == "９９");
    scene.press(Key::Esc);
    types(&mut scene, "5");
    scene.press(Key::Enter);
    assert_eq!(given.try_recv().unwrap(), onto(5));
}

#[test]
fn a_choice_is_taken_back_while_others_think_and_not_after() {
    for undo in ["/undo", "／收回", ""] {
        let mut scene = scene(&seer(), Lang::Zh);
        let thinking = Thinking::of(seats([3, 5]));
        let window = thinking.window(Seat::new(3));
        let mut given = ask_in(&mut scene, &ballot(3), None, Some(&window));
        types(&mut scene, "7");
        scene.press(Key::Enter);
        scene.tick(Instant::now());
        assert!(given.try_recv().is_err() && picture(&scene, 80, 24).contains("/undo"));
        // Enter once more chooses nothing once more, and what is typed meanwhile is kept.
        let shown = picture(&scene, 80, 24);
        scene.press(Key::Enter);
        scene.tick(Instant::now());
        assert_eq!(picture(&scene, 80, 24), shown);
        if undo.is_empty() {
            scene.press(Key::Esc);
        } else {
            types(&mut scene, undo);
            scene.press(Key::Enter);
        }
        types(&mut scene, "2");
        scene.press(Key::Enter);
        thinking.done(Seat::new(5));
        scene.tick(Instant::now());
        assert_eq!(given.try_recv().unwrap(), onto(2));
        types(&mut scene, "/undo");
        scene.press(Key::Enter);
        assert_eq!(scene.status.as_ref().unwrap().1, scene.words.nothing_to_undo);
    }
}

#[test]
fn what_is_typed_while_a_choice_is_held_is_kept() {
    let mut scene = scene(&seer(), Lang::En);
    let thinking = Thinking::of(seats([3, 5]));
    let window = thinking.window(Seat::new(3));
    let mut given = ask_in(&mut scene, &ballot(3), None, Some(&window));
    types(&mut scene, "7");
    scene.press(Key::Enter);
    types(&mut scene, "/qu");
    thinking.done(Seat::new(5));
    scene.tick(Instant::now());
    assert_eq!(given.try_recv().unwrap(), onto(7));
    assert_eq!(scene.draft.text(), "/qu");
}

#[test]
fn a_connection_is_told_of_until_it_is_back() {
    for lang in Lang::ALL {
        let mut scene = scene(&seer(), lang);
        let _given = ask(&mut scene, &ballot(3));
        let words = scene.words;
        for notice in [Notice::Lost, Notice::Trying(3)] {
            scene.notice(notice);
            types(&mut scene, "7");
            let text = picture(&scene, 80, 24);
            assert!(text.contains(&words.of_connection(notice)), "{text}");
        }
        scene.notice(Notice::Back);
        let text = picture(&scene, 80, 24);
        assert!(text.contains(&words.connection_back) && !text.contains(&words.connection_lost), "{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn at_zero_a_half_typed_speech_is_said_and_anything_else_is_silence() {
    let deadline = Deadline::after(Duration::from_secs(60));
    let [mut talking, mut voting, mut held] = [0; 3].map(|_| scene(&seer(), Lang::Zh));
    let mut said = ask_in(&mut talking, &speech(3), Some(&deadline), None);
    types(&mut talking, "我还没说");
    let mut voted = ask_in(&mut voting, &ballot(3), Some(&deadline), None);
    types(&mut voting, "7");
    let window = Thinking::of(seats([3, 5])).window(Seat::new(3));
    let mut chosen = ask_in(&mut held, &ballot(3), Some(&deadline), Some(&window));
    types(&mut held, "7");
    held.press(Key::Enter);
    let text = picture(&voting, 80, 24);
    assert!(text.contains("剩 01:00") && text.contains("▓▓▓▓▓▓▓"), "{text}");
    let mut rang = 0;
    for _ in 0..120 {
        tokio::time::advance(Duration::from_millis(500)).await;
        rang += u32::from(talking.tick(Instant::now()));
        voting.tick(Instant::now());
        held.tick(Instant::now());
    }
    assert_eq!(rang, 1, "the bell rings once");
    assert_eq!(said.try_recv().unwrap(), Ok(Answer::say("我还没说")));
    assert!(voted.try_recv().is_err(), "silence is not an answer");
    voting.give_up();
    assert!(voting.asked.is_none() && picture(&voting, 80, 24).contains("时间到了"));
    assert_eq!(chosen.try_recv().unwrap(), onto(7));
}

#[test]
fn the_card_is_shown_for_five_seconds_or_until_the_next_key() {
    let mut scene = scene(&seer(), Lang::Zh);
    let card = scene.narrator.role_text(RoleId::Seer).power.to_owned();
    let shows = |scene: &Scene| picture(scene, 200, 50).contains(&card);
    scene.press(Key::F(2));
    assert!(shows(&scene));
    scene.tick(Instant::now() + Duration::from_secs(6));
    assert!(!shows(&scene));
    scene.press(Key::F(2));
    types(&mut scene, "我");
    assert!(!shows(&scene) && scene.draft.text() == "我");
}

#[test]
fn every_command_and_every_popup_answers_in_both_languages() {
    for lang in Lang::ALL {
        let mut scene = scene(&seer(), lang);
        let mut given = ask(&mut scene, &ballot(3));
        let before = picture(&scene, 80, 24);
        for command in [
            "/help",
            "/me",
            "/who",
            "/log",
            "/log day 1",
            "/votes",
            "/rules",
            "/rules seer",
            "/time",
            "/note 7 wolf",
            "/note",
            "/undo",
            "/lang fr",
            "/dance",
        ] {
            types(&mut scene, command);
            scene.press(Key::Enter);
            assert_ne!(picture(&scene, 80, 24), before, "{lang}: {command}");
            scene.press(Key::Esc);
            scene.press(Key::Esc);
        }
        for number in 1..=4 {
            scene.press(Key::F(number));
            assert!(scene.popup.is_some());
        }
        assert!(given.try_recv().is_err());
    }
}

#[test]
fn leaving_is_asked_for_twice_and_stopping_as_well() {
    let mut scene = scene(&seer(), Lang::En);
    let mut given = ask(&mut scene, &ballot(3));
    for text in ["/quit", "/who", "/quit", "/quit"] {
        assert!(given.try_recv().is_err());
        types(&mut scene, text);
        scene.press(Key::Enter);
        scene.press(Key::F(1));
        scene.press(Key::Esc);
    }
    assert!(matches!(given.try_recv().unwrap(), Err(Trouble::HandedOver(_))));
    let mut again = ask(&mut scene, &ballot(3));
    assert!(matches!(again.try_recv().unwrap(), Err(Trouble::HandedOver(_))), "who left is not asked");
    assert_eq!(scene.press(Key::Leave), Act::Nothing);
    assert_eq!(scene.press(Key::PageUp), Act::Nothing);
    assert_eq!(scene.press(Key::Leave), Act::Nothing, "it is twice in a row");
    assert_eq!(scene.press(Key::Leave), Act::Interrupt);
}

#[test]
fn a_language_is_changed_in_the_middle_of_a_question() {
    let mut scene = scene(&seer(), Lang::Zh);
    let _given = ask(&mut scene, &ballot(3));
    types(&mut scene, "/lang en");
    scene.press(Key::Enter);
    let text = picture(&scene, 80, 24);
    assert!(text.contains("[all]") && text.contains("F1 help") && !text.contains("[公]"), "{text}");
}

#[test]
fn no_keys_break_it() {
    let keys = [
        Key::Enter,
        Key::Esc,
        Key::Tab,
        Key::BackTab,
        Key::Up,
        Key::Down,
        Key::Left,
        Key::Right,
        Key::Home,
        Key::End,
        Key::PageUp,
        Key::PageDown,
        Key::Backspace,
        Key::Delete,
        Key::F(1),
        Key::F(2),
        Key::F(3),
        Key::F(4),
        Key::F(12),
        Key::Redraw,
        Key::Clear,
        Key::Edit,
    ];
    let words = ["7", "狼", "/", "/me", "\"\"\"", "　", "\n", "e\u{301}", "👩‍👩‍👧", "\u{1b}[2J", "/undo"];
    let mut dice = Dice::new(5);
    for round in 0..30 {
        let mut scene = scene(&seer(), Lang::ALL[round % 2]);
        for step in 0..60 {
            if scene.asked.is_none() {
                let request = if step % 2 == 0 { ballot(3) } else { speech(3) };
                drop(ask(&mut scene, &request));
            }
            let key = match dice.below("kind", 3) {
                0 => Key::Type(words[dice.below("word", words.len() as u64) as usize].into()),
                _ => keys[dice.below("key", keys.len() as u64) as usize].clone(),
            };
            scene.press(key);
            scene.tick(Instant::now());
            scene.up = drawn(&scene, 80, 24).1.up;
        }
    }
}
