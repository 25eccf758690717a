//! Ten thousand pairs of worlds: the same observation, another hidden truth.

use crate::harness::aside;
use crate::harness::{POWERS, Pair, QUIET, stream, tells};
use lycaon_narrator::{Lang, Narrator};
use lycaon_rules::{EventId, Listener, Request, SeatEvent, View};

/// How many pairs are played. Every tenth is also put into words, in both languages.
const PAIRS: u64 = 10_000;

/// All that an agent in the bystander's seat would be told, in words: the news, each question and what may be asked aside.
fn prompts(pair: &Pair, world: usize, until: usize, narrator: &Narrator) -> String {
    let mut view = View::new(Listener::Seat(pair.bystander), pair.board.clone());
    let mut asked = pair.worlds[world].asked.iter().peekable();
    let mut text = narrator.system(&pair.board, Default::default());
    let mut told = 0;
    for event in pair.worlds[world].game.events() {
        while let Some((_, request)) = asked.next_if(|(at, _)| *at <= view.heard().len()) {
            text.push_str(&narrator.news(&view, told));
            text.push_str(&narrator.question(&view, request).to_string());
            text.push_str(&aside(narrator, &view));
            told = view.heard().len();
        }
        view.hear(event);
        if view.heard().len() >= until {
            break;
        }
    }
    text
}

/// Compares what the bystander hears and is asked in both worlds; returns how many events were the same.
fn compare(pair: &Pair, seed: u64) -> usize {
    let [a, b]: [Vec<SeatEvent>; 2] =
        [0, 1].map(|i| stream(pair.worlds[i].game.events().iter().cloned(), Listener::Seat(pair.bystander)));
    let until = a.iter().zip(&b).position(|(a, b)| tells(&a.fact) || tells(&b.fact));
    let until = until.unwrap_or(a.len().min(b.len()));
    for (x, y) in a.iter().zip(&b).take(until) {
        assert_eq!(x, y, "seed {seed}: {} can tell {:?} apart", pair.bystander, pair.deals);
    }
    let before =
        |i: usize| -> Vec<&(usize, Request)> { pair.worlds[i].asked.iter().filter(|(at, _)| *at < until).collect() };
    assert_eq!(before(0), before(1), "seed {seed}: {} is asked differently", pair.bystander);
    until
}

/// How many pairs of worlds each pair of powers is played in; more by `LYCAON_PAIR_GAMES`.
const WORLDS_A_PAIR: u64 = 4;

#[test]
fn no_pair_of_powers_lets_a_bystander_tell_two_worlds_apart() {
    let set = std::env::var("LYCAON_PAIR_GAMES").ok();
    let worlds: u64 = set.map_or(WORLDS_A_PAIR, |games| games.parse().expect("a number of games"));
    let (mut compared, mut seed) = (0, 0);
    for (i, a) in POWERS.iter().enumerate() {
        for b in &POWERS[i + 1..] {
            for _ in 0..worlds {
                seed += 1;
                compared += compare(&Pair::of(&[a, b], seed), seed);
            }
        }
    }
    println!("{seed} pairs of worlds, {compared} events compared");
    assert!(compared as u64 > seed * 15, "only {compared} events were compared");
}

/// How many pairs of worlds each event card is played in.
const WORLDS_A_CARD: u64 = 60;

#[test]
fn no_event_card_lets_a_bystander_tell_two_worlds_apart() {
    let narrators = Lang::ALL.map(Narrator::new);
    let mut compared = 0;
    for (card, event) in (0..).zip(EventId::ALL) {
        for nth in 0..WORLDS_A_CARD {
            let seed = card * WORLDS_A_CARD + nth;
            let powers: Vec<&str> = [0, 1].map(|i| QUIET[(seed as usize * 7 + i * 3) % QUIET.len()]).into();
            let pair = Pair::under(*event, &powers, seed);
            let until = compare(&pair, seed);
            compared += until;
            if nth % 10 == 0 {
                for narrator in &narrators {
                    let [x, y] = [0, 1].map(|i| prompts(&pair, i, until, narrator));
                    assert_eq!(x, y, "{event}, seed {seed}: {} is told differently", pair.bystander);
                }
            }
        }
    }
    assert!(compared > 60_000, "only {compared} events were compared");
}

#[test]
fn a_bystander_cannot_tell_two_worlds_apart() {
    let narrators = Lang::ALL.map(Narrator::new);
    let (mut compared, mut letters) = (0, 0);
    for seed in 0..PAIRS {
        let pair = Pair::play(seed);
        let until = compare(&pair, seed);
        compared += until;
        if seed % 10 == 0 {
            for narrator in &narrators {
                let [x, y] = [0, 1].map(|i| prompts(&pair, i, until, narrator));
                assert_eq!(x, y, "seed {seed}: {} is told differently", pair.bystander);
                letters += x.len();
            }
        }
    }
    assert!(compared > 200_000, "only {compared} events were compared");
    assert!(letters > 1_000_000, "only {letters} bytes of prompts were compared");
}
