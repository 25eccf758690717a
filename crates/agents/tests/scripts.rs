//! Scripts at whole games: they always answer legally, the same seed gives the same game, and sense beats chance.

use lycaon_agents::scripted::{Heuristic, Oracle, Policy, Random};
use lycaon_narrator::Lang;
use lycaon_rules::{Board, Camp, Deal, Dice, Fact, Game, Listener, Outcome, Party, Seat, Setup, View, Waiting, decks};

/// Whoever is to sit in a seat, given the game's seed and the seat's card.
type Cast<'a> = &'a dyn Fn(u64, Seat, Camp) -> Box<dyn Policy>;

struct Played {
    game: Game,
    outcome: Outcome,
}

/// Plays a game, every seat asked with its own view.
fn play(board: Board, seed: u64, cast: Cast<'_>) -> Played {
    let mut dice = Dice::new(seed);
    let deal = board.deal(&mut dice);
    let Deal { cards, .. } = &deal;
    let mut seats: Vec<Box<dyn Policy>> =
        board.seats().map(|seat| cast(seed, seat, cards[seat.index()].card().camp)).collect();
    let mut views: Vec<View> = vec![];
    let mut game = Game::new(Setup { board: board.into(), deal });
    views.extend(game.board().seats().map(|seat| View::new(Listener::Seat(seat), game.board().clone())));
    let mut heard = 0;
    for _ in 0..20_000 {
        for event in &game.events()[heard..] {
            views.iter_mut().for_each(|view| _ = view.hear(event));
        }
        heard = game.events().len();
        match game.waiting() {
            Waiting::Over(outcome) => {
                let outcome = outcome.clone();
                return Played { game, outcome };
            }
            Waiting::Roll(roll) => game.rolled(dice.roll(roll)).unwrap(),
            Waiting::Seats(batch) => {
                let batch = batch.to_vec();
                for (position, request) in batch.iter().enumerate() {
                    let index = request.seat.index();
                    let answer = seats[index].decide(&views[index], request);
                    assert!(request.menu.allows(answer.choice), "{request:?} was answered {answer:?}");
                    game.answer(position, answer).unwrap();
                }
                game.advance().unwrap();
            }
        }
    }
    panic!("the game does not end");
}

fn heuristic(seed: u64, seat: Seat, _: Camp) -> Box<dyn Policy> {
    let lang = if seed.is_multiple_of(2) { Lang::Zh } else { Lang::En };
    Box::new(Heuristic::new(seed, seat, lang))
}

fn random(seed: u64, seat: Seat, _: Camp) -> Box<dyn Policy> {
    Box::new(Random::new(seed, seat))
}

/// The share of games that the wolves win, in percent.
fn wolves_win(deck: &str, games: u64, cast: Cast<'_>) -> u64 {
    let board = Board::named(deck).unwrap();
    let won = (0..games).filter(|seed| play(board.clone(), *seed, cast).outcome.winners.contains(&Party::Wolves));
    won.count() as u64 * 100 / games
}

#[test]
fn sensible_players_answer_legally_on_every_deck_and_speak_within_the_limit() {
    for deck in decks() {
        for seed in 0..12 {
            let played = play(Board::named(deck).unwrap(), seed, &heuristic);
            let limit = usize::from(played.game.board().options.speech_length.0);
            for event in played.game.events() {
                if let Fact::Spoke { text, .. } = &event.fact {
                    assert!(!text.is_empty() && text.chars().count() <= limit, "{deck}, seed {seed}: {text:?}");
                    assert!(!text.contains(['{', '}']), "{deck}, seed {seed}: {text:?}");
                }
            }
        }
    }
}

#[test]
fn among_random_players_the_sensible_answer_legally_too() {
    let mixed = |seed: u64, seat: Seat, camp: Camp| -> Box<dyn Policy> {
        match (u64::from(seat.number()) + seed) % 3 {
            0 => heuristic(seed, seat, camp),
            1 => Box::new(Oracle::new(seed, seat)),
            _ => random(seed, seat, camp),
        }
    };
    for deck in decks() {
        for seed in 100..130 {
            play(Board::named(deck).unwrap(), seed, &mixed);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for deck in ["online-9p", "new-moon-15"] {
        let once = play(Board::named(deck).unwrap(), 5, &heuristic);
        let again = play(Board::named(deck).unwrap(), 5, &heuristic);
        assert_eq!(once.game.events(), again.game.events());
        let other = play(Board::named(deck).unwrap(), 6, &heuristic);
        assert_ne!(once.game.events(), other.game.events());
    }
}

#[test]
fn sense_beats_chance_on_both_sides() {
    let sensible_village = |seed, seat, camp| match camp {
        Camp::Wolves => random(seed, seat, camp),
        _ => heuristic(seed, seat, camp),
    };
    let sensible_wolves = |seed, seat, camp| match camp {
        Camp::Wolves => heuristic(seed, seat, camp),
        _ => random(seed, seat, camp),
    };
    for deck in ["online-9p", "millers-hollow-10"] {
        let chance = wolves_win(deck, 150, &random);
        let against_sense = wolves_win(deck, 150, &sensible_village);
        let with_sense = wolves_win(deck, 150, &sensible_wolves);
        println!(
            "{deck}: wolves win {chance} % of random games, {against_sense} % against a sensible village, {with_sense} % as sensible wolves, {} % among equals",
            wolves_win(deck, 150, &heuristic)
        );
        assert!(against_sense + 15 <= chance, "{deck}: {against_sense} % against sense, {chance} % by chance");
        assert!(with_sense >= chance + 5, "{deck}: {with_sense} % with sense, {chance} % by chance");
    }
}
