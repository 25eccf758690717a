//! One game of random legal choices, with the invariants checked between any two decisions.

use lycaon_rules::{
    Answer, Audience, Board, Choice, Dice, Fact, Fallback, Game, Listener, Menu, Seats, Setup, Speech, Taboo, Waiting,
};

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

/// Plays one game of random legal choices, checking between any two decisions; returns its record's size.
pub fn play(board: Board, seed: u64) -> Game {
    let mut dice = Dice::new(seed);
    let deal = board.deal(&mut dice);
    let mut game = Game::new(Setup { board: board.into(), deal });
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
            }
            Waiting::Seats(_) => {
                check_batch(&game, dead);
                for position in 0..game.batch().len() {
                    let menu = &game.batch()[position].menu;
                    let choice = menu.nth(dice.below("choices", menu.size()));
                    game.answer(position, spoken(choice, &mut dice)).unwrap();
                }
                game.advance().unwrap();
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
