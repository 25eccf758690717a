//! The reader and the questions agree: what is printed before and behind an option is read as that option, and the
//! question itself, repeated, is no answer.

use lycaon_narrator::reply::{keys, read, read_line};
use lycaon_narrator::{Lang, Narrator};
use lycaon_rules::{
    Answer, Ask, Board, Choice, Dice, Fallback, Game, Listener, Menu, Request, RoleId, Seat, Setup, Source, View,
    Waiting, decks,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Each question of a game of every deck once, with the board it was asked on.
fn questions() -> Vec<(Arc<Board>, Request)> {
    let mut questions = BTreeMap::new();
    for deck in decks() {
        let board = Arc::new(Board::named(deck).unwrap());
        let mut dice = Dice::new(3);
        let deal = board.deal(&mut dice);
        let mut game = Game::new(Setup { board: board.clone(), deal });
        loop {
            match game.waiting() {
                Waiting::Over(_) => break,
                Waiting::Roll(roll) => game.rolled(dice.roll(roll)).unwrap(),
                Waiting::Seats(batch) => {
                    for position in 0..batch.len() {
                        let request = game.batch()[position].clone();
                        let choice = request.menu.nth(dice.below("choices", request.menu.size()));
                        let answer = if choice == Choice::Say { Answer::say("...") } else { choice.into() };
                        game.answer(position, answer).unwrap();
                        questions
                            .entry(format!("{:?}", (request.ask, request.from)))
                            .or_insert((board.clone(), request));
                    }
                    game.advance().unwrap();
                }
            }
        }
    }
    questions.into_values().collect()
}

#[test]
fn options_are_read_as_they_are_printed() {
    let mut options = 0;
    let mut missed = Vec::new();
    for (board, request) in questions() {
        for narrator in Lang::ALL.map(Narrator::new) {
            let view = View::new(Listener::Seat(request.seat), board.clone());
            let lines = narrator.question(&view, &request).options;
            for (line, (key, choice)) in lines.iter().zip(keys(&request, narrator.lang())) {
                let label = narrator.choice(&request, choice);
                for words in [line.clone(), label, key.clone()] {
                    options += 1;
                    // A reply that asks decides nothing by itself; who knows what was printed knows it for a copy.
                    let said = match choice {
                        Choice::Question { .. } => narrator.read(&words, &request),
                        _ => read(&words, &request, narrator.lang()),
                    };
                    match said {
                        Ok(read) if read.answer.choice == choice => {}
                        Ok(read) => panic!("{words:?} was read as {:?} by {:?}", read.answer.choice, request.ask),
                        Err(unclear) => missed.push(format!("{words:?} of {:?}: {unclear:?}", request.ask)),
                    }
                }
                assert_eq!(read_line(&key, &request, narrator.lang()).map(|answer| answer.choice), Ok(choice));
            }
        }
    }
    assert!(options > 600, "only {options} options were read");
    assert!(missed.is_empty(), "of {options} options were not understood:\n{}", missed.join("\n"));
}

#[test]
fn every_role_is_read_by_its_printed_name() {
    let cards = RoleId::ALL.iter().map(|role| Choice::Card { role: *role });
    let request = Request {
        seat: Seat::new(1),
        ask: Ask::Night { role: RoleId::Thief },
        menu: Menu::OneOf { choices: cards.clone().collect() },
        fallback: Fallback::Lot,
        from: Source::Role(RoleId::Thief),
        chat: false,
    };
    for narrator in Lang::ALL.map(Narrator::new) {
        for card in cards.clone() {
            let name = narrator.choice(&request, card);
            let choice = read(&name, &request, narrator.lang()).map(|read| read.answer.choice);
            assert_eq!(choice, Ok(card), "{name}");
        }
    }
}

#[test]
fn the_question_repeated_is_no_answer() {
    for (board, request) in questions() {
        if !matches!(&request.menu, Menu::OneOf { choices } if choices.len() > 1) {
            continue;
        }
        for narrator in Lang::ALL.map(Narrator::new) {
            let view = View::new(Listener::Seat(request.seat), board.clone());
            let question = narrator.question(&view, &request);
            for echo in [question.to_string(), question.options.join("\n"), format!("{question}\n\n{question}")] {
                let read = read(&echo, &request, narrator.lang());
                assert!(read.is_err(), "{echo}\nwas read as {:?}", read.map(|read| read.answer.choice));
            }
        }
    }
}
