//! Random legal play with event cards: every card, every pair of cards in sequence, over all decks, with the invariants
//! checked between any two decisions. `LYCAON_EVENT_GAMES=200000` plays more; the suite plays a few. What was drawn, and how
//! often it had its effect, is printed.

mod playing;

use lycaon_rules::{
    About, Ask, Audience, Board, Dice, Event, EventId, Fact, FloorKind, Game, OPTIONS, Phase, Ward, decks,
};
use playing::{check_end, play};
use std::collections::BTreeMap;

/// How many games of the whole deck the suite plays.
const GAMES: u64 = 1_500;

/// The options of event cards that are varied.
fn vary(board: &mut Board, dice: &mut Dice) {
    let mut ours: Vec<&str> = EventId::ALL.iter().flat_map(|event| event.info().options).copied().collect();
    ours.sort_unstable();
    ours.dedup();
    for info in OPTIONS.iter().filter(|info| ours.contains(&info.name) || info.name == "event_draw") {
        let legal = (info.legal)();
        let value = &legal[dice.below("value", legal.len() as u64) as usize];
        board.options.set(info.name, value).unwrap();
    }
}

fn board(name: &str, deck: &str, order: &str) -> Board {
    let mut board = Board::named(name).unwrap();
    board.options.set("event_deck", deck).unwrap();
    board.options.set("event_order", order).unwrap();
    board
}

/// Whether this fact, after the card was turned up, is what the card does.
fn is_effect(event: EventId, told: &Event) -> bool {
    match (event, &told.fact) {
        (_, Fact::Happened { event: of, .. }) if *of == event => true,
        (EventId::FullMoonRising, Fact::Company { .. }) => true,
        (EventId::Somnambulism, Fact::Murmured { .. }) => true,
        (EventId::Enthusiasm | EventId::Dissatisfaction, Fact::SecondVote) => true,
        (EventId::Backfire, Fact::Spared { ward: Ward::Event, .. }) => true,
        (EventId::Nightmare, Fact::PollOpened { about: About::Accusation, .. }) => true,
        (EventId::DoubleAgent, Fact::Enlisted { .. }) => true,
        (EventId::Miracle, Fact::Returned { .. }) => true,
        (EventId::Eclipse, Fact::Overheard { .. }) => true,
        (EventId::Specter, Fact::Decided { ask: Ask::Event { event: EventId::Specter, .. }, .. }) => true,
        (EventId::GoodManners, Fact::Floor { floor: FloorKind::Round, .. }) => true,
        (EventId::Burial, Fact::Died { seats, .. }) => told.phase == Phase::Day && !seats.is_empty(),
        (EventId::TouchOfDeath, Fact::Touched { .. }) => true,
        (EventId::PiousPhilip, Fact::Elected { .. } | Fact::NoSheriff { .. }) => true,
        (EventId::AprilFools, Fact::Lent { .. }) => true,
        // A day like any other is what it does.
        (EventId::EndOfTheHarvest | EventId::BleakMonday | EventId::RadiantSunday, Fact::EventDrawn { .. }) => true,
        _ => false,
    }
}

/// How often each card was turned up, and how often it then did something.
#[derive(Default)]
struct Coverage(BTreeMap<EventId, (u64, u64)>);

impl Coverage {
    fn add(&mut self, game: &Game) {
        let events = game.events();
        for (at, told) in events.iter().enumerate() {
            if let Fact::EventDrawn { event } = told.fact {
                let seen = self.0.entry(event).or_default();
                seen.0 += 1;
                seen.1 += u64::from(events[at..].iter().any(|told| is_effect(event, told)));
            }
        }
    }
}

fn games() -> u64 {
    std::env::var("LYCAON_EVENT_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES)
}

#[test]
fn every_deck_plays_with_all_events_to_its_end() {
    let names: Vec<&str> = decks().collect();
    let mut coverage = Coverage::default();
    for seed in 0..games() {
        let mut board = board(names[seed as usize % names.len()], "all", "shuffled");
        let mut dice = Dice::new(seed ^ 0xe7e7);
        if dice.below("vary", 2) == 0 {
            vary(&mut board, &mut dice);
        }
        if board.check().is_ok() {
            let game = play(board, seed);
            check_end(&game);
            coverage.add(&game);
        }
    }
    for (event, (drawn, effective)) in &coverage.0 {
        println!("{event}: drawn {drawn}, effective {effective}");
    }
    assert_eq!(coverage.0.len(), EventId::ALL.len(), "some card was never drawn");
    for (event, (_, effective)) in &coverage.0 {
        assert!(*effective > 0, "{event} never did anything");
    }
}

#[test]
fn every_pair_of_cards_plays_to_its_end() {
    let decks = ["new-moon-15", "new-moon-12", "full-box-12"];
    let mut seed = 0;
    for a in EventId::ALL {
        for b in EventId::ALL.iter().filter(|b| *b != a) {
            let mut board = board(decks[seed as usize % decks.len()], &format!("{a},{b}"), "listed");
            board.options.set("monday_variant", "clear_in_turn").unwrap();
            board.options.set("sunday_variant", "fascination").unwrap();
            check_end(&play(board, seed));
            seed += 1;
        }
    }
}

#[test]
fn the_miracle_names_nobody() {
    let mut returned = 0;
    for seed in 0..400 {
        let game = play(board("new-moon-15", "miracle", "listed"), seed);
        for told in game.events() {
            if let Fact::Returned { seat } = told.fact {
                assert_eq!(told.audience, Audience::one(seat));
                returned += 1;
            }
        }
    }
    assert!(returned > 20, "{returned}");
}
