//! A seat's stream determines what it is asked, and whether it is asked.

use lycaon_rules::{Ask, Board, Dice, EventId, Game, Menu, Request, RoleId, Seat, Setup, Waiting, decks};
use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
/// What a seat is offered, or nothing, keyed by all that it has heard.
type Offered = HashMap<(Seat, u64, Option<Ask>), Vec<Menu>>;

#[test]
fn the_same_stream_is_asked_the_same() {
    let mut coincidences = 0;
    for name in decks() {
        let board = Arc::new(Board::named(name).unwrap());
        let mut known: Offered = HashMap::new();
        for seed in 0..1_500 {
            coincidences += ask_and_remember(&board, seed, &mut known);
        }
    }
    // The same with event cards, which lie in a known order so that streams meet again.
    for event in EventId::ALL {
        let mut board = Board::named("new-moon-12").unwrap();
        let names = [("event_deck", event.id()), ("event_order", "listed"), ("event_draw", "start_of_day")];
        board.options.set_all(names).unwrap();
        let board = Arc::new(board);
        let mut known: Offered = HashMap::new();
        coincidences += (0..300).map(|seed| ask_and_remember(&board, seed, &mut known)).sum::<usize>();
    }
    assert!(coincidences > 100_000, "only {coincidences} coincidences: the test has lost its teeth");
}

/// The same for every role, a handful at a time. The shadow is left out: what it inherits of a used power it learns from
/// the menu. So is the thief, whose cards from the box are many worlds.
#[test]
fn the_same_stream_is_asked_the_same_in_crowds() {
    let out = |role: &RoleId| {
        matches!(role, RoleId::Werewolf | RoleId::Villager | RoleId::Actor | RoleId::Thief | RoleId::Shadow)
    };
    let mut coincidences = 0;
    for crowd in 0..80 {
        let mut roles: Vec<RoleId> = RoleId::ALL.to_vec();
        roles.retain(|role| !out(role));
        Dice::new(crowd).shuffle("crowd", &mut roles);
        roles.truncate(5);
        let lines: String = roles.iter().map(|role| format!("{role} = {}\n", role.copies())).collect();
        let text = format!(
            "id = \"{roles:?}\"\nruleset = \"the-pact\"\n[roles]\nwerewolf = 2\nvillager = 2\n{lines}[options]\n\
             discussion = \"silent\"\nsheriff = \"off\"\nevent_deck = \"off\"\n"
        );
        let board = Arc::new(Board::from_toml(&text).unwrap());
        let mut known: Offered = HashMap::new();
        coincidences += (0..200).map(|seed| ask_and_remember(&board, seed, &mut known)).sum::<usize>();
    }
    assert!(coincidences > 50_000, "only {coincidences} coincidences: the test has lost its teeth");
}

fn ask_and_remember(board: &Arc<Board>, seed: u64, known: &mut Offered) -> usize {
    let mut dice = Dice::new(seed);
    // Few deals and few first choices, so that streams meet again.
    let deal = board.deal(&mut Dice::new(seed % 12));
    let mut game = Game::new(Setup { board: board.clone(), deal });
    let mut coincidences = 0;
    let mut seen = 0;
    let mut streams = vec![DefaultHasher::new(); usize::from(board.seats)];
    for _ in 0..12 {
        match game.waiting() {
            Waiting::Over(_) => break,
            Waiting::Roll(roll) => {
                let result = dice.below("roll", u64::from(roll.sides).min(2)) as u16 + 1;
                game.rolled(result).unwrap();
            }
            Waiting::Seats(batch) => {
                let window = batch.iter().map(|r| r.ask).find(|ask| matches!(ask, Ask::Offer { .. }));
                for event in &game.events()[seen..] {
                    let text = serde_json::to_string(&(event.day, event.phase, &event.fact)).unwrap();
                    for seat in board.seats().filter(|seat| event.audience.reaches(*seat)) {
                        text.hash(&mut streams[seat.index()]);
                    }
                }
                seen = game.events().len();
                for seat in board.seats() {
                    let own: Vec<&Request> = batch.iter().filter(|request| request.seat == seat).collect();
                    if own.is_empty() && window.is_none() {
                        continue;
                    }
                    let ask = window.or(own.first().map(|request| request.ask));
                    let menus: Vec<Menu> = own.iter().map(|request| request.menu.clone()).collect();
                    match known.entry((seat, streams[seat.index()].finish(), ask)) {
                        Entry::Occupied(before) => {
                            assert_eq!(before.get(), &menus, "{} {seat} {ask:?}, seed {seed}", board.deck);
                            coincidences += 1;
                        }
                        Entry::Vacant(new) => {
                            new.insert(menus);
                        }
                    }
                }
                for position in 0..game.batch().len() {
                    let menu = &game.batch()[position].menu;
                    let choice = menu.nth(dice.below("choices", menu.size().min(2)));
                    game.answer(position, choice.into()).unwrap();
                }
                game.advance().unwrap();
            }
        }
    }
    coincidences
}
