//! One game of random legal choices, with the invariants checked between any two decisions.

use lycaon_rules::{
    Answer, Audience, Board, Choice, Deal, Dice, Fact, Fallback, Game, Listener, Menu, Seats, Setup, Speech, Taboo,
    Waiting,
};
use std::sync::Arc;

/// More questions than any game may take; a stuck agenda fails here.
const QUESTIONS_MAX: usize = 20_000;

fn check_batch(game: &Game, dead: Seats) {
    for request in game.batch() {
        assert!(request.menu.size() > 0, "{request:?} has no legal answer");
        if let Fallback::Choice { choice } = request.fallback {
            let harmless = request.menu.allows(choice) || choice == Choice::Pass;
            assert!(harmless, "{request:?} falls back on something illegal");
        }
        if dead.has(request.seat) {
            assert!(request.ask.reaches_the_dead(), "the dead are asked {:?}", request.ask);
        }
        let named = request.menu.seats();
        assert!(named.and(dead).is_empty(), "{:?} of {:?} offers the dead: {named:?}", request.ask, request.seat);
        if let Menu::OneOf { choices } = &request.menu {
            let mut unique = choices.clone();
            unique.sort_unstable();
            unique.dedup();
            assert_eq!(unique.len(), choices.len(), "{request:?} offers the same twice");
        }
    }
}

/// What a game is told: the answers to a batch, or the result of a roll.
enum Told {
    Answers(Vec<Answer>),
    Roll(u16),
}

/// Plays one game of random legal choices, checking between any two decisions, and again from its decisions alone.
pub fn play(board: Board, seed: u64) -> Game {
    let board = Arc::new(board);
    let mut dice = Dice::new(seed);
    let deal = board.deal(&mut dice);
    let mut told = vec![];
    let game = play_checked(&board, &deal, dice, &mut told);
    let again = replay(&board, deal, told);
    assert_eq!(again.events(), game.events(), "the same decisions give another record");
    game
}

fn replay(board: &Arc<Board>, deal: Deal, told: Vec<Told>) -> Game {
    let mut game = Game::new(Setup { board: board.clone(), deal });
    for told in told {
        match told {
            Told::Roll(result) => game.rolled(result).unwrap(),
            Told::Answers(answers) => {
                for (position, answer) in answers.into_iter().enumerate() {
                    game.answer(position, answer).unwrap();
                }
                game.advance().unwrap();
            }
        }
    }
    game
}

fn play_checked(board: &Arc<Board>, deal: &Deal, mut dice: Dice, told: &mut Vec<Told>) -> Game {
    let mut game = Game::new(Setup { board: board.clone(), deal: deal.clone() });
    let mut dead = Seats::NONE;
    let mut seen = 0;
    for _ in 0..QUESTIONS_MAX {
        for event in &game.events()[seen..] {
            assert!(event.fact.may_reach(event.audience));
            if let Fact::Died { seats, .. } = event.fact {
                assert!(seats.and(dead).is_empty(), "{seats:?} die twice");
                dead = dead.or(seats);
            }
            if let Fact::Returned { seat } = event.fact {
                dead.remove(seat);
            }
        }
        seen = game.events().len();
        match game.waiting() {
            Waiting::Over(_) => return game,
            Waiting::Roll(roll) => {
                assert!(roll.sides > 1);
                let result = dice.roll(roll);
                game.rolled(result).unwrap();
                told.push(Told::Roll(result));
            }
            Waiting::Seats(_) => {
                check_batch(&game, dead);
                let mut answers: Vec<Answer> = vec![];
                for position in 0..game.batch().len() {
                    let menu = &game.batch()[position].menu;
                    let choice = menu.nth(dice.below("choices", menu.size()));
                    answers.push(spoken(choice, &mut dice));
                    game.answer(position, answers[position].clone()).unwrap();
                }
                game.advance().unwrap();
                told.push(Told::Answers(answers));
            }
        }
    }
    panic!("the game does not end");
}

pub fn check_end(game: &Game) {
    let ends = game.events().iter().filter(|event| matches!(event.fact, Fact::Ended { .. })).count();
    assert_eq!(ends, 1, "one outcome");
    for seat in game.board().seats() {
        let view = game.view(Listener::Seat(seat));
        assert_eq!(
            view.card(),
            view.heard().iter().rev().find_map(|event| match event.fact {
                Fact::Card { role } | Fact::Became { role } => Some(role),
                _ => None,
            })
        );
    }
    for event in game.events() {
        if matches!(event.audience, Audience::Everyone) {
            assert!(!matches!(event.fact, Fact::Decided { .. }));
        }
    }
}

/// A speech may break a rule of speech, now and then.
fn spoken(choice: Choice, dice: &mut Dice) -> Answer {
    let taboo = [Taboo::Me, Taboo::Wolf, Taboo::OwnName].get(dice.below("breaches", 12) as usize).copied();
    match choice {
        Choice::Say => {
            let speech = Speech { breaches: taboo.into_iter().collect(), ..Speech::default() };
            Answer { choice, speech: Some(speech) }
        }
        choice => choice.into(),
    }
}
