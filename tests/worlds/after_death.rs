//! Whoever is shown the whole game has left it: he is not asked again, does not come back, and no word of his can reach
//! anybody.

use lycaon_agents::human::Gallery;
use lycaon_rules::{Board, Dice, Event, Fact, Game, Listener, RoleId, Seat, Setup, View, Waiting, decks};
use std::sync::Arc;

/// Plays a game of random choices; how many galleries opened before its end.
fn play(board: &Arc<Board>, seed: u64) -> usize {
    let mut dice = Dice::new(seed);
    let deal = board.deal(&mut dice);
    let mut game = Game::new(Setup { board: board.clone(), deal });
    let mut galleries: Vec<Gallery> = board.seats().map(|seat| Gallery::new(seat, board.clone())).collect();
    let mut views: Vec<View> = board.seats().map(|seat| View::new(Listener::Seat(seat), board.clone())).collect();
    let mut heard = 0;
    loop {
        for event in &game.events()[heard..] {
            hear(&mut galleries, &mut views, event);
        }
        heard = game.events().len();
        let open = galleries.iter().filter(|gallery| gallery.view().is_some());
        match game.waiting() {
            Waiting::Over(_) => return open.count(),
            Waiting::Roll(roll) => {
                let result = dice.roll(roll);
                game.rolled(result).unwrap();
            }
            Waiting::Seats(batch) => {
                for gallery in open {
                    let asked = batch.iter().find(|request| Some(request.seat) == gallery.seat());
                    assert!(asked.is_none(), "{} is asked with all in his eyes: {asked:?}", board.deck);
                }
                for position in 0..batch.len() {
                    let menu = &game.batch()[position].menu;
                    let choice = menu.nth(dice.below("choices", menu.size()));
                    game.answer(position, choice.into()).unwrap();
                }
                game.advance().unwrap();
            }
        }
    }
}

fn hear(galleries: &mut [Gallery], views: &mut [View], event: &Event) {
    for (gallery, view) in galleries.iter_mut().zip(views) {
        let open = gallery.view().is_some();
        gallery.hear(event);
        let own = view.hear(event);
        let seat = view.seat().unwrap();
        if let Fact::Returned { seat: back } | Fact::Spoke { seat: back, .. } = event.fact {
            assert!(!open || back != seat, "{seat} has left and comes back: {event:?}");
        }
        assert_eq!(gallery.view().is_some(), view.has_left(), "{seat}: {event:?}");
        assert!(open || gallery.view().is_none() || own, "it opens by what the seat hears: {event:?}");
        if let Some(all) = gallery.view() {
            assert!(!view.living().has(seat) && all.heard().len() >= view.heard().len());
        }
    }
}

#[test]
fn whoever_sees_the_whole_game_is_not_asked_again() {
    let mut opened = 0;
    for name in decks() {
        let board = Arc::new(Board::named(name).unwrap());
        opened += (0..60).map(|seed| play(&board, seed)).sum::<usize>();
    }
    for crowd in 0..60 {
        let mut roles: Vec<RoleId> = RoleId::ALL.to_vec();
        roles.retain(|role| !matches!(role, RoleId::Werewolf | RoleId::Villager | RoleId::Actor | RoleId::Thief));
        Dice::new(crowd).shuffle("crowd", &mut roles);
        roles.truncate(5);
        let lines: String = roles.iter().map(|role| format!("{role} = {}\n", role.copies())).collect();
        let text = format!(
            "id = \"{roles:?}\"\nruleset = \"the-pact\"\n[roles]\nwerewolf = 2\nvillager = 2\n{lines}[options]\n\
             event_deck = \"off\"\n"
        );
        let board = Arc::new(Board::from_toml(&text).unwrap());
        opened += (0..20).map(|seed| play(&board, seed)).sum::<usize>();
    }
    assert!(opened > 2_000, "only {opened} galleries opened");
}

/// Some cards ask the dead or bring them back; so does the gypsy, and whoever is lent her power.
#[test]
fn with_event_cards_or_a_gypsy_nobody_is_sure_to_have_left() {
    let gypsy = "id = \"gypsy\"\nruleset = \"millers-hollow\"\n[roles]\nwerewolf = 2\nvillager = 5\ngypsy = 1\n";
    for board in [Board::named("new-moon-12").unwrap(), Board::from_toml(gypsy).unwrap()] {
        let board = Arc::new(board);
        assert!((0..30).all(|seed| play(&board, seed) == 0), "{}", board.deck);
    }
}

/// A public listener has no seat to leave.
#[test]
fn only_a_seat_can_leave() {
    let board = Arc::new(Board::named("online-9p").unwrap());
    for listener in [Listener::Public, Listener::Moderator] {
        assert!(!View::new(listener, board.clone()).has_left());
    }
    assert!(!View::new(Listener::Seat(Seat::new(1)), board).has_left());
}
