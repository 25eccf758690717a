//! The engine against exact values of random play: no rule of the night, the vote, the tie or the win can be off
//! without some anchor showing it.
//!
//! In a test run each anchor gets a thousand games or more. In full: `LYCAON_ORACLE_GAMES=100000 cargo test --release
//! --test oracle`.

use lycaon_agents::scripted::Script;
use lycaon_narrator::Lang;
use lycaon_rules::{Board, Party};
use lycaon_table::{Tally, simulate};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Beyond this many standard errors an anchor is missed: for five hundred anchors a chance of one in two thousand.
const Z_MAX: f64 = 4.9;

#[derive(Deserialize)]
struct Anchors {
    vanilla: Vec<Vanilla>,
    board: Vec<Powers>,
    ties: BTreeMap<String, f64>,
}

#[derive(Deserialize)]
struct Vanilla {
    seats: u8,
    wolves: u8,
    night_first_parity: f64,
    night_first_all_dead: f64,
    day_first_parity: f64,
    day_first_all_dead: f64,
    night_first_parity_none: Option<f64>,
}

#[derive(Deserialize)]
struct Powers {
    roles: BTreeMap<String, u8>,
    #[serde(flatten)]
    wins: BTreeMap<String, f64>,
}

fn anchors() -> Anchors {
    toml::from_str(include_str!("oracle/anchors.toml")).expect("the anchors are well formed")
}

fn games() -> u64 {
    std::env::var("LYCAON_ORACLE_GAMES").ok().map_or(1_500, |games| games.parse().expect("a number of games"))
}

fn play(board: Board, games: u64, seed: u64) -> Tally {
    let policy = |game, seat| Script::Oracle.policy(game, seat, Lang::En);
    let jobs = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    simulate(&Arc::new(board), games, seed, policy, jobs).expect("the policy answers legally")
}

/// How many standard errors the share is off its exact value.
fn z(hits: u64, games: u64, exact: f64) -> f64 {
    let share = hits as f64 / games as f64;
    let error = (exact * (1.0 - exact) / games as f64).sqrt();
    if error == 0.0 { if share == exact { 0.0 } else { f64::INFINITY } } else { (share - exact) / error }
}

fn wolves(tally: &Tally) -> u64 {
    tally.wins.get(&Party::Wolves).copied().unwrap_or(0)
}

/// Collects what is off, so that one run tells of every missed anchor.
#[derive(Default)]
struct Missed {
    checked: u64,
    /// The largest distance from an exact value, in standard errors.
    furthest: f64,
    lines: Vec<String>,
}

impl Missed {
    fn check(&mut self, what: String, hits: u64, games: u64, exact: f64) {
        self.checked += 1;
        let off = z(hits, games, exact);
        self.furthest = self.furthest.max(off.abs());
        if off.abs() >= Z_MAX {
            self.lines.push(format!("{what}: {hits} of {games}, exactly {exact:.6}, z = {off:.1}"));
        }
    }

    fn report(self, at_least: u64) {
        println!("{} anchors, the furthest off by {:.2} standard errors", self.checked, self.furthest);
        assert!(self.lines.is_empty(), "{} anchors missed:\n{}", self.lines.len(), self.lines.join("\n"));
        assert!(self.checked >= at_least, "only {} anchors were checked", self.checked);
    }
}

#[test]
fn vanilla_boards() {
    let mut missed = Missed::default();
    let games = games();
    for anchor in anchors().vanilla {
        let cases = [
            ("night", "parity", "random", Some(anchor.night_first_parity)),
            ("night", "kill_all", "random", Some(anchor.night_first_all_dead)),
            ("day", "parity", "random", Some(anchor.day_first_parity)),
            ("day", "kill_all", "random", Some(anchor.day_first_all_dead)),
            ("night", "parity", "none", anchor.night_first_parity_none),
        ];
        for (seed, (opening, win, tie, exact)) in cases.into_iter().enumerate() {
            let Some(exact) = exact else { continue };
            let name = format!("vanilla-{}-{}", anchor.seats, anchor.wolves);
            let mut board = Board::named(&name).unwrap();
            board.options.set_all([("opening", opening), ("wolf_win", win), ("tie", tie)]).unwrap();
            let seed = u64::from(anchor.seats) << 16 | u64::from(anchor.wolves) << 8 | seed as u64;
            let tally = play(board, games, seed);
            assert_eq!(tally.none, 0, "{name}: a game without a winner");
            missed.check(format!("{name} {opening} first, {win}, tie={tie}"), wolves(&tally), games, exact);
        }
    }
    missed.report(300);
}

/// The boards with powers: who is silent of the two potions and how the hunter shoots stands in the policy.
fn board_with(powers: &Powers, win: &str, simultaneous: &str) -> Board {
    let roles: String = powers.roles.iter().map(|(role, count)| format!("{role} = {count}\n")).collect();
    let text = format!(
        "id = \"oracle\"\nruleset = \"vanilla\"\n[roles]\n{roles}[options]\nwolf_win = \"{win}\"\n\
         simultaneous_win = \"{simultaneous}\"\nguard_repeat = \"allow\"\nguard_may_skip = \"false\"\n\
         guard_plus_witch = \"lives\"\nwitch_self_save = \"first_night\"\nwitch_potions_per_night = \"1\"\n\
         hunter_must_shoot = \"must\"\nhunter_shoots_on = \"wolf_or_vote\"\nhunter_wolf_plus_poison = \"poison_blocks\"\n"
    );
    Board::from_toml(&text).unwrap()
}

#[test]
fn boards_with_powers() {
    let mut missed = Missed::default();
    let games = games() * 5;
    for (seed, anchor) in anchors().board.iter().enumerate() {
        for (win, key) in [("parity", "parity"), ("side_wipe", "kill_side"), ("kill_all", "kill_all")] {
            for (first, simultaneous) in [("village", "after_all_triggers"), ("wolves", "wolf_first_at_check")] {
                let tally = play(board_with(anchor, win, simultaneous), games, 77 + seed as u64);
                // Where everybody is dead at once the source lets the named camp win, and we nobody.
                let all_dead = if first == "wolves" { tally.none } else { 0 };
                let exact = anchor.wins[&format!("{key}_{first}_first")];
                let what = format!("{:?} {key}, {first} first", anchor.roles);
                missed.check(what, wolves(&tally) + all_dead, games, exact);
            }
        }
    }
    missed.report(36);
}

#[test]
fn ties() {
    let mut missed = Missed::default();
    let games = games() * 5;
    for (seats, exact) in anchors().ties {
        let mut board = Board::named(&format!("vanilla-{seats}-1")).unwrap();
        let day_only = [("opening", "day"), ("tie", "none"), ("wolf_win", "kill_all"), ("max_days", "1")];
        board.options.set_all(day_only).unwrap();
        let tally = play(board, games, 5);
        assert_eq!(tally.exiles, games, "one vote a game");
        missed.check(format!("a tie among {seats}"), tally.ties, tally.exiles, exact);
    }
    missed.report(10);
}
