//! What holds for every reply, whatever it says.

mod sentences;

use lycaon_narrator::reply::{keys, read, read_line};
use lycaon_narrator::{Lang, Unclear};
use lycaon_rules::{
    About, Ask, Choice, Dice, Direction, Fallback, FloorKind, Menu, Request, RoleId, Seat, Seats, Source, Window,
};
use sentences::{DENIALS, PIECES, VOTES};
use std::time::{Duration, Instant};

fn request(ask: Ask, menu: Menu) -> Request {
    Request { seat: Seat::new(4), ask, menu, fallback: Fallback::Lot, from: Source::House, chat: false }
}

fn one_of(choices: impl IntoIterator<Item = Choice>) -> Menu {
    Menu::OneOf { choices: choices.into_iter().collect() }
}

/// A request of each kind, as the engine makes them, for twelve seats.
fn requests() -> Vec<Request> {
    let target = |seat| Choice::Target { seat };
    let seats = || Seat::all(12);
    let pass = [Choice::Pass];
    let yes = || one_of([Choice::Pass, Choice::Yes]);
    let with_pass = || one_of(pass.into_iter().chain(seats().map(target)));
    let potions = [Choice::Pass, Choice::Save].into_iter();
    let potions = potions.chain(seats().map(|seat| Choice::Poison { seat }));
    let potions = one_of(potions.chain(seats().map(|seat| Choice::SaveAndPoison { seat })));
    let ways = [Direction::Clockwise, Direction::CounterClockwise].map(|direction| Choice::Way { direction });
    let cards = RoleId::ALL.iter().map(|role| Choice::Card { role: *role });
    let wares = [RoleId::Seer, RoleId::Witch, RoleId::Guard];
    let gifts = seats().flat_map(|seat| wares.map(|role| Choice::Give { seat, role }));
    let two = |pass| Menu::Subset { of: Seats::all(12), min: 2, max: 2, pass };
    vec![
        request(Ask::Ballot { about: About::Exile, round: 1 }, with_pass()),
        request(Ask::Ballot { about: About::Sheriff, round: 1 }, with_pass()),
        request(Ask::Hunt { round: 1 }, with_pass()),
        request(Ask::Night { role: RoleId::Seer }, one_of(seats().map(target))),
        request(Ask::Night { role: RoleId::Guard }, with_pass()),
        request(Ask::Night { role: RoleId::Witch }, potions),
        request(Ask::Night { role: RoleId::Witch }, one_of([Choice::Pass, Choice::Save])),
        request(Ask::Night { role: RoleId::Thief }, one_of(pass.into_iter().chain(cards))),
        request(Ask::Night { role: RoleId::LittleGirl }, yes()),
        request(Ask::Night { role: RoleId::Cupid }, two(false)),
        request(Ask::Night { role: RoleId::Magician }, two(true)),
        request(Ask::Night { role: RoleId::MiracleMerchant }, one_of(pass.into_iter().chain(gifts))),
        request(Ask::Ban, Menu::Subset { of: Seats::all(12), min: 0, max: 12, pass: false }),
        request(Ask::Substitute { girl: Seat::new(6) }, yes()),
        request(Ask::Shot, with_pass()),
        request(Ask::Badge, one_of(seats().map(target).chain([Choice::Tear]))),
        request(Ask::Hand { candidate: Seat::new(6) }, yes()),
        request(Ask::Stand, yes()),
        request(Ask::Withdraw, yes()),
        request(Ask::Refuse, yes()),
        request(Ask::Flip, yes()),
        request(Ask::Offer { window: Window::Floor }, yes()),
        request(Ask::BreakTie { tied: Seats::all(12) }, with_pass()),
        request(Ask::Order, one_of(ways)),
        request(Ask::Bid, one_of((0..=3).map(|level| Choice::Bid { level }))),
        request(Ask::Speak { floor: FloorKind::Day }, Menu::Talk { limit: 500 }),
    ]
}

#[test]
fn every_key_is_read_as_its_choice() {
    for request in requests() {
        for lang in Lang::ALL {
            for (key, choice) in keys(&request, lang) {
                let legal = request.menu.allows(choice);
                let typed = read_line(&key, &request, lang).map(|answer| answer.choice);
                let written =
                    read(&format!("{{\"choice\": \"{key}\"}}"), &request, lang).map(|read| read.answer.choice);
                let expected = if legal { Ok(choice) } else { Err(Unclear::NotLegal { said: key.clone() }) };
                assert_eq!(typed, expected, "{key} for {:?}", request.ask);
                assert_eq!(written, expected, "{key} in JSON for {:?}", request.ask);
            }
        }
    }
}

#[test]
fn keys_are_distinct() {
    for request in requests() {
        for lang in Lang::ALL {
            let mut seen = std::collections::BTreeSet::new();
            for (key, _) in keys(&request, lang) {
                assert!(seen.insert(key.clone()), "two options of {:?} have the key {key}", request.ask);
            }
        }
    }
}

#[test]
fn a_denied_seat_is_never_chosen() {
    let mut taken = Vec::new();
    for request in requests() {
        for denial in DENIALS {
            for seat in [1, 2, 10, 11] {
                let reply = denial.replace('#', &seat.to_string());
                if let Ok(read) = read(&reply, &request, Lang::Zh) {
                    let chosen = match read.answer.choice {
                        Choice::Set { seats } => seats.has(Seat::new(seat)),
                        choice => choice.seat() == Some(Seat::new(seat)),
                    };
                    if chosen {
                        taken.push(format!("{reply:?} for {:?} of {:?}", read.answer.choice, request.ask));
                    }
                }
            }
        }
    }
    assert!(taken.is_empty(), "denials were taken for choices:\n{}", taken.join("\n"));
}

