//! Every question of every card, office and event is answered by intention, or it is said here why not.

use super::*;
use lycaon_rules::{Board, Deal, Dice, EventId, Game, Listener, RoleId, Setup, Waiting, Wakes};
use std::collections::BTreeSet;

/// Plays a game of sensible players; notes what was asked, and what nobody had an intention for.
fn play(board: Board, seed: u64, asked: &mut BTreeSet<String>, by_lot: &mut BTreeSet<String>) {
    let mut dice = Dice::new(seed);
    let deal: Deal = board.deal(&mut dice);
    let mut game = Game::new(Setup { board: board.into(), deal });
    for _ in 0..20_000 {
        match game.waiting() {
            Waiting::Over(_) => return,
            Waiting::Roll(roll) => game.rolled(dice.roll(roll)).unwrap(),
            Waiting::Seats(batch) => {
                for (position, request) in batch.to_vec().iter().enumerate() {
                    let view = game.view(Listener::Seat(request.seat));
                    let memory = Memory::of(&view, request.seat);
                    let level = [Level::Easy, Level::Normal, Level::Hard][seed as usize % 3];
                    let mut mind = Mind::new(seed, level, &memory, &PerSeat::default(), Lines::of(Lang::En));
                    let what = kind(request);
                    if mind.intention(request).is_none() {
                        by_lot.insert(what.clone());
                    }
                    asked.insert(what);
                    game.answer(position, mind.answer(request)).unwrap();
                }
                game.advance().unwrap();
            }
        }
    }
    panic!("the game does not end");
}

/// A question without its numbers.
fn kind(request: &Request) -> String {
    let questions = matches!(&request.menu, Menu::OneOf { choices } if choices.iter().any(|choice| matches!(choice, Choice::Question { .. })));
    match request.ask {
        Ask::Event { .. } if questions => QUESTION.into(),
        Ask::Night { role } => format!("night of {role}"),
        Ask::Event { event, .. } => format!("event {event:?}"),
        Ask::Offer { .. } => format!("offer of {:?}", request.from),
        Ask::Deed { building, .. } => format!("deed of {building:?}"),
        ask => format!("{ask:?}").split([' ', '{']).next().unwrap_or_default().to_lowercase(),
    }
}

/// A board with this card among two wolves, a seer and villagers.
fn board_with(role: RoleId) -> Board {
    let face_up = if role == RoleId::Actor { "face_up = [\"seer\", \"witch\", \"hunter\"]\n" } else { "" };
    let burns = role == RoleId::Pyromaniac;
    let options = if burns { "[options]\nbuildings = \"farm,farm,tavern,barber_shop,school\"\n" } else { "" };
    let common = matches!(role, RoleId::Werewolf | RoleId::Villager | RoleId::Seer);
    let card = if common { String::new() } else { format!("{role} = {}\n", role.copies()) };
    let cards = "werewolf = 2\nvillager = 5\nseer = 1\n";
    Board::from_toml(&format!("id = \"of\"\nruleset = \"seed-intl\"\n{face_up}[roles]\n{cards}{card}{options}"))
        .unwrap()
}

/// Who wakes to be told something, or with the pack, and is asked nothing of his own.
const TOLD_ONLY: [RoleId; 5] =
    [RoleId::Gravekeeper, RoleId::HiddenWolf, RoleId::TwoSisters, RoleId::ThreeBrothers, RoleId::Avenger];

/// Which of the four questions on a card is put to the dead.
const QUESTION: &str = "question to the dead";

/// What is left to chance on purpose: every question on a card tells about as much.
const BY_LOT: [&str; 1] = [QUESTION];

#[test]
fn every_question_is_answered_by_intention() {
    let (mut asked, mut by_lot) = (BTreeSet::new(), BTreeSet::new());
    for role in RoleId::ALL {
        for seed in 0..12 {
            play(board_with(*role), seed, &mut asked, &mut by_lot);
        }
    }
    for deck in lycaon_rules::decks() {
        for seed in 0..4 {
            play(Board::named(deck).unwrap(), seed, &mut asked, &mut by_lot);
        }
    }
    for event in EventId::ALL {
        for seed in 0..6 {
            let mut board = Board::named("new-moon-12").unwrap();
            board.options.set("event_deck", event.id()).unwrap();
            play(board, seed, &mut asked, &mut by_lot);
        }
    }
    let unexplained: Vec<&String> = by_lot.iter().filter(|what| !BY_LOT.contains(&what.as_str())).collect();
    assert!(unexplained.is_empty(), "answered by lot: {unexplained:?}");
    let wakes = |role: &&RoleId| role.card().wakes != Wakes::Never;
    let silent = RoleId::ALL.iter().filter(wakes).filter(|role| !asked.contains(&format!("night of {role}")));
    assert_eq!(silent.copied().collect::<Vec<_>>(), TOLD_ONLY, "woken and never asked");
}
