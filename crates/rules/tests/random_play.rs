//! Random legal play over every deck, with the invariants checked between any two decisions.

use lycaon_rules::{
    Audience, Board, Choice, Dice, Fact, Fallback, Game, Listener, Menu, OPTIONS, RoleId, Seats, Setup, Waiting, decks,
    rulesets,
};

/// How many games each pair of roles plays.
const GAMES_A_PAIR: usize = 20;

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
fn play(board: Board, seed: u64) -> Game {
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
                    game.answer(position, choice.into()).unwrap();
                }
                game.advance().unwrap();
            }
        }
    }
    panic!("the game does not end");
}

fn check_end(game: &Game) {
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

#[test]
fn every_deck_plays_to_its_end() {
    for name in decks().map(String::from).chain((3..=18).map(|n| format!("vanilla-{n}-{}", 1 + n / 5))) {
        for seed in 0..150 {
            let game = play(Board::named(&name).unwrap(), seed);
            check_end(&game);
        }
    }
}

/// Gives about every third option another value.
fn shake(board: &mut Board, dice: &mut Dice) {
    for info in OPTIONS {
        let legal: Vec<String> = (info.legal)().into_iter().filter(|v| !v.contains(' ') && !v.contains("..")).collect();
        if info.name == "tie" {
            let chains = [
                "none",
                "random",
                "pk_once,none",
                "pk_until_out,none",
                "random_after_n",
                "scapegoat,sheriff,pk_once,none",
            ];
            board.options.set("tie", chains[dice.below("tie", 6) as usize]).unwrap();
        } else if info.name == "buildings" && dice.below("change", 3) == 0 {
            let villages =
                ["farm,farm,tavern", "farm,farm,farm,barber_shop,notary_house,church", "bakery,school,tavern"];
            board.options.set("buildings", villages[dice.below("village", 3) as usize]).unwrap();
        } else if !legal.is_empty() && dice.below("change", 3) == 0 {
            board.options.set(info.name, &legal[dice.below("value", legal.len() as u64) as usize]).unwrap();
        }
    }
}

#[test]
fn every_mixture_of_options_plays_to_its_end() {
    let names: Vec<&str> = decks().collect();
    let mut played = 0;
    for seed in 0..4_000u64 {
        let mut dice = Dice::new(seed ^ 0x5eed);
        let mut board = Board::named(names[dice.below("deck", names.len() as u64) as usize]).unwrap();
        shake(&mut board, &mut dice);
        if board.check().is_ok() {
            check_end(&play(board, seed));
            played += 1;
        }
    }
    assert!(played > 3_000, "only {played} mixtures could be played");
}

/// A board with these roles, two plain wolves and villagers up to ten seats.
fn board_of(roles: &[RoleId], ruleset: &str) -> Board {
    let mut roles: Vec<RoleId> = roles.to_vec();
    roles.retain(|role| !matches!(role, RoleId::Werewolf | RoleId::Villager));
    roles.dedup();
    let cards: u8 = roles.iter().map(|role| role.copies()).sum();
    let villagers = 8u8.saturating_sub(cards).max(1);
    let lines: String = roles.iter().map(|role| format!("{role} = {}\n", role.copies())).collect();
    let actor = roles.contains(&RoleId::Actor);
    let face_up = if actor { "face_up = [\"seer\", \"witch\", \"hunter\"]\n" } else { "" };
    let text = format!(
        "id = \"of\"\nruleset = \"{ruleset}\"\n{face_up}[roles]\nwerewolf = 2\nvillager = {villagers}\n{lines}"
    );
    Board::from_toml(&text).unwrap()
}

#[test]
fn every_pair_of_roles_plays_to_its_end() {
    let rulesets: Vec<&str> = rulesets().filter(|name| *name != "vanilla").collect();
    let mut seed = 0;
    for (i, a) in RoleId::ALL.iter().enumerate() {
        for b in &RoleId::ALL[i..] {
            for game in 0..GAMES_A_PAIR {
                seed += 1;
                check_end(&play(board_of(&[*a, *b], rulesets[game % rulesets.len()]), seed));
            }
        }
    }
}

#[test]
fn crowds_of_roles_play_to_their_end() {
    let rulesets: Vec<&str> = rulesets().filter(|name| *name != "vanilla").collect();
    for seed in 0..3_000u64 {
        let mut roles = RoleId::ALL.to_vec();
        Dice::new(seed).shuffle("roles", &mut roles);
        roles.truncate(3 + seed as usize % 9);
        while roles.iter().map(|role| role.copies()).sum::<u8>() > 13 {
            roles.pop();
        }
        let mut board = board_of(&roles, rulesets[seed as usize % rulesets.len()]);
        if seed % 2 == 1 {
            shake(&mut board, &mut Dice::new(seed));
        }
        if board.check().is_ok() {
            check_end(&play(board, seed));
        }
    }
}

#[test]
fn the_same_decisions_give_the_same_record() {
    for seed in 0..40 {
        let a = play(Board::named("new-moon-15").unwrap(), seed);
        let b = play(Board::named("new-moon-15").unwrap(), seed);
        assert_eq!(a.events(), b.events());
    }
}
