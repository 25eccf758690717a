//! Random legal play over every deck, every pair of roles and crowds of them, with the invariants checked between any
//! two decisions. A test run plays ten games a pair; more by a variable, best in a release build:
//!
//! ```sh
//! LYCAON_PAIR_GAMES=50 cargo test --release -p lycaon-rules --test random_play -- --nocapture roles
//! ```

mod playing;

use lycaon_rules::{Board, Dice, Fact, Game, OPTIONS, RoleId, decks, rulesets};
use playing::{check_end, play};
use std::collections::BTreeSet;

/// How many games each pair of roles plays in a test run.
const GAMES_A_PAIR: usize = 10;

/// The same, as the environment has it.
fn games_a_pair() -> usize {
    let set = std::env::var("LYCAON_PAIR_GAMES").ok();
    set.map_or(GAMES_A_PAIR, |games| games.parse().expect("a number of games"))
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
    let burns = roles.contains(&RoleId::Pyromaniac);
    let options = if burns { "[options]\nbuildings = \"farm,farm,tavern,barber_shop,school\"\n" } else { "" };
    let text = format!(
        "id = \"of\"\nruleset = \"{ruleset}\"\n{face_up}[roles]\nwerewolf = 2\nvillager = {villagers}\n{lines}{options}"
    );
    Board::from_toml(&text).unwrap()
}

/// What games have shown.
#[derive(Default)]
struct Coverage {
    games: usize,
    decisions: usize,
    events: usize,
    causes: BTreeSet<String>,
    wins: BTreeSet<String>,
    asked: BTreeSet<RoleId>,
}

impl Coverage {
    fn add(&mut self, game: &Game) {
        self.games += 1;
        self.events += game.events().len();
        for event in game.events() {
            match &event.fact {
                Fact::Decided { ask, .. } => {
                    self.decisions += 1;
                    if let lycaon_rules::Ask::Night { role } = ask {
                        self.asked.insert(*role);
                    }
                }
                Fact::Fell { causes, .. } => self.causes.extend(causes.iter().map(|cause| format!("{cause:?}"))),
                Fact::Ended { outcome } => self.wins.extend(outcome.winners.iter().map(|party| format!("{party:?}"))),
                _ => {}
            }
        }
    }

    fn join(&mut self, other: Coverage) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.events += other.events;
        self.causes.extend(other.causes);
        self.wins.extend(other.wins);
        self.asked.extend(other.asked);
    }

    fn print(&self, what: &str) {
        let Coverage { games, decisions, events, causes, wins, asked } = self;
        println!("{what}: {games} games, {decisions} decisions, {events} events");
        println!(
            "  {} roles asked at night; winners {wins:?}; {} causes of death {causes:?}",
            asked.len(),
            causes.len()
        );
    }
}

/// Plays these boards, each with its seed, on every core.
fn play_all(boards: &[(Vec<RoleId>, &str, u64)]) -> Coverage {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let share = boards.len().div_ceil(workers).max(1);
    let mut coverage = Coverage::default();
    std::thread::scope(|scope| {
        let played: Vec<_> = boards
            .chunks(share)
            .map(|boards| {
                scope.spawn(move || {
                    let mut coverage = Coverage::default();
                    for (roles, ruleset, seed) in boards {
                        let game = play(board_of(roles, ruleset), *seed);
                        check_end(&game);
                        coverage.add(&game);
                    }
                    coverage
                })
            })
            .collect();
        played.into_iter().for_each(|played| coverage.join(played.join().unwrap()));
    });
    coverage
}

/// The rulesets with powers in them.
fn full_rulesets() -> Vec<&'static str> {
    rulesets().filter(|name| *name != "vanilla").collect()
}

#[test]
fn every_pair_of_roles_plays_to_its_end() {
    let rulesets = full_rulesets();
    let mut boards = vec![];
    for (i, a) in RoleId::ALL.iter().enumerate() {
        for b in &RoleId::ALL[i + 1..] {
            for game in 0..games_a_pair() {
                boards.push((vec![*a, *b], rulesets[game % rulesets.len()], boards.len() as u64));
            }
        }
    }
    let coverage = play_all(&boards);
    coverage.print("pairs");
    let called = RoleId::ALL.iter().filter(|role| role.card().wakes != lycaon_rules::Wakes::Never);
    let silent: Vec<&RoleId> = called.filter(|role| !coverage.asked.contains(role) && asks(**role)).collect();
    assert!(silent.is_empty(), "never asked at night: {silent:?}");
}

/// Whether a role that is called is also asked something, and not only told.
fn asks(role: RoleId) -> bool {
    use RoleId::{Avenger, Gravekeeper, HiddenWolf, ThreeBrothers, TwoSisters};
    !matches!(role, Avenger | Gravekeeper | HiddenWolf | ThreeBrothers | TwoSisters)
}

#[test]
fn triples_of_roles_play_to_their_end() {
    let rulesets = full_rulesets();
    let draw = |seed: u64| {
        let mut roles = RoleId::ALL.to_vec();
        Dice::new(seed).shuffle("triple", &mut roles);
        roles.truncate(3);
        (roles, rulesets[seed as usize % rulesets.len()], seed)
    };
    let boards: Vec<_> = (0..games_a_pair() as u64 * 200).map(draw).collect();
    play_all(&boards).print("triples");
}

#[test]
fn crowds_of_roles_play_to_their_end() {
    let rulesets = full_rulesets();
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
