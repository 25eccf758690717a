//! Random legal play over every deck, with the invariants checked between any two decisions.

mod playing;

use lycaon_rules::{Board, Dice, OPTIONS, RoleId, decks, rulesets};
use playing::{check_end, play};

/// How many games each pair of roles plays.
const GAMES_A_PAIR: usize = 20;

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
        } else if info.name == "event_deck" {
            // Events have games of their own, and are not met by chance alone.
            if dice.below("events", 4) == 0 {
                board.options.set("event_deck", "all").unwrap();
            }
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