#[test]
fn a_vote_is_read_for_its_seat() {
    let mut missed = Vec::new();
    let request = &requests()[0];
    for vote in VOTES {
        for seat in [1, 2, 10, 11] {
            let reply = vote.replace('#', &seat.to_string());
            let choice = read(&reply, request, Lang::En).map(|read| read.answer.choice);
            if choice != Ok(Choice::Target { seat: Seat::new(seat) }) {
                missed.push(format!("{reply:?}: {choice:?}"));
            }
        }
    }
    assert!(missed.is_empty(), "votes were not read:\n{}", missed.join("\n"));
}

#[test]
fn nothing_panics_and_nothing_illegal_is_read() {
    let mut dice = Dice::new(7);
    let requests = requests();
    let mut read_ok = 0;
    for round in 0..6000 {
        let length = 1 + dice.below("length", 14);
        let reply: String = if round % 4 == 0 {
            // Arbitrary characters.
            (0..length * 3).filter_map(|_| char::from_u32(dice.below("char", 0x1_1000) as u32)).collect()
        } else {
            (0..length).map(|_| PIECES[dice.below("piece", PIECES.len() as u64) as usize]).collect()
        };
        let request = &requests[dice.below("request", requests.len() as u64) as usize];
        for lang in Lang::ALL {
            let from_model = read(&reply, request, lang).map(|read| read.answer);
            let from_person = read_line(&reply, request, lang);
            for unclear in [from_model.as_ref().err(), from_person.as_ref().err()].into_iter().flatten() {
                if let Unclear::Ambiguous { found } = unclear {
                    assert!(!found.is_empty() && found.is_sorted(), "{reply:?}: {found:?}");
                }
            }
            for answer in [from_model, from_person].into_iter().flatten() {
                assert!(request.menu.allows(answer.choice), "{reply:?} gave {:?}", answer.choice);
                let spoken = matches!(request.menu, Menu::Talk { .. });
                assert_eq!(answer.speech.is_some(), spoken, "{reply:?}");
                read_ok += 1;
            }
        }
    }
    assert!(read_ok > 500, "only {read_ok} replies could be read: the pieces no longer test anything");
}

#[test]
fn thoughts_never_become_speech() {
    let speak = request(Ask::Speak { floor: FloorKind::Day }, Menu::Talk { limit: 500 });
    let secret = "I AM THE WOLF";
    let shapes = [
        "<think>#</think>hello",
        "<think>#",
        "#</think>hello",
        "<think>a</think>hello<think>#",
        "<thinking>#</thinking>hello",
        "{\"thought\": \"#\", \"speech\": \"hello\"}",
        "{\"thought\": \"#\"}",
        "{\"thought\": \"#\", \"speech\": \"hel",
        "{\"thought\": \"#",
        "{'reasoning': '#', 'speech': 'hello'}",
        "{thought: \"#\", speech: \"hello\"}",
        "\"thought\": \"#\", \"speech\": \"hello\"",
        "```json\n{\"thought\": \"#\", \"speech\": \"hello\"}\n```",
        "```json\n{\"thought\": \"#\", \"speech\": \"hello\"",
        "{\"speech\": \"<think>#</think>hello\"}",
        "{\"speech\": \"#</think>hello\"}",
        "{\"player\": {\"thought\": \"#\", \"speech\": \"hello\"}}",
        "Thought: #\nSpeech: hello",
        "**Thinking**: #\n\n**Speech**: hello",
        "思考：#\n发言：hello",
        "内心独白：#\n公开发言：hello",
        "{\"思考\": \"#\", \"发言\": \"hello\"}",
        "<|channel|>analysis<|message|>#<|end|><|start|>assistant<|channel|>final<|message|>hello",
    ];
    for shape in shapes {
        let reply = shape.replace('#', secret);
        if let Ok(read) = read(&reply, &speak, Lang::En) {
            let speech = read.answer.speech.map(|speech| speech.text).unwrap_or_default();
            assert_eq!(speech, "hello", "{reply:?}");
            assert!(read.thought.is_some_and(|thought| thought.contains(secret)), "{reply:?}");
        }
    }
}

#[test]
fn long_replies_take_no_longer_than_their_length() {
    const LENGTH: usize = 150_000;
    // A slow machine under load takes a fifth of a second; what is quadratic takes many.
    const LONGEST: Duration = Duration::from_secs(3);
    let requests = requests();
    let pieces = [
        "3 ",
        "1,2,",
        "vote 3. ",
        "not ",
        "{",
        "{\"",
        "{\"a\":",
        "{\"a\":1}",
        "[",
        "[{",
        "\"",
        "\\",
        "<think>",
        "</think>",
        "<",
        "\n",
        ": ",
        "player 3: ",
        "Answer: 3\n",
        "{\"choice\": 3}",
        "{\"action\": \"x\", \"target\": 3,",
        "i ",
        "final ",
        "毒",
        "三",
        "不",
        "，",
        "号",
        "选项：",
        "if ",
        "said \"",
        "123456789",
        " ",
        "a",
        "狼",
        "🐺",
        "//",
        "/*",
        "{\"choice\": \"",
        "```\n",
    ];
    for (piece, other) in pieces.into_iter().zip([5, 9, 15, 23].into_iter().cycle()) {
        let reply = piece.repeat(LENGTH / piece.len());
        let start = Instant::now();
        for index in [0, other] {
            let _ = read(&reply, &requests[index], Lang::Zh);
            let _ = read_line(&reply, &requests[index], Lang::Zh);
        }
        let taken = start.elapsed();
        assert!(taken < LONGEST, "{piece:?} repeated took {taken:?}");
    }
}
