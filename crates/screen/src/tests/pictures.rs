//! What is to be seen.

use super::*;
use ratatui::style::Color;

#[test]
fn a_speech_is_asked_for() {
    let mut scene = scene(&seer(), Lang::Zh);
    scene.notes.push("7 像狼".into());
    let _given = ask(&mut scene, &speech(3));
    types(&mut scene, "我觉得７号的发言");
    let (text, drawn) = drawn(&scene, 80, 24);
    looks("speech.zh", &text);
    let cursor = drawn.cursor.unwrap();
    assert_eq!((cursor.x, cursor.y), (2 + 16, 22), "the input method's window stands where the text ends");
}

#[test]
fn a_ballot_is_asked_for_with_its_options_its_fallback_and_what_enter_would_do() {
    let ask_for = |lang| {
        let mut scene = scene(&seer(), lang);
        let _given = ask(&mut scene, &ballot(3));
        types(&mut scene, "７");
        picture(&scene, 80, 24)
    };
    looks("ballot.zh", &ask_for(Lang::Zh));
    let english = ask_for(Lang::En);
    for part in ["alive 7/9", "▸ Player 3 you", "★sheriff", "out n1", "▸7: Player 7", "Enter confirms", "F1 help"]
    {
        assert!(english.contains(part), "`{part}` is not in {english}");
    }
}

#[test]
fn everything_asked_fits_into_every_window() {
    let requests = [ballot(3), speech(3)];
    for lang in Lang::ALL {
        for request in &requests {
            let mut scene = scene(&seer(), lang);
            let _given = ask(&mut scene, request);
            for columns in (20..140).step_by(7) {
                for rows in (4..50).step_by(3) {
                    let text = picture(&scene, columns, rows);
                    assert!(text.lines().all(|line| line.width() <= usize::from(columns)));
                    if columns >= 80 && rows >= 24 {
                        for part in [&scene.asked.as_ref().unwrap().text.fallback, &scene.texts.you] {
                            assert!(text.contains(part.as_str()), "{columns}x{rows}: {part} is not in {text}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn without_colours_there_are_none_and_nothing_is_missing() {
    let mut scene = scene(&seer(), Lang::Zh);
    let _given = ask(&mut scene, &ballot(3));
    let area = Rect::new(0, 0, 80, 24);
    let [mut plain, mut coloured] = [Buffer::empty(area), Buffer::empty(area)];
    draw(&scene, PLAIN, area, &mut plain);
    draw(&scene, Look { colour: true }, area, &mut coloured);
    assert!(plain.content().iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    assert!(coloured.content().iter().any(|cell| cell.fg != Color::Reset));
    assert_eq!(screen_text(&plain), screen_text(&coloured));
}

#[test]
fn the_log_is_turned_back_and_says_what_came_meanwhile() {
    let mut view = seer();
    let mut scene = scene(&view, Lang::En);
    for number in 0..40 {
        hear(&mut view, 1, Phase::Day, [spoke(5, &format!("speech {number}"))]);
    }
    scene.hear(&view);
    assert!(picture(&scene, 80, 24).contains("speech 39"));
    scene.press(Key::PageUp);
    scene.press(Key::PageUp);
    hear(&mut view, 1, Phase::Day, [spoke(5, "the newest")]);
    scene.hear(&view);
    let text = picture(&scene, 80, 24);
    assert!(!text.contains("the newest") && text.contains("▼ 1 more below"), "{text}");
    scene.press(Key::Home);
    scene.up = drawn(&scene, 80, 24).1.up;
    assert!(picture(&scene, 80, 24).contains("Seer"), "the first entry");
    scene.press(Key::End);
    assert!(picture(&scene, 80, 24).contains("the newest"));
}

#[test]
fn a_large_table_fits_a_small_window() {
    let board: Arc<Board> = Board::named("vanilla-18-4").unwrap().into();
    let view = View::new(Listener::Seat(Seat::new(3)), board.clone());
    let mut scene = Scene::new(view, Arc::new(Narrator::new(Lang::Zh)));
    let _given = ask(&mut scene, &speech(3));
    let text = picture(&scene, 80, 20);
    assert!(text.contains("3▸") && text.contains("18"), "{text}");
    assert!(picture(&scene, 80, 24).contains("▸ 3号 你"));
}

#[test]
fn who_is_away_is_marked_until_he_is_back() {
    let board: Arc<Board> = Board::named("vanilla-18-4").unwrap().into();
    for (lang, words) in [(Lang::Zh, "5号 暂离"), (Lang::En, "Player 5 away")] {
        let mut view = View::new(Listener::Seat(Seat::new(3)), board.clone());
        let left = Fact::Happened { event: EventId::LittleRascal, part: 1, by: None, seats: seats([5]), yes: true };
        let mut marked = |facts: &[Fact]| {
            hear(&mut view, 1, Phase::Day, facts.iter().cloned());
            let scene = scene(&view, lang);
            [picture(&scene, 80, 24).contains(words), picture(&scene, 80, 18).contains("5…")]
        };
        assert_eq!(marked(&[]), [false; 2], "{lang}");
        assert_eq!(marked(&[left]), [true; 2], "{lang}");
        assert_eq!(marked(&[Fact::NightFell { night: 2 }]), [true; 2], "{lang}");
        assert_eq!(marked(&[Fact::DayBroke { day: 2 }]), [false; 2], "{lang}");
    }
}
